"""Visitors take turns: whoever asks for much waits for the others."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.app.library import Library
from kibitz.core.errors import InputError
from kibitz.web import limits
from kibitz.web.jobs import JobQueue
from kibitz.web.visitors import CURRENT_VISITOR, FairTurns

FAR = 10**9


async def take_in_order(places: int, visitors: list[str]) -> list[str]:
    """The visitors in the order in which they get a place, if all come at once."""
    turns, order = FairTurns(places), []

    async def ask(visitor: str) -> None:
        async with turns.take_turn(visitor, FAR):
            order.append(visitor)
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group:
        for visitor in visitors:
            group.create_task(ask(visitor))
    assert turns.free == places
    return order


def test_a_visitor_with_many_heavy_questions_does_not_make_another_wait_for_all(run_in_own_loop: Any) -> None:
    assert run_in_own_loop(lambda: take_in_order(1, [*"aaaaa", *"bb"])) == [*"ababaaa"]


@settings(max_examples=30)
@given(places=st.integers(1, 3), visitors=st.lists(st.sampled_from("abc"), min_size=1, max_size=12))
def test_everybody_gets_a_turn_and_whoever_asks_once_waits_for_one_round(places: int, visitors: list[str]) -> None:
    with ThreadPoolExecutor(1) as thread:  # a browser that other tests left open has a loop running in this one
        order = thread.submit(lambda: asyncio.run(take_in_order(places, visitors))).result()
    assert sorted(order) == sorted(visitors)
    for each in set(visitors):
        if visitors.count(each) == 1:
            assert order.index(each) < places + 2 * len(set(visitors))


def test_a_turn_that_nobody_takes_any_more_goes_to_the_next(run_in_own_loop: Any) -> None:
    async def all_of_it() -> None:
        turns = FairTurns(1)
        async with turns.take_turn("a", FAR):
            with pytest.raises(TimeoutError):
                async with turns.take_turn("b", asyncio.get_running_loop().time()):
                    raise AssertionError
            waiting = asyncio.create_task(turns.take_turn("c", FAR).__aenter__())
            await asyncio.sleep(0)
        waiting.cancel()  # it was given its place a moment ago
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert turns.free == 1
        assert not turns._served

    run_in_own_loop(all_of_it)


def test_turns_of_tasks_that_are_all_cancelled_at_once_are_free_again(run_in_own_loop: Any) -> None:
    async def all_of_it() -> None:
        turns = FairTurns(1)

        async def hold() -> None:
            async with turns.take_turn("a", FAR):
                await asyncio.Event().wait()

        tasks = [asyncio.create_task(hold()) for _ in range(6)]
        await asyncio.sleep(0)
        for each in tasks:
            each.cancel()
        await asyncio.wait(tasks)
        assert turns.free == 1

    run_in_own_loop(all_of_it)


def test_jobs_of_visitors_take_turns_and_one_visitor_cannot_fill_the_queue(
    tmp_path: Path, run_in_own_loop: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_JOBS_OF_VISITOR", 3)

    async def all_of_it() -> None:
        jobs = JobQueue(Library(tmp_path / "l.sqlite"))
        ids: dict[str, list[str]] = {"a": [], "b": []}
        for visitor in "aaab":
            CURRENT_VISITOR.set(visitor)
            ids[visitor].append(await jobs.add("parlour.vote", {}))
        CURRENT_VISITOR.set("a")
        with pytest.raises(InputError, match="you have queued 3 jobs"):
            await jobs.add("parlour.vote", {})
        order = [await jobs._next() for _ in range(4)]
        assert order == [ids["a"][0], ids["b"][0], ids["a"][1], ids["a"][2]]

    run_in_own_loop(all_of_it)
