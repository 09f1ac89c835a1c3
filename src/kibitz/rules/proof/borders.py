"""Borders of guards in the unit square: where a rule can fire, and whether it also fires beside such a point.

Parts of the square are cut into quarters until each is settled by bounds of polynomials. Corners, where several curves
often meet, are blown up: (x, y) = (s, s t) and (s t, s) turn the directions at the corner into a side of a new square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import hypot, prod

import numpy as np
from numpy.typing import NDArray

from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.bernstein import Box, float_matrix
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.resultants import Curve

MAX_PARTS = 4_000
SMALLEST_PART = Fraction(1, 2**12)
CORNER_PART = Fraction(1, 2**6)
"""The size from which on a corner is blown up."""
MAX_CHARTS = 3
"""Times that a corner is blown up."""
ROUNDING_MARGIN = 1e-10
"""Share of the largest coefficient that rounding cannot reach (it is about 1e-13)."""
DIRECTIONS = tuple((a, b) for a in range(-3, 4) for b in range(-3, 4) if max(abs(a), abs(b)) == 3)
"""Directions in which all conditions of a guard may become true at once."""
SMALLEST_TURN = 1e-6
"""Slopes that oppose each other more closely than this have no direction between them."""

Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Part:
    """A square part of the unit square."""

    x: Fraction
    y: Fraction
    width: Fraction

    def quarters(self) -> list[Part]:
        """The four parts of half the width."""
        half = self.width / 2
        return [Part(self.x + dx * half, self.y + dy * half, half) for dx in (0, 1) for dy in (0, 1)]

    @property
    def corner(self) -> tuple[int, int] | None:
        """The corner of the unit square that the part touches, if any."""
        ends = [0 if at == 0 else 1 if at + self.width == 1 else None for at in (self.x, self.y)]
        return None if ends[0] is None or ends[1] is None else (ends[0], ends[1])


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A polynomial on the unit square in floats, of size 1: ``table[i, j]`` is the coefficient of x^i y^j."""

    table: Table

    @staticmethod
    def of(polynomial: Polynomial, box: Box) -> Patch:
        """The polynomial with its box mapped to the unit square."""
        return Patch.of_table(np.array(Curve.of(polynomial, box).rows, dtype=object).T)

    @staticmethod
    def of_table(table: NDArray[np.object_] | Table) -> Patch:
        """The patch of coefficients of any size."""
        lines = table.tolist()
        largest = max((abs(c) for line in lines for c in line), default=0) or 1
        return Patch(np.array([[float(c / largest) for c in line] for line in lines]))

    def bounds(self, part: Part) -> tuple[float, float]:
        """Bounds of the polynomial on a part, rounding included."""
        return _bounds(self.table, part)

    def slope_bounds(self, part: Part, direction: tuple[float, float]) -> tuple[float, float]:
        """Bounds of the derivative in a direction on a part."""
        n, m = self.table.shape
        total = np.zeros((n, m))
        total[: n - 1] += direction[0] * self.table[1:] * np.arange(1, n)[:, np.newaxis]
        total[:, : m - 1] += direction[1] * self.table[:, 1:] * np.arange(1, m)
        return _bounds(total, part)

    def at_corner(self, corner: tuple[int, int], width: Fraction, is_steep: bool) -> Patch:
        """The polynomial in the coordinates of a blown-up corner, without the power of s that they share.

        x = s and y = s t, counted from the corner inwards in units of ``width``; exchanged if ``is_steep``.
        """
        table = self.table
        for axis, end in enumerate(corner):
            if end:
                table = np.moveaxis(_reflect(np.moveaxis(table, axis, 0)), 0, axis)
        if is_steep:
            table = table.T
        n, m = table.shape
        blown = np.zeros((n + m - 1, m))
        for i in range(n):
            for j in range(m):
                blown[i + j, j] += table[i, j] * float(width) ** (i + j)
        largest = np.abs(table).max()
        blown[np.abs(blown) <= 1e-13 * largest * float(width) ** np.arange(n + m - 1)[:, np.newaxis]] = 0.0
        filled = np.flatnonzero(blown.any(axis=1))
        return Patch.of_table(blown[filled[0] :] if len(filled) else blown)


def _reflect(table: Table) -> Table:
    """The coefficients after x -> 1 - x along the first axis."""
    n = len(table)
    shifted = table.astype(object)
    for i in range(n - 1):
        for j in range(n - 2, i - 1, -1):
            shifted[j] = shifted[j] + shifted[j + 1]
    signs = (-1.0) ** np.arange(n)
    return np.asarray((shifted.T * signs).T, dtype=np.float64)


def _bounds(table: Table, part: Part) -> tuple[float, float]:
    count_steps(30)
    in_x = float_matrix(table.shape[0] - 1, part.x, part.x + part.width)
    in_y = float_matrix(table.shape[1] - 1, part.y, part.y + part.width)
    values = in_x @ table @ in_y.T
    margin = ROUNDING_MARGIN * float(np.abs(table).max()) * prod(table.shape)
    return float(values.min()) - margin, float(values.max()) + margin


