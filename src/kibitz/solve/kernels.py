"""Compiled simplex method for many matrix games of one shape. `simplex` is the readable reference."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.solve.simplex import COST_TOLERANCE, PIVOT_TOLERANCE, PIVOTS_PER_CHOICE, TIE_TOLERANCE


@njit(cache=True)
def _leaving_row(tableau: FloatArray, m: int, k: int, entering: int) -> int:
    """The lexicographic ratio test; -1 if no row has a positive pivot."""
    best = -1
    for i in range(m):
        pivot = tableau[i, entering]
        if pivot <= PIVOT_TOLERANCE:
            continue
        if best < 0:
            best = i
            continue
        best_pivot = tableau[best, entering]
        difference = tableau[i, k + m] / pivot - tableau[best, k + m] / best_pivot
        j = k
        while abs(difference) <= TIE_TOLERANCE and j < k + m:
            difference = tableau[i, j] / pivot - tableau[best, j] / best_pivot
            j += 1
        if difference < -TIE_TOLERANCE:
            best = i
    return best


@njit(cache=True)
def _optimise(tableau: FloatArray, basis: NDArray[np.int64], m: int, k: int, max_pivots: int) -> bool:
    """Pivot to the optimum; whether it was reached."""
    width = k + m + 1
    for _ in range(max_pivots):
        entering = 0
        for j in range(1, k + m):
            if tableau[m, j] < tableau[m, entering]:
                entering = j
        if tableau[m, entering] >= -COST_TOLERANCE:
            return True
        leaving = _leaving_row(tableau, m, k, entering)
        if leaving < 0:
            return False
        inverse = 1.0 / tableau[leaving, entering]
        for j in range(width):
            tableau[leaving, j] *= inverse
        for i in range(m + 1):
            factor = tableau[i, entering]
            if i != leaving and factor != 0.0:
                for j in range(width):
                    tableau[i, j] -= factor * tableau[leaving, j]
                tableau[i, entering] = 0.0
        basis[leaving] = entering
    return False


@njit(cache=True)
def _normalise(strategy: FloatArray) -> bool:
    """Make the weights probabilities; whether that is possible."""
    total = 0.0
    for i in range(strategy.size):
        strategy[i] = max(strategy[i], 0.0)
        total += strategy[i]
    if not total > 0.0:
        return False
    for i in range(strategy.size):
        strategy[i] /= total
    return True


@njit(cache=True)
def optimal_strategies(
    games: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, NDArray[np.int64]]:
    """Values, row strategies, column strategies, duality gaps and bases of games (N, m, k) with payoffs in 1..2.

    The games should not have more rows than columns. The gap is infinite if rounding errors stopped the simplex method
    early.
    """
    n, m, k = games.shape
    values, rows, columns = np.ones(n), np.zeros((n, m)), np.zeros((n, k))
    gaps = np.full(n, np.inf)
    tableau = np.empty((m + 1, k + m + 1))
    bases = np.empty((n, m), np.int64)
    for game in range(n):
        tableau[:] = 0.0
        basis = bases[game]
        for i in range(m):
            basis[i] = k + i
            tableau[i, k + i] = 1.0
            tableau[i, k + m] = 1.0
            for j in range(k):
                tableau[i, j] = games[game, i, j]
        for j in range(k):
            tableau[m, j] = -1.0
        if not _optimise(tableau, basis, m, k, PIVOTS_PER_CHOICE * (m + k)):
            continue
        for i in range(m):
            rows[game, i] = tableau[m, k + i]
            if basis[i] < k:
                columns[game, basis[i]] = tableau[i, k + m]
        if not (_normalise(rows[game]) and _normalise(columns[game])):
            continue
        highest, lowest = -np.inf, np.inf
        for i in range(m):
            payoff = 0.0
            for j in range(k):
                payoff += games[game, i, j] * columns[game, j]
            highest = max(highest, payoff)
        for j in range(k):
            payoff = 0.0
            for i in range(m):
                payoff += games[game, i, j] * rows[game, i]
            lowest = min(lowest, payoff)
        # Not the value in the tableau, which may have lost digits: the true one lies between these two.
        values[game] = 0.5 * (highest + lowest)
        gaps[game] = highest - lowest
    return values, rows, columns, gaps, bases
