"""Bernstein coefficients: sure bounds, exact at corners, the same in floats and in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kibitz.rules.algebra.bernstein import (
    Box,
    bernstein_coefficients,
    bounds,
    exact_coefficients,
    float_coefficients,
    halves,
    power_tensor,
)
from kibitz.rules.algebra.polynomial import Polynomial

NAMES = ("p", "q")
FRACTIONS = st.fractions(-3, 3, max_denominator=6)
SIDES = st.tuples(FRACTIONS, FRACTIONS).map(lambda ends: (min(ends), max(ends)))
BOXES = st.tuples(SIDES, SIDES)


def polynomials(largest: int) -> st.SearchStrategy[Polynomial]:
    exponents = st.tuples(st.integers(0, largest), st.integers(0, largest))
    terms = st.dictionaries(exponents, FRACTIONS, max_size=6)
    return terms.map(lambda result: Polynomial.from_terms(NAMES, result))


@given(polynomials(3), BOXES, st.fractions(0, 1, max_denominator=9), st.fractions(0, 1, max_denominator=9))
def test_a_polynomial_stays_between_its_coefficients(a: Polynomial, box: Box, s: Fraction, t: Fraction) -> None:
    low, high = bounds(a, box)
    point = {name: left + (right - left) * share for name, (left, right), share in zip(NAMES, box, (s, t), strict=True)}
    assert low <= a.evaluate(point) <= high


@given(polynomials(1), BOXES)
def test_with_degree_one_the_bounds_are_the_values_at_corners(a: Polynomial, box: Box) -> None:
    corners = [a.evaluate(dict(zip(NAMES, corner, strict=True))) for corner in product(*box)]
    assert bounds(a, box) == (min(corners), max(corners))


@given(polynomials(3), BOXES)
def test_floats_agree_with_whole_numbers(a: Polynomial, box: Box) -> None:
    tensor = power_tensor([a], (3, 3))
    whole, scale = exact_coefficients(tensor, box)
    exact = np.array([float(Fraction(int(w), scale)) for w in whole.flat])
    quick = float_coefficients(tensor.astype(np.float64), box).ravel()
    np.testing.assert_allclose(quick, exact, atol=1e-7)


@given(polynomials(2), BOXES)
def test_cutting_a_box_never_loosens_the_bounds(a: Polynomial, box: Box) -> None:
    low, high = bounds(a, box)
    for part in halves(box, 0, (box[0][0] + box[0][1]) / 2):
        inner_low, inner_high = bounds(a, part)
        assert low <= inner_low <= inner_high <= high


def test_elevating_the_degree_keeps_the_polynomial() -> None:
    a = Polynomial.from_terms(NAMES, {(1, 0): Fraction(1), (0, 1): Fraction(-2)})
    box = ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(3)))
    raised = bernstein_coefficients(a, box, (2, 2))
    assert raised[0, 0] == a.evaluate({"p": Fraction(0), "q": Fraction(1)})
    assert raised[2, 2] == a.evaluate({"p": Fraction(1), "q": Fraction(3)})
    assert raised[1, 1] == a.evaluate({"p": Fraction(1, 2), "q": Fraction(2)})
