"""Cube decisions and cubeful plays at any depth: by the search with the cube in it, by tables where they are exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.cube.decision import (
    CubeDecision,
    decision_from_worths,
    exact_worths,
    position_cube_decision,
)
from kibitz.games.backgammon.cube.life import cube_life
from kibitz.games.backgammon.cube.match_equity import match_equities
from kibitz.games.backgammon.cube.stakes import Stakes
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.nets.probabilities import Probabilities, swap_sides

if TYPE_CHECKING:
    from kibitz.games.backgammon.cube.match_equity import MatchEquities
    from kibitz.games.backgammon.search.searcher import Searcher


def search_cube_decision(searcher: Searcher, position: Position, state: CubeState, plies: int) -> CubeDecision:
    """The cube decision of the player on roll, ``plies`` deep."""
    table = searcher.table
    board = position.to_array()[None]
    if plies == 0:
        p = Probabilities.from_array(searcher.static(board)[0])
        return position_cube_decision(position, p, state, table)
    chances, worths = searcher.cube_worths(board, plies, state)
    p = Probabilities.from_array(chances[0])
    no_double, take = exact_worths(position, state, table) or (float(worths[0, 0]), float(worths[0, 1]))
    stakes = Stakes.of(p.to_array(), state, (table or match_equities()) if state.length else None)
    return decision_from_worths(p, stakes, cube_life(position), no_double, take)


def cubeful_results(searcher: Searcher, boards: Boards, plies: int, state: CubeState) -> tuple[FloatArray, FloatArray]:
    """Chances ``(n, 5)`` and cubeful equities ``(n,)`` of results of a roll, both for the mover, ``plies`` deep.

    ``state`` is the mover's; the opponent is on roll and may double. Equities are per unit of cube.
    """
    theirs, table = state.swap_sides(), searcher.table
    if not searcher.compiled:
        chances = searcher.static(boards)
        decisions = [
            position_cube_decision(Position.from_array(board), Probabilities.from_array(p), theirs, table).cubeful
            if board.any(axis=1).all()
            else -result_equity(board, p, state, table)
            for board, p in zip(boards, chances, strict=True)
        ]
        return swap_sides(chances), -np.array(decisions)
    chances, worths = searcher.cube_worths(boards, plies, state, mover=True)
    lost, won = single_game_worths(state, table)
    equities = (2 * worths[:, 0] - won - lost) / (won - lost)
    for i in np.flatnonzero((boards.sum(axis=2) <= 6).all(axis=1) & ~boards[:, :, 6:].any(axis=(1, 2))):
        if state.length and boards[i].any(axis=1).all():
            p = Probabilities.from_array(chances[i])
            equities[i] = -position_cube_decision(Position.from_array(boards[i]), p, theirs, table).cubeful
    return swap_sides(chances), np.asarray(equities)


def single_game_worths(state: CubeState, table: MatchEquities | None = None) -> tuple[float, float]:
    """The worth of a single game lost and won at this cube: points, or the chance to win the match."""
    return points_worth(state, -state.cube, table), points_worth(state, state.cube, table)


def points_worth(state: CubeState, points: int, table: MatchEquities | None = None) -> float:
    """The worth of winning so many points (below 0: losing): points, or the chance to win the match."""
    none = np.zeros(3)
    return Stakes(state, (table or match_equities()) if state.length else None, none, none).points(points)


def result_equity(board: Boards, p: FloatArray, state: CubeState, table: MatchEquities | None = None) -> float:
    """The mover's equity of a finished game; ``p`` is for the opponent, who is on roll."""
    from kibitz.games.backgammon.cube.outcome_weights import outcome_weights
    from kibitz.games.backgammon.nets.probabilities import weighted_value

    return float(weighted_value(swap_sides(p[None]), outcome_weights(state, table))[0])
