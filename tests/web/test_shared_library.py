"""Two servers with one library: neither takes the work of the other, and no job runs twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kibitz.app.library import Library
from kibitz.core.errors import InputError
from kibitz.web.jobs import JobQueue


def test_a_second_server_leaves_the_jobs_of_the_first_alone_and_can_cancel_them(
    tmp_path: Path, run_in_own_loop: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.web.jobs.HEARTBEAT_INTERVAL_S", 0.05)

    def state(id: str) -> str:
        item = Library(tmp_path / "l.sqlite").item(id)
        assert item is not None
        return item.state

    async def all_of_it() -> None:
        first, second = (JobQueue(Library(tmp_path / "l.sqlite")) for _ in range(2))
        await first.start()
        running = await first.add("jeopardy.simulate", {"games": 50_000_000})
        waiting = await first.add("jeopardy.simulate", {"games": 50_000_000})
        while state(running) != "running":
            await asyncio.sleep(0.01)
        await second.start()
        assert (state(running), state(waiting)) == ("running", "waiting")
        with pytest.raises(InputError, match="cannot be resumed"):
            await second.resume(running)
        await second.cancel(running)
        while first.jobs.keys() != {waiting}:  # the first server notices by its heartbeat
            await asyncio.sleep(0.01)
        assert state(running) == "cancelled"
        await second.stop()
        assert state(waiting) in ("waiting", "running")
        await first.stop()
        assert state(waiting) == "interrupted"

    run_in_own_loop(all_of_it)
