"""A time limit for a search, so that a hard game ends with the best list found by then."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


class DeadlineExceeded(Exception):  # noqa: N818 - not an error: the caller asked for the limit
    """The time limit is exceeded."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Deadline ``seconds`` from now; ``None`` is no limit. Without a limit, results depend on the seed alone."""

    seconds: float | None = None
    start: float = field(default_factory=time.monotonic)

    def check(self) -> None:
        """Raise `DeadlineExceeded` once the time is up."""
        if self.seconds is not None and time.monotonic() - self.start > self.seconds:
            raise DeadlineExceeded
