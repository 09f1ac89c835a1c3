"""The arrangement of the zeros of polynomials in one or two parameters: a sample point of every open cell, exact.

For two parameters the square is cut at the values of the first parameter at which curves meet, turn or leave the
square; between two cuts the curves keep their order, so samples along one line meet every cell (cylindrical algebraic
decomposition). Reference: G. E. Collins, "Quantifier elimination for real closed fields by cylindrical algebraic
decomposition" (1975).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.bernstein import Box
from kibitz.rules.algebra.factors import factors
from kibitz.rules.algebra.polynomial import Polynomial, common_divisor, exact_quotient
from kibitz.rules.algebra.resultants import GRID, Curve, resultant
from kibitz.rules.algebra.roots import (
    Coefficients,
    Root,
    isolate_roots,
    sign,
    simplest_between,
    sort_roots,
    squarefree,
    trim,
    value_sign,
)

MAX_CURVES = 90
MAX_CELLS = 200_000
FEW_CURVES = 6
"""Curves in a block of the square up to which it is not divided."""
BLOCK_GRID = 8
"""Parts of each side of a block in which signs are looked at."""

Sample = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Sample points of all open cells, and the sign of every polynomial asked for at each, (N, P).

    With two parameters one sample stands for all cells in which every polynomial has the same sign.

    ``breakpoints`` of one parameter are the ends of the cells inside the interval; empty for two parameters.
    """

    samples: tuple[Sample, ...]
    signs: NDArray[np.int8]
    breakpoints: tuple[Root, ...] = ()


def arrange(polynomials: Sequence[Polynomial], box: Box) -> Arrangement:
    """The arrangement of the zeros of polynomials on a box of one or two parameters."""
    if len(box) == 1:
        return _arrange_line(polynomials, box[0])
    if len(box) == 2:
        return _arrange_square(polynomials, box)
    raise InputError(f"cells: exact cells need one or two parameters, not {len(box)}")


def to_coefficients(polynomial: Polynomial) -> tuple[Coefficients, int]:
    """The whole coefficients of a polynomial of one parameter, and the sign that was taken out."""
    part = polynomial.primitive()
    dense = [0] * (polynomial.degrees[0] + 1)
    for (power,), c in part.terms:
        dense[power] = int(c)
    return trim(dense), (sign(dense[-1]) if part.terms else 0)


def _arrange_line(polynomials: Sequence[Polynomial], interval: tuple[Fraction, Fraction]) -> Arrangement:
    low, high = interval
    parts = [to_coefficients(p) for p in polynomials]
    roots: list[Root] = []
    for coefficients in dict.fromkeys(c for c, _ in parts if len(c) > 1):
        roots.extend(isolate_roots(squarefree(coefficients), low, high))
    breakpoints = sort_roots(roots)
    samples = list(_between(breakpoints, low, high))
    table = np.array([[s and s * value_sign(c, at) for c, s in parts] for at in samples], dtype=np.int8).reshape(
        len(samples), len(parts)
    )
    return Arrangement(tuple((at,) for at in samples), table, tuple(breakpoints))


def _between(roots: Sequence[Root], low: Fraction, high: Fraction) -> Iterator[Fraction]:
    """A simple fraction in each gap between the ends and the roots."""
    if low == high:
        yield low
        return
    roots = _apart(roots)
    if roots:  # a root very close to an end has that end as a bound
        while not roots[0].is_rational and roots[0].low <= low:
            roots[0] = roots[0].refine()
        while not roots[-1].is_rational and roots[-1].high >= high:
            roots[-1] = roots[-1].refine()
    before = low
    for root in roots:
        yield simplest_between(before, root.low)
        before = root.high
    yield simplest_between(before, high)


