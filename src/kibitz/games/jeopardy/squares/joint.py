"""The joint chances of where Daily Doubles hide, updated square by square as the paper writes it (section 3.3.1).

`kibitz.games.jeopardy.play.placement.PlacementModel.chances` gives the same marginals in one step; each checks the
other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.board import ALL_SQUARES, Square, iter_squares
from kibitz.games.jeopardy.play.placement import PlacementModel
from kibitz.games.jeopardy.show import COLUMNS, ROWS, SQUARES, check_round


@dataclass(frozen=True, slots=True, eq=False)
class JointPlacement:
    """Chances of one round's Daily Doubles: p(i) over 30 squares in round 1, p(i, j) over 30 x 30 in round 2.

    In round 2 the matrix is symmetric with an empty diagonal and sums to 2, each pair standing twice.
    """

    table: FloatArray

    @classmethod
    def prior(cls, model: PlacementModel, round_: int) -> JointPlacement:
        """Before anything is known; two in one column are impossible."""
        check_round(round_)
        if round_ == 1:
            return cls(model.first_round.ravel().copy())
        rows, columns = np.repeat(model.rows, COLUMNS), np.tile(np.arange(COLUMNS), ROWS)
        return cls(np.outer(rows, rows) * model.pairs[np.ix_(columns, columns)])

    def after_regular_clue(self, place: Square) -> JointPlacement:
        """After a square turned out to be a regular clue (equations 2 and 3)."""
        table = self.table.copy()
        table[place] = 0.0
        if table.ndim == 2:
            table[:, place] = 0.0
        return self._normalise(table)

    def after_daily_double(self, place: Square) -> JointPlacement:
        """After a square turned out to hold a Daily Double (equation 4): what is left to find."""
        if self.table.ndim == 1:
            return JointPlacement(np.zeros(SQUARES))
        rest = self.table[place]
        total = rest.sum()
        if total <= 0:
            raise InputError("daily doubles: none can be in those squares")
        return JointPlacement(rest / total)

    def _normalise(self, table: FloatArray) -> JointPlacement:
        total = table.sum()
        return JointPlacement(table * (self.table.sum() / total)) if total > 0 else JointPlacement(table)

    @property
    def chances(self) -> FloatArray:
        """p_DD of each of the 30 squares."""
        return self.table if self.table.ndim == 1 else np.asarray(self.table.sum(axis=1))


def joint_placement(
    model: PlacementModel, round_: int, open_squares: int, found_doubles: tuple[Square, ...]
) -> JointPlacement:
    """The joint chances after all squares that are no longer open."""
    joint = JointPlacement.prior(model, round_)
    for place in iter_squares(ALL_SQUARES & ~open_squares):
        if place not in found_doubles:
            joint = joint.after_regular_clue(place)
    for place in found_doubles:
        joint = joint.after_daily_double(place) if joint.table.any() else joint
    return joint
