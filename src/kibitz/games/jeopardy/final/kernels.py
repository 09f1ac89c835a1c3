"""Compiled win chances of all Final wagers; `equities.FinalTables.win_chances` is the readable reference."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True)
def win_chances(final: Any, weights: Any, score: int, n_opponents: int, shared: bool) -> Any:
    """My chance to win with every wager from $0 to ``score``, in one pass over my final scores.

    ``final`` has the chance of each final score by opponent and answer (wrong, right). ``weights`` has the chance that
    I and each opponent are right (1) or wrong (0); an opponent who is missing is wrong.
    """
    values = np.zeros(score + 1)
    below = np.zeros((2, 2))
    shares = np.zeros((2, 2))
    for reached in range(2 * score + 1):
        if reached > 0 and n_opponents == 2:
            for x in range(2):
                b1, e1 = below[0, x], final[0, x, reached]
                for y in range(2):
                    b2, e2 = below[1, y], final[1, y, reached]
                    if shared:
                        shares[x, y] = (b1 + e1) * (b2 + e2)
                    else:
                        shares[x, y] = b1 * b2 + (e1 * b2 + b1 * e2) / 2 + e1 * e2 / 3
        elif reached > 0 and n_opponents == 1:
            for x in range(2):
                shares[x, 0] = below[0, x] + (final[0, x, reached] if shared else final[0, x, reached] / 2)
        elif reached > 0:
            shares[0, 0] = 1.0
        for mine in range(2):
            wager = reached - score if mine else score - reached
            if wager >= 0:
                for x in range(2):
                    for y in range(2):
                        values[wager] += weights[mine, x, y] * shares[x, y]
        for i in range(n_opponents):
            below[i, 0] += final[i, 0, reached]
            below[i, 1] += final[i, 1, reached]
    # Chances of the outcomes sum to 1 only up to rounding, and nobody wins more than always.
    return np.minimum(values, 1.0)
