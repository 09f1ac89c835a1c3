"""Finished tasks are kept, taken up again, and never read as anything but plain values."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.work import CheckpointStore, MemoryCheckpointStore
from kibitz.games.jeopardy.play.statistics import GameTally
from kibitz.simulate import task_checkpoint as module
from kibitz.simulate.executors import TaskExecutor, run_all
from kibitz.simulate.task_checkpoint import TaskCheckpoint, package_digest, unpack_values


class StopError(Exception):
    pass


@pytest.fixture
def calls() -> list[int]:
    CALLED.clear()
    return CALLED


CALLED: list[int] = []


def square(number: int) -> int:
    CALLED.append(number)
    return number**2


def stopping(at: int, done: int, total: int) -> None:
    if done == at:
        raise StopError


def stopped(store: CheckpointStore, at: int) -> None:
    with pytest.raises(StopError):
        run_all(square, range(6), TaskExecutor(None, store), partial(stopping, at))


def test_a_run_that_was_stopped_goes_on_where_it_stood_and_leaves_nothing_behind(calls: list[int]) -> None:
    store = MemoryCheckpointStore()
    stopped(store, 4)
    assert calls == [0, 1, 2, 3]
    seen: list[tuple[int, int]] = []
    assert run_all(square, range(6), TaskExecutor(None, store), lambda *far: seen.append(far)) == [0, 1, 4, 9, 16, 25]
    assert calls == [0, 1, 2, 3, 4, 5]
    assert seen[0] == (4, 6)
    assert store.data == {}


def test_other_tasks_or_another_function_do_not_take_the_checkpoint(calls: list[int]) -> None:
    store = MemoryCheckpointStore()
    stopped(store, 4)
    run_all(square, range(5), TaskExecutor(None, store))
    assert calls == [0, 1, 2, 3, 0, 1, 2, 3, 4]
    assert run_all(abs, range(6), TaskExecutor(None, store)) == list(range(6))


def test_a_checkpoint_of_other_code_is_not_taken(calls: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryCheckpointStore()
    stopped(store, 4)
    monkeypatch.setattr(module, "package_digest", lambda: "0" * len(package_digest()))
    run_all(square, range(6), TaskExecutor(None, store))
    assert calls == [0, 1, 2, 3, 0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("damage", ["cut", "flipped", "numbers"])
def test_a_damaged_checkpoint_costs_the_work_done_and_nothing_else(damage: str, calls: list[int]) -> None:
    store = MemoryCheckpointStore()
    stopped(store, 4)
    ((name, data),) = store.data.items()
    mark = package_digest().encode()
    store.data[name] = {
        "cut": data[:-3],
        "flipped": data[:30] + bytes(byte ^ 255 for byte in data[30:]),
        "numbers": mark + pickle.dumps({9: 81}),
    }[damage]
    assert run_all(square, range(6), TaskExecutor(None, store)) == [0, 1, 4, 9, 16, 25]


def test_checkpoints_are_written_now_and_then_not_after_every_task(monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[int] = []

    @dataclass
    class Counting(MemoryCheckpointStore):
        def save(self, name: str, data: bytes) -> None:
            saved.append(len(data))

    run_all(square, range(50), TaskExecutor(None, Counting()))
    assert saved == []
    monkeypatch.setattr(module, "SAVE_INTERVAL_S", 0.0)
    run_all(square, range(50), TaskExecutor(None, Counting()))
    assert len(saved) == 50


def test_a_function_that_cannot_be_named_is_run_and_not_kept() -> None:
    store = MemoryCheckpointStore()
    assert run_all(lambda n: n + 1, range(3), TaskExecutor(None, store)) == [1, 2, 3]
    with pytest.raises(ZeroDivisionError):
        run_all(lambda n: 1 / n, [1, 0], TaskExecutor(None, store))
    assert store.data == {}


def test_arrays_fractions_and_values_of_the_package_come_back() -> None:
    values = {0: np.arange(6.0).reshape(2, 3), 1: (Fraction(1, 3), frozenset({2})), 2: np.float64(0.5), 3: GameTally()}
    back = unpack_values(pickle.dumps(values))
    assert isinstance(back, dict)
    assert np.array_equal(back[0], np.arange(6.0).reshape(2, 3))
    assert back[1] == (Fraction(1, 3), frozenset({2}))
    assert back[2] == 0.5
    assert isinstance(back[3], GameTally)


@pytest.mark.parametrize(
    "danger", [os.system, subprocess.Popen, eval, partial, TaskCheckpoint.resume_or_start, package_digest, TaskExecutor]
)
def test_a_checkpoint_that_would_run_code_is_refused(danger: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        unpack_values(pickle.dumps(danger))


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(pickle.UnpicklingError):
        unpack_values(data)
