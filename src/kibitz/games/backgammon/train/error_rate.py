"""Error rate of weights on a fixed set of decisions, relative to the shipped weights, for learning curves."""

from __future__ import annotations

from functools import cache

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import START, Boards, Position
from kibitz.games.backgammon.moves.dice import roll_dice
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.search.searcher import Searcher, shipped_searcher
from kibitz.games.backgammon.train.labelled_positions import OUTCOME_WEIGHTS

N_DECISIONS = 300
DECISION_STRIDE = 5
"""One decision in this number is used from a game, so that neighbours are not nearly the same."""


@cache
def _decisions() -> tuple[tuple[Boards, FloatArray], ...]:
    """Results of rolls from self-play of the shipped weights, and their equity of each result for the mover."""
    rng = np.random.default_rng(20)
    searcher = shipped_searcher()
    result: list[tuple[Boards, FloatArray]] = []
    board, turn = START.to_array(), 0
    while len(result) < N_DECISIONS:
        results = searcher.results(Position.from_array(board), roll_dice(rng))
        worth = -(searcher.static(results) @ OUTCOME_WEIGHTS)
        turn += 1
        if len(results) > 1 and turn % DECISION_STRIDE == 0:
            result.append((results, worth))
        board = results[int(np.argmax(worth))]
        if not board.any(axis=1).all():
            board = START.to_array()
    return tuple(result)


def error_rate(weights: Weights) -> float:
    """Equity loss per decision in thousandths of a point, measured with the shipped weights, which themselves score 0.

    It is only a measure: training does not use it.
    """
    searcher = Searcher(weights)
    lost = [
        worth.max() - worth[np.argmin(searcher.static(results) @ OUTCOME_WEIGHTS)] for results, worth in _decisions()
    ]
    return 1000 * float(np.mean(lost))
