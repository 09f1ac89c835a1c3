"""Equilibria of a matrix game by the names of its choices, and the rule of the 2x2 list where it applies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.step_limit import StepLimitError, step_limit
from kibitz.games.parlour import two_by_two
from kibitz.games.parlour.matrix import MatrixGame
from kibitz.rules.language.notation import parse_list
from kibitz.solve import regrets, solve_zero_sum, solve_zero_sum_exact
from kibitz.solve.bimatrix import MAX_CHOICES, MAX_ENUMERATED_CHOICES, equilibria, equilibrium
from kibitz.solve.components import components, nash_subsets

MAX_EXACT = 600
"""Maximum number of entries of a zero-sum game for an exact solution in fractions."""


MAX_STEPS = 3_000_000
"""Step limit of the exact methods, some seconds. Pivoting makes numbers grow, so payoffs with many digits need more."""


@dataclass(frozen=True, slots=True)
class ExactProfile:
    """An equilibrium in fractions: a probability for each choice, and the payoffs of both players."""

    row: tuple[Fraction, ...]
    column: tuple[Fraction, ...]
    payoffs: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Profile:
    """One equilibrium: a probability for each choice, payoffs and regrets of both players.

    ``exact`` is the same in fractions, or ``None`` if the game was solved in floating point.
    """

    row: tuple[float, ...]
    column: tuple[float, ...]
    payoffs: tuple[float, float]
    regrets: tuple[float, float]
    exact: ExactProfile | None


@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """Equilibria of a game; if ``complete``, every equilibrium is a mixture of those listed.

    Then ``subsets`` are the maximal Nash subsets, by index, whose strategies mix freely. Subsets that share an
    equilibrium form one of the ``components``.
    """

    game: MatrixGame
    profiles: tuple[Profile, ...]
    complete: bool
    rule: str
    subsets: tuple[tuple[int, ...], ...] = ()

    @property
    def components(self) -> tuple[tuple[int, ...], ...]:
        """The connected components of the set of equilibria, by index."""
        return components(self.subsets)


def solve_matrix_game(game: MatrixGame) -> MatrixSolution:
    """All extreme equilibria of a small game, or one equilibrium if the game or its exact numbers are too large."""
    A, B = game.payoffs()
    n_choices = sum(A.shape)
    constant = game.constant_sum
    if n_choices <= MAX_ENUMERATED_CHOICES:
        try:
            with step_limit("game", MAX_STEPS):
                result = [(each.row, each.column) for each in equilibria(A, B)]
                subsets = nash_subsets(result)
        except StepLimitError:
            pass  # a single equilibrium may still be within the step limit
        else:
            return MatrixSolution(game, tuple(_profile(A, B, *each) for each in result), True, _rule(game), subsets)
    if constant is None and n_choices > MAX_CHOICES:
        raise InputError(
            f"game: must have at most {MAX_CHOICES} choices of both players together, or be zero-sum, "
            f"not {n_choices} choices"
        )
    try:
        with step_limit("game", MAX_STEPS):
            profile = _one_exact(A, B, constant is not None)
    except StepLimitError as error:
        if constant is None:
            raise InputError(f"{error}; give payoffs with fewer digits") from None
        profile = None
    except ArithmeticError as error:
        raise InputError(f"game: {error}") from None
    if profile is None:
        try:
            near = solve_zero_sum(A)
        except ArithmeticError as error:
            raise InputError(f"game: {error}") from None
        A, B = A.astype(np.float64), B.astype(np.float64)
        profile = _profile(A, B, near.row.tolist(), near.column.tolist())
    return MatrixSolution(game, (profile,), False, _rule(game))


def _one_exact(A: NDArray[Any], B: NDArray[Any], is_constant: bool) -> Profile | None:
    """One equilibrium in fractions, or ``None`` if the game is to be solved in floating point."""
    if not is_constant:
        one = equilibrium(A, B)
        return _profile(A, B, one.row, one.column)
    if A.size > MAX_EXACT:
        return None
    exact = solve_zero_sum_exact(A)
    return _profile(A, B, exact.row, exact.column)


def _profile(A: Any, B: Any, row: Sequence[Any], column: Sequence[Any]) -> Profile:
    x, y = np.asarray(row, A.dtype), np.asarray(column, A.dtype)
    ours, theirs = x @ A @ y, x @ B @ y
    first, second = (float(max(regret, 0)) for regret in regrets(A, B, row, column))
    exact = ExactProfile(tuple(row), tuple(column), (ours, theirs)) if A.dtype == object else None
    return Profile(
        tuple(map(float, row)), tuple(map(float, column)), (float(ours), float(theirs)), (first, second), exact
    )


def _rule(game: MatrixGame) -> str:
    """The line of the 2x2 list that gives an equilibrium of this game; empty if the game is not 2x2."""
    if (len(game.row_labels), len(game.column_labels)) != (2, 2):
        return ""
    values = [
        entry
        for ours, theirs in zip(game.row, game.column, strict=True)
        for pair in zip(ours, theirs, strict=True)
        for entry in pair
    ]
    return parse_list(two_by_two.CORRECTED_LIST).explain(dict(zip(two_by_two.NAMES, values, strict=True))).rule
