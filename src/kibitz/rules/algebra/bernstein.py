"""Bernstein coefficients: sure bounds of a polynomial on a box, exact in whole numbers or quick in floats.

On a box a polynomial is a weighted mean of its Bernstein coefficients, so it lies between the least and the greatest;
for a polynomial of degree 1 in each parameter the coefficients are its values at the corners. Reference: G. T. Cargo,
O. Shisha, "The Bernstein form of a polynomial", J. Res. NBS 70B (1966).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb, lcm, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import count_steps
from kibitz.rules.algebra.polynomial import Exponents, Polynomial

Box: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
"""The ends of each parameter's interval, in the order of the domain."""

MAX_DEGREE = 64
"""In one parameter; the matrices that lead to Bernstein coefficients have that many rows and columns."""
MAX_TENSOR = 500_000
"""Coefficients of polynomials that are looked at together."""

IntegerArray: TypeAlias = NDArray[Any]
"""Whole numbers of any size, as an array of objects."""


def common_degrees(polynomials: Sequence[Polynomial]) -> Exponents:
    """The largest degree of each parameter in any of the polynomials."""
    return tuple(max(degree) for degree in zip(*(p.degrees for p in polynomials), strict=True))


def power_tensor(polynomials: Sequence[Polynomial], degrees: Exponents) -> IntegerArray:
    """Coefficients (one polynomial, then one axis a parameter) as Fractions."""
    size = len(polynomials) * prod(n + 1 for n in degrees)
    if size > MAX_TENSOR or max(degrees, default=0) > MAX_DEGREE:
        raise InputError(f"polynomials: must have degree at most {MAX_DEGREE} and at most {MAX_TENSOR:,} coefficients")
    tensor = np.zeros((len(polynomials), *(n + 1 for n in degrees)), dtype=object)
    for index, polynomial in enumerate(polynomials):
        for exponents, coefficient in polynomial.terms:
            tensor[(index, *exponents)] = coefficient
    return tensor


@lru_cache(maxsize=4096)
def _matrix(degree: int, low: Fraction, high: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """Takes coefficients of powers to Bernstein coefficients on an interval: substitute, then change the basis."""
    width = high - low
    return tuple(
        tuple(
            sum(
                (
                    Fraction(comb(i, j), comb(degree, j)) * comb(power, j) * low ** (power - j) * width**j
                    for j in range(min(i, power) + 1)
                ),
                Fraction(0),
            )
            for power in range(degree + 1)
        )
        for i in range(degree + 1)
    )


@lru_cache(maxsize=4096)
def float_matrix(degree: int, low: Fraction, high: Fraction) -> FloatArray:
    """Takes coefficients of powers to Bernstein coefficients on an interval, in floats."""
    return np.array(_matrix(degree, low, high), dtype=np.float64)


@lru_cache(maxsize=4096)
def _integer_matrix(degree: int, low: Fraction, high: Fraction) -> tuple[IntegerArray, int]:
    return _whole(np.array(_matrix(degree, low, high), dtype=object))


def _whole(fractions: IntegerArray) -> tuple[IntegerArray, int]:
    """The fractions times their common denominator, and that denominator."""
    scale = reduce(lcm, (Fraction(f).denominator for f in fractions.flat), 1)
    whole = np.array([int(f * scale) for f in fractions.flat], dtype=object)
    return whole.reshape(fractions.shape), scale


def _along(tensor: NDArray[Any], matrix: NDArray[Any], axis: int) -> NDArray[Any]:
    return np.moveaxis(np.tensordot(matrix, tensor, axes=(1, axis)), 0, axis)


def float_coefficients(tensor: FloatArray, box: Box) -> FloatArray:
    """Bernstein coefficients on a box, in floats, of a power tensor whose first axis counts the polynomials."""
    count_steps(20 + tensor.size * sum(tensor.shape[1:]) // 100)
    for axis, (low, high) in enumerate(box, start=1):
        tensor = _along(tensor, float_matrix(tensor.shape[axis] - 1, low, high), axis)
    return tensor


def exact_coefficients(tensor: IntegerArray, box: Box) -> tuple[IntegerArray, int]:
    """Whole numbers and one positive scale: the Bernstein coefficients on a box are the numbers over the scale."""
    # Every coefficient meets a row of the matrix of each axis.
    count_steps(50 + tensor.size * sum(tensor.shape[1:]) // 4)
    whole, scale = _whole(tensor)
    for axis, (low, high) in enumerate(box, start=1):
        matrix, factor = _integer_matrix(tensor.shape[axis] - 1, low, high)
        whole = _along(whole, matrix, axis)
        scale *= factor
    return whole, scale


def bernstein_coefficients(polynomial: Polynomial, box: Box, degrees: Exponents | None = None) -> IntegerArray:
    """The Bernstein coefficients of one polynomial on a box, as Fractions."""
    wanted = polynomial.degrees if degrees is None else degrees
    whole, scale = exact_coefficients(power_tensor([polynomial], wanted), box)
    fractions = np.array([Fraction(int(w), scale) for w in whole.flat], dtype=object)
    return fractions.reshape(whole.shape[1:])


def bounds(polynomial: Polynomial, box: Box) -> tuple[Fraction, Fraction]:
    """Two numbers between which the polynomial lies on the box."""
    coefficients = bernstein_coefficients(polynomial, box).ravel().tolist()
    return min(coefficients), max(coefficients)


def halves(box: Box, axis: int, at: Fraction) -> tuple[Box, Box]:
    """The two parts of a box cut across one parameter."""
    low, high = box[axis]
    return (*box[:axis], (low, at), *box[axis + 1 :]), (*box[:axis], (at, high), *box[axis + 1 :])
