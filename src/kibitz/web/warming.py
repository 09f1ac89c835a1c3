"""Kernels are compiled behind the open page: by one patient process, the game of the page first."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import suppress

from kibitz.app.warm import QUESTIONS, is_warm, record_warm


class Warming:
    """Compiles all kernels in the background. ``prefer`` moves the questions of a game to the front."""

    def __init__(self) -> None:
        self.remaining = [path for path, _ in QUESTIONS]
        self.current = ""
        """The question that is being compiled for; empty before and after."""
        self._preferred = ""
        self._stopped = False
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)

    def start(self) -> None:
        """Begin, unless everything was compiled before."""
        if is_warm():
            self.remaining = []
        else:
            self._thread.start()

    def stop(self) -> None:
        """End the process; what is compiled stays in the cache."""
        self._stopped, self.remaining = True, []
        if self._process is not None:
            self._process.kill()
        if self._thread.is_alive():
            self._thread.join(10)

    def prefer(self, group: str) -> None:
        """Compile for this group of questions next."""
        self._preferred = group

    def progress(self) -> tuple[int, int, str]:
        """Questions done, questions in all, and the current one; ``(0, 0, "")`` if nothing is left."""
        left = len(self.remaining) + bool(self.current)
        return (len(QUESTIONS) - left, len(QUESTIONS), self.current) if left else (0, 0, "")

    def _take(self) -> str:
        chosen = next((p for p in self.remaining if p.partition(".")[0] == self._preferred), self.remaining[0])
        self.remaining.remove(chosen)
        return chosen

    def _run(self) -> None:
        words = [sys.executable, "-m", "kibitz.app.warm"]
        with (
            suppress(OSError, ValueError),
            subprocess.Popen(
                words, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            ) as process,
        ):
            self._process = process
            if self._compile_all(process) and not self._stopped:  # a stopped process raises or ends early
                record_warm()
        self.remaining, self.current = [], ""

    def _compile_all(self, process: subprocess.Popen[str]) -> bool:
        """Hand the process one question after the other; False if it ended before the last one."""
        assert process.stdin is not None
        assert process.stdout is not None
        while self.remaining:
            self.current = self._take()
            process.stdin.write(self.current + "\n")
            process.stdin.flush()
            if not process.stdout.readline():  # it was stopped or died: kernels are then compiled where they are needed
                return False
        return True
