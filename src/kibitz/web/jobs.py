"""Long work: one job at a time in a process of its own, its progress kept in the library and told to all who watch."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import cast

import msgspec

from kibitz.app.brought import ORDERS
from kibitz.app.catalogue import BY_PATH
from kibitz.app.library import Item, Library, new_id
from kibitz.core.errors import InputError
from kibitz.web import budget
from kibitz.web.panels.parts import Shown
from kibitz.web.workers import Asked, Reply, TooLong, Worker

ENDED = ("done", "wrong", "cancelled", "interrupted")
KEEP_EVERY = 1.0
"""Seconds between two notes of progress in the library."""


class Jobs:
    """The queue of long work of one server."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.waiting: asyncio.Queue[str] = asyncio.Queue()
        self.cancelled: set[str] = set()
        self.news = asyncio.Condition()
        self.progress: dict[str, tuple[int, int, str]] = {}
        self.runner: asyncio.Task[None] | None = None
        self.open = 0

    async def start(self) -> None:
        """Begin to work off the queue; what an earlier server left under way was interrupted."""
        await asyncio.to_thread(self.library.interrupt)
        self.runner = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop working; what is under way is interrupted."""
        if self.runner is not None:
            self.runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.runner
        await asyncio.to_thread(self.library.interrupt)

    async def add(self, path: str, values: dict[str, object], title: str = "") -> str:
        """Put a question in the queue; its name."""
        if self.open >= budget.QUEUE:
            raise InputError(f"{self.open} jobs are waiting already; cancel one first")
        id = new_id()
        request = json.dumps(msgspec.to_builtins(values))
        item = Item(id=id, kind="job", path=path, title=title or BY_PATH[path].title, request=request, state="waiting",
                    began=time.time())  # fmt: skip
        await asyncio.to_thread(self.library.add, item)
        self._queue(id)
        return id

    def _queue(self, id: str) -> None:
        self.open += 1
        self.waiting.put_nowait(id)

    async def resume(self, id: str, path: str = "") -> None:
        """Ask an interrupted or cancelled job again; checkpoints spare it what was done. A file that was brought is
        asked about for the first time, by the question ``path`` where several can take it."""
        item = await asyncio.to_thread(self.library.item, id)
        if item is None or item.kind != "job" or item.state not in (*ENDED, "ready"):
            raise InputError("this work cannot be resumed")
        asked = item.path
        if item.state == "ready" and path:
            if path not in (order.path for order in ORDERS.get(item.path, ())):
                raise InputError("this file cannot be asked that")
            asked = path
        self.cancelled.discard(id)
        changes = {"state": "waiting", "path": asked, "result": None, "shown": None, "note": "", "ended": None,
                   "began": time.time()}  # fmt: skip
        await asyncio.to_thread(self.library.change, id, **changes)
        self._queue(id)

    async def cancel(self, id: str) -> None:
        """Stop a job, or take it out of the queue."""
        self.cancelled.add(id)
        await self._tell()

    async def watch(self, id: str) -> AsyncIterator[Item]:
        """The state of a job, now and after every change, until it has ended."""
        while True:
            item = await asyncio.to_thread(self.library.item, id)
            if item is None:
                return
            done, total, note = self.progress.get(id, (item.done, item.total, item.note))
            yield msgspec.structs.replace(item, done=done, total=total, note=note, result=None, shown=None)
            if item.state in ENDED:
                return
            async with self.news:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), 5)

    async def _tell(self) -> None:
        async with self.news:
            self.news.notify_all()

    async def _run(self) -> None:
        while True:
            id = await self.waiting.get()
            try:
                await self._work(id)
            finally:
                self.open -= 1
                self.progress.pop(id, None)
                await self._tell()

    async def _work(self, id: str) -> None:
        item = await asyncio.to_thread(self.library.item, id)
        if item is None:
            return
        if id in self.cancelled:
            await asyncio.to_thread(self.library.change, id, state="cancelled", ended=time.time())
            return
        await asyncio.to_thread(self.library.change, id, state="running")
        await self._tell()
        loop = asyncio.get_running_loop()
        worker = await asyncio.to_thread(Worker, children=True)
        kept = 0.0

        def report(done: int, total: int, note: str) -> bool:
            nonlocal kept
            self.progress[id] = (done, total, note)
            asyncio.run_coroutine_threadsafe(self._tell(), loop)
            if time.monotonic() - kept > KEEP_EVERY:
                kept = time.monotonic()
                self.library.change(id, done=done, total=total, note=note)
            return id not in self.cancelled

        asked = Asked(item.path, json.loads(item.request), "both")
        answering = asyncio.create_task(asyncio.to_thread(_asked, worker, asked, report))
        try:
            while not answering.done():
                await asyncio.wait({answering}, timeout=0.5)
                if id in self.cancelled:
                    # Work that reports stops by itself; what does not is ended.
                    await asyncio.wait({answering}, timeout=3)
                    worker.stop()
            reply = await answering
        finally:
            worker.stop()
        changes: dict[str, object] = {"ended": time.time()}
        if reply.kind == "done":
            result, shown = cast(tuple[str, Shown], reply.value)
            changes |= {"state": "done", "result": result.encode(), "shown": msgspec.json.encode(shown),
                        "headline": shown.headline, "grade": shown.grade}  # fmt: skip
        elif id in self.cancelled or reply.kind == "cancelled":
            changes |= {"state": "cancelled"}
        else:
            words = str(reply.value) if reply.kind == "wrong" else "kibitz failed here; the server's log says how"
            changes |= {"state": "wrong", "note": words}
        await asyncio.to_thread(self.library.change, id, **changes)


def _asked(worker: Worker, asked: Asked, report: Callable[[int, int, str], bool]) -> Reply:
    try:
        return worker.ask(asked, budget.JOB_SECONDS, report)
    except TooLong:
        return Reply("wrong", f"a job may take {budget.JOB_SECONDS / 3600:.0f} hours")


def library_at(folder: Path) -> Library:
    """The library in a folder."""
    return Library(folder / "library.sqlite")
