"""What a question may use while it is answered: where to report progress, where to run, where to keep checkpoints.

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
    """The person who asked no longer wants the answer; raised by `Work.progress` and passed through everything."""


class CheckpointStore(Protocol):
    """Checkpoints by name: what was saved last, whole or not at all."""

    def load(self, name: str) -> bytes | None:
        """The bytes saved under a name, or ``None``."""
        ...

    def save(self, name: str, data: bytes) -> None:
        """Keep bytes under a name."""
        ...

    def drop(self, name: str) -> None:
        """Forget what was saved under a name, if anything was."""
        ...


@dataclass(slots=True)
class MemoryCheckpointStore:
    """Checkpoints that live as long as the process."""

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
    """Say nothing."""


def ignore_progress(done: int, total: int, note: str) -> None:
    """Report nothing."""


def ignore_partial(after: str, made: Callable[[], Answer]) -> None:
    """Look at nothing."""


@dataclass(frozen=True, slots=True)
class WorkContext:
    """The place where one question is answered. ``Work()`` is this process, in silence.

    ``report`` is called often and may raise `WorkCancelled`: that is how long work is stopped. ``look`` is offered
    figures
    before the work is done, and takes those it wants (`on_partial`). Tasks run on ``workers`` processes, or on the
    cluster
    whose ``scheduler`` is named by address. ``engine`` is a UCI engine by name or path, ``patience`` the seconds of
    silence after which it is restarted, ``cache`` the file of its finished analyses.
    """

    on_progress: Callable[[int, int, str], None] = ignore_progress
    on_partial: Callable[[str, Callable[[], Answer]], None] = ignore_partial
    workers: int = 1
    scheduler: str = ""
    store: CheckpointStore = field(default_factory=MemoryCheckpointStore)
    engine: str = "stockfish"
    patience: float = 60.0
    cache: Path | None = None

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Say how far the work is; raises `WorkCancelled` where it is to stop."""
        self.on_progress(done, total, note)

    def progress_with_note(self, note: str) -> Callable[[int, int], None]:
        """`progress` with a fixed note, for jobs that know only how many tasks are done."""
        return lambda done, total: self.on_progress(done, total, note)

    def report_partial(self, after: str, made: Callable[[], Answer]) -> None:
        """Offer what is known before the work is done, ``after`` "3 deals of 12" for instance.

        ``made`` makes the answer that the question would have if it ended here, of the same type as the last one. It is
        called at once or never: nobody may look, or somebody may have looked a moment ago, so figures can be offered
        as often as there are new ones.
        """
        self.on_partial(after, made)


MIN_PARTIAL_INTERVAL_S = 2.0
"""Seconds between two sets of figures of one job, at the least."""
MAX_PARTIAL_TIME_SHARE = 0.1
"""How much of a job's time may go into making them."""
MIN_ELAPSED_FOR_ESTIMATE_S = 3.0
"""Seconds of work before anything is said about the time left."""

Clock = Callable[[], float]


class PartialThrottle:
    """Says when figures may be made: the first at once, others not too often and never at much cost to the work."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock, self.next = clock, clock()

    @property
    def due(self) -> bool:
        """Whether it is time."""
        return self.clock() >= self.next

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Figures are made inside; what they took decides when the next are due."""
        began = self.clock()
        yield
        now = self.clock()
        self.next = now + max(MIN_PARTIAL_INTERVAL_S, (now - began) * (1 / MAX_PARTIAL_TIME_SHARE - 1))


class TimeEstimator:
    """How fast one job goes, from what it reported so far; a new kind of tasks begins a new count."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.began, self.first, self.done, self.total = clock(), 0, 0, 0

    def report(self, done: int, total: int) -> None:
        """The job is so far."""
        if total != self.total or done < self.done:
            self.began, self.first, self.total = self.clock(), done, total
        self.done = done

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end if it goes on like this; ``None`` where that cannot be told yet."""
        passed, fresh = self.clock() - self.began, self.done - self.first
        return None if fresh <= 0 or passed < MIN_ELAPSED_FOR_ESTIMATE_S else passed / fresh * (self.total - self.done)


def format_time_left(seconds: float | None) -> str:
    """The time left as people say it, or nothing where it is not known."""
    if seconds is None:
        return ""
    if seconds < 10:
        return "a few seconds left"
    for most, size, word in ((90, 10, "s"), (5_400, 60, "min"), (float("inf"), 3_600, "h")):
        if seconds < most:
            return f"about {max(1, round(seconds / size)) * (size if word == 's' else 1)} {word} left"
    raise AssertionError("longer than can be estimated")
