"""Zero-sum matrix games: the value and an optimal strategy for each player.

``payoffs[i][j]`` is what the row player wins from the column player; the row player maximises. Every solution in
floating point is checked by its duality gap; if the gap is too large, another method solves the game again. The value
is the mean of what the two strategies guarantee in the original game.

Reference: J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Math. Annalen 100 (1928).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError, frozen_array
from kibitz.core.step_limit import StepLimitError, step_limit
from kibitz.solve.payoffs import NumberArray, common_denominator, float_array, fraction_array, positive_integers
from kibitz.solve.simplex import positive_game_optimum
from kibitz.solve.tableau import IntegerTableau

Value = TypeVar("Value", float, Fraction)
Mix = TypeVar("Mix", FloatArray, tuple[Fraction, ...])

MAX_PLAIN_ENTRIES = 1_600
"""A single game above 40 x 40 goes to HiGHS, whose import takes half a second but whose pivots are far cheaper."""

MAX_EXACT_ENTRIES = 4_096
"""Rational pivots grow with the game, so the maximum is 64 x 64."""

MAX_GAP = 1e-10
"""Maximum duality gap, relative to the spread of the payoffs."""

ROUNDING = 1e-14
"""What rounding may make of a value near 0, for each choice, relative to the payoffs that the strategies meet."""

MAX_EXACT_STEPS = 1_000_000
"""Step limit of the exact method for payoffs of very different sizes; beyond it, the float solution is used."""

MAX_LARGE_GAP = 1e-7
"""The same for games above 40 x 40, where no exact method stands behind the two in floating point."""


@dataclass(frozen=True, slots=True, eq=False)
class ZeroSumSolution(Generic[Value, Mix]):
    """The value to the row player, and an optimal mixed strategy of each player."""

    value: Value
    row: Mix
    column: Mix

    def _key(self) -> tuple[object, ...]:
        return (self.value, tuple(self.row), tuple(self.column))

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, ZeroSumSolution) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())


FloatSolution: TypeAlias = ZeroSumSolution[float, FloatArray]
ExactSolution: TypeAlias = ZeroSumSolution[Fraction, tuple[Fraction, ...]]


def solve_zero_sum(payoffs: object) -> FloatSolution:
    """Value and optimal strategies of one game, in floating point; games to 40 x 40 load neither numba nor scipy."""
    game = float_array(payoffs, "payoffs", 2)
    scaled, flipped = _scale_to_1_2(game[np.newaxis])
    row, column = (_large_optimum if scaled.size > MAX_PLAIN_ENTRIES else _simplex_optimum)(scaled[0])
    row, column = (column, row) if flipped else (row, column)
    values, rows, columns = _repair_with_exact(game[np.newaxis], row[np.newaxis], column[np.newaxis])
    return ZeroSumSolution(float(values[0]), frozen_array(rows[0]), frozen_array(columns[0]))


def solve_zero_sum_batch(payoffs: object) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Values (N,), row strategies (N, m) and column strategies (N, k) of N games of one shape, (N, m, k)."""
    from kibitz.solve.kernels import optimal_strategies

    games = float_array(payoffs, "payoffs", 3)
    scaled, flipped = _scale_to_1_2(games)
    _, rows, columns, gaps, bases = optimal_strategies(scaled)
    for game in np.flatnonzero(~(gaps <= MAX_GAP)):
        rows[game], columns[game] = _second_optimum(scaled[game], bases[game])
    if flipped:
        rows, columns = columns, rows
    return _repair_with_exact(games, rows, columns)


