"""Exact chances of all score changes over the clues left, by convolution on the lattice of dollar values.

No Daily Double may be left among the clues. Each clue changes the scores by one of 20 outcomes that do not depend on
the scores, so the order of the clues does not matter and the sum is a convolution of small distributions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.play.clue import CHANGES, clue_outcomes
from kibitz.games.jeopardy.show import SEATS, SQUARES, Rules

IntArray = NDArray[np.int64]

ROUND = 2
"""Clues left before Final Jeopardy are those of the second round."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreChanges:
    """Chances of score changes: an array over the changes of the three seats, from -reach to +reach units."""

    chances: FloatArray
    unit: int
    """Dollars of one step of the lattice."""

    @property
    def reach(self) -> int:
        """Steps of the lattice either way."""
        return int(self.chances.shape[0] - 1) // 2

    @property
    def steps(self) -> IntArray:
        """Dollar changes along each axis."""
        return (np.arange(self.chances.shape[0], dtype=np.int64) - self.reach) * self.unit


def check_clues(values: Sequence[int]) -> tuple[int, ...]:
    """The dollar values of clues left in round 2, if a board can hold them."""
    accepted = Rules().values(ROUND)
    for value in values:
        if value not in accepted:
            listed = ", ".join(map(str, accepted))
            raise InputError(f"left: must be dollar values of round 2 ({listed}), not {value}")
    per_row = SQUARES // len(accepted)
    for value in accepted:
        if list(values).count(value) > per_row:
            raise InputError(f"left: give at most {per_row} clues of ${value}, not {list(values).count(value)}")
    return tuple(int(value) for value in values)


def score_changes(contestants: tuple[Contestant, ...], values: Sequence[int]) -> ScoreChanges:
    """Exact chances of the score changes by seat over clues of these dollar values, any number up to a full round."""
    clues = sorted(check_clues(values))
    if not clues:
        return ScoreChanges(np.ones((1,) * SEATS), 1)
    unit = reduce(math.gcd, clues)
    rows = {value: row for row, value in enumerate(Rules().values(ROUND), start=1)}
    chances: FloatArray = np.ones((1,) * SEATS)
    # The small values come first, so that most of the work is done on small boxes.
    for value in clues:
        outcomes = clue_outcomes(contestants, ROUND, rows[value], value)
        chances = _convolve(chances, outcomes.probabilities, value // unit)
    return ScoreChanges(chances, unit)


def _convolve(chances: FloatArray, outcomes: FloatArray, units: int) -> FloatArray:
    """Chances after one more clue worth ``units`` steps; the box grows by as much on every side."""
    size = chances.shape[0]
    grown = np.zeros((size + 2 * units,) * SEATS)
    for change, probability in zip(CHANGES.tolist(), outcomes.tolist(), strict=True):
        if probability > 0:
            first, second, third = (slice(units * (1 + step), units * (1 + step) + size) for step in change)
            grown[first, second, third] += probability * chances
    return grown
