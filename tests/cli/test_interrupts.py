"""Ctrl-C is never lost and never strikes inside the compiler."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import types
from pathlib import Path

import pytest

from kibitz.cli.interrupts import in_compiler, interruptible


def within_compiler(call: object) -> object:
    """Call from a function that stands in the compiler's package."""
    module = types.ModuleType("llvmlite.binding.made_up")
    exec("def back(call):\n    return call()", module.__dict__)
    return module.__dict__["back"](call)


def test_frames_of_the_compiler_are_known_from_anywhere_above_them() -> None:
    assert within_compiler(lambda: (lambda: in_compiler(sys._getframe()))())
    assert not in_compiler(sys._getframe())
    assert not in_compiler(None)


def run(tmp_path: Path, body: str) -> subprocess.CompletedProcess[str]:
    script = tmp_path / "script.py"
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"  # also in the background
    script.write_text(heard + textwrap.dedent(body))
    return subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)


def test_an_interrupt_in_the_compiler_waits_until_it_has_returned(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        """
        import signal, time, types
        from kibitz.cli.interrupts import interruptible
        module = types.ModuleType("llvmlite.binding.made_up")
        exec("def back(call):\\n    return call()", module.__dict__)
        def callback():
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.2)
            print("whole")
        try:
            with interruptible():
                module.back(callback)
                time.sleep(600)
        except KeyboardInterrupt:
            print("interrupted")
        """,
    )
    assert done.stdout.split() == ["whole", "interrupted"]
    assert done.stderr == ""


@pytest.mark.slow
def test_an_interrupt_in_compiled_code_waits_until_all_it_returns_is_there(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        """
        import ctypes, signal, time
        import numba, numpy as np
        from kibitz.cli.interrupts import interruptible
        strike = getattr(ctypes.CDLL(None), "raise")
        strike.argtypes, strike.restype = [ctypes.c_int], ctypes.c_int
        @numba.njit
        def both(number):
            if number:
                strike(number)
            return np.zeros(2), np.zeros(3)
        both(0)
        try:
            with interruptible():
                one, other = both(signal.SIGINT.value)
                print(len(one), len(other))
                time.sleep(600)
        except KeyboardInterrupt:
            print("interrupted")
        """,
    )
    assert done.stdout.split() == ["2", "3", "interrupted"], done.stderr
    assert done.returncode == 0


def test_an_interrupt_that_a_finaliser_swallows_comes_again(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        """
        import signal, time
        from kibitz.cli.interrupts import interruptible
        class Finalised:
            def __del__(self):
                signal.raise_signal(signal.SIGINT)
        try:
            with interruptible():
                Finalised()
                time.sleep(600)
        except KeyboardInterrupt:
            print("interrupted")
        """,
    )
    assert done.stdout == "interrupted\n"
    assert done.stderr == ""


def test_an_interrupt_that_was_put_off_does_not_strike_after_the_command_has_ended(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        """
        import signal, threading
        from kibitz.cli.interrupts import interruptible
        class Finalised:
            def __del__(self):
                signal.raise_signal(signal.SIGINT)
        class Late(threading.Timer):
            def start(self):
                waiting.append(self.function)
        waiting, threading.Timer = [], Late
        with interruptible():
            Finalised()
        (again,) = waiting
        again()
        print("ended")
        """,
    )
    assert done.stdout == "ended\n"
    assert done.returncode == 0


def test_other_exceptions_that_nobody_can_catch_are_shown_as_ever(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        """
        from kibitz.cli.interrupts import interruptible
        class Finalised:
            def __del__(self):
                raise ZeroDivisionError
        with interruptible():
            Finalised()
        """,
    )
    assert "ZeroDivisionError" in done.stderr


def test_handlers_are_put_back_and_those_of_others_kept() -> None:
    before, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with interruptible():
            assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
            assert sys.unraisablehook is not hook
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert sys.unraisablehook is hook
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with interruptible():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
