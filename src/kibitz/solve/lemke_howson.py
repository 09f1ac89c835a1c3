"""The complementary path of Lemke and Howson, in whole numbers.

On a degenerate game the rule for ties matters: choosing by position can cycle or stop at a pair that is not an
equilibrium. The lexicographic rule of the tableau cannot.

Reference: B. von Stengel, "Computing equilibria for two-person games", Handbook of Game Theory 3 (2002), section 2.
"""

from __future__ import annotations

from itertools import product

from kibitz.solve.tableau import IntegerTableau

PATH_LENGTHS = (100, 1_000, 10_000)
"""Paths are short in practice but exponential at worst: one that grows too long is abandoned for the next start."""

MAX_PIVOTS = 20_000
"""On all paths together."""


def complementary_weights(A: list[list[int]], B: list[list[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Weights of both players' choices at one equilibrium, for payoffs that are positive whole numbers."""
    m, k = len(A), len(A[0])
    ours, theirs = range(m), range(m, m + k)
    pivots = 0
    for longest, start in product(PATH_LENGTHS, range(m + k)):
        # Labels: our choices 0..m-1, theirs m..m+k-1. A label is "played" in one tableau, "not best" in the other.
        row_tableau = IntegerTableau([[B[i][j] for i in range(m)] for j in range(k)], ours, theirs)
        column_tableau = IntegerTableau(A, theirs, ours)
        tableau, other = (row_tableau, column_tableau) if start < m else (column_tableau, row_tableau)
        label = tableau.exchange(start)
        for _ in range(longest):
            if label == start:
                return row_tableau.weights(ours), column_tableau.weights(theirs)
            tableau, other = other, tableau
            label = tableau.exchange(label)
            pivots += 1
        if pivots > MAX_PIVOTS:
            break
    raise ArithmeticError(f"no path reached an equilibrium in {pivots:,} steps")
