"""Workers: what takes too long is ended and replaced, and nobody else waits for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kibitz.web.workers import AnswerTimeout, NoFreeWorker, WorkerPool, WorkerTask

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


def test_heavy_questions_leave_a_worker_to_quick_ones_and_are_stopped_when_nobody_waits(
    patience: float, monkeypatch: pytest.MonkeyPatch, run_in_own_loop: Any
) -> None:
    monkeypatch.setattr("kibitz.web.limits.DISCARD_GRACE_S", 0.1)

    async def all_of_it() -> None:
        pool = WorkerPool(2, patience)
        await pool.start()
        try:
            heavy = [asyncio.create_task(pool.ask(SLOW, heavy=True)) for _ in range(6)]
            for _ in range(3):
                assert (await pool.ask(QUICK)).kind == "done"
            assert not any(each.done() for each in heavy)
            for each in heavy:
                each.cancel()
            assert (await pool.ask(QUICK, heavy=True)).kind == "done", "their place is free again"
            while len(pool.all) < 2 or pool.free.qsize() < 2:
                await asyncio.sleep(0.01)
        finally:
            pool.stop()
        assert not any(worker.alive for worker in pool.all)

    run_in_own_loop(all_of_it)


def test_a_heavy_question_that_finds_no_place_in_time_is_told_so(
    patience: float, monkeypatch: pytest.MonkeyPatch, run_in_own_loop: Any
) -> None:
    async def all_of_it() -> None:
        pool = WorkerPool(2, patience)
        await pool.start()
        try:
            assert (await pool.ask(QUICK)).kind == "done"
            first = asyncio.create_task(pool.ask(SLOW, heavy=True))
            while not pool.heavy.locked:
                await asyncio.sleep(0)
            monkeypatch.setattr("kibitz.web.limits.WORKER_WAIT_TIMEOUT_S", 0.05)
            with pytest.raises(NoFreeWorker):
                await pool.ask(SLOW, heavy=True)
            first.cancel()
        finally:
            pool.stop()

    run_in_own_loop(all_of_it)


@pytest.mark.parametrize("busy", [False, True])
def test_the_question_of_a_worker_that_dies_is_asked_again(patience: float, busy: bool, run_in_own_loop: Any) -> None:
    async def all_of_it() -> None:
        pool = WorkerPool(2, patience)
        await pool.start()
        try:
            while pool.free.qsize() < 2:
                await asyncio.sleep(0.01)
            if busy:
                answering = asyncio.create_task(pool.ask(WorkerTask("jeopardy.simulate", {"games": 20_000}, "json")))
                while pool.free.qsize() == 2:
                    await asyncio.sleep(0)
                pool.all[0].process.kill()
            else:
                for worker in pool.all:
                    worker.process.kill()
                    worker.process.join()
                answering = asyncio.create_task(pool.ask(QUICK))
            assert (await answering).kind == "done"
        finally:
            pool.stop()

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
