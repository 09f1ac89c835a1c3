"""Workers: what takes too long is ended and replaced, and nobody else waits for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kibitz.web.workers import AnswerTimeout, WorkerPool, WorkerTask

QUICK = WorkerTask("parlour.vote", {"p1": ".6", "p2": ".4", "y1": ".3", "y2": ".5"}, "json")
SLOW = WorkerTask("jeopardy.simulate", {"games": 5_000_000}, "json")


def test_a_question_beyond_its_time_is_ended_while_others_are_answered(patience: float, run_in_own_loop: Any) -> None:
    async def all_of_it() -> None:
        pool = WorkerPool(2, patience)
        await pool.start()
        try:
            await asyncio.gather(pool.ask(QUICK), pool.ask(QUICK))  # both have loaded what they need
            before = {worker.process.pid for worker in pool.all}
            slow = asyncio.create_task(pool.ask(SLOW, seconds=4.0))
            quick = await pool.ask(QUICK)
            assert quick.kind == "done"
            assert not slow.done()
            with pytest.raises(AnswerTimeout):
                await slow
            assert (await pool.ask(QUICK)).kind == "done"
            assert len(pool.all) == 2
            assert {worker.process.pid for worker in pool.all} != before
        finally:
            pool.stop()
        assert not any(worker.alive for worker in pool.all)

    run_in_own_loop(all_of_it)


def test_a_worker_that_takes_too_long_to_start_is_replaced_and_never_asked(
    patience: float, monkeypatch: pytest.MonkeyPatch, run_in_own_loop: Any
) -> None:
    async def all_of_it() -> None:
        pool = WorkerPool(1, patience)
        monkeypatch.setattr("kibitz.web.limits.WORKER_START_TIMEOUT_S", 0.0)
        await pool.start()
        slow = pool.all[0]
        while pool.all[0] is slow:
            await asyncio.sleep(0.01)
        monkeypatch.setattr("kibitz.web.limits.WORKER_START_TIMEOUT_S", patience)
        try:
            assert not slow.alive
            assert (await pool.ask(QUICK)).kind == "done"
        finally:
            pool.stop()
        assert not any(worker.alive for worker in pool.all)

    run_in_own_loop(all_of_it)


def test_wrong_input_is_a_sentence_and_the_worker_goes_on(patience: float, run_in_own_loop: Any) -> None:
    async def all_of_it() -> None:
        pool = WorkerPool(1, patience)
        await pool.start()
        try:
            wrong = await pool.ask(WorkerTask("parlour.vote", {"p1": "2"}, "json"))
            assert wrong.kind == "wrong"
            assert str(wrong.value).startswith("p2: missing")
            pid = pool.all[0].process.pid
            assert (await pool.ask(QUICK)).kind == "done"
            assert pool.all[0].process.pid == pid
        finally:
            pool.stop()

    run_in_own_loop(all_of_it)
