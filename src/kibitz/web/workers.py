"""Worker processes answer questions, so that a heavy one neither blocks the page nor exceeds its time limit.

A worker gets one task at a time over a pipe. A worker that exceeds its time is killed and replaced. A job reports
progress, sends partial results, and can be cancelled. Replies are plain data: bytes, text, or a page as HTML.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from msgspec import Struct

from kibitz.app.catalogue import WARM_UP
from kibitz.core.errors import InputError
from kibitz.core.question import Request
from kibitz.core.session import SessionState
from kibitz.web import limits


class WorkerTask(Struct, frozen=True):
    """A task for a worker: a question of the catalogue with its arguments, and the wanted form of the answer."""

    path: str
    values: dict[str, object] = {}
    want: str = "page"
    """``page`` (``page:wide`` or ``page:narrow`` with charts for one kind of screen), ``json``, ``whole`` (JSON with
    curves), ``job``, ``stored`` (the page of a stored answer; ``stored:brief`` for a comparison), ``upload`` (the kind
    of an uploaded file), ``file:KIND``, ``drill:NAME``, ``position:NAME``; of a session ``begin``, ``step``,
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
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
        self.process.join(5)


class WorkerPool:
    """Several workers; a task waits for a free one."""

    def __init__(self, size: int, patience: float = limits.ANSWER_TIMEOUT_S) -> None:
        """``patience``: time limit for an answer in seconds."""
        self.size = size
        self.patience = patience
        self.free: asyncio.Queue[Worker] = asyncio.Queue()
        self.all: list[Worker] = []
        self.starting: set[asyncio.Task[None]] = set()
        self.stopped = False

    async def start(self) -> None:
        """Start the processes; each imports what answers need."""
        for _ in range(self.size):
            self._add()

    def _add(self) -> None:
        """Add a worker. It is free once it has answered a question, so that nobody waits for its imports."""
        worker = Worker()
        self.all.append(worker)
        task = asyncio.create_task(self._ready(worker))
        self.starting.add(task)
        task.add_done_callback(self.starting.discard)

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

    async def ask(self, request: WorkerTask, seconds: float | None = None) -> WorkerReply:
        """The reply of the next free worker."""
        try:
            worker = await asyncio.wait_for(self.free.get(), limits.WORKER_WAIT_TIMEOUT_S)
        except TimeoutError:
            raise NoFreeWorker from None
        try:
            return await asyncio.to_thread(worker.ask, request, self.patience if seconds is None else seconds)
        finally:
            self._back(worker)

    def stop(self) -> None:
        """Stop all processes."""
        self.stopped = True
        for worker in self.all:
            worker.stop()


def _work(pipe: Connection, patient: bool) -> None:
    """Main loop of a worker: answer until the pipe closes. Jobs are ``patient``: they run at a lower priority."""
    import resource

    os.setsid()  # so that engines and workers it starts end with it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if patient:
        os.nice(10)
        with contextlib.suppress(OSError):  # Linux may share the processor between sessions
            Path("/proc/self/autogroup").write_text("10")
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = limits.WORKER_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(limits.WORKER_MEMORY_BYTES, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
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
        import traceback

        traceback.print_exc()
        return WorkerReply("defect", f"{type(error).__name__}: {error}")
