"""The simplex method on one matrix game, in plain Python: the readable reference.

The kernel in `kernels` is the same algorithm on arrays, and `tableau` holds it in whole numbers, for exact answers.

Reference: G. B. Dantzig, A. Orden, P. Wolfe, "The generalized simplex method", Pacific J. Math. 5 (1955), for the
lexicographic rule, which terminates on every game, however many ties it has.
"""

from __future__ import annotations

COST_TOLERANCE, PIVOT_TOLERANCE, TIE_TOLERANCE = 1e-12, 1e-10, 1e-13
"""What counts as zero for payoffs from 1 to 2: a gain worth a pivot, a pivot, and how far apart ratios may be and
still be a tie that rounding blurred. Chosen on games with ties perturbed by 1e-6 to 1e-14."""

PIVOTS_PER_CHOICE = 50
"""More pivots than this for each choice of both players can only be the work of rounding."""


def positive_game_optimum(payoffs: list[list[float]]) -> tuple[list[float], list[float], list[int]] | None:
    """Row weights, column weights and optimal basis of a game with payoffs from 1 to 2; weights do not sum to 1.

    Solves max sum(v) subject to payoffs v <= 1, v >= 0: the column player's weights are v, the row player's the dual
    values. The basis numbers the columns from 0, then the slacks of the rows. ``None`` where rounding blocks the way.
    """
    m, k = len(payoffs), len(payoffs[0])
    # Columns: k columns of the game, m slacks, right-hand side.
    tableau = [[*row, *(float(i == j) for j in range(m)), 1.0] for i, row in enumerate(payoffs)]
    costs = [-1.0] * k + [0.0] * (m + 1)
    basis = list(range(k, k + m))
    for _ in range(PIVOTS_PER_CHOICE * (m + k)):
        entering = min(range(k + m), key=costs.__getitem__)
        if costs[entering] >= -COST_TOLERANCE:
            column = [0.0] * k
            for i, variable in enumerate(basis):
                if variable < k:
                    column[variable] = tableau[i][-1]
            return costs[k:-1], column, basis
        leaving = _lexicographic_minimum(tableau, entering, k)
        if leaving is None:
            return None
        _pivot(tableau, costs, leaving, entering)
        basis[leaving] = entering
    return None


def _lexicographic_minimum(tableau: list[list[float]], entering: int, k: int) -> int | None:
    """The row whose (right-hand side, slack columns) divided by its pivot is lexicographically least.

    In exact arithmetic the rows are linearly independent, so the least one is unique and no basis returns.
    """
    rows = [i for i, row in enumerate(tableau) if row[entering] > PIVOT_TOLERANCE]
    for column in (-1, *range(k, k + len(tableau))):
        if len(rows) < 2:
            break
        ratios = [tableau[i][column] / tableau[i][entering] for i in rows]
        least = min(ratios) + TIE_TOLERANCE
        rows = [i for i, ratio in zip(rows, ratios, strict=True) if ratio <= least]
    return rows[0] if rows else None


def _pivot(tableau: list[list[float]], costs: list[float], leaving: int, entering: int) -> None:
    pivot = tableau[leaving][entering]
    pivot_row = [entry / pivot for entry in tableau[leaving]]
    tableau[leaving] = pivot_row
    for row in [*tableau[:leaving], *tableau[leaving + 1 :], costs]:
        factor = row[entering]
        if factor:
            row[:] = [entry - factor * other for entry, other in zip(row, pivot_row, strict=True)]
            row[entering] = 0.0
