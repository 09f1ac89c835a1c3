"""Lemma 4 of the parametrized-games paper as a certificate: the loss of the strategy of one game in games near it.

If all payoffs of two zero-sum games differ by at most delta, an equilibrium strategy of one loses at most 2 delta in
the other. It needs no proof search, and also serves payoffs that are no polynomials, if their Lipschitz constant is
known; for polynomials the cells of `kibitz.rules.learning.partition` are far sharper.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from kibitz.core import InputError
from kibitz.rules.algebra.bernstein import Box, bounds
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.games.payoffs import PolynomialPayoffs

MAX_GRID_CELLS = 20_000


def payoff_change(payoffs: PolynomialPayoffs, box: Box) -> Fraction:
    """Upper bound on the difference of any payoff from its value in the middle of the box."""
    middle = {name: (low + high) / 2 for name, (low, high) in zip(payoffs.names, box, strict=True)}
    largest = Fraction(0)
    for line in payoffs.row:
        for entry in line:
            here = Polynomial.constant(payoffs.names, entry.evaluate(middle))
            low, high = bounds(entry - here, box)
            largest = max(largest, high, -low)
    return largest


def lemma_4_bound(game: object, box: Box) -> Fraction:
    """Upper bound on the loss of each role on the box if it plays an equilibrium strategy of the game in the middle."""
    payoffs = PolynomialPayoffs.of(game).without_quotients()
    if len(box) != len(payoffs.names) or any(low > high for low, high in box):
        raise InputError(f"box: give an interval for each of {', '.join(payoffs.names)}")
    return 2 * payoff_change(payoffs, box)


@dataclass(frozen=True, slots=True)
class LipschitzBound:
    """The rate at which payoffs change, per parameter, and the loss on a grid of cells that follows."""

    rates: tuple[Fraction, ...]
    loss: Fraction
    n_cells: int


def grid_bound(game: object, cells: int) -> LipschitzBound:
    """Upper bound on the loss of each role that plays, in every cell of a grid, an equilibrium strategy of its middle.

    ``cells`` counts the cells along each parameter; the bound is 2 L h with the rates of change L and half widths h.
    """
    payoffs = PolynomialPayoffs.of(game).without_quotients()
    if not cells >= 1 or cells ** len(payoffs.names) > MAX_GRID_CELLS:
        raise InputError(f"cells: must be at most {MAX_GRID_CELLS:,} cells in all, not {cells}")
    rates = []
    for axis in range(len(payoffs.names)):
        slopes = [bounds(entry.derivative(axis), payoffs.box) for line in payoffs.row for entry in line]
        rates.append(max(max(high, -low) for low, high in slopes))
    half_widths = [(high - low) / (2 * cells) for low, high in payoffs.box]
    loss = 2 * sum((rate * half for rate, half in zip(rates, half_widths, strict=True)), Fraction(0))
    return LipschitzBound(tuple(rates), loss, cells ** len(payoffs.names))


def grid_cells(box: Box, cells: int) -> list[Box]:
    """The cells of a grid over a box."""
    lines = [
        [(low + (high - low) * k / cells, low + (high - low) * (k + 1) / cells) for k in range(cells)]
        for low, high in box
    ]
    return [tuple(sides) for sides in product(*lines)]
