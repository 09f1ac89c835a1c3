"""Budgets of steps, so that no input can keep a reader, a solver or a prover busy without end.

A step is a microsecond or two of plain Python; what it counts is said where it is spent. Unlike a clock, a budget of
steps gives the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kibitz.core.errors import InputError


class Spent(InputError):  # noqa: N818 (whoever granted the steps may go on without)
    """The steps that were granted are used up; the message says whose they were."""


class _Account:
    """What is left of a budget."""

    __slots__ = ("left", "steps", "what")

    def __init__(self, what: str, steps: int) -> None:
        self.what, self.steps, self.left = what, steps, steps


_account: ContextVar[_Account | None] = ContextVar("budget", default=None)


@contextmanager
def budget(what: str, steps: int) -> Iterator[None]:
    """Grant so many steps to what is done inside; beyond, `spend` raises `Spent`. An inner budget stands alone."""
    token = _account.set(_Account(what, steps))
    try:
        yield
    finally:
        _account.reset(token)


def spend(steps: int) -> None:
    """Take steps from the budget in force; without one nothing happens."""
    account = _account.get()
    if account is not None:
        account.left -= steps
        if account.left < 0:
            raise Spent(f"{account.what}: the budget of {account.steps:,} steps is spent")
