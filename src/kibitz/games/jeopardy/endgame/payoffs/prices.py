"""My utility from many scores before Final at once, where something else than winning counts.

The others bet as people do. My wager is the best of the break points of their wagers, of the scores where the payoff
bends, and of evenly spaced ones; `final.payoffs` prices every dollar of one position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.before_final import NODES, OwnFinalRule, pack_setup
from kibitz.games.jeopardy.show import SEATS, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.endgame.before_final import FinalSetup

IntArray = NDArray[np.int64]

N_GRID_WAGERS = 15
"""Evenly spaced wagers tried besides the break points; second places and risk aversion have their best in between."""
WINNER_NODES = (np.arange(16) + 0.5) / 16
"""Where in each range of an opponent's wagers it is asked who wins, for payoffs that count the winner."""


def payoff_table(my_scores: IntArray, first: IntArray, second: IntArray, standing: FinalSetup) -> FloatArray:
    """My expected utility for each of my scores (rows) and pair of the other seats' scores (columns)."""
    from kibitz.games.jeopardy.endgame.payoffs import kernels

    payoff = standing.payoff
    assert payoff is not None
    by_winner = payoff.winners is not None
    if payoff.winners is not None:
        others = [payoff.winners[seat] for seat in range(SEATS) if seat != standing.me]
        values = np.array([[payoff.winners[standing.me]], *([other] for other in others)])
    else:
        values = payoff.utilities(2 * max(int(my_scores.max(initial=0)), 0))
    low, high, step, chance, right, triples = pack_setup(standing)
    return np.asarray(
        kernels.payoff_table(
            my_scores.astype(np.float64),
            first.astype(np.float64),
            second.astype(np.float64),
            standing.me,
            standing.ties is Ties.SHARED,
            standing.own is OwnFinalRule.BEST,
            np.array(NODES),
            low,
            high,
            step,
            chance,
            right,
            triples,
            values,
            payoff.marks.astype(np.float64),
            by_winner,
            N_GRID_WAGERS,
            WINNER_NODES,
        )
    )


def payoff_prices(scores: IntArray, standing: FinalSetup) -> FloatArray:
    """My expected utility from each row of scores by seat (rows x 3)."""
    i, j = standing.opponents
    result = np.zeros(len(scores))
    own = scores[:, standing.me]
    for mine in np.unique(own):
        rows = np.flatnonzero(own == mine)
        result[rows] = payoff_table(np.array([mine]), scores[rows, i], scores[rows, j], standing)[0]
    return result
