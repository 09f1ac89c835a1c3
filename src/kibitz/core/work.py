"""The work context: where a question reports progress, runs tasks and stores checkpoints.

None of it changes an answer, so none of it belongs to a request.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.core.question import Answer


class WorkCancelled(Exception):  # noqa: N818 - not an error: the caller asked for the limit
    """The user cancelled the computation; raised by `WorkContext.progress` and not caught on the way."""


class CheckpointStore(Protocol):
    """Stores checkpoints by name. Saving is atomic."""

    def load(self, name: str) -> bytes | None:
        """The bytes saved under a name, or ``None``."""
        ...

    def save(self, name: str, data: bytes) -> None:
        """Save bytes under a name."""
        ...

    def drop(self, name: str) -> None:
        """Delete the checkpoint of a name, if there is one."""
        ...


@dataclass(slots=True)
class MemoryCheckpointStore:
    """Checkpoints in memory."""

    data: dict[str, bytes] = field(default_factory=dict)

    def load(self, name: str) -> bytes | None:
        return self.data.get(name)

    def save(self, name: str, data: bytes) -> None:
        self.data[name] = data

    def drop(self, name: str) -> None:
        self.data.pop(name, None)


Progress: TypeAlias = Callable[[int, int], None]
"""Called as tasks finish, with the number finished and the number of all tasks."""


def no_progress(done: int, total: int) -> None:
    """Ignore the report."""


def ignore_progress(done: int, total: int, note: str) -> None:
    """Ignore the progress."""


def ignore_partial(after: str, made: Callable[[], Answer]) -> None:
    """Ignore the partial result."""


@dataclass(frozen=True, slots=True)
class WorkContext:
    """Resources and callbacks for answering one question. ``WorkContext()`` uses this process and reports nothing.

    ``on_progress`` is called often and may raise `WorkCancelled`, which stops the computation. ``on_partial`` is
    offered partial results and builds those it wants. Tasks run on ``workers`` processes, or on the Dask cluster at the
    address ``scheduler``. ``engine`` is a UCI engine by name or path, ``patience`` the seconds without output after
    which it is restarted, ``cache`` the file of its finished analyses. With ``values_only``, only the single values and
    the advised choice of many answers are read. A question may then leave out all lists and use compiled kernels.
    """

    on_progress: Callable[[int, int, str], None] = ignore_progress
    on_partial: Callable[[str, Callable[[], Answer]], None] = ignore_partial
    workers: int = 1
    scheduler: str = ""
    store: CheckpointStore = field(default_factory=MemoryCheckpointStore)
    engine: str = "stockfish"
    patience: float = 60.0
    cache: Path | None = None
    values_only: bool = False

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Report progress; raises `WorkCancelled` if the computation is to stop."""
        self.on_progress(done, total, note)

    def progress_with_note(self, note: str) -> Callable[[int, int], None]:
        """`progress` with a fixed note, for jobs that only count tasks."""
        return lambda done, total: self.on_progress(done, total, note)

    def report_partial(self, after: str, made: Callable[[], Answer]) -> None:
        """Offer a partial result, based on ``after``, such as "3 deals of 12".

        ``made`` builds the answer as if the job ended now. It is called at once or never, depending on the throttle, so
        partial results can be offered whenever there are new ones.
        """
        self.on_partial(after, made)


MIN_PARTIAL_INTERVAL_S = 2.0
"""Shortest time between two partial results of a job, in seconds."""
MAX_PARTIAL_TIME_SHARE = 0.1
"""Largest share of the time of a job that partial results may take."""
MIN_ELAPSED_FOR_ESTIMATE_S = 3.0
"""Seconds of work before the time left is estimated."""

Clock = Callable[[], float]


class PartialThrottle:
    """Decides when the next partial result is due: the first at once, later ones rarely and at little cost."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock, self.next = clock, clock()

    @property
    def due(self) -> bool:
        """Whether a partial result is due."""
        return self.clock() >= self.next

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Measure the time of a partial result, which decides when the next one is due."""
        began = self.clock()
        yield
        now = self.clock()
        self.next = now + max(MIN_PARTIAL_INTERVAL_S, (now - began) * (1 / MAX_PARTIAL_TIME_SHARE - 1))


class TimeEstimator:
    """Estimates the time left of a job from its progress; a new kind of task starts a new estimate."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.began, self.first, self.done, self.total = clock(), 0, 0, 0

    def report(self, done: int, total: int) -> None:
        """Record the progress of the job."""
        if total != self.total or done < self.done:
            self.began, self.first, self.total = self.clock(), done, total
        self.done = done

    @property
    def seconds_left(self) -> float | None:
        """Seconds left at the current rate; ``None`` if unknown."""
        passed, fresh = self.clock() - self.began, self.done - self.first
        return None if fresh <= 0 or passed < MIN_ELAPSED_FOR_ESTIMATE_S else passed / fresh * (self.total - self.done)


def format_time_left(seconds: float | None) -> str:
    """The time left in words, or empty if unknown."""
    if seconds is None:
        return ""
    if seconds < 10:
        return "a few seconds left"
    for most, size, word in ((90, 10, "s"), (5_400, 60, "min"), (float("inf"), 3_600, "h")):
        if seconds < most:
            return f"about {max(1, round(seconds / size)) * (size if word == 's' else 1)} {word} left"
    raise AssertionError("longer than can be estimated")
