"""What is gone through place by place: where one stands, and what is before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.exhibits import Step, Steps, Table
from kibitz.core.exhibits.findings import Case, Cases
from kibitz.core.grades import ERRORS
from kibitz.web.panels.parts import Barred
from kibitz.web.panels.showing import barred


@dataclass(frozen=True, slots=True)
class Told:
    """Decisions by cost with the one that is told at length, and the table of all of them."""

    cases: Cases
    table: Table | None
    now: int

    @property
    def case(self) -> Case:
        """The decision told at length."""
        return self.cases.cases[self.now]

    @property
    def before(self) -> int:
        """The one before it, round and round."""
        return (self.now - 1) % len(self.cases.cases)

    @property
    def after(self) -> int:
        """The one after it, round and round."""
        return (self.now + 1) % len(self.cases.cases)


@dataclass(frozen=True, slots=True)
class Walk:
    """A game gone through, and the place that is shown."""

    steps: Steps
    at: int

    @property
    def here(self) -> Step:
        """The place that is shown."""
        return self.steps.steps[self.at]

    @property
    def last(self) -> int:
        """The last place of the game."""
        return len(self.steps.steps) - 1

    @property
    def errors(self) -> list[int]:
        """The places of errors."""
        return [place for place, step in enumerate(self.steps.steps) if step.grade in ERRORS]

    @property
    def erred(self) -> bool:
        """Whether an error was made here."""
        return self.here.grade in ERRORS

    @property
    def errors_told(self) -> str:
        """Which error this is, or how many there are."""
        errors = self.errors
        if self.erred:
            return f"Error {errors.index(self.at) + 1} of {len(errors)}"
        return f"{len(errors)} error{'' if len(errors) == 1 else 's'} in all"

    @property
    def error_before(self) -> int:
        """The place of the error before this one, or of the last of all; only where there are errors."""
        return max((place for place in self.errors if place < self.at), default=self.errors[-1])

    @property
    def error_after(self) -> int:
        """The place of the error after this one, or of the first of all; only where there are errors."""
        return min((place for place in self.errors if place > self.at), default=self.errors[0])

    @property
    def chances(self) -> Barred | None:
        """What people choose here."""
        return None if self.here.chances is None else barred(self.here.chances)

    @property
    def bare(self) -> bool:
        """Whether no place has choices to list, so that the list of moves has the room beside the board."""
        return not any(step.options for step in self.steps.steps)


def told_at(cases: Cases, table: Table | None, at: int) -> Told:
    """Decisions told from one of them on; the last one where there are not so many."""
    return Told(cases, table, min(at, len(cases.cases) - 1))


def walk_at(steps: Steps, at: int) -> Walk:
    """A game at one of its places, which are counted from 1: the last one where there are not so many, and where none
    is named (0) the first error, or the first of all."""
    start = Walk(steps, 0)
    if at:
        return Walk(steps, min(at, len(steps.steps)) - 1)
    return Walk(steps, start.errors[0]) if start.errors else start
