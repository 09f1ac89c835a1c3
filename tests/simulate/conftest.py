"""A Dask scheduler and its workers on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

PATIENCE = 300.0
"""Seconds after which something that was started counts as broken; usually it takes less than one."""


@dataclass(frozen=True, slots=True)
class Forked:
    """A scheduler or a worker, the leader of a process group of its own."""

    pid: int

    def kill(self) -> None:
        """End it as a power failure does."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    @property
    def runs(self) -> bool:
        """Whether it is there."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True


def until(holds: Callable[[], bool], needed: Forked) -> None:
    """Wait for something that a process brings about, however busy this machine is."""
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert needed.runs, "it ended by itself"
        assert time.monotonic() < ends, f"nothing came in {PATIENCE:.0f} s"
        time.sleep(0.02)


class Zygote:
    """The process from which schedulers and workers are forked."""

    def __init__(self) -> None:
        command = [sys.executable, str(Path(__file__).with_name("zygote.py"))]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._answer() == "ready"

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def fork(self, kind: str, words: list[str], hangs: Path | None = None, after: int = 0) -> Forked:
        assert self.process.stdin is not None
        order = {"kind": kind, "words": words, "env": dict(os.environ), "hangs": str(hangs or ""), "after": after}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return Forked(int(self._answer()))

    def stop(self) -> None:
        self.process.communicate()


class Machines:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, zygote: Zygote) -> None:
        self.folder, self.zygote = folder, zygote
        self.processes: list[Forked] = []
        file = folder / "scheduler.json"
        words = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
        self.scheduler = self._start("scheduler", words)
        until(lambda: file.exists() and file.read_text("utf-8").endswith("}"), self.scheduler)
        self.address = str(json.loads(file.read_text("utf-8"))["address"])

    def _start(self, kind: str, words: list[str], hangs: Path | None = None, after: int = 0) -> Forked:
        started = self.zygote.fork(kind, [*words, "--no-dashboard"], hangs, after)
        self.processes.append(started)
        return started

    def worker(self, threads: int = 1, hangs: Path | None = None, after: int = 0) -> Forked:
        """One more worker, without a nanny: what is killed stays dead. One that ``hangs`` makes that file when it has
        done ``after`` tasks and another begins, and never ends that one."""
        words = [self.address, "--nthreads", str(threads), "--no-nanny", "--local-directory", str(self.folder)]
        return self._start("worker", words, hangs, after)

    def until(self, holds: Callable[[], bool], needed: Forked) -> None:
        """Wait for something that one of them brings about."""
        until(holds, needed)

    def stop(self) -> None:
        for process in self.processes:
            process.kill()


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    started = Zygote()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory, zygote: Zygote) -> Iterator[Machines]:
    started = Machines(tmp_path_factory.mktemp("machines"), zygote)
    started.worker()
    started.worker()
    yield started
    started.stop()


@pytest.fixture
def own_machines(tmp_path: Path, zygote: Zygote) -> Iterator[Machines]:
    started = Machines(tmp_path, zygote)
    yield started
    started.stop()
