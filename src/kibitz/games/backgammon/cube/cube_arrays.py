"""The values that a search needs to carry the cube along: what each level of the cube wins and loses, as arrays.

A search follows all cube states that can arise from the present one. State 0 is the cube in the middle at its present
level; state 1 + 2j + a is level j (the present cube times 2 to the j) owned by side a. Side 0 is the player for whom
the values are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.games.backgammon.cube.match_equity import MatchEquities, match_equities
from kibitz.games.backgammon.cube.stakes import Stakes
from kibitz.games.backgammon.cube.state import CubeState, Owner

MONEY_LEVELS = 7
"""Levels of the cube that a search of up to three plies can reach in money play."""
MAX_STATES = 1 + 2 * 9
"""States of the longest match: a cube of 1 is dead for both sides after six doublings."""


class CubeArrays(NamedTuple):
    """Values of side 0 by level of the cube, in points (money) or match winning chance.

    ``won[j, k]`` and ``lost[j, k]``: side 0 wins or loses a single game (k = 0), gammon or backgammon at level j;
    ``dead[j, a]``: side a gains nothing by doubling from level j. The last level is never doubled from.
    """

    won: FloatArray
    lost: FloatArray
    dead: NDArray[np.bool_]
    money: bool
    jacoby: bool


def cube_arrays(state: CubeState, table: MatchEquities | None = None) -> CubeArrays:
    """The arrays for a search from this state, whose player on roll is side 0."""
    stakes = Stakes.of(np.array([0.5, 0, 0, 0, 0]), state, (table or match_equities()) if state.length else None)
    levels = MONEY_LEVELS
    if state.length:
        levels = 1
        while state.cube << (levels - 1) < max(state.away):
            levels += 1
        levels += 1
    cubes = [state.cube << j for j in range(levels)]
    won = np.array([[stakes.points(cube * k) for k in (1, 2, 3)] for cube in cubes])
    lost = np.array([[stakes.points(-cube * k) for k in (1, 2, 3)] for cube in cubes])
    dead = np.array([[stakes.dead_for(own, cube) for own in (True, False)] for cube in cubes])
    return CubeArrays(won, lost, dead, not state.length, stakes.jacoby)


def state_index(owner: Owner, level: int = 0) -> int:
    """The number of a cube state; the owner is seen by side 0."""
    if owner is Owner.CENTRED:
        return 0
    return 1 + 2 * level + (owner is Owner.OPPONENT)
