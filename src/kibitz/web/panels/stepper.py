"""What is gone through place by place: where one stands, and what is before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.exhibits import GameReplay, ReplayStep, Table
from kibitz.core.exhibits.summaries import ErrorCase, ErrorList
from kibitz.core.grades import ERROR_GRADES
from kibitz.web.panels.page_builder import bars_part
from kibitz.web.panels.parts import BarsPart


@dataclass(frozen=True, slots=True)
class ErrorDetail:
    """Decisions by cost with the one that is told at length, and the table of all of them."""

    cases: ErrorList
    table: Table | None
    now: int

    @property
    def current(self) -> ErrorCase:
        """The decision told at length."""
        return self.cases.cases[self.now]

    @property
    def previous(self) -> int:
        """The one before it, round and round."""
        return (self.now - 1) % len(self.cases.cases)

    @property
    def following(self) -> int:
        """The one after it, round and round."""
        return (self.now + 1) % len(self.cases.cases)


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A game gone through, and the place that is shown."""

    steps: GameReplay
    at: int

    @property
    def current(self) -> ReplayStep:
        """The place that is shown."""
        return self.steps.steps[self.at]

    @property
    def last(self) -> int:
        """The last place of the game."""
        return len(self.steps.steps) - 1

    @property
    def errors(self) -> list[int]:
        """The places of errors."""
        return [place for place, step in enumerate(self.steps.steps) if step.grade in ERROR_GRADES]

    @property
    def is_error(self) -> bool:
        """Whether an error was made here."""
        return self.current.grade in ERROR_GRADES

    @property
    def error_counter(self) -> str:
        """Which error this is, or how many there are."""
        errors = self.errors
        if self.is_error:
            return f"Error {errors.index(self.at) + 1} of {len(errors)}"
        return f"{len(errors)} error{'' if len(errors) == 1 else 's'} in all"

    @property
    def previous_error(self) -> int:
        """The place of the error before this one, or of the last of all; only where there are errors."""
        return max((place for place in self.errors if place < self.at), default=self.errors[-1])

    @property
    def next_error(self) -> int:
        """The place of the error after this one, or of the first of all; only where there are errors."""
        return min((place for place in self.errors if place > self.at), default=self.errors[0])

    @property
    def chances(self) -> BarsPart | None:
        """What people choose here."""
        return None if self.current.chances is None else bars_part(self.current.chances)

    @property
    def has_no_options(self) -> bool:
        """Whether no place has choices to list, so that the list of moves has the room beside the board."""
        return not any(step.options for step in self.steps.steps)


def error_detail(cases: ErrorList, table: Table | None, at: int) -> ErrorDetail:
    """Decisions told from one of them on; the last one where there are not so many."""
    return ErrorDetail(cases, table, min(at, len(cases.cases) - 1))


def replay_view(steps: GameReplay, at: int) -> ReplayView:
    """A game at one of its places, which are counted from 1: the last one where there are not so many, and where none
    is named (0) the first error, or the first of all."""
    start = ReplayView(steps, 0)
    if at:
        return ReplayView(steps, min(at, len(steps.steps)) - 1)
    return ReplayView(steps, start.errors[0]) if start.errors else start
