"""Where long jobs run: here, on a process pool, or on a cluster, with the same result.

Every long job takes ``executor``, any `concurrent.futures.Executor`, or ``None`` to run in this process. Work is cut
into tasks by the job itself, never by the number of workers, and each task draws from its own seed sequence, so one
worker and eight give the same answer. Aim at tasks of 50 ms or more. A question gets its executor from `workers_of`:
a `Crew`, which also keeps finished tasks, so that a run that was stopped goes on where it stood.
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

from kibitz.core import InputError, Work
from kibitz.core.work import Progress, Store, no_progress
from kibitz.simulate.kept import Kept

POLL = 0.2
"""Seconds between two looks at the progress of a pool."""
WINDOW = 1_024
"""Tasks handed out at a time: enough for every worker, few enough that an interrupt is heard."""
RENEWALS = 3
"""How often a pool that lost a process is started again."""

Task = TypeVar("Task")
Result = TypeVar("Result")

__all__ = [
    "Crew",
    "Lost",
    "Progress",
    "elsewhere",
    "finished",
    "no_progress",
    "process_pool",
    "run_all",
    "spawn_seeds",
    "workers_of",
]


class Lost(InputError):  # noqa: N818
    """The workers are gone; what they finished is not."""


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


class Crew(Executor):
    """Where the tasks of one question run, opened when the first is handed out, and where finished ones are kept.

    Without ``opens`` they run here, one after the other.
    """

    def __init__(self, opens: Callable[[], Executor] | None, store: Store) -> None:
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

    def gone(self, error: Exception) -> bool:
        """Whether an error means that workers are gone, not that a task failed."""
        known = isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker"
        return known or not getattr(self._inner, "alive", True)

    def renew(self) -> bool:
        """Start the processes again after one of them ended; whether that can still be done."""
        self._renewals += 1
        if hasattr(self._inner, "address") or self._renewals > RENEWALS:
            return False
        self.end()
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers go."""
        if self._inner is not None:
            self._inner.shutdown(wait=wait, cancel_futures=cancel_futures)
            self._inner = None

    def end(self) -> None:
        """Let the workers go at once, whatever they are doing: waiting for it took half a minute."""
        processes = list((getattr(self._inner, "_processes", None) or {}).values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def loss(self, error: Exception) -> str:
        """What to say when the workers are gone."""
        address = getattr(self._inner, "address", "")
        if not address:
            return f"workers: processes ended {RENEWALS + 1} times while they worked, perhaps for want of memory"
        if type(error).__name__ == "KilledWorker":
            return f"scheduler: a task ended every worker of {address} that tried it, perhaps for want of memory"
        return f"scheduler: the connection to {address} was lost"


def elsewhere(executor: Executor | None) -> bool:
    """Whether tasks run in other processes than this."""
    return executor is not None and not (isinstance(executor, Crew) and executor.opens is None)


@contextmanager
def workers_of(work: Work) -> Iterator[Crew]:
    """Where the tasks of a question run: here, on a pool or on a cluster; an error or interrupt ends it at once."""
    opens: Callable[[], Executor] | None = None
    if work.scheduler:
        if work.workers > 1:
            raise InputError("workers, scheduler: only one of them is accepted")
        from kibitz.simulate.cluster import Cluster

        opens = lambda: Cluster(work.scheduler)  # noqa: E731
    elif work.workers != 1:
        opens = lambda: process_pool(work.workers)  # noqa: E731
    crew = Crew(opens, work.store)
    try:
        yield crew
    except BaseException:
        crew.end()
        raise
    crew.shutdown()


def finished(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    executor: Executor | None = None,
    heartbeat: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, Result]]:
    """The number of each task and its result, as they come.

    ``heartbeat`` is called several times a second while workers work: that is where a run is cancelled. A task that
    fails raises its error here; workers that are gone are started again, or raise `Lost`. Results that
    came before either are handed over first.
    """
    if executor is None or not elsewhere(executor):
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
                while waiting and len(running) < WINDOW:
                    running[executor.submit(function, tasks[waiting[-1]])] = waiting[-1]
                    waiting.pop()
                wait(running, POLL, return_when=FIRST_COMPLETED)
            except Exception as error:
                failure = error
            for future in [future for future in running if future.done()]:
                try:
                    result = future.result()
                except Exception as error:  # told below, after every result that came before it
                    failure = failure or error
                else:
                    yield running.pop(future), result
            if failure is not None:
                if not isinstance(executor, Crew) or not executor.gone(failure):
                    raise failure
                if not executor.renew():
                    raise Lost(executor.loss(failure)) from None
                waiting += sorted(running.values(), reverse=True)
                running.clear()
            heartbeat()
    finally:
        for future in running:
            future.cancel()


SoFar: TypeAlias = Callable[[int, Callable[[], Result]], None]
"""Gets how much of a run is done (deals, games, trials) and what makes its result so far; that is called at once or
never."""


def unseen(count: int, made: Callable[[], object]) -> None:
    """Look at nothing."""


def run_all(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    executor: Executor | None = None,
    progress: Progress = no_progress,
    seen: Callable[[Sequence[Result]], None] | None = None,
) -> list[Result]:
    """``function`` of every task, in the order of the tasks, however many workers there are.

    The first error, or an interrupt, cancels what has not started and is raised here. With a `Crew`, finished tasks
    are kept now and then and when a run ends early, and the same run later begins with them.

    Meanwhile ``seen`` gets the results from the first task on, as far as all are there. Results behind a gap wait until
    it is filled: what comes first of many workers is what was quickly done, and figures of that alone would lean. So
    one worker and eight show the same figures on their way to the same end.
    """
    items = list(tasks)
    total = len(items)
    kept = Kept.of(executor.store if isinstance(executor, Crew) else None, function, items)
    missing = [number for number in range(total) if number not in kept.results]
    leading: list[Result] = []

    def told() -> None:
        progress(len(kept.results), total)
        before = len(leading)
        while seen is not None and len(leading) in kept.results:
            leading.append(kept.results[len(leading)])
        if seen is not None and before < len(leading) < total:
            seen(leading)

    try:
        told()
        found = finished(
            function,
            [items[number] for number in missing],
            executor,
            lambda: progress(len(kept.results), total),
        )
        for number, result in found:
            kept.add(missing[number], result)
            told()
    except Lost as lost:
        kept.save()
        done = f"{len(kept.results)} of {total} tasks are done and kept"
        raise Lost(f"{lost}; {done}, so that the same question goes on from there") from None
    except BaseException:
        kept.save()
        raise
    return kept.finish()
