"""Forks Dask schedulers and workers from one process that has loaded what they need, so that each starts at once.

A line of JSON on standard input asks for one: its kind, words and environment, and perhaps a file ``hangs``. Its
process number is the answer. A worker with ``hangs`` does ``after`` tasks, makes that file when the next begins, and
never ends it.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import distributed.cli.dask_scheduler
import distributed.cli.dask_worker
import numba  # noqa: F401 - every kernel needs it

import kibitz.simulate.cluster

PR_SET_PDEATHSIG = 1
MAIN = {"scheduler": distributed.cli.dask_scheduler.main, "worker": distributed.cli.dask_worker.main}


def become(kind: str, words: list[str], env: dict[str, str], hangs: str, after: int) -> None:
    """Run a scheduler or a worker in this process, to its end."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if sys.platform == "linux":  # whoever ends the tests ends what they started
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.environ.clear()
    os.environ.update(env)
    if hangs:
        there, done = kibitz.simulate.cluster._run_on_same_files, itertools.count()

        def hang(*given: Any, **named: Any) -> object:
            if next(done) >= after:
                Path(hangs).touch()
                time.sleep(3_600)
            return there(*given, **named)

        kibitz.simulate.cluster._run_on_same_files = hang
    MAIN[kind](words, prog_name=f"dask {kind}")


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who ended is gone, not waited for
    print("ready", flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            try:
                become(**order)
            finally:
                os._exit(1)
        print(child, flush=True)


if __name__ == "__main__":
    main()
