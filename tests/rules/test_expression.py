"""Expressions: what is written is what is read, on fractions, floats and columns alike, and nothing hangs."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.rules.language.expression import (
    Binary,
    Call,
    Expression,
    Name,
    Negate,
    Number,
    evaluate,
    format_expression,
    names_in,
    parse_expression,
)

numbers = st.one_of(
    st.integers(-20, 20).map(Fraction),
    st.fractions(max_denominator=200),
    st.decimals(-5, 5, places=4).map(Fraction),
).map(Number)
names = st.sampled_from(["p1", "p2", "D", "x", "e"]).map(Name)


def _grow(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(Binary, st.sampled_from("+-*/"), inner, inner),
        st.builds(lambda base, power: Binary("^", base, Number(Fraction(power))), inner, st.integers(0, 4)),
        st.builds(Negate, inner),
        st.builds(lambda f, a, b: Call(f, (a, b)), st.sampled_from(["min", "max", "mod"]), inner, inner),
        st.builds(lambda f, a: Call(f, (a,)), st.sampled_from(["abs", "floor", "ceil"]), inner),
    )


expressions: st.SearchStrategy[Expression] = st.recursive(st.one_of(numbers, names), _grow, max_leaves=12)


@given(expressions)
def test_what_is_printed_is_read_back_as_the_same_tree(expression: Expression) -> None:
    assert parse_expression(format_expression(expression)) == expression


@given(st.text(alphabet="p12x+-*/^()., minabsod<>=eE#;:\u2212\u00d7\n", max_size=40))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        expression = parse_expression(text)
    except InputError:
        return
    assert parse_expression(format_expression(expression)) == expression


@given(st.text(max_size=60))
def test_arbitrary_unicode_never_crashes_the_reader(text: str) -> None:
    try:
        expression = parse_expression(text)
    except InputError as error:
        assert str(error)  # noqa: PT017 - most texts are refused, some are read
        return
    assert parse_expression(format_expression(expression)) == expression


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("1/3", "1/3"),
        ("-1/3", "-1/3"),
        ("(1-p1)*(1-2*p2)/D", "(1 - p1)*(1 - 2*p2)/D"),
        ("a-(b-c)", "a - (b - c)"),
        ("a-b-c", "a - b - c"),
        ("a/(b*c)", "a/(b*c)"),
        ("((a))", "a"),
        ("-x^2", "-x^2"),
        ("(-2)^2", "(-2)^2"),
        (".05", "0.05"),
        ("0.5", "1/2"),
        ("1e-3", "0.001"),
        ("2 − 3×p", "2 - 3*p"),
        ("min(a , b)", "min(a, b)"),
    ],
)
def test_expressions_print_with_few_parentheses(text: str, printed: str) -> None:
    assert format_expression(parse_expression(text)) == printed


def test_a_fraction_of_whole_numbers_is_one_number_and_a_parenthesis_makes_it_a_division() -> None:
    assert parse_expression("1/3") == Number(Fraction(1, 3))
    assert parse_expression("1/(3)") == Binary("/", Number(Fraction(1)), Number(Fraction(3)))
    assert format_expression(parse_expression("1/(3)")) == "1/(3)"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3*4", 14),
        ("2 - 3 - 4", -5),
        ("12/4/3", 1),
        ("-2^2", -4),
        ("(-2)^2", 4),
        ("2*3^2", 18),
        ("mod(-7, 3)", 2),
        ("mod(7, -3)", -2),
        ("floor(-1/2)", -1),
        ("ceil(-1/2)", 0),
        ("abs(-5/3)", Fraction(5, 3)),
        ("max(1/3, 1/2, 2/5)", Fraction(1, 2)),
        ("x^0", 1),
        ("1/3 + 1/6", Fraction(1, 2)),
    ],
)
def test_arithmetic_on_fractions_is_exact(text: str, value: Fraction) -> None:
    result = evaluate(parse_expression(text), {"x": Fraction(7, 3)})
    assert isinstance(result, Fraction)
    assert result == value


@given(expressions, st.lists(st.fractions(-3, 3, max_denominator=16), min_size=5, max_size=5))
def test_fractions_floats_and_columns_agree(expression: Expression, coordinates: list[Fraction]) -> None:
    exact_point = dict(zip(["p1", "p2", "D", "x", "e"], coordinates, strict=True))
    float_point = {name: float(value) for name, value in exact_point.items()}
    columns = {name: np.array([value, 0.5]) for name, value in float_point.items()}
    column = evaluate(expression, columns)
    assert isinstance(column, np.ndarray)
    assert column.shape == (2,)
    try:
        in_floats = evaluate(expression, float_point)
    except InputError:
        assert math.isnan(column[0])
        return
    assert column[0] == pytest.approx(in_floats, rel=1e-9, abs=1e-12)
    jumps = any(word in format_expression(expression) for word in ("floor", "ceil", "mod", "/"))
    if not jumps:
        assert in_floats == pytest.approx(float(evaluate(expression, exact_point)), rel=1e-9, abs=1e-9)


def test_division_by_zero_is_refused_at_a_point_and_nan_in_a_column() -> None:
    expression = parse_expression("p1/(1 - p2)")
    with pytest.raises(InputError, match=r"p1/\(1 - p2\) divides by zero at p1 = 0.5, p2 = 1.0"):
        evaluate(expression, {"p1": 0.5, "p2": 1.0})
    with pytest.raises(InputError, match="divides by zero"):
        evaluate(parse_expression("mod(1, x)"), {"x": Fraction(0)})
    column = evaluate(expression, {"p1": np.array([1.0, 0.0, 3.0]), "p2": np.array([1.0, 1.0, 0.0])})
    assert np.isnan(column[:2]).all()
    assert column[2] == 3.0


def test_names_without_a_value_are_named() -> None:
    with pytest.raises(InputError, match="p2 has no value; the names with a value are p1"):
        evaluate(parse_expression("p1 + p2"), {"p1": 0.5})
    with pytest.raises(InputError, match="p2 has no value"):
        evaluate(parse_expression("p1 + p2"), {"p1": np.zeros(3)})


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_non_finite_values_are_refused_at_a_point(value: float) -> None:
    with pytest.raises(InputError, match="finite"):
        evaluate(parse_expression("x + 1"), {"x": value})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "missing"),
        ("2p", r"write \* to multiply"),
        ("2(3)", r"write \* to multiply"),
        ("(1 + 2", "closing parenthesis"),
        ("1 +", "a number or a name is expected, not the end"),
        ("x^y", "whole number from 0 to 64"),
        ("x^65", "whole number from 0 to 64"),
        ("x^2^3", "parentheses are needed"),
        ("sin(x)", "sin is not a function"),
        ("min(1)", "2 to 20 arguments"),
        ("if", "cannot name a parameter"),
        ("a < b", "'<' is not expected"),
        ("p @ q", "'@' is not understood"),
        ("9" * 101, "100 digits"),
        ("1e999", "100 digits"),
        ("(" * 61 + "1" + ")" * 61, "60 deep"),
        ("-" * 3000 + "1", "60 deep"),
        ("1+" * 300 + "1", "200 levels"),
        ("x" * 5000, "4,000 characters"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parse_expression(text)


def test_towers_of_powers_are_refused_instead_of_computed_for_years() -> None:
    tower = parse_expression("(((x^64)^64)^64)^64")
    for x in (Fraction(2, 3), 1.5):
        with pytest.raises(InputError, match="too large"):
            evaluate(tower, {"x": x})
    assert np.isnan(evaluate(tower, {"x": np.array([1.5])})).all()


def test_the_deepest_tree_can_be_hashed_compared_and_evaluated() -> None:
    text = "x" + " + x" * 199
    expression = parse_expression(text)
    assert hash(expression) == hash(parse_expression(text))
    assert evaluate(expression, {"x": Fraction(1)}) == 200
    assert names_in(expression) == {"x"}
    with pytest.raises(InputError, match="200 levels"):
        Binary("+", expression, expression)
