"""Polynomials in two variables on the unit square, and where their curves meet or turn: resultants, exact.

A resultant is computed from its values at whole numbers, each the determinant of a Sylvester matrix by the method of
Bareiss, and forward differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import pairwise
from math import comb, gcd, lcm

import numpy as np
from numpy.typing import NDArray

from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.bernstein import Box, float_matrix
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.roots import Coefficients, trim

GRID = 32
"""Parts of each side of the unit square in which the sign of a polynomial is looked at."""
CLEARLY_SIGNED = 1e-9
"""A Bernstein coefficient above this share of the largest one is positive in spite of rounding (about 1e-13)."""


@dataclass(frozen=True)
class Curve:
    """The zeros of a polynomial in the unit square; ``rows[j][i]`` is the whole coefficient of x^i y^j."""

    rows: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(polynomial: Polynomial, box: Box) -> Curve:
        """The curve of a polynomial of two parameters, with the box mapped to the unit square."""
        nx, ny = polynomial.degrees
        table = [[Fraction(0)] * (nx + 1) for _ in range(ny + 1)]
        (x0, x1), (y0, y1) = box
        for (a, b), c in polynomial.terms:
            for i in range(a + 1):
                in_x = c * comb(a, i) * x0 ** (a - i) * (x1 - x0) ** i
                for j in range(b + 1):
                    table[j][i] += in_x * comb(b, j) * y0 ** (b - j) * (y1 - y0) ** j
        scale = reduce(lcm, (c.denominator for row in table for c in row), 1)
        return Curve(tuple(tuple(int(c * scale) for c in row) for row in table))

    @property
    def x_degree(self) -> int:
        """The degree in x."""
        return len(self.rows[0]) - 1

    @cached_property
    def total_degree(self) -> int:
        """The largest sum of exponents of a term."""
        return max((i + j for j, row in enumerate(self.rows) for i, c in enumerate(row) if c), default=0)

    @property
    def is_vertical(self) -> bool:
        """Whether only x occurs."""
        return len(self.rows) == 1

    def at(self, x: Fraction) -> Coefficients:
        """The coefficients in y at a value of x, times a positive number; of the same length as ``rows``."""
        top, bottom = x.numerator, x.denominator
        powers = [top**i * bottom ** (self.x_degree - i) for i in range(self.x_degree + 1)]
        return tuple(sum(c * p for c, p in zip(row, powers, strict=True)) for row in self.rows)

    def along(self, y: Fraction) -> Coefficients:
        """The coefficients in x at a value of y, times a positive number."""
        top, bottom, n = y.numerator, y.denominator, len(self.rows) - 1
        powers = [top**j * bottom ** (n - j) for j in range(n + 1)]
        return tuple(
            sum(row[i] * p for row, p in zip(self.rows, powers, strict=True)) for i in range(self.x_degree + 1)
        )

    @cached_property
    def slope(self) -> Curve:
        """The derivative with respect to y."""
        rows = tuple(tuple(j * c for c in row) for j, row in enumerate(self.rows))[1:]
        return Curve(rows or ((0,) * (self.x_degree + 1),))

    @cached_property
    def x_slope(self) -> Curve:
        """The derivative with respect to x."""
        rows = tuple(tuple(i * c for i, c in enumerate(row))[1:] or (0,) for row in self.rows)
        return Curve(rows)

    @cached_property
    def may_vanish(self) -> NDArray[np.bool_]:
        """In which parts of a grid over the square the polynomial is not shown to have one sign, (x part, y part)."""
        table = np.array(self.rows, dtype=np.float64).T
        largest = np.abs(table).max() or 1.0
        in_x = np.stack([float_matrix(table.shape[0] - 1, *_part(k)) for k in range(GRID)])
        in_y = np.stack([float_matrix(table.shape[1] - 1, *_part(k)) for k in range(GRID)])
        values = np.einsum("aip,pq,bjq->abij", in_x, table / largest, in_y, optimize=True).reshape(GRID, GRID, -1)
        return np.asarray(~((values > CLEARLY_SIGNED).all(axis=2) | (values < -CLEARLY_SIGNED).all(axis=2)))


def _part(index: int) -> tuple[Fraction, Fraction]:
    return Fraction(index, GRID), Fraction(index + 1, GRID)


def resultant(first: Curve, second: Curve) -> Coefficients:
    """The polynomial in x that vanishes where the curves have a common point; ``()`` where they share a part."""
    n, m = len(first.rows) - 1, len(second.rows) - 1
    degree = min(m * first.x_degree + n * second.x_degree, first.total_degree * second.total_degree)
    values = []
    for at in range(degree + 1):
        x = Fraction(at - degree // 2)
        values.append(_sylvester_determinant(first.at(x), second.at(x)))
    count_steps((degree + 1) * (n + m) ** 3 // 6 + degree**2)
    return _interpolate(values, -(degree // 2))


def _sylvester_determinant(f: Coefficients, g: Coefficients) -> int:
    """The determinant of the Sylvester matrix, by fraction-free elimination."""
    n, m = len(f) - 1, len(g) - 1
    size = n + m
    rows = [[0] * k + list(reversed(f)) + [0] * (m - 1 - k) for k in range(m)]
    rows += [[0] * k + list(reversed(g)) + [0] * (n - 1 - k) for k in range(n)]
    direction, before = 1, 1
    for k in range(size - 1):
        if not rows[k][k]:
            swap = next((i for i in range(k + 1, size) if rows[i][k]), None)
            if swap is None:
                return 0
            rows[k], rows[swap], direction = rows[swap], rows[k], -direction
        pivot, line = rows[k][k], rows[k]
        for i in range(k + 1, size):
            row = rows[i]
            first = row[k]
            for j in range(k + 1, size):
                row[j] = (row[j] * pivot - first * line[j]) // before
        before = pivot
    return direction * rows[-1][-1] if size else 1


def _interpolate(values: list[int], start: int) -> Coefficients:
    """The polynomial with these values at start, start + 1, ..., up to a factor."""
    differences, line = [], values
    while line:
        differences.append(line[0])
        line = [b - a for a, b in pairwise(line)]
    # Horner on the falling factorials: c0 + (x - s)/1 (c1 + (x - s - 1)/2 (c2 + ...)).
    result: list[int] = [differences[-1]]
    scale = 1
    for k in range(len(differences) - 2, -1, -1):
        raised = [0, *result]
        for i, c in enumerate(result):
            raised[i] -= (start + k) * c
        scale *= k + 1
        raised[0] += differences[k] * scale
        result = raised
        if k % 8 == 0 and (divisor := reduce(gcd, result, scale)) > 1:
            result, scale = [c // divisor for c in result], scale // divisor
    return trim(result)
