"""A simplex tableau in whole numbers: exact, and without the cost of fractions.

Each entry is a subdeterminant over one common denominator, so the divisions of a pivot leave no remainder. Ties for the
leaving variable are broken by the lexicographic rule, which treats a degenerate problem as the limit of problems
without ties: no basis returns, so every path ends.

References: J. Edmonds, "Systems of distinct representatives and linear algebra" (1967), for pivots in whole numbers;
G. B. Dantzig, A. Orden, P. Wolfe, "The generalized simplex method", Pacific J. Math. 5 (1955), for the rule.
"""

from __future__ import annotations

from kibitz.core.step_limit import count_steps


class IntegerTableau:
    """{x >= 0, rows x + slacks = 1} for rows of positive whole numbers, with sum(x) as objective.

    Variables are known by labels: ``own`` those of x, ``slack`` those of the slacks, which form the first basis.
    Entries stand for themselves over ``scale``.
    """

    def __init__(self, rows: list[list[int]], own: range, slack: range) -> None:
        self.columns = [*own, *slack]
        self.basis = list(slack)
        self.first_slack = len(own)
        self.scale = 1
        self.rows = [[*row, *(int(i == j) for j in range(len(rows))), 1] for i, row in enumerate(rows)]
        self.costs = [-1] * len(own) + [0] * (len(rows) + 1)

    def cheapest(self) -> int | None:
        """The label of the variable whose entry raises the objective fastest, or ``None`` at the optimum."""
        least = min(self.costs[:-1])
        return self.columns[self.costs.index(least)] if least < 0 else None

    def exchange(self, label: int) -> int:
        """Let the variable with this label enter the basis; the label of the one that leaves."""
        entering = self.columns.index(label)
        leaving = self._lexicographic_minimum(entering)
        pivot_row = self.rows[leaving]
        pivot, scale = pivot_row[entering], self.scale
        # Numbers of n words are multiplied and divided in about n^2 elementary operations, 100 of them a step.
        words = pivot.bit_length() // 64 + 1
        count_steps(len(self.rows) * len(self.columns) * (2 + words * words // 100))

        def eliminate(row: list[int]) -> list[int]:
            factor = row[entering]
            return [(pivot * a - factor * b) // scale for a, b in zip(row, pivot_row, strict=True)]

        self.rows = [row if i == leaving else eliminate(row) for i, row in enumerate(self.rows)]
        self.costs = eliminate(self.costs)
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

    def prices(self) -> tuple[int, ...]:
        """The dual values of the rows, times ``scale``; at the optimum none is negative."""
        return tuple(self.costs[self.first_slack : -1])
