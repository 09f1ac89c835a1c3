"""Judgement of one decision of a recorded game."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core import Decision
from kibitz.core.grades import GradeWord

DOUBLE, FINAL, BUZZ = "daily-double", "final", "buzz"
"""The kinds of decisions."""


@dataclass(frozen=True, slots=True)
class DecisionReview:
    """A decision: what was chosen and what was best, dollars as aired for wagers, and its loss in chance to win.

    ``worth`` and ``loss`` are taken at the average player's chance to be right, ``shown_loss`` at the one that this
    player's answers up to then suggest. ``notes`` name what was missed. ``position`` is the state in kibitz's notation.
    """

    clue: int
    kind: str
    player: int
    choice: int | str
    best: int | str
    worth: float
    loss: float
    grade: GradeWord
    confidence: float
    shown: float
    shown_best: int | str
    shown_loss: float
    position: str
    method: str
    notes: tuple[str, ...] = ()
    record: Decision | None = None
