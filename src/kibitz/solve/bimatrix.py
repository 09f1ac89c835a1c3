"""Equilibria of general-sum games with two players, in rational arithmetic.

``A[i][j]`` is the payoff of the row player, ``B[i][j]`` that of the column player; both maximise. A float is
the binary fraction that it stores, so give fractions, or strings such as ``"0.1"``, if ties matter.

References: D. Avis, G. D. Rosenberg, R. Savani, B. von Stengel, "Enumeration of Nash equilibria for two-player games",
Economic Theory 42 (2010); C. E. Lemke, J. T. Howson, "Equilibrium points of bimatrix games", SIAM J. 12 (1964).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.solve.best_response import regrets
from kibitz.solve.lemke_howson import complementary_weights
from kibitz.solve.payoffs import NumberArray, fraction_array, positive_integers
from kibitz.solve.polytope import nonzero_vertices

MAX_ENUMERATED_CHOICES = 20
"""Maximum number of choices of both players together for listing all equilibria."""

MAX_CHOICES = 120
"""Maximum number of choices of both players together for finding one equilibrium."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Mixed strategies that are best responses to each other, and the expected payoffs of both players."""

    row: tuple[Fraction, ...]
    column: tuple[Fraction, ...]
    row_payoff: Fraction
    column_payoff: Fraction

    def to_arrays(self) -> tuple[FloatArray, FloatArray]:
        """Both strategies in floating point."""
        return np.array(self.row, dtype=np.float64), np.array(self.column, dtype=np.float64)


def equilibria(A: object, B: object) -> tuple[Equilibrium, ...]:
    """All extreme equilibria, by enumeration of the vertices of both best-response polytopes; never empty.

    Every equilibrium is a mixture of these. On a degenerate game there are infinitely many, and then these are the
    corners of their components. The order is that of the strategies, larger weights on the first choices first.
    """
    ours, theirs = _two_matrices(A, B, MAX_ENUMERATED_CHOICES)
    m, k = ours.shape
    rows = nonzero_vertices(positive_integers(theirs.T))
    columns = nonzero_vertices(positive_integers(ours))
    all_labels = (1 << (m + k)) - 1
    result = []
    for column in columns:
        # Bits of the column player's polytope are (her choices, our choices); labels are (ours, hers).
        labels = (column.tight & ((1 << k) - 1)) << m | column.tight >> k
        missing = all_labels & ~labels
        for row in rows:
            if row.tight & missing == missing:
                result.append(_verify(ours, theirs, row.weights, column.weights))
    return tuple(sorted(result, key=lambda each: (each.row, each.column), reverse=True))


def equilibrium(A: object, B: object) -> Equilibrium:
    """One equilibrium, by the algorithm of Lemke and Howson with the lexicographic rule, which always ends."""
    ours, theirs = _two_matrices(A, B, MAX_CHOICES)
    row, column = complementary_weights(positive_integers(ours), positive_integers(theirs))
    return _verify(ours, theirs, row, column)


def _two_matrices(A: object, B: object, max_choices: int) -> tuple[NumberArray, NumberArray]:
    ours, theirs = fraction_array(A, "A", 2), fraction_array(B, "B", 2)
    if ours.shape != theirs.shape:
        raise InputError(f"B: must have the shape of A, {ours.shape}, not {theirs.shape}")
    if sum(ours.shape) > max_choices:
        raise InputError(f"A: must have at most {max_choices} choices of both players together, not {sum(ours.shape)}")
    return ours, theirs


def _verify(
    ours: NumberArray, theirs: NumberArray, row_weights: tuple[int, ...], column_weights: tuple[int, ...]
) -> Equilibrium:
    row = tuple(Fraction(weight, sum(row_weights)) for weight in row_weights)
    column = tuple(Fraction(weight, sum(column_weights)) for weight in column_weights)
    if any(regrets(ours, theirs, row, column)):
        raise ArithmeticError("a computed pair of strategies is not an equilibrium")
    x, y = np.array(row, dtype=object), np.array(column, dtype=object)
    return Equilibrium(row, column, x @ ours @ y, x @ theirs @ y)
