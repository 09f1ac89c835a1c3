"""Long work: one job at a time in a process of its own; how far it is and its figures so far are kept in the library
and told to all who watch."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

from kibitz.app.brought import ORDERS
from kibitz.app.catalogue import BY_PATH
from kibitz.app.library import Item, Library, new_id
from kibitz.core.errors import InputError
from kibitz.core.work import Rate, left_words
from kibitz.web import budget
from kibitz.web.panels.parts import Shown
from kibitz.web.workers import Asked, Reply, TooLong, Worker

ENDED = ("done", "wrong", "cancelled", "interrupted")
KEEP_EVERY = 1.0
"""Seconds between two notes of progress in the library."""


class Figures(NamedTuple):
    """The figures of a job so far: how many sets of them came since it runs, what the last rest on, and what they say;
    the page itself is in the library."""

    number: int = 0
    after: str = ""
    headline: str = ""


class News(NamedTuple):
    """How far a job is: the piece of work without its pages, its figures so far, the time left in words."""

    item: Item
    figures: Figures
    left: str


class Jobs:
    """The queue of long work of one server."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.waiting: asyncio.Queue[str] = asyncio.Queue()
        self.cancelled: set[str] = set()
        self.news = asyncio.Event()
        """What all who watch wait for; whoever has news sets it and puts a new one in its place. No lock is held, since
        a watcher may be cancelled in any moment, and more than once."""
        self.progress: dict[str, tuple[int, int, str]] = {}
        self.figures: dict[str, Figures] = {}
        self.rates: dict[str, Rate] = {}
        self.under_way: dict[str, str] = {}
        """The questions of jobs that wait or run, by name of the job."""
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
        item = Item(
            id=id,
            kind="job",
            path=path,
            title=title or BY_PATH[path].title,
            request=request,
            state="waiting",
            began=time.time(),
        )
        await asyncio.to_thread(self.library.add, item)
        self._queue(id, path)
        return id

    def _queue(self, id: str, path: str) -> None:
        self.open += 1
        self.under_way[id] = path
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
        changes: dict[str, object] = {
            "state": "waiting",
            "path": asked,
            "note": "",
            "ended": None,
            "began": time.time(),
        }
        if item.state == "done":  # its result could not be read
            changes |= {"result": None, "shown": None}
        await asyncio.to_thread(self.library.change, id, **changes)
        self._queue(id, asked)

    async def cancel(self, id: str) -> None:
        """Stop a job, or take it out of the queue."""
        self.cancelled.add(id)
        self._tell()

    def left(self, id: str) -> str:
        """The time that a job still takes, in words, where that is known."""
        return left_words(self.rates[id].left) if id in self.rates else ""

    async def watch(self, id: str) -> AsyncIterator[News]:
        """The state of a job, now and after every change, until it has ended."""
        item: Item | None = None
        while True:
            news = self.news  # what comes from here on is not missed
            if item is None or id not in self.progress:  # what runs here is known here
                item = await asyncio.to_thread(self.library.item, id)
            if item is None:
                return
            item = msgspec.structs.replace(item, result=None, shown=None)
            if id in self.progress:
                done, total, note = self.progress[id]
                item = msgspec.structs.replace(item, state="running", done=done, total=total, note=note)
            yield News(item, self.figures.get(id, Figures()), self.left(id))
            if item.state in ENDED:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5):  # `wait_for` may swallow that a watcher is cancelled
                    await news.wait()

    def _tell(self) -> None:
        """Wake all who watch."""
        self.news.set()
        self.news = asyncio.Event()

    async def _run(self) -> None:
        while True:
            id = await self.waiting.get()
            try:
                await self._work(id)
            finally:
                self.open -= 1
                for held in (self.progress, self.figures, self.rates, self.under_way):
                    held.pop(id, None)
                self._tell()

    async def _work(self, id: str) -> None:
        item = await asyncio.to_thread(self.library.item, id)
        if item is None:
            return
        if id in self.cancelled:
            await asyncio.to_thread(self.library.change, id, state="cancelled", ended=time.time())
            return
        await asyncio.to_thread(self.library.change, id, state="running")
        self._tell()
        loop = asyncio.get_running_loop()
        worker = await asyncio.to_thread(Worker, children=True)
        kept = 0.0
        rate = self.rates[id] = Rate()

        def report(done: int, total: int, note: str) -> bool:
            nonlocal kept
            self.progress[id] = (done, total, note)
            rate.report(done, total)
            loop.call_soon_threadsafe(self._tell)
            if time.monotonic() - kept > KEEP_EVERY:
                kept = time.monotonic()
                self.library.change(id, done=done, total=total, note=note)
            return id not in self.cancelled

        def figures(result: str, page: Shown) -> None:
            # They come seldom (`kibitz.core.work.EVERY`), so that all are kept: whatever ends the work, what stood
            # there stays.
            self.library.change(id, **_columns(result, page))
            number = self.figures.get(id, Figures()).number + 1
            self.figures[id] = Figures(number, page.after, page.headline)
            loop.call_soon_threadsafe(self._tell)

        asked = Asked(item.path, json.loads(item.request), "both")
        answering = asyncio.create_task(asyncio.to_thread(_asked, worker, asked, report, figures))
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
            changes |= {"state": "done", **_columns(*cast(tuple[str, Shown], reply.value))}
        elif id in self.cancelled or reply.kind == "cancelled":
            changes |= {"state": "cancelled"}
        else:
            words = str(reply.value) if reply.kind == "wrong" else "kibitz failed here; the server's log says how"
            changes |= {"state": "wrong", "note": words}
        await asyncio.to_thread(self.library.change, id, **changes)


def _columns(result: str, page: Shown) -> dict[str, object]:
    """What the library keeps of an answer."""
    return {
        "result": result.encode(),
        "shown": msgspec.json.encode(page),
        "headline": page.headline,
        "grade": page.grade,
    }


def _asked(
    worker: Worker, asked: Asked, report: Callable[[int, int, str], bool], figures: Callable[[str, Shown], None]
) -> Reply:
    try:
        return worker.ask(asked, budget.JOB_SECONDS, report, figures)
    except TooLong:
        return Reply("wrong", f"a job may take {budget.JOB_SECONDS / 3600:.0f} hours")


def library_at(folder: Path) -> Library:
    """The library in a folder."""
    return Library(folder / "library.sqlite")
