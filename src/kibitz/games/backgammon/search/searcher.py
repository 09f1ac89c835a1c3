"""Searcher: ranks plays and evaluates positions at any depth with the compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core import FloatArray
from kibitz.core.errors import InputError
from kibitz.core.work import Progress, no_progress
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.moves.dice import Dice
from kibitz.games.backgammon.nets.probabilities import (
    MONEY_WEIGHTS,
    Probabilities,
    opponent_weights,
    swap_sides,
    weighted_value,
)
from kibitz.games.backgammon.nets.static_evaluation import static_probabilities
from kibitz.games.backgammon.nets.weights import Weights, load_shipped_weights

if TYPE_CHECKING:
    from kibitz.games.backgammon.cube.match_equity import MatchEquities
    from kibitz.games.backgammon.cube.state import CubeState
    from kibitz.games.backgammon.search.engine_arrays import EngineArrays, SearchWorkspace

MAX_PLIES = 3
PLY_BLEND = (0.4, 0.6)
"""Shares of the 0-ply and the 1-ply value in the blend: a least-squares fit of 2-ply differences gives about these."""


@dataclass(frozen=True, slots=True)
class MoveFilter:
    """Which plays go one ply deeper: at most ``most`` of them, each within ``within`` of the best."""

    most: int
    within: float


FILTERS = (MoveFilter(8, 0.16), MoveFilter(5, 0.08), MoveFilter(3, 0.06))
"""From 0 plies to the blend, from the blend to 2 plies, from 2 plies to 3."""
MAX_UNPRUNED_RESULTS = 8
"""Results that the small network selects at each inner node; 0 evaluates all."""


@dataclass(frozen=True, slots=True)
class RankedResult:
    """One result of a roll: the position after it (opponent on roll), the mover's chances and equity, and the depth."""

    after: Position
    probabilities: Probabilities
    worth: float
    plies: int


