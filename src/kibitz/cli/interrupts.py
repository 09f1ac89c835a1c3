"""Make Ctrl-C end a command once, and cleanly.

Python raises an interrupt at any point. If the compiler or compiled code has called Python back, that can crash the
process; in a finaliser the interrupt is printed and lost. Here it waits until the call has returned, and a lost
interrupt is raised again.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

COMPILER_PACKAGE = "llvmlite"
"""The package whose calls must not be left by an exception, because the compiler calls it back."""
COMPILED_RETURN_MODULE = "numba.core.serialize"
"""The module that compiled code asks for the types of arrays it returns. An interrupt in compiled code strikes there
first. An exception there leaves a hole in a tuple of arrays, and unpacking it crashes."""

RETRY_DELAY_S = 0.02
"""Seconds until a waiting or lost interrupt is tried again."""


def in_compiler(frame: FrameType | None) -> bool:
    """Whether the compiler, or compiled code that returns, is among the callers."""
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if name == COMPILED_RETURN_MODULE or name.partition(".")[0] == COMPILER_PACKAGE:
            return True
        frame = frame.f_back
    return False


class Interrupts:
    """The handler of Ctrl-C and of unraisable exceptions while a command runs."""

    def __init__(self) -> None:
        self.ignored = sys.unraisablehook
        self.over = False

    def interrupt_soon(self) -> None:
        """Interrupt the main thread shortly, if the command still runs."""
        import threading

        timer = threading.Timer(RETRY_DELAY_S, self.interrupt_now)
        timer.daemon = True
        timer.start()

    def interrupt_now(self) -> None:
        """Interrupt the main thread, also in a waiting call if the system can."""
        import _thread
        import threading

        main = threading.main_thread().ident
        if self.over or main is None:
            return
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(main, signal.SIGINT)
        else:
            _thread.interrupt_main()

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        if in_compiler(frame):
            self.interrupt_soon()
        else:
            raise KeyboardInterrupt

    def on_unraisable(self, what: sys.UnraisableHookArgs) -> None:
        if issubclass(what.exc_type, KeyboardInterrupt):
            self.interrupt_soon()
        else:
            self.ignored(what)


@contextmanager
def interruptible() -> Iterator[None]:
    """Inside this context, Ctrl-C raises `KeyboardInterrupt` where it is safe. An existing other handler stays."""
    handler = Interrupts()
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    try:
        signal.signal(signal.SIGINT, handler.interrupt)
    except ValueError:  # only the main thread may
        yield
        return
    sys.unraisablehook = handler.on_unraisable
    try:
        yield
    finally:
        handler.over = True
        sys.unraisablehook = handler.ignored
        signal.signal(signal.SIGINT, signal.default_int_handler)
