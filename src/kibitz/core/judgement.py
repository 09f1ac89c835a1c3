"""Judgement of a choice: one scale of grades for every game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from kibitz.core.advice import Advice
from kibitz.core.errors import InputError
from kibitz.core.grades import GRADES, GradeWord
from kibitz.core.ids import ChoiceIndex
from kibitz.core.units import Unit, format_loss


class Grade(IntEnum):
    """Grades from best to worst; they can be compared."""

    BEST = 0
    FINE = 1
    INACCURACY = 2
    MISTAKE = 3
    BLUNDER = 4

    @property
    def word(self) -> GradeWord:
        """The grade as a word."""
        return GRADES[self]

    @property
    def glyph(self) -> str:
        """The annotation mark of game literature."""
        return ("", "", "?!", "?", "??")[self]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Smallest losses that count as inaccuracy, mistake and blunder, in the unit of the equities."""

    inaccuracy: float
    mistake: float
    blunder: float

    def __post_init__(self) -> None:
        if not 0 < self.inaccuracy <= self.mistake <= self.blunder:
            raise InputError("thresholds: numbers must be positive and rising")

    def grade(self, loss: float) -> Grade:
        """The grade of a choice with this loss that is not near-best."""
        if loss >= self.blunder:
            return Grade.BLUNDER
        if loss >= self.mistake:
            return Grade.MISTAKE
        return Grade.INACCURACY if loss >= self.inaccuracy else Grade.FINE


THRESHOLDS = {
    # Win chance: lichess judges swings of 0.1, 0.2, 0.3 on [-1, 1], that is 5, 10, 15 points of win chance.
    Unit.WIN: Thresholds(0.05, 0.10, 0.15),
    # Backgammon money play: GNU Backgammon marks doubtful, bad and very bad plays at these equities.
    Unit.EQUITY: Thresholds(0.04, 0.08, 0.16),
}
"""Default thresholds by unit. For other units the game must give its own."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one choice: its loss (in ``unit``, never negative) and its grade."""

    grade: Grade
    loss: float
    unit: Unit

    def __str__(self) -> str:
        if self.grade is Grade.BEST:
            return "best"
        return f"{self.grade.word} {self.grade.glyph}".rstrip() + f" (costs {format_loss(self.loss, self.unit)})"


def judge(advice: Advice, chosen: ChoiceIndex, thresholds: Thresholds | None = None) -> Judgement:
    """Judge a choice. Every near-best choice, also one in a mix, has the grade best."""
    unit = advice.equities.unit
    if not 0 <= chosen < len(advice.equities):
        raise InputError(f"chosen: must be an index from 0 to {len(advice.equities) - 1}, not {chosen}")
    limits = thresholds or THRESHOLDS.get(unit)
    if limits is None:
        raise InputError(f"thresholds: there are none for {unit.value}; give your own")
    loss = float(advice.losses[chosen])
    if bool(advice.good[chosen]):
        return Judgement(Grade.BEST, loss, unit)
    return Judgement(limits.grade(loss) if np.isfinite(loss) else Grade.BLUNDER, loss, unit)
