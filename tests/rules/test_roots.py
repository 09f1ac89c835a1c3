"""Real roots are isolated exactly: compared with sympy, and with roots that are known."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.rules.algebra.arrangement import arrange
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.roots import (
    Root,
    common_factor,
    isolate_roots,
    separate,
    simplest_between,
    sort_roots,
    squarefree,
    trim,
    value_sign,
)

whole = st.integers(-9, 9)
fractions = st.fractions(-3, 3, max_denominator=40)
polynomials = st.lists(whole, min_size=2, max_size=8).map(trim).filter(lambda c: len(c) > 1)


def product(*factors: tuple[int, ...]) -> tuple[int, ...]:
    result = [1]
    for factor in factors:
        longer = [0] * (len(result) + len(factor) - 1)
        for i, a in enumerate(result):
            for j, b in enumerate(factor):
                longer[i + j] += a * b
        result = longer
    return tuple(result)


@given(polynomials)
@settings(max_examples=40)
def test_the_roots_are_those_that_sympy_finds(coefficients: tuple[int, ...]) -> None:
    t = sympy.Symbol("t")
    polynomial = sympy.Poly(list(reversed(coefficients)), t)
    expected = sorted(set(sympy.Poly(polynomial, t).real_roots()), key=lambda r: float(r.evalf(20)))
    inside = [r for r in expected if -2 < r.evalf(20) < 2 and r not in (-2, 2)]
    found = isolate_roots(coefficients, Fraction(-2), Fraction(2))
    assert len(found) == len(inside)
    for root, other in zip(found, inside, strict=True):
        assert abs(float(root) - float(other.evalf(20))) < 1e-12


@given(st.lists(fractions, min_size=1, max_size=5))
def test_products_of_linear_factors_have_the_roots_they_are_made_of(zeros: list[Fraction]) -> None:
    coefficients = product(*((-z.numerator, z.denominator) for z in zeros))
    found = isolate_roots(coefficients, Fraction(-4), Fraction(4))
    assert [root.low for root in found] == sorted(set(zeros))
    assert all(root.is_rational for root in found)


@given(polynomials, polynomials)
@settings(max_examples=100)
def test_the_sign_at_a_root_is_exact_even_where_it_is_zero(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    both = trim(product(first, second))
    for root in isolate_roots(first, Fraction(-5), Fraction(5)):
        assert root.sign_of(both) == 0
        value = sum(c * float(root) ** k for k, c in enumerate(second))
        if abs(value) > 1e-6:
            assert root.sign_of(second) == (1 if value > 0 else -1)


@given(polynomials, polynomials)
@settings(max_examples=100)
def test_roots_of_two_polynomials_are_merged_in_order(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    ends = (Fraction(-3), Fraction(3))
    merged = sort_roots([*isolate_roots(first, *ends), *isolate_roots(second, *ends)])
    both = isolate_roots(product(first, second), *ends)
    assert len(merged) == len(both)
    assert all(a.high <= b.low for a, b in pairwise(merged))
    assert all(separate(a, b)[2] for a, b in zip(merged, both, strict=True))


def test_a_quadratic_root_is_written_with_its_square_root() -> None:
    [low, high] = isolate_roots((-2, 5, 4), Fraction(-3), Fraction(3))
    assert high.describe() == "(sqrt(57) - 5)/8, about 0.3187"
    assert low.describe() == "(-5 - sqrt(57))/8, about -1.569"
    [root] = isolate_roots((-2, 0, 1), Fraction(0), Fraction(2))
    assert root.describe() == "sqrt(2), about 1.414"
    assert Root((-1, 3), Fraction(1, 3), Fraction(1, 3)).describe() == "1/3"


@given(fractions, fractions)
def test_the_simplest_fraction_between_two_has_the_least_denominator(a: Fraction, b: Fraction) -> None:
    low, high = min(a, b), max(a, b)
    if low == high:
        return
    found = simplest_between(low, high)
    assert low < found < high
    for bottom in range(1, found.denominator):
        assert not any(low < Fraction(top, bottom) < high for top in range(-3 * bottom, 3 * bottom + 1))


def test_common_factors_and_repeated_roots_are_recognized() -> None:
    assert common_factor((-1, 0, 1), (1, 2, 1)) == (1, 1)
    assert squarefree((1, 2, 1)) == (1, 1)
    assert value_sign((-1, 2), Fraction(1, 2)) == 0


@pytest.mark.parametrize("end", [0, 1])
def test_cells_beside_a_root_very_close_to_an_end_have_samples(end: int) -> None:
    """An irrational root at 1.4e-10 has the end itself as a bound; dividing by it once ended learning with an error."""
    p = Polynomial.variable(("p",), "p")
    distance = p - Polynomial.constant(("p",), end)
    cells = arrange(
        [distance * distance - Polynomial.constant(("p",), Fraction(2, 10**20))], ((Fraction(0), Fraction(1)),)
    )
    samples = [sample[0] for sample in cells.samples]
    assert len(samples) == 2
    assert samples == sorted(samples)
    assert samples[0] > 0
    assert samples[-1] < 1
    assert sorted(int(sign) for sign in cells.signs[:, 0]) == [-1, 1]
