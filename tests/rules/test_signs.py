"""Cases told apart by signs: they cover just what they should, and products fall into the signs of their factors."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.rules.algebra.factors import factors, square_root
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.signs import Case, Inequality, by_factors, sign_cases
from kibitz.rules.language.expression import parse_expression

F = Fraction
NAMES = ("x", "y", "z")


def poly(text: str) -> Polynomial:
    return Polynomial.from_expression(parse_expression(text), NAMES)


FORMS = [poly(text) for text in ("x", "y", "x - y", "x + y - 1", "x*y - z", "2*z - 1")]
inequalities = st.builds(
    lambda k, sign, strict: Inequality(FORMS[k].scale(sign), strict),
    st.integers(0, 5),
    st.sampled_from((1, -1)),
    st.booleans(),
)
alternatives = st.lists(st.lists(inequalities, min_size=1, max_size=2).map(tuple), min_size=1, max_size=3).map(tuple)
numbers = st.integers(-2, 2).map(lambda k: F(k, 2))


def holds(case: Case, point: dict[str, Fraction]) -> bool:
    values = [(i.polynomial.evaluate(point), i.strict) for i in case]
    return all(value > 0 if strict else value >= 0 for value, strict in values)


@given(st.lists(alternatives, min_size=1, max_size=4), numbers, numbers, numbers)
@settings(max_examples=60)
def test_some_case_holds_exactly_where_an_alternative_of_each_does(
    wanted: list[tuple[Case, ...]], x: Fraction, y: Fraction, z: Fraction
) -> None:
    point = {"x": x, "y": y, "z": z}
    expected = all(any(holds(case, point) for case in some) for some in wanted)
    assert any(holds(case, point) for case in sign_cases(wanted, 10_000)) == expected


@given(st.lists(alternatives, min_size=1, max_size=4), numbers, numbers, numbers)
@settings(max_examples=40)
def test_forgetting_alternatives_only_adds_points(
    wanted: list[tuple[Case, ...]], x: Fraction, y: Fraction, z: Fraction
) -> None:
    point = {"x": x, "y": y, "z": z}
    if any(holds(case, point) for case in sign_cases(wanted, 10_000)):
        assert any(holds(case, point) for case in sign_cases(wanted, 2))


@given(st.sets(st.integers(0, 5), min_size=1, max_size=4), st.sampled_from((2, -3)), st.booleans(), numbers, numbers)
@settings(max_examples=40)
def test_a_product_splits_into_the_signs_of_its_factors(
    chosen: set[int], scale: int, strict: bool, x: Fraction, y: Fraction
) -> None:
    product = poly(str(scale))
    for k in chosen:
        product = product * FORMS[k]
    split = by_factors(((Inequality(product, strict),),))
    for z in (F(-1), F(0), F(1, 2)):
        point = {"x": x, "y": y, "z": z}
        assert any(holds(case, point) for case in split) == holds((Inequality(product, strict),), point)


linear = st.tuples(*[st.integers(-3, 3)] * 4).map(lambda c: f"({c[0]} + {c[1]}*y + {c[2]}*z)*x + {c[3]} + y")


@given(linear, linear)
@settings(max_examples=30)
def test_a_quadratic_with_a_square_discriminant_falls_apart(first: str, second: str) -> None:
    a, b = poly(first), poly(second)
    number, pieces = factors(a * b)
    total = poly("1").scale(number)
    for piece in pieces:
        total = total * piece
    assert total == a * b
    if a.degrees[0] == b.degrees[0] == 1 and len((a * b).terms) <= 24:
        assert all(piece.degrees[0] <= 1 for piece in pieces)


@given(linear)
@settings(max_examples=30)
def test_the_root_of_a_square_is_found_and_of_no_other_polynomial(text: str) -> None:
    root = square_root(poly(text) * poly(text))
    assert root is not None
    assert root * root == poly(text) * poly(text)
    assert square_root(poly(text) * poly(text) + poly("1")) is None
