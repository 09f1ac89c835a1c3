"""Executors for long jobs: this process, a process pool, or a cluster, all with the same result.

Every long job takes ``executor``, any `concurrent.futures.Executor`, or ``None`` to run in this process. The job splits
its work into tasks regardless of the number of workers, and each task draws from its own seed sequence, so one worker
and eight give the same answer. Aim at tasks of 50 ms or more. A request gets its executor from `open_executor`: a
`TaskExecutor`, which also saves finished tasks, so that a stopped run can continue.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

from kibitz.core import InputError, WorkContext
from kibitz.core.work import CheckpointStore, Progress, no_progress
from kibitz.simulate.task_checkpoint import TaskCheckpoint

POLL_INTERVAL_S = 0.2
"""Seconds between two progress reports of a pool."""
MAX_TASKS_IN_FLIGHT = 1_024
"""Tasks submitted at a time: enough for every worker, few enough to react to an interrupt."""
MAX_RESTARTS = 3
"""How often a pool that lost a process is restarted."""

Task = TypeVar("Task")
Result = TypeVar("Result")

__all__ = [
    "Progress",
    "TaskExecutor",
    "WorkersLostError",
    "iter_results",
    "no_progress",
    "open_executor",
    "process_pool",
    "run_all",
    "runs_in_other_processes",
    "spawn_seeds",
]


class WorkersLostError(InputError):
    """Workers were lost; finished tasks are saved."""


def spawn_seeds(seed: int | np.random.SeedSequence, n: int) -> list[np.random.SeedSequence]:
    """``n`` independent seed sequences, always the same for the same seed."""
    root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    # Spawning from a fresh copy, so that a second call with the same sequence gives the same children.
    return np.random.SeedSequence(root.entropy, spawn_key=root.spawn_key, pool_size=root.pool_size).spawn(n)


def process_pool(workers: int | None = None) -> ProcessPoolExecutor:
    """A pool of fresh interpreters, one per core by default; use it as a context manager.

    Its processes ignore interrupts; this process receives them and stops the pool (`open_executor`).
    """
    from concurrent.futures import ProcessPoolExecutor  # imported here, so that commands without a pool start faster
    from multiprocessing import get_context

    count = workers if workers is not None else os.cpu_count() or 1
    if count < 1:
        raise InputError(f"workers: must be a whole number of at least 1, not {count}")
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


class TaskExecutor(Executor):
    """Executor for the tasks of one request. Starts with the first task and checkpoints finished ones.

    Without ``opens``, tasks run in this process, one after the other.
    """

    def __init__(self, opens: Callable[[], Executor] | None, store: CheckpointStore) -> None:
        self.opens, self.store = opens, store
        self._inner: Executor | None = None
        self._renewals = 0

    def submit(self, function: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """The future result of a function."""
        if self.opens is None:
            done: Future[Result] = Future()
            done.set_result(function(*args, **kwargs))
            return done
        if self._inner is None:
            self._inner = self.opens()
        return self._inner.submit(function, *args, **kwargs)

    def is_worker_loss(self, error: Exception) -> bool:
        """Whether an error means that workers were lost, not that a task failed."""
        known = isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker"
        return known or not getattr(self._inner, "alive", True)

    def restart(self) -> bool:
        """Restart the processes after one of them ended; returns whether that is still allowed."""
        self._renewals += 1
        if hasattr(self._inner, "address") or self._renewals > MAX_RESTARTS:
            return False
        self.terminate()
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut the workers down."""
        if self._inner is not None:
            self._inner.shutdown(wait=wait, cancel_futures=cancel_futures)
            self._inner = None

    def terminate(self) -> None:
        """Stop the workers at once, whatever they are doing; waiting for running tasks took half a minute."""
        processes = list((getattr(self._inner, "_processes", None) or {}).values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def loss_message(self, error: Exception) -> str:
        """Error message for lost workers."""
        address = getattr(self._inner, "address", "")
        if not address:
            return f"workers: worker processes died {MAX_RESTARTS + 1} times, perhaps for lack of memory"
        if type(error).__name__ == "KilledWorker":
            return f"scheduler: a task killed every worker of {address} that tried it, perhaps for lack of memory"
        return f"scheduler: lost the connection to {address}"


def runs_in_other_processes(executor: Executor | None) -> bool:
    """Whether tasks run outside this process."""
    return executor is not None and not (isinstance(executor, TaskExecutor) and executor.opens is None)


@contextmanager
def open_executor(work: WorkContext) -> Iterator[TaskExecutor]:
    """Executor for the tasks of a request: this process, a pool or a cluster. An error or interrupt stops it."""
    opens: Callable[[], Executor] | None = None
    if work.scheduler:
        if work.workers > 1:
            raise InputError("workers, scheduler: give only one of them")
        from kibitz.simulate.cluster import Cluster

        opens = lambda: Cluster(work.scheduler)  # noqa: E731
    elif work.workers != 1:
        opens = lambda: process_pool(work.workers)  # noqa: E731
    executor = TaskExecutor(opens, work.store)
    try:
        yield executor
    except BaseException:
        executor.terminate()
        raise
    executor.shutdown()


def iter_results(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    executor: Executor | None = None,
    heartbeat: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, Result]]:
    """The number of each task and its result, as they come.

    ``heartbeat`` is called several times a second while workers run; it may raise to cancel the run. A task that fails
    raises its error here. Lost workers are restarted, or raise `WorkersLostError`. Results that came before either
    are yielded first.
    """
    if executor is None or not runs_in_other_processes(executor):
        for number, task in enumerate(tasks):
            yield number, function(task)
        return
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting = list(range(len(tasks)))[::-1]
    running: dict[Future[Result], int] = {}
    try:
        while waiting or running:
            failure: Exception | None = None
            try:
                while waiting and len(running) < MAX_TASKS_IN_FLIGHT:
                    running[executor.submit(function, tasks[waiting[-1]])] = waiting[-1]
                    waiting.pop()
                wait(running, POLL_INTERVAL_S, return_when=FIRST_COMPLETED)
            except Exception as error:
                failure = error
            for future in [future for future in running if future.done()]:
                try:
                    result = future.result()
                except Exception as error:  # raised below, after every result that came before it
                    failure = failure or error
                else:
                    yield running.pop(future), result
            if failure is not None:
                if not isinstance(executor, TaskExecutor) or not executor.is_worker_loss(failure):
                    raise failure
                if not executor.restart():
                    raise WorkersLostError(executor.loss_message(failure)) from None
                waiting += sorted(running.values(), reverse=True)
                running.clear()
            heartbeat()
    finally:
        for future in running:
            future.cancel()


