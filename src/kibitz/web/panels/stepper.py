"""Replays and error lists: the current step, and the steps before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.exhibits.grids import ChoiceFrequencies
from kibitz.core.exhibits.replay import GameReplay, ReplayStep
from kibitz.core.exhibits.summaries import ErrorCase, ErrorList
from kibitz.core.grades import ERROR_GRADES


@dataclass(frozen=True, slots=True)
class ErrorDetail:
    """The decision of an error list that is shown in detail."""

    cases: tuple[ErrorCase, ...]
    now: int

    @property
    def current(self) -> ErrorCase:
        """The decision shown in detail."""
        return self.cases[self.now]

    @property
    def previous(self) -> int:
        """The previous one; wraps around."""
        return (self.now - 1) % len(self.cases)

    @property
    def following(self) -> int:
        """The next one; wraps around."""
        return (self.now + 1) % len(self.cases)


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A replay and its current step."""

    steps: GameReplay
    at: int

    @property
    def current(self) -> ReplayStep:
        """The current step."""
        return self.steps.steps[self.at]

    @property
    def last(self) -> int:
        """The index of the last step."""
        return len(self.steps.steps) - 1

    @property
    def errors(self) -> list[int]:
        """The steps with errors."""
        return [place for place, step in enumerate(self.steps.steps) if step.grade in ERROR_GRADES]

    @property
    def is_error(self) -> bool:
        """Whether the current step is an error."""
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
        """The step of the previous error, or of the last one; requires errors."""
        return max((place for place in self.errors if place < self.at), default=self.errors[-1])

    @property
    def next_error(self) -> int:
        """The step of the next error, or of the first one; requires errors."""
        return min((place for place in self.errors if place > self.at), default=self.errors[0])

    @property
    def chances(self) -> ChoiceFrequencies | None:
        """Predicted choices at this step."""
        return self.current.chances

    @property
    def has_no_options(self) -> bool:
        """Whether no step lists choices, so that the list of moves goes next to the board."""
        return not any(step.options for step in self.steps.steps)


def error_detail(errors: ErrorList, at: int) -> ErrorDetail:
    """The decision ``at`` of a list in detail; the last one if there are fewer."""
    return ErrorDetail(errors.cases, min(at, len(errors.cases) - 1))


def replay_view(steps: GameReplay, at: int) -> ReplayView:
    """A replay at step ``at``, counted from 1: the last one if there are fewer. For 0, the first error, or the first
    step."""
    start = ReplayView(steps, 0)
    if at:
        return ReplayView(steps, min(at, len(steps.steps)) - 1)
    return ReplayView(steps, start.errors[0]) if start.errors else start
