"""A Dask scheduler and its workers on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


class Machines:
    """A scheduler and its workers, each a process group of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        while not file.exists() or not file.read_text("utf-8").endswith("}"):
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = str(json.loads(file.read_text("utf-8"))["address"])

    def _start(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        started = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.processes.append(started)
        return started

    def worker(self, threads: int = 1) -> subprocess.Popen[bytes]:
        """One more worker, without a nanny: what is killed stays dead."""
        return self._start("worker", self.address, "--nthreads", str(threads), "--no-nanny",
                           "--local-directory", str(self.folder))  # fmt: skip

    def stop(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    started = Machines(tmp_path_factory.mktemp("machines"))
    started.worker()
    started.worker()
    yield started
    started.stop()


@pytest.fixture
def own_machines(tmp_path: Path) -> Iterator[Machines]:
    started = Machines(tmp_path)
    yield started
    started.stop()
