"""Watchers of a job come and go in any moment, and the others hear what there is to hear."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

from kibitz.app.library import Library, LibraryItem
from kibitz.web.jobs import Job, JobQueue


def test_watchers_that_are_cancelled_again_and_again_leave_the_others_alone(
    tmp_path: Path, run_in_own_loop: Any
) -> None:
    draw = Random(1)

    async def watched() -> tuple[list[BaseException | None], int]:
        library = Library(tmp_path / "library.sqlite")
        library.add(
            LibraryItem(
                id="job", kind="job", path="rate.players", title="", request="{}", state="running", began=time.time()
            )
        )
        jobs = JobQueue(library)
        job = jobs.jobs["job"] = Job("rate.players", (0, 10, ""))
        heard = 0

        async def watch() -> None:
            nonlocal heard
            async for _ in jobs.watch("job"):
                heard += 1

        ended: list[asyncio.Task[None]] = []
        under_way = [asyncio.create_task(watch()) for _ in range(20)]
        for step in range(300):
            job.progress = (step, 300, "")
            jobs._notify_watchers()
            gone = under_way.pop(draw.randrange(len(under_way)))
            for _ in range(draw.randint(1, 3)):  # a scope that is left cancels what is in it until it has ended
                gone.cancel()
                await asyncio.sleep(0)
            ended.append(gone)
            under_way.append(asyncio.create_task(watch()))
        before = heard
        await asyncio.sleep(0.2)
        jobs._notify_watchers()
        await asyncio.sleep(0.2)
        for each in under_way:
            each.cancel()
        done, still = await asyncio.wait([*ended, *under_way], timeout=30)
        assert not still, "who is cancelled goes"
        return [each.exception() for each in done if not each.cancelled()], heard - before

    wrong, heard = run_in_own_loop(watched)
    assert wrong == []
    assert heard >= 20, "all who still watch hear the last news"
