"""Outcome probabilities: win, win_g, win_bg, lose_g, lose_bg of one side; gammons include backgammons."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray

MONEY_WEIGHTS: FloatArray = np.array([2.0, 1.0, 1.0, -1.0, -1.0, -1.0])
"""Cubeless money equity = five probabilities @ the first five, plus the last."""
MONEY_WEIGHTS.setflags(write=False)
_FLIP = (0, 3, 4, 1, 2)


@dataclass(frozen=True, slots=True)
class Probabilities:
    """The chances of one side; its losses include lost gammons, those include lost backgammons."""

    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float

    @classmethod
    def from_array(cls, values: NDArray[np.floating]) -> Probabilities:
        """From five numbers in the usual order."""
        return cls(*(float(v) for v in values))

    def to_array(self) -> FloatArray:
        """Five numbers in the usual order."""
        return np.array((self.win, self.win_g, self.win_bg, self.lose_g, self.lose_bg))

    @property
    def equity(self) -> float:
        """Cubeless money equity, points at cube 1."""
        return 2 * self.win - 1 + self.win_g + self.win_bg - self.lose_g - self.lose_bg

    def swap_sides(self) -> Probabilities:
        """The same chances seen by the other side."""
        return Probabilities(1 - self.win, self.lose_g, self.lose_bg, self.win_g, self.win_bg)


def swap_sides(values: FloatArray) -> FloatArray:
    """Rows of five probabilities seen by the other side."""
    flipped = np.asarray(values, dtype=np.float64)[..., _FLIP].copy()
    flipped[..., 0] = 1 - flipped[..., 0]
    return flipped


def weighted_value(values: FloatArray, reading: FloatArray = MONEY_WEIGHTS) -> FloatArray:
    """The value of rows of five probabilities by outcome weights (five weights and a constant)."""
    return np.asarray(values @ reading[:5] + reading[5])


def opponent_weights(reading: FloatArray) -> FloatArray:
    """The opponent's outcome weights: applied to their own probabilities they give the negative of the first."""
    r = np.asarray(reading, dtype=np.float64)
    return np.array([r[0], -r[3], -r[4], -r[1], -r[2], -(r[0] + r[5])])
