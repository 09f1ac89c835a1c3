"""Players: anything that picks one of the results of a roll and decides cube actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.cube.decision import CubeDecision
from kibitz.games.backgammon.cube.outcome_weights import play_weights
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.nets.probabilities import opponent_weights, swap_sides, weighted_value
from kibitz.games.backgammon.search.cube_search import search_cube_decision
from kibitz.games.backgammon.search.searcher import Searcher


class Player(Protocol):
    """Chooses among results (boards with the opponent on roll) and decides cube actions; chance comes from ``rng``."""

    @property
    def name(self) -> str:
        """Name of the player in tables."""
        ...

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """Index of the result to play; ``board`` is the position before the roll, seen by this player."""
        ...

    def doubles(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """Whether to double before rolling; called only where the rules allow it."""
        ...

    def takes(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """Whether to take a double; board and state are seen by the *doubler*."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class NetPlayer:
    """Plays by a searcher, ``plies`` deep; cube decisions by the same evaluation."""

    searcher: Searcher
    plies: int = 0
    name: str = "kibitz"

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """The result of highest equity at this score."""
        return int(np.argmax(self.worths(results, state)))

    def worths(self, results: Boards, state: CubeState) -> FloatArray:
        """The equity of each result for the mover; results filtered out have their shallow value minus a penalty."""
        reading = play_weights(state, self.searcher.table)
        worth = weighted_value(swap_sides(self.searcher.static(results)), reading)
        if self.plies == 0 or len(results) == 1:
            return worth
        theirs = opponent_weights(reading)
        for ply in range(1, self.plies + 1):
            limit = self.searcher.filters[ply - 1]
            order = np.argsort(-worth, kind="stable")[: limit.most]
            chosen = order[worth[order] >= worth[order[0]] - limit.within]
            if len(chosen) < 2:
                break
            deep = weighted_value(swap_sides(self.searcher.probabilities(results[chosen], ply, theirs)), reading)
            worth = worth - 10.0
            worth[chosen] = deep
        return worth

    def decision(self, board: Boards, state: CubeState) -> CubeDecision:
        """The cube decision of the side on roll."""
        return search_cube_decision(self.searcher, Position.from_array(board), state, self.plies)

    def doubles(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """By the cube decision."""
        return self.decision(board, state).should_double

    def takes(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """By the cube decision."""
        return self.decision(board, state).should_take
