"""A readable rollout: one trial, step by step, as the compiled one plays it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.decision import CubeDecision, position_cube_decision
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.nets.probabilities import MONEY_WEIGHTS, Probabilities, swap_sides, weighted_value
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


def reference_cubeful_trial(position: Position, dice: NDArray[np.int8], weights: Weights, state: CubeState) -> float:
    """Points of the player on roll from one luck-adjusted trial of money play with the cube; ``state`` has its cube.

    The player rolls first without doubling. Cube actions and plays are by the static evaluation.
    """
    luck, sign = 0.0, 1.0
    for turn, roll in enumerate(dice):
        if position.winner_points:
            break
        if turn:
            decision = _static_decision(position, weights, state)
            if decision.should_double and not decision.should_take:
                return sign * state.cube - luck
            state = state.after_double() if decision.should_double else state
        worths, afters = [], []
        for rolled in ROLLS:
            after = [play.after for play in legal_plays(position, rolled)]
            p = swap_sides(static_probabilities(np.stack([a.to_array() for a in after]), weights))
            afters.append(after[int(np.argmax(weighted_value(p, MONEY_WEIGHTS)))])
            worths.append(-_static_worth(afters[-1], weights, state.swap_sides()))
        luck += sign * (worths[roll] - float(ROLL_CHANCES @ np.array(worths)))
        position, state, sign = afters[roll], state.swap_sides(), -sign
    return sign * _static_worth(position, weights, state) - luck


def _static_decision(position: Position, weights: Weights, state: CubeState) -> CubeDecision:
    p = static_probabilities(position.to_array()[None], weights)[0]
    return position_cube_decision(position, Probabilities.from_array(p), state)


def _static_worth(position: Position, weights: Weights, state: CubeState) -> float:
    """Points for the player on roll, before the decision to double."""
    if position.winner_points:
        return float(position.winner_points * state.cube)
    return state.cube * _static_decision(position, weights, state).cubeful
