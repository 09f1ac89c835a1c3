"""Best responses to a strategy, exploitability, duality gap and regret.

Results are exact if any argument has fractions, and in floating point otherwise.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from kibitz.core import InputError
from kibitz.solve.payoffs import Number, NumberArray, is_exact, mixed_strategy, number_array, to_common_type
from kibitz.solve.zero_sum import solve_zero_sum, solve_zero_sum_exact

Player: TypeAlias = Literal["row", "column"]


def _number(value: Number) -> Number:
    """A plain number, not a NumPy scalar."""
    return float(value) if isinstance(value, float) else value


def _maximisers(payoffs: NumberArray, tolerance: float) -> tuple[int, ...]:
    if not tolerance >= 0:
        raise InputError(f"tolerance: must be a number from 0 up, not {tolerance}")
    best = payoffs.max()
    return tuple(i for i, payoff in enumerate(payoffs) if best - payoff <= tolerance)


def row_best_responses(payoffs: object, column: object, tolerance: float = 1e-12) -> tuple[int, ...]:
    """The rows whose payoff to the row player against ``column`` is within ``tolerance`` of the largest."""
    matrix = number_array(payoffs, "payoffs", 2)
    matrix, mix = to_common_type(matrix, mixed_strategy(column, matrix.shape[1], "column"))
    return _maximisers(matrix @ mix, 0.0 if is_exact(matrix) else tolerance)


def column_best_responses(payoffs: object, row: object, tolerance: float = 1e-12) -> tuple[int, ...]:
    """The columns whose payoff to the row player against ``row`` is within ``tolerance`` of the smallest.

    ``payoffs`` are the row player's, as for every zero-sum game in this package; for a general-sum game give ``-B``.
    """
    matrix = number_array(payoffs, "payoffs", 2)
    matrix, mix = to_common_type(matrix, mixed_strategy(row, matrix.shape[0], "row"))
    return _maximisers(-(mix @ matrix), 0.0 if is_exact(matrix) else tolerance)


def guaranteed_payoff(payoffs: object, strategy: object, player: Player) -> Number:
    """The payoff that the strategy of ``player`` guarantees, from that player's point of view."""
    matrix = number_array(payoffs, "payoffs", 2)
    if player == "row":
        matrix, mix = to_common_type(matrix, mixed_strategy(strategy, matrix.shape[0], "strategy"))
        return _number((mix @ matrix).min())
    if player == "column":
        matrix, mix = to_common_type(matrix, mixed_strategy(strategy, matrix.shape[1], "strategy"))
        return _number(-(matrix @ mix).max())
    raise InputError(f"player: must be row or column, not {player!r}")


def exploitability(payoffs: object, strategy: object, player: Player) -> Number:
    """Exploitability: the value of the game minus what the strategy of ``player`` guarantees, up to rounding.

    This function solves the game. If you know the value, subtract `guaranteed_payoff` from it instead.
    """
    secured = guaranteed_payoff(payoffs, strategy, player)
    exact = any(is_exact(number_array(a, "payoffs", ndim)) for a, ndim in ((payoffs, 2), (strategy, 1)))
    value: Number = solve_zero_sum_exact(payoffs).value if exact else solve_zero_sum(payoffs).value
    return (value if player == "row" else -value) - secured


def duality_gap(payoffs: object, row: object, column: object) -> Number:
    """The duality gap max_i (M y)_i - min_j (x' M)_j: the sum of both exploitabilities, without solving the game.

    It is 0 if and only if both strategies are optimal, so it certifies a solution without trust in the solver.
    """
    matrix = number_array(payoffs, "payoffs", 2)
    matrix, x, y = to_common_type(
        matrix, mixed_strategy(row, matrix.shape[0], "row"), mixed_strategy(column, matrix.shape[1], "column")
    )
    return _number((matrix @ y).max() - (x @ matrix).min())


def regrets(A: object, B: object, row: object, column: object) -> tuple[Number, Number]:
    """Regrets of the players of the general-sum game (A, B): gains by a best response; (0, 0) at an equilibrium."""
    ours, theirs = number_array(A, "A", 2), number_array(B, "B", 2)
    if ours.shape != theirs.shape:
        raise InputError(f"B: must have the shape of A, {ours.shape}, not {theirs.shape}")
    ours, theirs, x, y = to_common_type(
        ours, theirs, mixed_strategy(row, ours.shape[0], "row"), mixed_strategy(column, ours.shape[1], "column")
    )
    against_column, against_row = ours @ y, x @ theirs
    return _number(against_column.max() - x @ against_column), _number(against_row.max() - against_row @ y)
