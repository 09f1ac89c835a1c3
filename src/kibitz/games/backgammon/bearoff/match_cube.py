"""Exact cube decisions of a small bearoff at a match score: every position that can still come up is solved."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.bearoff.index import all_men, binomials, position_count
from kibitz.games.backgammon.bearoff.tables import MAX_TWO_SIDED_MEN
from kibitz.games.backgammon.cube.cube_arrays import CubeArrays, cube_arrays, state_index
from kibitz.games.backgammon.cube.match_equity import MatchEquities
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.learn.network import Floats

MAX_SCORES = 4
"""Scores whose solved positions stay in memory."""


class SolvedScore(NamedTuple):
    """Values of side 0 by (side on roll, its number, the other's, cube state), and which positions are solved.

    The values are those of rolling now; a position that was not asked for is 0 and not solved.
    """

    cube: CubeArrays
    values: Floats
    solved: NDArray[np.bool_]


@cache
def _successors() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    from kibitz.games.backgammon.bearoff.kernels import all_successors

    links, starts = all_successors(all_men(MAX_TWO_SIDED_MEN), binomials())
    return links, starts


@lru_cache(maxsize=MAX_SCORES)
def _score(state: CubeState, table: MatchEquities) -> SolvedScore:
    cube, n = cube_arrays(state, table), position_count(MAX_TWO_SIDED_MEN)
    shape = (2, n, n, 1 + 2 * len(cube.won))
    return SolvedScore(cube, np.zeros(shape, dtype=np.float32), np.zeros(shape[:3], dtype=np.bool_))


def match_worths(own: int, opponent: int, state: CubeState, table: MatchEquities) -> tuple[float, float]:
    """The match winning chances of no double and double/take for the player on roll, both sides playing perfectly.

    The numbers are those of `index.men_index`, of up to six checkers a side. Gammons are not possible any more.
    """
    from kibitz.games.backgammon.bearoff.kernels import solve_match_bearoff

    cube, values, solved = _score(state, table)
    if not solved[0, own, opponent]:
        solve_match_bearoff(*_successors(), own, opponent, cube, values, solved)
    row = values[0, own, opponent]
    return float(row[state_index(state.owner)]), float(row[min(state_index(Owner.OPPONENT, 1), len(row) - 1)])