OnPartial: TypeAlias = Callable[[int, Callable[[], Result]], None]
"""Takes the amount of finished work (deals, games, trials) and a function that builds the partial result; it must call
that function at once or never."""


def ignore_partial(count: int, made: Callable[[], object]) -> None:
    """Ignore partial results."""


def run_all(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    executor: Executor | None = None,
    progress: Progress = no_progress,
    seen: Callable[[Sequence[Result]], None] | None = None,
) -> list[Result]:
    """``function`` of every task, in the order of the tasks, however many workers there are.

    The first error, or an interrupt, cancels what has not started and is raised here. With a `TaskExecutor`, finished
    tasks are saved at intervals and when a run ends early, and the same run later continues with them.

    Meanwhile ``seen`` gets the results of the first tasks without a gap. Results after a gap wait until it is filled:
    with many workers, quick tasks finish first, and results of those alone would be biased. So one worker and eight
    show the same partial results.
    """
    items = list(tasks)
    total = len(items)
    stored = TaskCheckpoint.resume_or_start(
        executor.store if isinstance(executor, TaskExecutor) else None, function, items
    )
    missing = [number for number in range(total) if number not in stored.results]
    leading: list[Result] = []

    def report_progress() -> None:
        progress(len(stored.results), total)
        before = len(leading)
        while seen is not None and len(leading) in stored.results:
            leading.append(stored.results[len(leading)])
        if seen is not None and before < len(leading) < total:
            seen(leading)

    try:
        report_progress()
        found = iter_results(
            function,
            [items[number] for number in missing],
            executor,
            lambda: progress(len(stored.results), total),
        )
        for number, result in found:
            stored.add(missing[number], result)
            report_progress()
    except WorkersLostError as lost:
        stored.save()
        done = f"{len(stored.results)} of {total} tasks are saved"
        raise WorkersLostError(f"{lost}; {done}, so run the same command again to continue") from None
    except BaseException:
        stored.save()
        raise
    return stored.take_results()
