"""Step limits, so that no input can keep a parser, a solver or a prover busy forever.

A step is about one or two microseconds of Python; the callers say what they count. Unlike a time limit, a step limit
gives the same result on every computer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kibitz.core.errors import InputError


class StepLimitError(InputError):
    """The step limit is reached; the message names the task."""


class _StepCounter:
    """The remaining steps."""

    __slots__ = ("left", "steps", "what")

    def __init__(self, what: str, steps: int) -> None:
        self.what, self.steps, self.left = what, steps, steps


_account: ContextVar[_StepCounter | None] = ContextVar("budget", default=None)


@contextmanager
def step_limit(what: str, steps: int) -> Iterator[None]:
    """Limit the steps of the code inside; beyond the limit, `count_steps` raises `StepLimitError`. A nested limit
    counts on its own."""
    token = _account.set(_StepCounter(what, steps))
    try:
        yield
    finally:
        _account.reset(token)


def count_steps(steps: int) -> None:
    """Count steps against the current limit, if there is one."""
    account = _account.get()
    if account is not None:
        account.left -= steps
        if account.left < 0:
            raise StepLimitError(f"{account.what}: the limit of {account.steps:,} steps is reached")