@dataclass(frozen=True, slots=True, eq=False)
class Firing:
    """Where a rule can fire: ``own`` conditions are not negative, and no rule of ``earlier`` holds.

    ``divisors`` are polynomials that a question is about. ``walls`` say which sides of the square end the domain: low
    and high x, low and high y. ``ways`` are the ways in which own conditions that are products can hold, factor by
    factor; without products there is one way, the conditions themselves.
    """

    own: tuple[Patch, ...]
    earlier: tuple[tuple[Patch, ...], ...]
    divisors: tuple[Patch, ...] = ()
    walls: tuple[bool, bool, bool, bool] = (True, True, True, True)
    ways: tuple[tuple[Patch, ...], ...] = ()

    def is_impossible(self, part: Part) -> bool:
        """Whether a condition fails all over a part, or an earlier rule holds all over it."""
        if any(patch.bounds(part)[1] < 0 for patch in self.own):
            return True
        return any(all(patch.bounds(part)[0] > 0 for patch in some) for some in self.earlier)

    def at_corner(self, corner: tuple[int, int], width: Fraction, is_steep: bool) -> Firing:
        """The same question around a corner, in the coordinates of its blow-up."""
        return Firing(
            tuple(patch.at_corner(corner, width, is_steep) for patch in self.own),
            tuple(tuple(patch.at_corner(corner, width, is_steep) for patch in some) for some in self.earlier),
            tuple(patch.at_corner(corner, width, is_steep) for patch in self.divisors),
            (True, False, True, False),
            tuple(tuple(patch.at_corner(corner, width, is_steep) for patch in some) for some in self.ways),
        )


def has_value_there(firing: Firing, part: Part) -> bool:
    """Whether no divisor is 0 on a part, or the rule cannot fire there."""
    ranges = [patch.bounds(part) for patch in firing.divisors]
    return all(low > 0 or high < 0 for low, high in ranges) or firing.is_impossible(part)


def is_open_there(firing: Firing, part: Part) -> bool:
    """Whether from every point of a part at which a rule fires one can go to where its conditions hold strictly."""
    if firing.is_impossible(part):
        return True
    return all(_can_leave_border(way, firing.walls, part) for way in firing.ways or (firing.own,))


def _can_leave_border(conditions: tuple[Patch, ...], walls: tuple[bool, bool, bool, bool], part: Part) -> bool:
    """Whether some direction makes all conditions that may be 0 on a part true, or one of them fails all over it."""
    ranges = [patch.bounds(part) for patch in conditions]
    if any(high < 0 for _, high in ranges):
        return True
    active = [patch for patch, (low, _) in zip(conditions, ranges, strict=True) if low <= 0]
    if not active:
        return True
    low_x, high_x, low_y, high_y = walls
    for direction in (*DIRECTIONS, *_steepest_directions(active, part)):
        leaves = (
            (low_x and part.x == 0 and direction[0] < 0)
            or (high_x and part.x + part.width == 1 and direction[0] > 0)
            or (low_y and part.y == 0 and direction[1] < 0)
            or (high_y and part.y + part.width == 1 and direction[1] > 0)
        )
        if not leaves and all(patch.slope_bounds(part, direction)[0] > 0 for patch in active):
            return True
    return False


def _steepest_directions(active: list[Patch], part: Part) -> Iterator[tuple[float, float]]:
    """Directions half-way between the slopes of two conditions, which grow both where they almost oppose each other."""
    slopes = []
    for patch in active:
        slope = [sum(patch.slope_bounds(part, way)) / 2 for way in ((1, 0), (0, 1))]
        size = hypot(*slope)
        if size:
            slopes.append((slope[0] / size, slope[1] / size))
    for (a, b), (c, d) in combinations(slopes, 2):
        size = hypot(a + c, b + d)
        if size > SMALLEST_TURN:
            yield (a + c) / size, (b + d) / size


def is_settled_everywhere(firing: Firing, is_settled: Callable[[Firing, Part], bool], charts: int = MAX_CHARTS) -> bool:
    """Whether a question is settled on the whole unit square, corners apart, which need an exact look."""
    pending = [Part(Fraction(i, 4), Fraction(j, 4), Fraction(1, 4)) for i in range(4) for j in range(4)]
    looked_at = 0
    while pending:
        part = pending.pop()
        looked_at += 1
        if is_settled(firing, part):
            continue
        corner = part.corner
        low_x, high_x, low_y, high_y = firing.walls
        is_real = corner is not None and ((low_x, high_x)[corner[0]] and (low_y, high_y)[corner[1]])
        if corner is not None and is_real and part.width <= CORNER_PART and charts:
            if all(
                is_settled_everywhere(firing.at_corner(corner, part.width, is_steep), is_settled, charts - 1)
                for is_steep in (False, True)
            ):
                continue
            return False
        if part.width <= SMALLEST_PART or looked_at > MAX_PARTS:
            return False
        pending.extend(part.quarters())
    return True
