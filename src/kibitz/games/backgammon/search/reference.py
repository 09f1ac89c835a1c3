"""Readable look-ahead: the same search as the compiled one, for tests, with the meaning of its depths.

Evaluating n plies deep averages over the 21 rolls of the next n turns, each side making in every turn the play that
is best by the static evaluation. One ply alone favours the side on roll; the *blend* of 0.4 of the static value and
0.6 of one ply ranks plays better than either.
"""

from __future__ import annotations

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.nets.probabilities import MONEY_WEIGHTS, opponent_weights, swap_sides, weighted_value
from kibitz.games.backgammon.nets.static_evaluation import static_probabilities
from kibitz.games.backgammon.nets.weights import Weights


def look_ahead_reference(
    position: Position, plies: int, weights: Weights, reading: FloatArray = MONEY_WEIGHTS
) -> FloatArray:
    """Five probabilities of the side on roll, ``plies`` deep; slow and without pruning."""
    if plies == 0 or position.winner_points:
        return np.asarray(static_probabilities(position.to_array()[None], weights)[0])
    total = np.zeros(5)
    theirs = opponent_weights(reading)
    for roll, chance in zip(ROLLS, ROLL_CHANCES, strict=True):
        after = [play.after for play in legal_plays(position, roll)]
        p = static_probabilities(_boards(after), weights)
        best = int(np.argmin(weighted_value(p, theirs)))
        deeper = p[best] if plies == 1 else look_ahead_reference(after[best], plies - 1, weights, theirs)
        total += chance * swap_sides(deeper)
    return total


def _boards(positions: list[Position]) -> Boards:
    return np.stack([position.to_array() for position in positions])
