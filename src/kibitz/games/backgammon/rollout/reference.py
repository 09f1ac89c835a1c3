"""A readable rollout: one trial, step by step, as the compiled one plays it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.nets.probabilities import MONEY_WEIGHTS, swap_sides, weighted_value
from kibitz.games.backgammon.nets.static_evaluation import static_probabilities
from kibitz.games.backgammon.nets.weights import Weights


def reference_trial(position: Position, dice: NDArray[np.int8], weights: Weights, reduce: bool = True) -> FloatArray:
    """Chances of the player on roll from one trial in money play with these rolls (indices of `ROLLS`)."""
    luck = np.zeros(5)
    own_turn = True
    for roll in dice:
        if position.winner_points:
            break
        outcomes, afters = [], []
        for rolled in ROLLS:
            after = [play.after for play in legal_plays(position, rolled)]
            p = swap_sides(static_probabilities(np.stack([a.to_array() for a in after]), weights))
            best = int(np.argmax(weighted_value(p, MONEY_WEIGHTS)))
            outcomes.append(p[best])
            afters.append(after[best])
        gain = outcomes[roll] - ROLL_CHANCES @ np.array(outcomes)
        if own_turn:
            luck += gain
        else:
            luck += np.array([-gain[0], gain[3], gain[4], gain[1], gain[2]])
        position, own_turn = afters[roll], not own_turn
    final = static_probabilities(position.to_array()[None], weights)[0]
    return np.asarray((final if own_turn else swap_sides(final)) - (luck if reduce else 0))
