"""The complementary path of Lemke and Howson, in whole numbers.

Tableaux are pivoted without fractions (each entry is a subdeterminant, so the divisions leave no remainder), and the
leaving variable is chosen by the lexicographic rule, which treats a degenerate game as the limit of games without ties:
the path never returns, so it ends. Choosing among ties by position instead can cycle or stop at a non-equilibrium.

Reference: B. von Stengel, "Computing equilibria for two-person games", Handbook of Game Theory 3 (2002), section 2.
"""

from __future__ import annotations

from itertools import product

PATH_LENGTHS = (100, 1_000, 10_000)
"""Paths are short in practice but exponential at worst: one that grows too long is left for the next start."""

MAX_PIVOTS = 20_000
"""On all paths together."""


class _Tableau:
    """{x >= 0, rows x + slacks = 1}; entries are whole numbers over the common denominator ``scale``."""

    def __init__(self, rows: list[list[int]], own_labels: range, slack_labels: range) -> None:
        n = len(rows)
        self.columns = [*own_labels, *slack_labels]
        self.basis = list(slack_labels)
        self.first_slack = len(own_labels)
        self.scale = 1
        self.rows = [[*row, *(int(i == j) for j in range(n)), 1] for i, row in enumerate(rows)]

    def exchange(self, label: int) -> int:
        """Let the variable with this label enter the basis; the label of the one that leaves."""
        entering = self.columns.index(label)
        leaving = self._lexicographic_minimum(entering)
        pivot_row = self.rows[leaving]
        pivot = pivot_row[entering]
        for i, row in enumerate(self.rows):
            if i != leaving:
                factor = row[entering]
                self.rows[i] = [(pivot * a - factor * b) // self.scale for a, b in zip(row, pivot_row, strict=True)]
        self.scale = pivot
        left, self.basis[leaving] = self.basis[leaving], label
        return left

    def _lexicographic_minimum(self, entering: int) -> int:
        """The row whose (right-hand side, slack columns) over its pivot is lexicographically least; it is unique."""
        candidates = [i for i, row in enumerate(self.rows) if row[entering] > 0]
        best = candidates[0]
        for i in candidates[1:]:
            pivot, best_pivot = self.rows[i][entering], self.rows[best][entering]
            for column in (-1, *range(self.first_slack, self.first_slack + len(self.rows))):
                difference = self.rows[i][column] * best_pivot - self.rows[best][column] * pivot
                if difference:
                    best = i if difference < 0 else best
                    break
        return best

    def weights(self, labels: range) -> tuple[int, ...]:
        """The values of the variables with these labels, times ``scale``."""
        values = {label: row[-1] for label, row in zip(self.basis, self.rows, strict=True)}
        return tuple(values.get(label, 0) for label in labels)


def complementary_weights(A: list[list[int]], B: list[list[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Weights of both players' choices at one equilibrium, for payoffs that are positive whole numbers."""
    m, k = len(A), len(A[0])
    ours, theirs = range(m), range(m, m + k)
    pivots = 0
    for longest, start in product(PATH_LENGTHS, range(m + k)):
        # Labels: our choices 0..m-1, theirs m..m+k-1. A label is "played" in one tableau, "not best" in the other.
        row_tableau = _Tableau([[B[i][j] for i in range(m)] for j in range(k)], ours, theirs)
        column_tableau = _Tableau(A, theirs, ours)
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
    raise ArithmeticError(f"no path to an equilibrium was followed to its end in {pivots:,} steps")
