"""Exact money equities of a small bearoff for a player who rolls without doubling."""

from __future__ import annotations

import numpy as np

from kibitz.games.backgammon.bearoff.index import all_men, men_index
from kibitz.games.backgammon.bearoff.reference import after_roll
from kibitz.games.backgammon.bearoff.tables import MAX_TWO_SIDED_MEN, two_sided_table
from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS


def no_double_equities(own: int, opponent: int) -> tuple[float, float, float]:
    """Equities of rolling now, per unit of cube: own, centred, opponent's cube; by numbers of both sides' checkers."""
    table = two_sided_table().table
    men = tuple(int(n) for n in all_men(MAX_TWO_SIDED_MEN)[own])
    total = np.zeros(3)
    for roll, weight in zip(ROLLS, ROLL_CHANCES, strict=True):
        after = [men_index(then) for then in after_roll(men, *roll)]
        if 0 in after:
            total += weight
            continue
        # The opponent sees a cube that we own as his opponent's, and the other way round.
        values = -table[opponent, after][:, [3, 2, 1]]
        total += weight * values.max(axis=0)
    return float(total[0]), float(total[1]), float(total[2])
