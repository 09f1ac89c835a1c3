"""Budgets of steps, so that no input can keep a reader, a solver or a prover busy without end.

A step is a microsecond or two of plain Python; what it counts is said where it is spent. Unlike a clock, a budget of
steps gives the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kibitz.core.errors import InputError


class StepLimitError(InputError):
    """The steps that were granted are used up; the message says whose they were."""


class _StepCounter:
    """What is left of a budget."""

    __slots__ = ("left", "steps", "what")

    def __init__(self, what: str, steps: int) -> None:
        self.what, self.steps, self.left = what, steps, steps


_account: ContextVar[_StepCounter | None] = ContextVar("budget", default=None)


@contextmanager
def step_limit(what: str, steps: int) -> Iterator[None]:
    """Grant so many steps to what is done inside; beyond, `count_steps` raises `StepLimitError`. An inner budget
    stands alone."""
    token = _account.set(_StepCounter(what, steps))
    try:
        yield
    finally:
        _account.reset(token)


def count_steps(steps: int) -> None:
    """Take steps from the budget in force; without one nothing happens."""
    account = _account.get()
    if account is not None:
        account.left -= steps
        if account.left < 0:
            raise StepLimitError(f"{account.what}: the limit of {account.steps:,} steps is reached")