def _repair_with_exact(
    games: FloatArray, rows: FloatArray, columns: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Values from the strategies, and both strategies, those that floating point got wrong replaced by exact ones.

    Payoffs are scaled to 1..2 before a game is solved, which erases small payoffs next to ones 1e10 times as large. So
    the gap is measured again on the original game, relative to the value, or near 0 to the payoffs that the strategies
    meet: a huge payoff that hardly ever occurs must not hide a large gap.
    """
    factor = _factor(games)
    games = games * factor[:, np.newaxis, np.newaxis]
    against_row, against_column = np.einsum("ni,nij->nj", rows, games), np.einsum("nij,nj->ni", games, columns)
    low, high = against_row.min(axis=1), against_column.max(axis=1)
    values = (low + high) / 2
    doubtful = np.flatnonzero(~(high - low <= MAX_GAP * np.maximum(np.abs(low), np.abs(high))))
    if len(doubtful) and games[0].size <= MAX_PLAIN_ENTRIES:
        sizes = np.maximum(
            np.einsum("ni,nij->nj", rows[doubtful], np.abs(games[doubtful]))[
                np.arange(len(doubtful)), against_row[doubtful].argmin(axis=1)
            ],
            np.einsum("nij,nj->ni", np.abs(games[doubtful]), columns[doubtful])[
                np.arange(len(doubtful)), against_column[doubtful].argmax(axis=1)
            ],
        )
        wrong = doubtful[(high - low)[doubtful] > ROUNDING * sum(games[0].shape) * sizes]
        try:
            with step_limit("zero-sum games", MAX_EXACT_STEPS):
                for game in wrong:
                    exact = solve_zero_sum_exact(games[game])
                    values[game], rows[game], columns[game] = float(exact.value), exact.row, exact.column
        except StepLimitError:
            pass  # keep the float solution; its value is what its strategies guarantee
    return (
        np.clip(
            values / factor,
            (games / factor[:, np.newaxis, np.newaxis]).min(axis=(1, 2)),
            (games / factor[:, np.newaxis, np.newaxis]).max(axis=(1, 2)),
        ),
        rows,
        columns,
    )


def solve_zero_sum_exact(payoffs: object) -> ExactSolution:
    """Value and optimal strategies of one game in rational arithmetic; floats stand for the fraction they are."""
    matrix = fraction_array(payoffs, "payoffs", 2)
    if matrix.size > MAX_EXACT_ENTRIES:
        raise InputError(f"payoffs: must have at most {MAX_EXACT_ENTRIES:,} entries here, not {matrix.size:,}")
    flipped = matrix.shape[0] > matrix.shape[1]
    if flipped:
        matrix = -matrix.T
    value, row, column = _exact_optimum_of_fractions(matrix)
    return ZeroSumSolution(-value, column, row) if flipped else ZeroSumSolution(value, row, column)


def _factor(games: FloatArray) -> FloatArray:
    """1, or 1/2 for games near the largest float, where sums and the spread would overflow."""
    return np.where(np.abs(games).max(axis=(1, 2)) > np.finfo(np.float64).max / 4, 0.5, 1.0)


def _scale_to_1_2(games: FloatArray) -> tuple[FloatArray, bool]:
    """The games with payoffs in 1..2; whether players were exchanged because that gives the simplex fewer rows."""
    flipped = games.shape[1] > games.shape[2]
    games = games * _factor(games)[:, np.newaxis, np.newaxis]
    low, high = games.min(axis=(1, 2)), games.max(axis=(1, 2))
    span = high - low
    above = (games - low[:, np.newaxis, np.newaxis]) / np.where(span > 0, span, 1.0)[:, np.newaxis, np.newaxis]
    if flipped:
        return np.ascontiguousarray(np.swapaxes(2.0 - above, 1, 2)), True
    return 1.0 + above, False


def _gap(scaled: FloatArray, row: FloatArray, column: FloatArray) -> float:
    """The duality gap of the two strategies."""
    return float((scaled @ column).max()) - float((row @ scaled).min())


def _normalise(strategy: object) -> FloatArray:
    clipped = np.maximum(np.asarray(strategy, dtype=np.float64), 0.0)
    return np.asarray(clipped / clipped.sum())


def _simplex_optimum(scaled: FloatArray) -> tuple[FloatArray, FloatArray]:
    optimum = positive_game_optimum(scaled.tolist())
    if optimum is None or not (max(optimum[0]) > 0 and max(optimum[1]) > 0):
        return _exact_optimum(scaled)
    row, column = _normalise(optimum[0]), _normalise(optimum[1])
    if _gap(scaled, row, column) <= MAX_GAP:
        return row, column
    return _second_optimum(scaled, np.array(optimum[2]))


def _second_optimum(scaled: FloatArray, basis: NDArray[np.int64]) -> tuple[FloatArray, FloatArray]:
    """The solution if the simplex method ended with too large a gap, since near-ties make its pivots lose digits.

    Its basis is usually right, so solving for that basis again restores the digits; otherwise another method is used.
    """
    m, k = scaled.shape
    played = basis < k
    chosen = np.hstack([scaled, np.eye(m)])[:, basis]
    try:
        weights, row = np.linalg.solve(chosen, np.ones(m)), np.linalg.solve(chosen.T, played.astype(np.float64))
    except np.linalg.LinAlgError:
        weights, row = np.zeros(m), np.zeros(m)
    column = np.zeros(k)
    column[basis[played]] = weights[played]
    if row.max() > 0 and column.max() > 0:
        row, column = _normalise(row), _normalise(column)
        if _gap(scaled, row, column) <= MAX_GAP:
            return row, column
    return _large_optimum(scaled) if scaled.size > MAX_PLAIN_ENTRIES else _exact_optimum(scaled)


def _exact_optimum(scaled: FloatArray) -> tuple[FloatArray, FloatArray]:
    _, row, column = _exact_optimum_of_fractions(fraction_array(scaled, "payoffs", 2))
    return _normalise(row), _normalise(column)


def _exact_optimum_of_fractions(
    matrix: NumberArray,
) -> tuple[Fraction, tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The simplex of `positive_game_optimum` in whole numbers: max sum(v) subject to payoffs v <= 1, v >= 0."""
    m, k = matrix.shape
    tableau = IntegerTableau(positive_integers(matrix), range(k), range(k, k + m))
    while (entering := tableau.cheapest()) is not None:
        tableau.exchange(entering)
    weights, prices = tableau.weights(range(k)), tableau.prices()
    total = sum(weights)
    value = matrix.min() + (Fraction(tableau.scale, total) - 1) / common_denominator(matrix)
    return value, tuple(Fraction(price, total) for price in prices), tuple(Fraction(each, total) for each in weights)


def _highs_strategies(scaled: FloatArray) -> tuple[FloatArray, FloatArray]:
    """By HiGHS: max v subject to row' payoffs >= v for every column, with the column strategy from the dual."""
    from scipy.optimize import linprog

    m, k = scaled.shape
    result = linprog(
        c=np.append(np.zeros(m), -1.0),
        A_ub=np.hstack([-scaled.T, np.ones((k, 1))]),
        b_ub=np.zeros(k),
        A_eq=np.append(np.ones(m), 0.0)[np.newaxis],
        b_eq=[1.0],
        bounds=[(0, None)] * m + [(None, None)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if not result.success or result.x is None:
        raise ArithmeticError(f"the linear program of a {m} x {k} game failed: {result.message}")
    return _normalise(result.x[:m]), _normalise(-result.ineqlin.marginals)


def _large_optimum(scaled: FloatArray) -> tuple[FloatArray, FloatArray]:
    """By HiGHS, or by the compiled simplex if that has the smaller duality gap."""
    row, column = _highs_strategies(scaled)
    gap = _gap(scaled, row, column)
    if gap <= MAX_GAP:
        return row, column
    from kibitz.solve.kernels import optimal_strategies

    _, rows, columns, gaps, _ = optimal_strategies(scaled[np.newaxis])
    if gaps[0] < gap:
        row, column, gap = rows[0], columns[0], float(gaps[0])
    if gap > MAX_LARGE_GAP:
        raise ArithmeticError(f"no method solves this game with a gap below {gap:.1e} of the spread of its payoffs")
    return row, column
