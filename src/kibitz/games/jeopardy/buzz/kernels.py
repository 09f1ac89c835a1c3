"""Compiled step over one clue on the lattice of scores; `ending` holds the readable version."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, fastmath={"reassoc", "contract", "nsz"})
def best_value(ends: Any, counts: Any, index: Any, chances: Any, masses: Any, work: Any) -> Any:
    """Mean over confidence of the best policy's value, given the equities of the 20 end states.

    Vectors 0 and 1 are what ends before a rebound, by first buzz; vector 2 + 8 o + 4 b0 + 2 b + b3 is the rebound after
    opponent o. ``work`` holds 18 rows for their products with ``ends``.
    """
    n = len(masses)
    for v in range(18):
        row = work[v]
        row[:] = 0.0
        for k in range(counts[v]):
            equity = ends[index[v, k]]
            source = chances[v, k]
            for i in range(n):
                row[i] += source[i] * equity
    total = 0.0
    for i in range(n):
        best = -1.0
        for b3 in range(2):
            for b0 in range(2):
                base = 2 + 4 * b0 + b3
                one = max(work[base, i], work[base + 2, i])
                two = max(work[base + 8, i], work[base + 10, i])
                best = max(best, work[b0, i] + one + two)
        total += masses[i] * best
    return total


@njit(cache=True)
def step_back(
    after: Any, units: Any, reached: Any, changes: Any, counts: Any, index: Any, chances: Any, masses: Any, values: Any
) -> None:
    """Values before a clue worth ``units`` steps, written where ``reached``; ``after`` is the larger box after it."""
    ends = np.zeros(20)
    work = np.zeros((18, len(masses)))
    size = values.shape[0]
    for i in range(size):
        for j in range(size):
            for k in range(size):
                if reached[i, j, k]:
                    for e in range(20):
                        ends[e] = after[
                            i + units * (1 + changes[e, 0]),
                            j + units * (1 + changes[e, 1]),
                            k + units * (1 + changes[e, 2]),
                        ]
                    values[i, j, k] = best_value(ends, counts, index, chances, masses, work)