def _apart(roots: Sequence[Root]) -> list[Root]:
    """The roots with room between their intervals."""
    result = list(roots)
    for k in range(len(result)):
        if not result[k].is_rational:
            result[k] = result[k].refine_to((result[k].high - result[k].low) / 4)
            while k and result[k].low == result[k - 1].high:
                result[k] = result[k].refine()
    for k in range(len(result) - 1):
        while result[k].high == result[k + 1].low:
            result[k] = result[k].refine()
    return result


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of the grid over the square, and the pieces that may vanish in it, by number."""

    x: int
    y: int
    width: int
    active: tuple[int, ...]


def _arrange_square(polynomials: Sequence[Polynomial], box: Box) -> Arrangement:
    """The arrangement in the square, block by block.

    Few curves meet a small block, and every open cell has a part with a sample in some block, so this is as complete as
    cutting the whole square, and takes far fewer comparisons.
    """
    forms = {polynomial: factors(polynomial) for polynomial in dict.fromkeys(polynomials)}
    pieces = list(dict.fromkeys(piece for _, found in forms.values() for piece in found))
    curves = [Curve.of(piece, box) for piece in pieces]
    samples: list[Sample] = []
    tables: list[NDArray[np.int8]] = []
    for block in _blocks(curves):
        part = _part_of_box(box, block)
        local = _SquareArrangement([pieces[k] for k in block.active], part).arrangement()
        samples.extend(local.samples)
        if len(samples) > MAX_CELLS:
            raise InputError(f"cells: at most {MAX_CELLS:,} cells can be compared")
        table = np.empty((len(local.samples), len(pieces)), dtype=np.int8)
        table[:, block.active] = local.signs
        middle = Fraction(2 * block.x + block.width, 2 * GRID), Fraction(2 * block.y + block.width, 2 * GRID)
        for k in set(range(len(pieces))) - set(block.active):
            table[:, k] = value_sign(curves[k].at(middle[0]), middle[1])
        tables.append(table)
    signs, first = np.unique(np.concatenate(tables), axis=0, return_index=True)  # cells with the same signs are alike
    places = {piece: k for k, piece in enumerate(pieces)}
    result = np.empty((len(signs), len(polynomials)), dtype=np.int8)
    for column, polynomial in enumerate(polynomials):
        number, found = forms[polynomial]
        result[:, column] = sign(number) * signs[:, [places[piece] for piece in found]].prod(axis=1)
    return Arrangement(tuple(samples[k] for k in first), result)


def _blocks(curves: Sequence[Curve]) -> Iterator[_Block]:
    """Blocks of the grid that together cover the square, each with few curves or as small as a part of the grid."""
    pending = [_Block(0, 0, GRID, tuple(range(len(curves))))]
    while pending:
        block = pending.pop()
        x, y, width = block.x, block.y, block.width
        parts = (slice(x, x + width), slice(y, y + width))
        active = tuple(k for k in block.active if curves[k].may_vanish[parts].any())
        if len(active) <= FEW_CURVES or width == 1:
            yield _Block(x, y, width, active)
            continue
        half = width // 2
        pending.extend(_Block(x + dx, y + dy, half, active) for dx in (0, half) for dy in (0, half))


def _part_of_box(box: Box, block: _Block) -> Box:
    sides = []
    for (low, high), start in zip(box, (block.x, block.y), strict=True):
        step = (high - low) / GRID
        sides.append((low + start * step, low + (start + block.width) * step))
    return tuple(sides)


class _SquareArrangement:
    """The arrangement of curves of irreducible pieces in a box of two parameters."""

    def __init__(self, polynomials: Sequence[Polynomial], box: Box) -> None:
        self.box = box
        self.polynomials = polynomials
        self.forms: dict[Polynomial, tuple[int, dict[Polynomial, int]]] = {p: (1, {p: 1}) for p in polynomials}
        """For each polynomial its sign as a number, and its factors with their powers."""
        self.curves: dict[Polynomial, Curve] = {}
        self.signed: dict[Polynomial, int] = {}
        """Factors that have one sign on the whole box, with that sign."""
        for piece in dict.fromkeys(polynomials):
            self._add(piece)

    def _add(self, piece: Polynomial) -> None:
        curve = Curve.of(piece, self.box, BLOCK_GRID)
        if not curve.may_vanish.any():
            self.signed[piece] = value_sign(curve.at(Fraction(1, 2)), Fraction(1, 2))
            return
        self.curves[piece] = curve
        if len(self.curves) > MAX_CURVES:
            raise InputError(f"cells: at most {MAX_CURVES} curves can be compared")

    def _split(self, whole: Polynomial, divisor: Polynomial) -> None:
        """Replace a polynomial by a divisor and the rest."""
        rest = exact_quotient(whole, divisor)
        number, rest = sign(rest.terms[-1][1]), rest.monic_sign()
        del self.curves[whole]
        for piece in (divisor, rest):
            if not piece.is_constant and piece not in self.curves and piece not in self.signed:
                self._add(piece)
        for polynomial, (outside, powers) in list(self.forms.items()):
            if whole in powers:
                power = powers.pop(whole)
                for piece in (divisor, rest):
                    if not piece.is_constant:
                        powers[piece] = powers.get(piece, 0) + power
                self.forms[polynomial] = (outside * number**power, powers)

    def arrangement(self) -> Arrangement:
        """Sample points of the cells and signs there."""
        while (cuts := self._cuts()) is None:
            pass
        pieces = list(self.curves)
        curves = [self.curves[piece] for piece in pieces]
        samples: list[Sample] = []
        signs: list[list[int]] = []
        for x in _between(cuts, Fraction(0), Fraction(1)):
            lines = [curve.at(x) for curve in curves]
            roots: list[Root] = []
            for line in lines:
                roots.extend(isolate_roots(line, Fraction(0), Fraction(1)))
            for y in _between(sort_roots(roots), Fraction(0), Fraction(1)):
                count_steps(3 * len(lines))
                samples.append(self._outside(x, y))
                signs.append([value_sign(line, y) for line in lines])
            if len(samples) > MAX_CELLS:
                raise InputError(f"cells: at most {MAX_CELLS:,} cells can be compared")
        return Arrangement(tuple(samples), self._all_signs(pieces, np.array(signs, dtype=np.int8)))

    def _all_signs(self, pieces: list[Polynomial], signs: NDArray[np.int8]) -> NDArray[np.int8]:
        """The signs of the polynomials asked for, from those of their factors."""
        places = {piece: k for k, piece in enumerate((*pieces, *self.signed))}
        ones = np.ones((len(signs), len(self.signed)), dtype=np.int8)
        signs = np.hstack([signs.reshape(len(signs), len(pieces)), ones * np.array([*self.signed.values()], np.int8)])
        table = np.empty((len(signs), len(self.polynomials)), dtype=np.int8)
        for column, polynomial in enumerate(self.polynomials):
            outside, powers = self.forms[polynomial]
            parts = [signs[:, places[piece]] ** (2 - power % 2) for piece, power in powers.items()]
            table[:, column] = outside * prod(parts, start=np.ones(len(signs), dtype=np.int8))
        return table

    def _outside(self, x: Fraction, y: Fraction) -> Sample:
        (x0, x1), (y0, y1) = self.box
        return x0 + (x1 - x0) * x, y0 + (y1 - y0) * y

    def _cuts(self) -> list[Root] | None:
        """Where the order of the curves may change; ``None`` where two have a common part, which is then split off."""
        roots: list[Root] = []
        for piece, curve in list(self.curves.items()):
            if curve.is_vertical:
                roots.extend(isolate_roots(curve.rows[0], Fraction(0), Fraction(1)))
                continue
            for edge in (Fraction(0), Fraction(1)):
                roots.extend(isolate_roots(trim(curve.along(edge)), Fraction(0), Fraction(1)))
            if len(curve.rows) > 2:
                turning = curve.may_vanish & curve.slope.may_vanish
                if turning.any():
                    found = resultant(curve, curve.slope)
                    if not found:
                        self._split(piece, common_divisor(piece, piece.derivative(1)))
                        return None
                    roots.extend(_roots_in_columns(found, np.asarray(turning.any(axis=1))))
        steep = [(piece, curve) for piece, curve in self.curves.items() if not curve.is_vertical]
        for (piece, curve), (other, second) in combinations(steep, 2):
            meeting = curve.may_vanish & second.may_vanish
            if meeting.any():
                found = resultant(curve, second)
                if not found:
                    shared = common_divisor(piece, other)
                    for whole in (piece, other):
                        if whole != shared:
                            self._split(whole, shared)
                    return None
                roots.extend(_roots_in_columns(found, np.asarray(meeting.any(axis=1))))
        return sort_roots(roots)


def _roots_in_columns(coefficients: Coefficients, columns: NDArray[np.bool_]) -> Iterable[Root]:
    """The roots in the parts of the unit interval that are marked."""
    padded = np.concatenate([[False], columns, [False]])
    starts = np.flatnonzero(padded[1:] & ~padded[:-1]).tolist()
    ends = np.flatnonzero(~padded[1:] & padded[:-1]).tolist()
    for start, end in zip(starts, ends, strict=True):
        low, high = Fraction(start, len(columns)), Fraction(end, len(columns))
        yield from isolate_roots(coefficients, low, high)
        for edge in (low, high):
            if 0 < edge < 1 and value_sign(coefficients, edge) == 0:
                yield Root((-edge.numerator, edge.denominator), edge, edge)
