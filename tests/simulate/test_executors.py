"""The same result for any number of workers."""

from __future__ import annotations

import operator
import os
import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz.core import InputError, WorkCancelled, WorkContext
from kibitz.core.work import MemoryCheckpointStore
from kibitz.simulate import process_pool, run_all, spawn_seeds
from kibitz.simulate.executors import (
    TaskExecutor,
    WorkersLostError,
    iter_results,
    open_executor,
    runs_in_other_processes,
)


def mean_of_draws(seed: np.random.SeedSequence) -> float:
    return float(np.random.default_rng(seed).normal(size=1000).mean())


def test_one_worker_and_several_give_the_same_answer() -> None:
    alone = run_all(mean_of_draws, spawn_seeds(7, 8))
    with ThreadPoolExecutor(3) as threads:
        assert run_all(mean_of_draws, spawn_seeds(7, 8), threads) == alone


def test_a_process_pool_gives_the_same_answer_as_this_process() -> None:
    tasks = [(-3), 4, -5]
    with process_pool(2) as pool:
        assert run_all(operator.abs, tasks, pool) == run_all(operator.abs, tasks)


def test_seeds_do_not_depend_on_how_often_they_are_asked_for() -> None:
    root = np.random.SeedSequence(3)
    first, second = spawn_seeds(root, 2), spawn_seeds(root, 2)
    assert [s.spawn_key for s in first] == [s.spawn_key for s in second]
    assert mean_of_draws(first[0]) != mean_of_draws(first[1])


@pytest.mark.parametrize("workers", [None, 2])
def test_progress_counts_up_to_the_number_of_tasks(workers: int | None) -> None:
    seen: list[tuple[int, int]] = []
    executor: Executor | None = ThreadPoolExecutor(workers) if workers else None
    run_all(abs, range(5), executor, lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 5)
    assert seen[-1] == (5, 5)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_an_error_in_a_task_is_raised_and_the_rest_is_cancelled() -> None:
    started: list[int] = []
    heard = threading.Event()

    def inverse(n: int) -> float:
        started.append(n)
        if n > 1:
            heard.wait()
        return 1 / n

    with ThreadPoolExecutor(1) as threads:
        with pytest.raises(ZeroDivisionError):
            run_all(inverse, [1, 0, *range(2, 3000)], threads)
        heard.set()
    assert started in ([1, 0], [1, 0, 2])


def test_cancelling_stops_a_pool_whose_task_is_still_running() -> None:
    looks = 0

    def report(done: int, total: int, note: str) -> None:
        nonlocal looks
        looks += 1
        if looks > 3:
            raise WorkCancelled

    work = WorkContext(on_progress=report, workers=2)
    with pytest.raises(WorkCancelled), open_executor(work) as pool:
        run_all(time.sleep, [3_600.0, 3_600.0, 3_600.0], pool, work.progress_with_note("asleep"))
    # Had it waited for its tasks, the test would not end.


def test_one_worker_runs_here_and_several_on_a_pool() -> None:
    with open_executor(WorkContext()) as here:
        assert not runs_in_other_processes(here)
        assert here.submit(os.getpid).result() == os.getpid()
    with open_executor(WorkContext(workers=2)) as pool:
        assert runs_in_other_processes(pool)
        assert pool.submit(os.getpid).result() != os.getpid()


def test_no_workers_at_all_are_refused() -> None:
    with pytest.raises(InputError, match="workers"):
        process_pool(0)


DYING_ONCE = "7 if __import__('os').path.exists(path) else (open(path, 'w').close(), __import__('os')._exit(1))"
"""Ends its process the first time; no function of this file, which a process of a pool need not find."""


def test_a_process_of_a_pool_that_ends_costs_only_a_retry(tmp_path: Path) -> None:
    with open_executor(WorkContext(workers=2)) as crew:
        assert run_all(partial(eval, DYING_ONCE), [{"path": str(tmp_path / "died")}], crew) == [7]


def test_processes_that_end_again_and_again_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.simulate.executors.MAX_RESTARTS", 0)
    with (
        pytest.raises(InputError, match=r"workers: worker processes died 1 times.*0 of 1 tasks"),
        open_executor(WorkContext(workers=2)) as crew,
    ):
        run_all(os._exit, [1], crew)


class LostOnTheWay(Executor):
    """Workers elsewhere that are all gone by the time somebody looks: one task in ten was done before."""

    address, alive = "tcp://nowhere:1", False

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if args[0] % 10 == 7:
            future.set_result(function(*args, **kwargs))
        else:
            future.cancel()
            future.set_running_or_notify_cancel()
        return future


def test_results_that_came_before_workers_were_lost_are_handed_over() -> None:
    crew = TaskExecutor(LostOnTheWay, MemoryCheckpointStore())
    came: list[tuple[int, int]] = []
    with pytest.raises(WorkersLostError, match="lost the connection to tcp://nowhere:1"):
        came.extend(iter_results(operator.neg, range(40), crew))
    assert sorted(came) == [(number, -number) for number in (7, 17, 27, 37)]
    with pytest.raises(WorkersLostError, match=r"4 of 40 tasks are saved"):
        run_all(operator.neg, range(40), crew)


def test_workers_and_a_scheduler_together_are_refused() -> None:
    with pytest.raises(InputError, match="only one"), open_executor(WorkContext(workers=2, scheduler="tcp://x:1")):
        pass


def test_an_open_cluster_keeps_logs_of_dask_off_the_screen_and_changes_no_level(
    caplog: pytest.LogCaptureFixture,
) -> None:
    import logging

    from kibitz.simulate.cluster import SilencedLogs

    logger = logging.getLogger("distributed.some_module")
    level = logger.getEffectiveLevel()
    logs = SilencedLogs()
    with caplog.at_level(logging.DEBUG, "kibitz.simulate.cluster"):
        logger.warning("lost %s", "a worker")
    assert [(record.name, record.levelname) for record in caplog.records] == [("kibitz.simulate.cluster", "DEBUG")]
    assert logger.getEffectiveLevel() == level
    logs.remove()
    logger.warning("for another client")
    assert caplog.records[-1].name == logger.name
