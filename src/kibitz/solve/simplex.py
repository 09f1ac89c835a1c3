"""The simplex method on one matrix game, in plain Python: the readable reference.

It runs on fractions, where it is exact, and on floats. The kernel in `kernels` is the same algorithm on arrays.

Reference: G. B. Dantzig, A. Orden, P. Wolfe, "The generalized simplex method", Pacific J. Math. 5 (1955), for the
lexicographic rule, which ends on every game, however many ties it has.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

N = TypeVar("N", float, Fraction)

COST_TOLERANCE, PIVOT_TOLERANCE, TIE_TOLERANCE = 1e-12, 1e-10, 1e-13
"""What counts as zero in floating point, for payoffs from 1 to 2: a gain worth a pivot, a pivot, and how far apart
ratios may be and still be a tie that rounding blurred. Chosen on games with ties perturbed by 1e-6 to 1e-14."""


def positive_game_optimum(
    payoffs: list[list[N]], one: N, tolerances: tuple[N, N, N], max_pivots: int | None = None
) -> tuple[N, list[N], list[N], list[int]] | None:
    """Value, row strategy, column strategy and optimal basis of a game whose payoffs are all positive.

    Solves max sum(v) subject to payoffs v <= 1, v >= 0: the value is 1 / sum(v), the column strategy v / sum(v), and
    the row strategy comes from the dual. The basis numbers the columns from 0, then the slacks of the rows.
    ``tolerances`` are those for costs, pivots and ties, all 0 in exact arithmetic. ``None`` if
    ``max_pivots`` did not suffice, which only rounding can cause.
    """
    m: int = len(payoffs)
    k: int = len(payoffs[0])
    zero: N = one - one
    # Columns: k columns of the game, m slacks, right-hand side. The last row holds the reduced costs.
    tableau: list[list[N]] = [payoffs[i] + [zero] * i + [one] + [zero] * (m - 1 - i) + [one] for i in range(m)]
    costs: list[N] = [-one] * k + [zero] * (m + 1)
    basis = list(range(k, k + m))
    cost_tolerance, pivot_tolerance, tie_tolerance = tolerances
    pivots = 0
    while True:
        entering = min(range(k + m), key=costs.__getitem__)
        if costs[entering] >= -cost_tolerance:
            break
        if pivots == max_pivots:
            return None
        leaving = _lexicographic_minimum(tableau, entering, k, pivot_tolerance, tie_tolerance)
        if leaving is None:
            return None
        _pivot(tableau, costs, leaving, entering)
        basis[leaving] = entering
        pivots += 1
    total = costs[-1]
    column = [zero] * k
    for i, variable in enumerate(basis):
        if variable < k:
            column[variable] = tableau[i][-1] / total
    return one / total, [dual / total for dual in costs[k:-1]], column, basis


def _lexicographic_minimum(
    tableau: list[list[N]], entering: int, k: int, pivot_tolerance: N, tie_tolerance: N
) -> int | None:
    """The row whose (right-hand side, slack columns) divided by its pivot is lexicographically least.

    In exact arithmetic the rows are linearly independent, so the least one is unique and no basis returns.
    """
    m: int = len(tableau)
    rows = [i for i in range(m) if tableau[i][entering] > pivot_tolerance]
    for column in (-1, *range(k, k + m)):
        if len(rows) < 2:
            break
        ratios = [tableau[i][column] / tableau[i][entering] for i in rows]
        least = min(ratios) + tie_tolerance
        rows = [i for i, ratio in zip(rows, ratios, strict=True) if ratio <= least]
    return rows[0] if rows else None


def _pivot(tableau: list[list[N]], costs: list[N], leaving: int, entering: int) -> None:
    pivot = tableau[leaving][entering]
    pivot_row = [entry / pivot for entry in tableau[leaving]]
    tableau[leaving] = pivot_row
    others: list[list[N]] = tableau[:leaving] + tableau[leaving + 1 :] + [costs]
    for row in others:
        factor = row[entering]
        if factor:
            for j, entry in enumerate(pivot_row):
                if entry:
                    row[j] -= factor * entry
            row[entering] = factor - factor
