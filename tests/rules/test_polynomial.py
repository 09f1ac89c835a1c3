"""Polynomials and ratios of the parameters: arithmetic against evaluation, division, common factors, text."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.rules.algebra.factors import factored_expression, factors
from kibitz.rules.algebra.polynomial import Polynomial, common_divisor
from kibitz.rules.algebra.ratio import Ratio, over_common_denominator
from kibitz.rules.language.expression import evaluate, format_expression, parse_expression

NAMES = ("p", "q")
FRACTIONS = st.fractions(-3, 3, max_denominator=4)
EXPONENTS = st.tuples(st.integers(0, 2), st.integers(0, 2))
POLYNOMIALS = st.dictionaries(EXPONENTS, FRACTIONS, max_size=4).map(lambda terms: Polynomial.from_terms(NAMES, terms))
POINTS = st.fixed_dictionaries({"p": FRACTIONS, "q": FRACTIONS})


def polynomial(text: str) -> Polynomial:
    return Polynomial.from_expression(parse_expression(text), NAMES)


@given(POLYNOMIALS, POLYNOMIALS, POINTS)
def test_arithmetic_agrees_with_evaluation(a: Polynomial, b: Polynomial, point: dict[str, Fraction]) -> None:
    assert (a + b).evaluate(point) == a.evaluate(point) + b.evaluate(point)
    assert (a - b).evaluate(point) == a.evaluate(point) - b.evaluate(point)
    assert (a * b).evaluate(point) == a.evaluate(point) * b.evaluate(point)
    assert (a**2).evaluate(point) == a.evaluate(point) ** 2


@given(POLYNOMIALS, POINTS)
def test_a_polynomial_and_its_text_have_the_same_values(a: Polynomial, point: dict[str, Fraction]) -> None:
    assert evaluate(parse_expression(format_expression(a.to_expression())), point) == a.evaluate(point)
    assert Polynomial.from_expression(a.to_expression(), NAMES) == a


@given(POLYNOMIALS, POINTS)
def test_floats_and_arrays_agree_with_fractions(a: Polynomial, point: dict[str, Fraction]) -> None:
    exact = float(a.evaluate(point))
    columns = {name: np.array([float(value)] * 3) for name, value in point.items()}
    np.testing.assert_allclose(np.broadcast_to(a.evaluate(columns), 3), exact, atol=1e-9)


@given(POLYNOMIALS, POLYNOMIALS)
def test_a_product_divided_by_a_factor_is_the_other_factor(a: Polynomial, b: Polynomial) -> None:
    if not b.is_zero:
        assert (a * b).divide_exactly(b) == a


def test_a_division_with_remainder_gives_nothing() -> None:
    assert polynomial("p*q + 1").divide_exactly(polynomial("p")) is None
    assert polynomial("p").divide_exactly(polynomial("0")) is None


@settings(max_examples=40)
@given(POLYNOMIALS, POLYNOMIALS, POLYNOMIALS)
def test_the_common_divisor_divides_both_and_contains_every_common_factor(
    a: Polynomial, b: Polynomial, c: Polynomial
) -> None:
    divisor = common_divisor(a * c, b * c)
    if a.is_zero or b.is_zero or c.is_zero:
        return
    assert (a * c).divide_exactly(divisor) is not None
    assert (b * c).divide_exactly(divisor) is not None
    assert divisor.divide_exactly(c) is not None


@settings(max_examples=25)
@given(POLYNOMIALS, POLYNOMIALS)
def test_the_common_divisor_agrees_with_sympy(a: Polynomial, b: Polynomial) -> None:
    sympy = pytest.importorskip("sympy")
    if a.is_zero or b.is_zero:
        return
    p, q = sympy.symbols("p q")

    def peer(poly: Polynomial) -> object:
        terms = [sympy.Rational(c.numerator, c.denominator) * p ** e[0] * q ** e[1] for e, c in poly.terms]
        return sympy.Add(*terms)

    expected = sympy.Poly(sympy.gcd(peer(a), peer(b)), p, q).total_degree()
    assert common_divisor(a, b).total_degree == expected


@given(POLYNOMIALS)
def test_the_factors_multiply_to_the_polynomial(a: Polynomial) -> None:
    number, pieces = factors(a)
    product = Polynomial.constant(NAMES, number)
    for piece in pieces:
        product = product * piece
    assert product == a
    assert Polynomial.from_expression(factored_expression(a), NAMES) == a


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("p*q*(1 - p)*(1 - 2*q)/2", "p*q*(1 - p)*(1 - 2*q)/2"),
        ("(p - q)*(p + q - 1)", "(q - p)*(1 - p - q)"),
        ("1 - 2*p + p^2", "(1 - p)^2"),
        ("p^2 + q^2 + 1", "1 + p^2 + q^2"),
        ("0", "0"),
        ("-3*p", "-3*p"),
    ],
)
def test_factors_are_found_and_written_for_people(text: str, written: str) -> None:
    assert format_expression(factored_expression(polynomial(text))) == written


def test_a_ratio_is_cancelled() -> None:
    ratio = Ratio.from_expression(parse_expression("p*(1 - q)/(p*(1 - q)*(1 + p*q))"), NAMES)
    assert ratio.numerator == polynomial("1")
    assert ratio.denominator == polynomial("1 + p*q")


@settings(max_examples=40)
@given(POLYNOMIALS, POLYNOMIALS, POLYNOMIALS, POINTS)
def test_ratios_over_a_common_denominator_keep_their_values(
    a: Polynomial, b: Polynomial, c: Polynomial, point: dict[str, Fraction]
) -> None:
    if b.is_zero or c.is_zero:
        return
    ratios = (Ratio.of(a, b), Ratio.of(b, c))
    tops, bottom = over_common_denominator(ratios)
    below = bottom.evaluate(point)
    if below and b.evaluate(point) and c.evaluate(point):
        assert tops[0].evaluate(point) / below == a.evaluate(point) / b.evaluate(point)
        assert tops[1].evaluate(point) / below == b.evaluate(point) / c.evaluate(point)


@pytest.mark.parametrize("text", ["min(p, q)", "1/p", "abs(p)", "p/(p - p)"])
def test_what_is_no_polynomial_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        polynomial(text)


def test_an_unknown_parameter_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="r: the parameters are p, q"):
        polynomial("p + r")


def test_a_derivative_is_the_limit_of_slopes() -> None:
    a = polynomial("p^2*q - 3*p + q")
    assert a.derivative(0) == polynomial("2*p*q - 3")
    assert a.derivative(1) == polynomial("p^2 + 1")
