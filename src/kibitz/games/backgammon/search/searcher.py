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

    Do not share it between threads: it has scratch space and a cache of evaluated positions.
    """

    weights: Weights
    compiled: bool = True
    keep: int = MAX_UNPRUNED_RESULTS
    filters: tuple[MoveFilter, ...] = FILTERS
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
        from kibitz.games.backgammon.search.kernels import look_ahead_many

        engine, room = self.engine()
        readings = np.stack([reading, opponent_weights(reading)]).astype(np.float32)
        result = look_ahead_many(np.ascontiguousarray(boards), plies, engine, room, readings, 0, self.keep)
        deep: FloatArray = np.asarray(result, dtype=np.float64)
        return PLY_BLEND[0] * self.static(boards) + PLY_BLEND[1] * deep if plies == 1 else deep

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
    ) -> list[RankedResult]:
        """Every result of a roll for the player on roll, best first; ``results`` where they are known already.

        Plays stopped by a move filter have the value of the depth they reached and rank below those searched deeper.
        """
        self._check(plies)
        boards = self.results(position, dice) if results is None else results
        theirs = opponent_weights(reading)
        chances = swap_sides(self.static(boards))
        depth = np.zeros(len(boards), dtype=np.int64)
        worth = weighted_value(chances, reading)
        for ply in range(1, plies + 1):
            limit = self.filters[ply - 1]
            order = np.lexsort((-worth, -depth))
            order = order[depth[order] == ply - 1][: limit.most]
            chosen = order[worth[order] >= worth[order[0]] - limit.within]
            if len(chosen) < 2 and len(boards) > 1 and ply > 1:
                break
            chances[chosen] = swap_sides(self.probabilities(boards[chosen], ply, theirs))
            worth[chosen] = weighted_value(chances[chosen], reading)
            depth[chosen] = ply
        order = np.lexsort((-worth, -depth))
        return [
            RankedResult(
                Position.from_array(boards[i]), Probabilities.from_array(chances[i]), float(worth[i]), int(depth[i])
            )
            for i in order
        ]

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
