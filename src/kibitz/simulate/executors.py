"""Where long jobs run: here, on a process pool, or on a cluster, with the same result.

Every long job takes ``executor``, any `concurrent.futures.Executor`, or ``None`` to run in this process. Work is cut
into tasks by the job itself, never by the number of workers, and each task draws from its own seed sequence, so one
worker and eight give the same answer. Aim at tasks of 50 ms or more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor

from kibitz.core import InputError, Work
from kibitz.core.work import Progress, no_progress

POLL = 0.2
"""Seconds between two looks at the progress of a pool."""

Task = TypeVar("Task")
Result = TypeVar("Result")

__all__ = ["Progress", "no_progress", "process_pool", "run_all", "spawn_seeds", "workers_of"]


def spawn_seeds(seed: int | np.random.SeedSequence, n: int) -> list[np.random.SeedSequence]:
    """``n`` independent seed sequences, always the same for the same seed."""
    root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    # Spawning from a fresh copy, so that a second call with the same sequence gives the same children.
    return np.random.SeedSequence(root.entropy, spawn_key=root.spawn_key, pool_size=root.pool_size).spawn(n)


def process_pool(workers: int | None = None) -> ProcessPoolExecutor:
    """A pool of fresh interpreters, one a core unless told otherwise; use it as a context manager.

    Its processes leave interrupts to this one, which ends them (`workers_of`).
    """
    from concurrent.futures import ProcessPoolExecutor  # here, since a calculator that needs no pool starts faster
    from multiprocessing import get_context

    count = workers if workers is not None else os.cpu_count() or 1
    if count < 1:
        raise InputError(f"workers: a whole number from 1 up is accepted, not {count}")
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def workers_of(work: Work) -> Iterator[Executor | None]:
    """Where the tasks of a question run: here for one worker, else on a pool; an error or interrupt ends it at once."""
    if work.workers == 1:
        yield None
        return
    pool = process_pool(work.workers)
    try:
        yield pool
    except BaseException:
        # Waiting for tasks that nobody wants any more took half a minute.
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        raise
    pool.shutdown()


def run_all(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    executor: Executor | None = None,
    progress: Progress = no_progress,
) -> list[Result]:
    """``function`` of every task, in the order of the tasks, however many workers there are.

    The first error, or an interrupt, cancels what has not started and is raised here.
    """
    items = list(tasks)
    total = len(items)
    progress(0, total)
    if executor is None:
        results = []
        for item in items:
            results.append(function(item))
            progress(len(results), total)
        return results
    from concurrent.futures import FIRST_COMPLETED, wait

    futures: list[Future[Result]] = [executor.submit(function, item) for item in items]
    pending = set(futures)
    try:
        while pending:
            # Progress is also where cancelling happens, so it is asked several times a second.
            finished, pending = wait(pending, POLL, return_when=FIRST_COMPLETED)
            for future in finished:
                future.result()
            progress(total - len(pending), total)
    except BaseException:
        for future in pending:
            future.cancel()
        raise
    return [future.result() for future in futures]
