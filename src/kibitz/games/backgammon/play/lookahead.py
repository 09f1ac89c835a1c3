"""Look-ahead for any scoring of results: what one or two plies add to players that score a position after the move.

The score f of a result is for the side that moved, the other side being on roll. One ply deep a result is worth minus
the mean, over the opponent's rolls, of the best f that the opponent can reach. Two plies deep the
opponent makes that play, and the value is the mean over the mover's next rolls of the best f. The paper calls a score
alone one-ply play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import Boards
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS
from kibitz.games.backgammon.play.players import Player

MAX_EXPANDED_RESULTS = 5
"""Number of results to expand, the best by score."""
WON_SCORE = 1e3
"""A score beyond this means that the game is won."""


class Scorer(Player, Protocol):
    """A player that scores results."""

    def scores(self, board: Boards, results: Boards) -> FloatArray:
        """A score of each result for the side that moved; infinite or huge where it has won."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class LookAheadPlayer:
    """A scoring player with 1 or 2 plies of look-ahead in checker play; cube actions are those of the inner player."""

    inner: Scorer
    plies: int = 1

    @property
    def name(self) -> str:
        """The inner player's name and the depth."""
        return f"{self.inner.name} {self.plies}-ply"

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """The result of highest value after look-ahead, among the best by score."""
        scores = self.inner.scores(board, results)
        best = np.argsort(-scores, kind="stable")[:MAX_EXPANDED_RESULTS]
        if len(best) == 1 or scores[best[0]] >= WON_SCORE:
            return int(best[0])
        return int(best[np.argmax([-self._worth(results[i], self.plies) for i in best])])

    def doubles(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """As the inner player."""
        return self.inner.doubles(board, state, rng)

    def takes(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """As the inner player."""
        return self.inner.takes(board, state, rng)

    def _worth(self, board: Boards, plies: int) -> float:
        """The value of playing on from a board for the side on roll, averaged over its rolls."""
        rolls = [roll_results(board, *roll) for roll in ROLLS]
        scores = self.inner.scores(board, np.concatenate(rolls))
        worths = np.empty(len(ROLLS))
        start = 0
        for k, results in enumerate(rolls):
            best = start + int(np.argmax(scores[start : start + len(results)]))
            value = min(float(scores[best]), WON_SCORE)
            if plies > 1 and value < WON_SCORE:
                value = -self._worth(results[best - start], plies - 1)
            worths[k] = value
            start += len(results)
        return float(ROLL_CHANCES @ worths)


def roll_results(board: Boards, high: int, low: int) -> Boards:
    """All results of a roll, the other side on roll; one, the same checkers, if nothing can be played."""
    from kibitz.games.backgammon.moves.kernels import MAX_RESULTS, legal_results

    out = np.empty((MAX_RESULTS, 2, 25), dtype=np.int8)
    n = legal_results(np.ascontiguousarray(board), high, low, out, np.empty(MAX_RESULTS, dtype=np.int64))
    return out[:n].copy() if n else np.ascontiguousarray(board[::-1])[None]
