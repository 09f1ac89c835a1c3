"""The same result for any number of workers."""

from __future__ import annotations

import operator
import time
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np
import pytest

from kibitz.core import Cancelled, InputError, Work
from kibitz.simulate import process_pool, run_all, spawn_seeds
from kibitz.simulate.executors import workers_of


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

    def inverse(n: int) -> float:
        started.append(n)
        if n:
            time.sleep(0.001)
        return 1 / n

    with ThreadPoolExecutor(1) as threads, pytest.raises(ZeroDivisionError):
        run_all(inverse, [1, 0, *range(1, 3000)], threads)
    assert len(started) < 1500


def test_cancelling_stops_a_pool_whose_task_is_still_running() -> None:
    looks = 0

    def report(done: int, total: int, note: str) -> None:
        nonlocal looks
        looks += 1
        if looks > 3:
            raise Cancelled

    work = Work(report=report, workers=2)
    with pytest.raises(Cancelled), workers_of(work) as pool:
        run_all(time.sleep, [3_600.0, 3_600.0, 3_600.0], pool, work.noting("asleep"))
    # Had it waited for its tasks, the test would not end.


def test_one_worker_runs_here_and_several_on_a_pool() -> None:
    with workers_of(Work()) as executor:
        assert executor is None
    with workers_of(Work(workers=2)) as pool:
        assert run_all(abs, [-1, -2], pool) == [1, 2]


def test_no_workers_at_all_are_refused() -> None:
    with pytest.raises(InputError, match="workers"):
        process_pool(0)
