"""Polynomials in two variables on the unit square, and where their curves meet or turn: resultants, exact.

A resultant is computed from its values at whole numbers, each the determinant of a Sylvester matrix by the method of
Bareiss, and forward differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
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
    grid: int = GRID
    """Parts of each side in which its sign is looked at."""

    @staticmethod
    def of(polynomial: Polynomial, box: Box, grid: int = GRID) -> Curve:
        """The curve of a polynomial of two parameters, with the box mapped to the unit square."""
        nx, ny = polynomial.degrees
        table = [[0] * (nx + 1) for _ in range(ny + 1)]
        in_x, in_y = _substitution(nx, *box[0]), _substitution(ny, *box[1])
        whole = reduce(lcm, (c.denominator for _, c in polynomial.terms), 1)
        for (a, b), c in polynomial.terms:
            number = int(c * whole)
            for j in range(b + 1):
                row, times = table[j], number * in_y[b][j]
                for i in range(a + 1):
                    row[i] += times * in_x[a][i]
        divisor = reduce(gcd, (c for row in table for c in row), 0) or 1
        return Curve(tuple(tuple(c // divisor for c in row) for row in table), grid)

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
        return Curve(rows or ((0,) * (self.x_degree + 1),), self.grid)

    @cached_property
    def x_slope(self) -> Curve:
        """The derivative with respect to x."""
        rows = tuple(tuple(i * c for i, c in enumerate(row))[1:] or (0,) for row in self.rows)
        return Curve(rows, self.grid)

    @cached_property
    def may_vanish(self) -> NDArray[np.bool_]:
        """In which parts of a grid over the square the polynomial is not shown to have one sign, (x part, y part)."""
        table = np.array(self.rows, dtype=np.float64).T
        largest = np.abs(table).max() or 1.0
        n = self.grid
        in_x, in_y = (_part_matrices(size - 1, n) for size in table.shape)
        across = np.tensordot(in_x, table / largest, axes=(2, 0))
        values = np.tensordot(across, in_y, axes=(2, 2)).transpose(0, 2, 1, 3).reshape(n, n, -1)
        return np.asarray(~((values > CLEARLY_SIGNED).all(axis=2) | (values < -CLEARLY_SIGNED).all(axis=2)))


@lru_cache(maxsize=1024)
def _substitution(degree: int, low: Fraction, high: Fraction) -> tuple[tuple[int, ...], ...]:
    """The coefficients of (low + (high - low) t)^k for k up to the degree, all times one positive whole number."""
    bottom = lcm(low.denominator, high.denominator)
    start, width = int(low * bottom), int((high - low) * bottom)
    return tuple(
        tuple(comb(k, i) * start ** (k - i) * width**i * bottom ** (degree - k) for i in range(k + 1))
        for k in range(degree + 1)
    )


@lru_cache(maxsize=256)
def _part_matrices(degree: int, parts: int) -> NDArray[np.float64]:
    """For each part of the unit interval, the matrix that takes coefficients of powers to those of Bernstein."""
    return np.stack([float_matrix(degree, Fraction(k, parts), Fraction(k + 1, parts)) for k in range(parts)])


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
