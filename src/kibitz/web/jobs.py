"""The job queue: one job at a time in its own process. Progress and partial results go to the library and to all
watchers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

from kibitz.app.catalogue import BY_PATH
from kibitz.app.library import HEARTBEAT_INTERVAL_S, Library, LibraryItem, new_id
from kibitz.app.uploads import FILE_ACTIONS
from kibitz.core.errors import InputError
from kibitz.core.work import TimeEstimator, format_time_left
from kibitz.web import limits
from kibitz.web.visitors import CURRENT_VISITOR
from kibitz.web.workers import AnswerTimeout, OnPartial, PartialAnswer, Worker, WorkerReply, WorkerTask

FINAL_STATES = ("done", "wrong", "cancelled", "interrupted")
PROGRESS_SAVE_INTERVAL_S = 1.0
"""Seconds between two saves of the progress in the library."""


class PartialResult(NamedTuple):
    """The partial result of a job: how many there were, what the last one is based on, and its headline. The result
    itself is in the library."""

    number: int = 0
    after: str = ""
    headline: str = ""


NO_PARTIAL_RESULT = PartialResult()


@dataclass(slots=True)
class Job:
    """A queued or running job in memory: its question, progress, partial result and time left."""

    path: str
    visitor: str = ""
    """Who queued it."""
    progress: tuple[int, int, str] | None = None
    partial: PartialResult = NO_PARTIAL_RESULT
    estimator: TimeEstimator | None = None
    cancelled: bool = False

    @property
    def time_left(self) -> str:
        """The time left in words, if known."""
        return "" if self.estimator is None else format_time_left(self.estimator.seconds_left)


class JobUpdate(NamedTuple):
    """State of a job: the item without its result, the partial result, the time left in words."""

    item: LibraryItem
    figures: PartialResult
    left: str


class JobQueue:
    """The queue of jobs of one server."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.server = new_id()
        """The owner of these jobs in the library, which other servers may share."""
        self.waiting: list[str] = []
        self.jobs: dict[str, Job] = {}
        """The queued and running jobs by id."""
        self.added = asyncio.Event()
        self.last_visitor = ""
        """Who queued the job that runs, or that ran last."""
        self.news = asyncio.Event()
        """Watchers wait for this event. A change sets it and replaces it by a new one. There is no lock, because a
        watcher may be cancelled at any moment, and more than once."""
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the queue. Jobs of servers that have stopped become interrupted."""
        await asyncio.to_thread(self.library.record_heartbeat, self.server)
        self.tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._beat())]

    async def stop(self) -> None:
        """Stop the queue. Its unfinished jobs become interrupted."""
        for task in self.tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await asyncio.to_thread(self.library.remove_server, self.server)

    async def _beat(self) -> None:
        """Tell other servers from time to time that this one runs, and stop jobs that it lost: another server
        cancelled them, or took this one for stopped."""
        while True:
            await asyncio.sleep(HEARTBEAT_INTERVAL_S)
            with contextlib.suppress(InputError):  # a full or locked disk; the next one may work
                queued = set(self.jobs)
                await asyncio.to_thread(self.library.record_heartbeat, self.server)
                for id in queued - await asyncio.to_thread(self.library.owned_ids, self.server):
                    if (job := self.jobs.get(id)) is not None:
                        job.cancelled = True

    async def add(self, path: str, values: dict[str, object], title: str = "") -> str:
        """Add a question to the queue and return the id of its item."""
        self._require_room()
        id = new_id()
        request = json.dumps(msgspec.to_builtins(values))
        item = LibraryItem(
            id=id,
            kind="job",
            path=path,
            title=title or BY_PATH[path].title,
            request=request,
            state="waiting",
            began=time.time(),
        )
        await asyncio.to_thread(self.library.add, item, self.server)
        self._queue(id, path)
        return id

    def _require_room(self) -> None:
        """Refuse a job if there are too many, of all visitors or of this one."""
        if len(self.jobs) >= limits.MAX_QUEUED_JOBS:
            raise InputError(f"{len(self.jobs)} jobs are already queued; cancel one first")
        own = sum(job.visitor == CURRENT_VISITOR.get() for job in self.jobs.values())
        if own >= limits.MAX_JOBS_OF_VISITOR:
            raise InputError(f"you have queued {own} jobs, the most for one visitor; cancel one first")

    def _queue(self, id: str, path: str) -> None:
        self.jobs[id] = Job(path, CURRENT_VISITOR.get())
        self.waiting.append(id)
        self.added.set()

    async def _next(self) -> str:
        """The id of the next job: the first of another visitor than last time, else the first."""
        while not self.waiting:
            self.added.clear()
            await self.added.wait()
        id = next((id for id in self.waiting if self.jobs[id].visitor != self.last_visitor), self.waiting[0])
        self.waiting.remove(id)
        self.last_visitor = self.jobs[id].visitor
        return id

    async def resume(self, id: str, path: str = "") -> None:
        """Run an interrupted or cancelled job again; it continues from its checkpoints. An uploaded file is run for the
        first time, with the question ``path`` if several questions take it."""
        item = await asyncio.to_thread(self.library.item, id)
        if item is None or item.kind != "job" or item.state not in (*FINAL_STATES, "ready"):
            raise InputError("this item cannot be resumed")
        self._require_room()
        request = item.path
        if item.state == "ready" and path:
            if path not in (order.path for order in FILE_ACTIONS.get(item.path, ())):
                raise InputError("this question does not take the file")
            request = path
        changes: dict[str, object] = {
            "state": "waiting",
            "path": request,
            "note": "",
            "ended": None,
            "began": time.time(),
        }
        if item.state == "done":  # its result could not be read
            changes |= {"result": None, "partial": ""}
        if not await asyncio.to_thread(self.library.claim, id, self.server, item.state, **changes):
            raise InputError("another server runs this item already")
        self._queue(id, request)

    async def cancel(self, id: str) -> None:
        """Stop a job, or remove it from the queue; also one of another server."""
        if (job := self.jobs.get(id)) is not None:
            job.cancelled = True
        else:
            await asyncio.to_thread(self.library.cancel, id)
        self._notify_watchers()

    def find_question(self, path: str) -> str:
        """The id of a queued or running job with this question, or an empty string."""
        return next((id for id, job in self.jobs.items() if job.path == path), "")

    def time_left(self, id: str) -> str:
        """The time left for a job, in words, if known."""
        return self.jobs[id].time_left if id in self.jobs else ""

    def partial(self, id: str) -> PartialResult:
        """The last partial result of a job."""
        return self.jobs[id].partial if id in self.jobs else NO_PARTIAL_RESULT

    async def watch(self, id: str) -> AsyncIterator[JobUpdate]:
        """The state of a job, now and after every change, until it has ended."""
        item: LibraryItem | None = None
        while True:
            news = self.news  # changes from here on are not missed
            job = self.jobs.get(id)
            progress = None if job is None else job.progress
            if item is None or progress is None:  # the progress of running jobs is in memory
                item = await asyncio.to_thread(self.library.item, id)
            if item is None:
                return
            item = msgspec.structs.replace(item, result=None)
            if progress is not None:
                done, total, note = progress
                item = msgspec.structs.replace(item, state="running", done=done, total=total, note=note)
            yield JobUpdate(item, self.partial(id), self.time_left(id))
            if item.state in FINAL_STATES:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5):  # `wait_for` may swallow that a watcher is cancelled
                    await news.wait()

    def _notify_watchers(self) -> None:
        """Wake all watchers."""
        self.news.set()
        self.news = asyncio.Event()

    async def _run(self) -> None:
        while True:
            id = await self._next()
            try:
                await self._work(id, self.jobs[id])
            finally:
                self.jobs.pop(id, None)
                self._notify_watchers()

    async def _work(self, id: str, job: Job) -> None:
        item = await asyncio.to_thread(self.library.item, id)
        if item is None:
            return
        if job.cancelled:
            await asyncio.to_thread(
                self.library.update_own, id, self.server, state="cancelled", ended=time.time(), owner=""
            )
            return
        if not await asyncio.to_thread(self.library.update_own, id, self.server, state="running"):
            return  # another server cancelled it
        self._notify_watchers()
        loop = asyncio.get_running_loop()
        worker = await asyncio.to_thread(Worker, children=True)
        stored = 0.0
        estimator = job.estimator = TimeEstimator()

        def report(done: int, total: int, note: str) -> bool:
            nonlocal stored
            job.progress = (done, total, note)
            estimator.report(done, total)
            loop.call_soon_threadsafe(self._notify_watchers)
            if time.monotonic() - stored > PROGRESS_SAVE_INTERVAL_S:
                stored = time.monotonic()
                mine = self.library.update_own(id, self.server, done=done, total=total, note=note)
                job.cancelled = job.cancelled or not mine
            return not job.cancelled

        def figures(partial: PartialAnswer) -> None:
            # They are rare (`kibitz.core.work.MIN_PARTIAL_INTERVAL_S`), so all are saved: however the job ends, the
            # last one stays.
            self.library.update_own(id, self.server, **_columns(partial))
            job.partial = PartialResult(job.partial.number + 1, partial.partial, partial.headline)
            loop.call_soon_threadsafe(self._notify_watchers)

        request = WorkerTask(item.path, json.loads(item.request), "job")
        answering = asyncio.create_task(asyncio.to_thread(_run_on_worker, worker, request, report, figures))
        try:
            while not answering.done():
                await asyncio.wait({answering}, timeout=0.5)
                if job.cancelled:
                    # A job that reports progress stops by itself. Others are killed.
                    await asyncio.wait({answering}, timeout=3)
                    worker.stop()
            reply = await answering
        finally:
            worker.stop()
        changes: dict[str, object] = {"ended": time.time(), "owner": ""}
        if reply.kind == "done":
            changes |= {"state": "done", **_columns(cast(PartialAnswer, reply.value))}
        elif job.cancelled or reply.kind == "cancelled":
            changes |= {"state": "cancelled"}
        else:
            words = str(reply.value) if reply.kind == "wrong" else "internal error; see the server log"
            changes |= {"state": "wrong", "note": words}
        await asyncio.to_thread(self.library.update_own, id, self.server, **changes)


def _columns(answer: PartialAnswer) -> dict[str, object]:
    """The columns of the library that store an answer."""
    return {
        "result": answer.result.encode(),
        "headline": answer.headline,
        "grade": answer.grade,
        "partial": answer.partial,
    }


def _run_on_worker(
    worker: Worker,
    request: WorkerTask,
    report: Callable[[int, int, str], bool],
    figures: OnPartial,
) -> WorkerReply:
    try:
        return worker.ask(request, limits.JOB_TIMEOUT_S, report, figures)
    except AnswerTimeout:
        return WorkerReply("wrong", f"the job exceeded the limit of {limits.JOB_TIMEOUT_S / 3600:.0f} hours")


def open_library(folder: Path) -> Library:
    """The library in a folder."""
    return Library(folder / "library.sqlite")