@dataclass(slots=True)
class Searcher:
    """Evaluates with one set of weights. ``compiled=False`` uses NumPy (0 plies only) and loads no numba.

    ``table`` is the match equity table, by default `match_equities`.

    Do not share it between threads: it has scratch space and a cache of evaluated positions.
    """

    weights: Weights
    compiled: bool = True
    keep: int = MAX_UNPRUNED_RESULTS
    filters: tuple[MoveFilter, ...] = FILTERS
    table: MatchEquities | None = None
    progress: Progress = field(default=no_progress, repr=False)
    _engine: EngineArrays | None = field(default=None, repr=False)
    _room: SearchWorkspace | None = field(default=None, repr=False)

    def engine(self) -> tuple[EngineArrays, SearchWorkspace]:
        """The compiled code's bundle and scratch space, created on first use."""
        if self._engine is None or self._room is None:
            from kibitz.games.backgammon.search.engine_arrays import build_engine, new_workspace

            self._engine, self._room = build_engine(self.weights, self.progress), new_workspace()
        return self._engine, self._room

    def static(self, boards: Boards) -> FloatArray:
        """Static probabilities ``(n, 5)`` of the side on roll."""
        if not self.compiled:
            return static_probabilities(boards, self.weights)
        from kibitz.games.backgammon.search.kernels import evaluate_many

        return np.asarray(evaluate_many(np.ascontiguousarray(boards), self.engine()[0]), dtype=np.float64)

    def probabilities(self, boards: Boards, plies: int = 0, reading: FloatArray = MONEY_WEIGHTS) -> FloatArray:
        """Probabilities ``(n, 5)`` of the side on roll; 1 means the blend of 0 and 1 plies."""
        self._check(plies)
        if plies == 0:
            return self.static(boards)
        deep = self.look_ahead(boards, plies, reading)
        return PLY_BLEND[0] * self.static(boards) + PLY_BLEND[1] * deep if plies == 1 else deep

    def look_ahead(self, boards: Boards, plies: int, reading: FloatArray = MONEY_WEIGHTS) -> FloatArray:
        """Probabilities ``(n, 5)`` of the side on roll by the search alone, without a blend."""
        from kibitz.games.backgammon.cube.cube_arrays import cube_arrays
        from kibitz.games.backgammon.cube.state import MONEY
        from kibitz.games.backgammon.search.kernels import search_many

        engine, room = self.engine()
        readings = np.stack([reading, opponent_weights(reading)]).astype(np.float32)
        boards, cube = np.ascontiguousarray(boards), cube_arrays(MONEY)
        chances, _ = search_many(boards, plies, engine, room, readings, 0, self.keep, cube, 0)
        return np.asarray(chances, dtype=np.float64)

    def cube_worths(
        self,
        boards: Boards,
        plies: int,
        state: CubeState,
        mover: bool = False,
    ) -> tuple[FloatArray, FloatArray]:
        """Chances of the side on roll ``(n, 5)``, and worths for the player of ``state`` with the cube in the search.

        The player of ``state`` is on roll: the worths ``(n, 2)`` are of no double and of double and take. Or, with
        ``mover``, the player has just moved: one worth ``(n, 1)`` before the opponent's cube decision. A worth is
        points times the cube, or the chance to win the match. Needs the compiled search.
        """
        from kibitz.games.backgammon.cube.cube_arrays import cube_arrays, state_index
        from kibitz.games.backgammon.cube.outcome_weights import play_weights
        from kibitz.games.backgammon.cube.state import Owner
        from kibitz.games.backgammon.search.kernels import decide_many, search_many

        self._check(plies)
        engine, room = self.engine()
        cube, reading, side = cube_arrays(state, self.table), play_weights(state, self.table), int(mover)
        readings = np.stack([reading, opponent_weights(reading)]).astype(np.float32)
        boards = np.ascontiguousarray(boards)
        levels = min(len(cube.won), plies + 3)
        chances, values = search_many(boards, plies, engine, room, readings, side, self.keep, cube, levels)
        if plies == 1:
            still, held = search_many(boards, 0, engine, room, readings, side, self.keep, cube, levels)
            chances = PLY_BLEND[0] * still + PLY_BLEND[1] * chances
            values = PLY_BLEND[0] * held + PLY_BLEND[1] * values
        if mover:
            decide_many(boards, values, side, cube)
            columns = [state_index(state.owner)]
        else:
            columns = [state_index(state.owner), min(state_index(Owner.OPPONENT, 1), values.shape[1] - 1)]
        return np.asarray(chances, dtype=np.float64), np.asarray(values[:, columns])

    def results(self, position: Position, dice: Dice) -> Boards:
        """All boards after a roll, the opponent on roll; one, the same checkers, if nothing can be played."""
        if position.winner_points:
            raise InputError("position: the game is over; give one with a move to play")
        if not self.compiled:
            from kibitz.games.backgammon.moves.legal import legal_plays

            return np.stack([play.after.to_array() for play in legal_plays(position, dice)])
        from kibitz.games.backgammon.moves.kernels import legal_results

        _, room = self.engine()
        n = legal_results(position.to_array(), max(dice), min(dice), room.results[0], room.hashes[0])
        return room.results[0, :n].copy() if n else position.swap_sides().to_array()[None]

    def rank(
        self,
        position: Position,
        dice: Dice,
        plies: int = 0,
        reading: FloatArray = MONEY_WEIGHTS,
        results: Boards | None = None,
        state: CubeState | None = None,
    ) -> list[RankedResult]:
        """Every result of a roll for the player on roll, best first; ``results`` where they are known already.

        With a ``state`` the worths are cubeful equities at that score and cube, else those of ``reading``. Plays
        stopped by a move filter have the value of the depth they reached and rank below those searched deeper.
        """
        self._check(plies)
        boards = self.results(position, dice) if results is None else results
        chances, worth = self._mover_worths(boards, 0, reading, state)
        depth = np.zeros(len(boards), dtype=np.int64)
        for ply in range(1, plies + 1):
            limit = self.filters[ply - 1]
            order = np.lexsort((-worth, -depth))
            order = order[depth[order] == ply - 1][: limit.most]
            chosen = order[worth[order] >= worth[order[0]] - limit.within]
            if len(chosen) < 2 and len(boards) > 1 and ply > 1:
                break
            chances[chosen], worth[chosen] = self._mover_worths(boards[chosen], ply, reading, state)
            depth[chosen] = ply
        order = np.lexsort((-worth, -depth))
        return [
            RankedResult(
                Position.from_array(boards[i]), Probabilities.from_array(chances[i]), float(worth[i]), int(depth[i])
            )
            for i in order
        ]

    def _mover_worths(
        self, boards: Boards, plies: int, reading: FloatArray, state: CubeState | None
    ) -> tuple[FloatArray, FloatArray]:
        """Chances and worths of results for the mover."""
        if state is None:
            chances = swap_sides(self.probabilities(boards, plies, opponent_weights(reading)))
            return chances, weighted_value(chances, reading)
        from kibitz.games.backgammon.search.cube_search import cubeful_results

        return cubeful_results(self, boards, plies, state)

    def evaluate(
        self, positions: Sequence[Position], plies: int = 0, reading: FloatArray = MONEY_WEIGHTS
    ) -> list[Probabilities]:
        """Chances of the player on roll in each position, before the roll."""
        if not positions:
            return []
        boards = np.stack([position.to_array() for position in positions])
        return [Probabilities.from_array(row) for row in self.probabilities(boards, plies, reading)]

    def clear_cache(self) -> None:
        """Empty the cache of evaluated positions."""
        if self._room is not None:
            self._room.keys[:] = 0

    def _check(self, plies: int) -> None:
        if not 0 <= plies <= MAX_PLIES:
            raise InputError(f"plies: must be from 0 to {MAX_PLIES}, not {plies}")
        if plies and not self.compiled:
            raise InputError("plies: look-ahead needs the compiled search")


def shipped_searcher(compiled: bool = True, progress: Progress = no_progress) -> Searcher:
    """A searcher with the weights that come with the package."""
    return Searcher(load_shipped_weights(), compiled, progress=progress)
