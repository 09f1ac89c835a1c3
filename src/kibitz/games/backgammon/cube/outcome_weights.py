"""Outcome weights: the linear utility of outcomes at a score. Money play needs no match equity table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.nets.probabilities import MONEY_WEIGHTS

if TYPE_CHECKING:
    from kibitz.games.backgammon.cube.match_equity import MatchEquities


def play_weights(state: CubeState, table: MatchEquities | None = None) -> FloatArray:
    """The outcome weights by which plays are chosen in a search.

    Those of this cube, except where one side turns it at no risk at its next turn, as the trailer does after Crawford:
    then those of the doubled cube.
    """
    own, other = state.away
    if not state.length or state.crawford:
        return outcome_weights(state, table)
    mine = state.owner is not Owner.OPPONENT and state.cube < own
    his = state.owner is not Owner.OWN and state.cube < other
    turned = (mine and state.cube >= other) or (his and state.cube >= own)
    return outcome_weights(replace(state, cube=2 * state.cube, owner=Owner.OWN) if turned else state, table)


def outcome_weights(state: CubeState, table: MatchEquities | None = None) -> FloatArray:
    """Linear utility of the five probabilities for the player on roll at this score and cube, with a constant last.

    In money play points (single games only under the Jacoby rule with a centred cube); in a match the chance to win the
    match, scaled so that winning and losing a single game at this cube are worth 1 and -1.
    """
    if not state.length:
        if state.jacoby and state.owner is Owner.CENTRED:
            return np.array([2.0, 0, 0, 0, 0, -1])
        return MONEY_WEIGHTS
    from kibitz.games.backgammon.cube.match_equity import match_equities
    from kibitz.games.backgammon.cube.stakes import Stakes

    stakes = Stakes.of(np.array([0.5, 0, 0, 0, 0]), state, table or match_equities())
    c = state.cube
    won = [stakes.points(c * k) for k in (1, 2, 3)]
    lost = [stakes.points(-c * k) for k in (1, 2, 3)]
    unit = (won[0] - lost[0]) / 2
    return np.array([2 * unit, won[1] - won[0], won[2] - won[1], lost[1] - lost[0], lost[2] - lost[1], -unit]) / unit
