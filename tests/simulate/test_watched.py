"""A run that is looked at: the same end as any run, and on the way only what leans to nobody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

from kibitz.core.work import MemoryCheckpointStore
from kibitz.simulate.executors import TaskExecutor, run_all


class StopError(Exception):
    pass


def square(number: int) -> int:
    return number**2


class Backwards(Executor):
    """Hands out nothing before the last task has come, then finishes all from the last to the first, one a look."""

    def __init__(self, tasks: int) -> None:
        self.tasks, self.held = tasks, list[tuple[Future[int], Callable[[], int]]]()

    def submit(self, function, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[int] = Future()
        self.held.append((future, lambda: function(*args, **kwargs)))
        if len(self.held) == self.tasks:
            self.next()
        return future

    def next(self) -> None:
        if self.held:
            future, made = self.held.pop()
            future.set_result(made())


def test_a_watched_run_returns_what_any_run_does_and_shows_it_as_it_grows() -> None:
    seen: list[list[int]] = []
    assert run_all(square, range(4), seen=lambda result: seen.append(list(result))) == run_all(square, range(4))
    assert seen == [[0], [0, 1], [0, 1, 4]]
    with ThreadPoolExecutor(3) as pool:
        assert run_all(square, range(50), pool) == run_all(square, range(50))


def test_results_behind_a_gap_wait_until_it_is_filled() -> None:
    executor, seen = Backwards(4), list[list[int]]()
    result = run_all(square, range(4), executor, lambda done, total: executor.next(), lambda f: seen.append(list(f)))
    assert result == [0, 1, 4, 9]
    assert seen == []


def test_a_run_that_was_stopped_while_it_was_looked_at_goes_on_with_what_was_seen() -> None:
    store, seen = MemoryCheckpointStore(), list[list[int]]()

    def stop(result: Sequence[int]) -> None:
        if len(result) == 3:
            raise StopError

    with pytest.raises(StopError):
        run_all(square, range(6), TaskExecutor(None, store), seen=stop)
    assert run_all(square, range(6), TaskExecutor(None, store), seen=lambda result: seen.append(list(result)))[-1] == 25
    assert seen[0] == [0, 1, 4]
    assert not store.data
