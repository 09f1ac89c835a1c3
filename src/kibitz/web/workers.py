"""Worker processes answer questions, so that a heavy one neither blocks the page nor exceeds its time limit.

A worker gets one task at a time over a pipe. A worker that exceeds its time is killed and replaced. A job reports
progress, sends partial results, and can be cancelled. Replies are plain data: bytes, text, or a page as HTML.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from msgspec import Struct

from kibitz.app.catalogue import WARM_UP
from kibitz.core.errors import InputError
from kibitz.core.question import Request
from kibitz.core.session import SessionState
from kibitz.web import limits
from kibitz.web.visitors import CURRENT_VISITOR, FairTurns

HAS_SESSIONS = hasattr(os, "setsid") and hasattr(os, "killpg")
"""Whether a worker can have a session, which ends together. Windows has none."""


LOG = logging.getLogger(__name__)


class WorkerTask(Struct, frozen=True):
    """A task for a worker: a question of the catalogue with its arguments, and the wanted form of the answer."""

    path: str
    values: dict[str, object] = {}
    want: str = "page"
    """``page`` (``page:wide`` or ``page:narrow`` with charts for one kind of screen), ``json``, ``whole`` (JSON with
    curves), ``job``, ``stored`` (the page of a stored answer; ``stored:brief`` for a comparison), ``upload`` (the kind
    of an uploaded file), ``file:KIND``, ``csv:TITLE`` (a table, also of a stored answer), ``drill:NAME``,
    ``position:NAME``; of a session ``begin``, ``step``,
    ``finish`` or ``session`` (its page)."""
    request: Request | None = None
    """The parsed request, if the caller has it; else the worker parses ``values``."""
    state: SessionState | None = None
    order: str = ""
    result: bytes = b""
    """A stored answer as JSON."""
    item: str = ""
    """The id of the library item that stores it."""
    at: int = 0
    partial: str = ""


WARM_UP_TASK = WorkerTask(*WARM_UP)
"""The first task of a new worker: it imports what most answers need."""


class PartialAnswer(NamedTuple):
    """What the library stores of an answer: JSON, headline, grade of the user's choice, and for a partial result what
    it is based on."""

    result: str
    headline: str
    grade: str = ""
    partial: str = ""


OnPartial: TypeAlias = Callable[[PartialAnswer], None]


class AnswerTimeout(Exception):  # noqa: N818 - not an error: the caller asked for the limit
    """The answer took longer than its time."""


class NoFreeWorker(Exception):  # noqa: N818 - not an error: the caller asked for the limit
    """No worker became free in time."""


class WorkerReply(NamedTuple):
    """The final reply of a worker: ``done`` with its result, ``wrong`` input, ``cancelled``, or a ``defect``.

    Before it come ``progress``, to which the server answers whether to go on, and ``figures``, partial results.
    """

    kind: str
    value: object


class Worker:
    """One process and the pipe to it."""

    def __init__(self, children: bool = False) -> None:
        """``children``: whether it may start processes, as jobs do."""
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other, children), daemon=not children)
        # Ctrl-C is for the server alone.
        before = signal.getsignal(signal.SIGINT)
        main = threading.current_thread() is threading.main_thread()
        if main:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self.process.start()
        finally:
            if main:
                signal.signal(signal.SIGINT, before)
        other.close()

    def ask(
        self,
        request: WorkerTask,
        seconds: float,
        report: Callable[[int, int, str], bool] | None = None,
        figures: OnPartial = lambda partial: None,
    ) -> WorkerReply:
        """The reply within a time limit; after that the process is killed and `AnswerTimeout` raised. ``report``
        returns whether to go on; ``figures`` receives partial results of a job."""
        end = time.monotonic() + seconds
        try:
            self.pipe.send(request)
            while self.pipe.poll(max(0.0, end - time.monotonic())):
                reply: WorkerReply = self.pipe.recv()
                if reply.kind == "figures":
                    figures(cast(PartialAnswer, reply.value))
                elif reply.kind == "progress":
                    far = cast(tuple[int, int, str], reply.value)
                    self.pipe.send(report is None or report(*far))
                else:
                    return reply
        except (EOFError, OSError):
            self.stop()
            return WorkerReply("defect", "the worker stopped, perhaps because it ran out of memory")
        self.stop()
        raise AnswerTimeout

    @property
    def alive(self) -> bool:
        """Whether it can take another task."""
        return self.process.is_alive()

    def stop(self) -> None:
        """Kill the process and all processes that it started."""
        with contextlib.suppress(OSError):
            self.pipe.close()
        if self.process.pid is not None and self.process.is_alive():
            end_children(self.process.pid)
            self.process.kill()
        self.process.join(5)


class WorkerPool:
    """Several workers; a task waits for a free one.

    One worker is always left to quick tasks: heavy ones take at most the others, and visitors take turns. With a
    single worker there is nothing to leave.
    """

    def __init__(self, size: int, patience: float = limits.ANSWER_TIMEOUT_S) -> None:
        """``patience``: time limit for an answer in seconds."""
        self.size = size
        self.patience = patience
        self.free: asyncio.Queue[Worker] = asyncio.Queue()
        self.heavy = FairTurns(max(1, size - 1))
        self.all: list[Worker] = []
        self.background: set[asyncio.Task[None]] = set()
        """Workers that start, and answers that nobody waits for."""
        self.stopped = False

    async def start(self) -> None:
        """Start the processes; each imports what answers need."""
        for _ in range(self.size):
            self._add()

    def _add(self) -> None:
        """Add a worker. It is free once it has answered a question, so that nobody waits for its imports."""
        worker = Worker()
        self.all.append(worker)
        self._run_in_background(self._ready(worker))

    def _run_in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    async def _ready(self, worker: Worker) -> None:
        with contextlib.suppress(AnswerTimeout):
            await asyncio.to_thread(worker.ask, WARM_UP_TASK, limits.WORKER_START_TIMEOUT_S)
        self._back(worker)

    def _back(self, worker: Worker) -> None:
        """Take a worker back: it is free again, or replaced if it died."""
        if worker.alive and not worker.pipe.closed:
            self.free.put_nowait(worker)
        elif not self.stopped:
            self.all.remove(worker)
            self._add()

    async def ask(self, request: WorkerTask, seconds: float | None = None, heavy: bool = False) -> WorkerReply:
        """The reply of the next free worker. A worker that dies is replaced, and its task given to another, once.

        If the caller is cancelled, a task that is still waiting is forgotten, and a running one is stopped.
        """
        end = asyncio.get_running_loop().time() + limits.WORKER_WAIT_TIMEOUT_S
        async with self._turn(end) if heavy else contextlib.nullcontext():
            for attempt in (1, 2):
                worker = await self._take(end)
                reply = await self._ask_worker(worker, request, self.patience if seconds is None else seconds)
                if worker.alive or attempt == 2:
                    break
        return reply

    @contextlib.asynccontextmanager
    async def _turn(self, end: float) -> AsyncIterator[None]:
        """A place among the heavy tasks, if one becomes free in time."""
        async with contextlib.AsyncExitStack() as held:
            try:
                await held.enter_async_context(self.heavy.take_turn(CURRENT_VISITOR.get(), end))
            except TimeoutError:
                raise NoFreeWorker from None
            yield

    async def _take(self, end: float) -> Worker:
        """The next free worker that is alive."""
        while True:
            try:
                async with asyncio.timeout_at(end):
                    worker = await self.free.get()
            except TimeoutError:
                raise NoFreeWorker from None
            if worker.alive:
                return worker
            worker.stop()
            self._back(worker)

    async def _ask_worker(self, worker: Worker, request: WorkerTask, seconds: float) -> WorkerReply:
        wanted = True
        answering = asyncio.create_task(asyncio.to_thread(worker.ask, request, seconds, lambda *_: wanted))
        try:
            reply = await asyncio.shield(answering)
        except asyncio.CancelledError:
            wanted = False
            self._run_in_background(self._discard(worker, answering))
            raise
        except AnswerTimeout:
            self._back(worker)
            raise
        self._back(worker)
        return reply

    async def _discard(self, worker: Worker, answering: asyncio.Task[WorkerReply]) -> None:
        """Free a worker whose answer nobody waits for: at once if it reports progress or is quick, else by force."""
        await asyncio.wait({answering}, timeout=limits.DISCARD_GRACE_S)
        if not answering.done():
            worker.stop()
        await asyncio.wait({answering})
        answering.exception()  # it is nobody's concern
        self._back(worker)

    def stop(self) -> None:
        """Stop all processes."""
        self.stopped = True
        for worker in self.all:
            worker.stop()


def end_children(pid: int) -> None:
    """End a worker and the engines and workers that it started: by its session, or on Windows by its tree."""
    with contextlib.suppress(OSError):
        if HAS_SESSIONS:
            os.killpg(pid, signal.SIGKILL)
        elif sys.platform == "win32":
            import subprocess

            subprocess.run(["taskkill", "/F", "/T", "/PID", str(pid)], capture_output=True, check=False)


def _isolate_process(patient: bool) -> None:
    """Give this worker a session, the priority of a job, and a limit of memory, as far as the system has them."""
    if HAS_SESSIONS:
        os.setsid()  # so that engines and workers it starts end with it
    if patient and hasattr(os, "nice"):
        os.nice(10)
        with contextlib.suppress(OSError):  # Linux may share the processor between sessions
            Path("/proc/self/autogroup").write_text("10")
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = limits.WORKER_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(limits.WORKER_MEMORY_BYTES, hard)
    with contextlib.suppress(ValueError, OSError):  # macOS has the limit, but may refuse it
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _work(pipe: Connection, patient: bool) -> None:
    """Main loop of a worker: answer until the pipe closes. Jobs are ``patient``: they run at a lower priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _isolate_process(patient)
    while True:
        try:
            request: WorkerTask = pipe.recv()
        except (EOFError, OSError):
            return
        with contextlib.suppress(OSError):
            pipe.send(_reply(request, pipe))


def _reply(request: WorkerTask, pipe: Connection) -> WorkerReply:
    from kibitz.core.work import WorkCancelled
    from kibitz.web.worker_tasks import run_task

    last = 0.0

    def report(done: int, total: int, note: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < 0.1 and done < total:
            return
        last = now
        try:
            pipe.send(WorkerReply("progress", (done, total, note)))
            wanted = pipe.recv()
        except (EOFError, OSError):  # the server is gone
            wanted = False
        if not wanted:
            raise WorkCancelled

    def figures(partial: PartialAnswer) -> None:
        with contextlib.suppress(OSError):  # the next report notices that the server is gone
            pipe.send(WorkerReply("figures", partial))

    try:
        return WorkerReply("done", run_task(request, report, figures))
    except InputError as error:
        return WorkerReply("wrong", str(error))
    except WorkCancelled:
        return WorkerReply("cancelled", "")
    except MemoryError:
        return WorkerReply("wrong", "this needs more memory than one question may use")
    except Exception as error:
        LOG.exception("the task %s of %s failed", request.want, request.path)
        return WorkerReply("defect", f"{type(error).__name__}: {error}")
