"""Equilibria of a matrix game with the names of its choices, and the 2x2 rule where it applies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.games.parlour import two_by_two
from kibitz.games.parlour.matrix import MatrixGame
from kibitz.rules.language.notation import parse_list
from kibitz.solve import regrets, solve_zero_sum, solve_zero_sum_exact
from kibitz.solve.bimatrix import MAX_CHOICES, MAX_ENUMERATED_CHOICES, equilibria, equilibrium

MAX_EXACT = 600
"""Entries up to which a zero-sum game is solved in fractions."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One equilibrium: a probability for each choice, payoffs of both players, and what either could still gain."""

    row: tuple[float, ...]
    column: tuple[float, ...]
    payoffs: tuple[float, float]
    regrets: tuple[float, float]


@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """Equilibria of a game; ``complete`` says that every equilibrium is a mixture of those listed."""

    game: MatrixGame
    profiles: tuple[Profile, ...]
    complete: bool
    rule: str


def solved(game: MatrixGame) -> MatrixSolution:
    """All extreme equilibria of a small game, one equilibrium of a larger one."""
    A, B = game.payoffs()
    n_choices = sum(A.shape)
    pairs: list[tuple[Sequence[Any], Sequence[Any]]]
    if n_choices <= MAX_ENUMERATED_CHOICES:
        pairs = [(each.row, each.column) for each in equilibria(A, B)]
    elif game.is_zero_sum and A.size <= MAX_EXACT:
        exact = solve_zero_sum_exact(A)
        pairs = [(exact.row, exact.column)]
    elif game.is_zero_sum:
        A, B = A.astype(np.float64), B.astype(np.float64)
        near = solve_zero_sum(A)
        pairs = [(near.row.tolist(), near.column.tolist())]
    elif n_choices <= MAX_CHOICES:
        one = equilibrium(A, B)
        pairs = [(one.row, one.column)]
    else:
        raise InputError(f"game: at most {MAX_CHOICES} choices of both players together are accepted "
                         f"unless the game is zero-sum, not {n_choices}")  # fmt: skip
    profiles = tuple(_profile(A, B, row, column) for row, column in pairs)
    return MatrixSolution(game, profiles, n_choices <= MAX_ENUMERATED_CHOICES, _rule(game))


def _profile(A: Any, B: Any, row: Sequence[Any], column: Sequence[Any]) -> Profile:
    x, y = np.asarray(row, A.dtype), np.asarray(column, A.dtype)
    return Profile(
        tuple(map(float, row)),
        tuple(map(float, column)),
        (float(x @ A @ y), float(x @ B @ y)),
        (float(max(regrets(A, B, row, column)[0], 0)), float(max(regrets(A, B, row, column)[1], 0))),
    )


def _rule(game: MatrixGame) -> str:
    """The line of the 2x2 list that gives an equilibrium of this game, if it is one."""
    if (len(game.row_labels), len(game.column_labels)) != (2, 2):
        return ""
    values = [entry for ours, theirs in zip(game.row, game.column, strict=True)
              for pair in zip(ours, theirs, strict=True) for entry in pair]  # fmt: skip
    return parse_list(two_by_two.CORRECTED).explain(dict(zip(two_by_two.NAMES, values, strict=True))).rule
