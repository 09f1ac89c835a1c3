"""The pace of long work: when figures are worth making again, and how long it will still take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 2.0
"""Seconds between two sets of figures of one job, at the least."""
SHARE = 0.1
"""How much of a job's time may go into making them."""
SURE = 3.0
"""Seconds of work before anything is said about the time left."""

Clock = Callable[[], float]


class Pace:
    """Says when figures may be made: the first at once, others not too often and never at much cost to the work."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock, self.next = clock, clock()

    @property
    def due(self) -> bool:
        """Whether it is time."""
        return self.clock() >= self.next

    @contextmanager
    def making(self) -> Iterator[None]:
        """Figures are made inside; what they took decides when the next are due."""
        began = self.clock()
        yield
        now = self.clock()
        self.next = now + max(EVERY, (now - began) * (1 / SHARE - 1))


class Rate:
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
    def left(self) -> float | None:
        """Seconds until the end if it goes on like this; ``None`` where that cannot be told yet."""
        passed, fresh = self.clock() - self.began, self.done - self.first
        return None if fresh <= 0 or passed < SURE else passed / fresh * (self.total - self.done)


def left_words(seconds: float | None) -> str:
    """The time left as people say it, or nothing where it is not known."""
    if seconds is None:
        return ""
    if seconds < 10:
        return "a few seconds left"
    for most, size, word in ((90, 10, "s"), (5_400, 60, "min"), (float("inf"), 3_600, "h")):
        if seconds < most:
            return f"about {max(1, round(seconds / size)) * (size if word == 's' else 1)} {word} left"
    raise AssertionError("beyond all time")
