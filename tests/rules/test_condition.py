"""Conditions and guards: exact ties, chains, short-circuits, and the same answers column by column."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.rules.language.condition import (
    OPERATORS,
    Condition,
    Guard,
    format_condition,
    format_guard,
    parse_condition,
    parse_guard,
)
from kibitz.rules.language.expression import Binary, Name, Number

sides = st.one_of(
    st.fractions(-2, 2, max_denominator=6).map(Number),
    st.sampled_from(["p", "q"]).map(Name),
    st.builds(lambda k, n: Binary("*", Number(Fraction(k)), Name(n)), st.integers(-3, 3), st.sampled_from(["p", "q"])),
    st.just(Binary("/", Number(Fraction(1)), Name("p"))),
)
conditions = st.builds(Condition, sides, st.sampled_from(OPERATORS), sides)
guards = st.lists(conditions, min_size=1, max_size=4).map(lambda each: Guard(tuple(each)))
coordinates = st.fractions(-2, 2, max_denominator=4)


@given(guards)
def test_a_printed_guard_is_read_back_as_itself(guard: Guard) -> None:
    assert parse_guard(format_guard(guard)) == guard
    assert parse_condition(format_condition(guard.conditions[0])) == guard.conditions[0]


@given(st.text(alphabet="pq12<>=!≤≥≠ and+-*/()", max_size=40))
def test_any_text_is_a_guard_or_is_refused(text: str) -> None:
    try:
        guard = parse_guard(text)
    except InputError:
        return
    assert parse_guard(format_guard(guard)) == guard


@given(guards, coordinates, coordinates)
def test_one_point_and_columns_give_the_same_answer(guard: Guard, p: Fraction, q: Fraction) -> None:
    columns = {"p": np.array([float(p), 1.0]), "q": np.array([float(q), 1.0])}
    holds, unclear = guard.holds_or_undefined(columns)
    holds, unclear = np.broadcast_to(holds, 2), np.broadcast_to(unclear, 2)
    try:
        alone = guard.holds({"p": float(p), "q": float(q)})
    except InputError:
        assert unclear[0]
        assert not holds[0]
    else:
        assert holds[0] == alone
        assert not unclear[0]
    assert guard.holds_many(columns)[0] == holds[0]


@given(conditions, coordinates, coordinates)
def test_a_condition_or_its_opposite_holds_and_never_both(condition: Condition, p: Fraction, q: Fraction) -> None:
    point = {"p": p, "q": q}
    try:
        assert condition.holds(point) != condition.opposite.holds(point)
    except InputError:
        assert p == 0


def test_ties_are_exact_on_fractions() -> None:
    tie = parse_condition("p1 + p2 = 3/10")
    assert tie.holds({"p1": Fraction(1, 10), "p2": Fraction(2, 10)})
    assert not tie.holds({"p1": 0.1, "p2": 0.2}), "in floats 0.1 + 0.2 is not 0.3"


def test_a_chain_counts_as_two_conditions() -> None:
    guard = parse_guard("0 <= p <= q")
    assert guard.width == 2
    assert format_guard(guard) == "0 <= p and p <= q"


def test_later_conditions_are_not_looked_at_when_an_earlier_one_fails() -> None:
    guard = parse_guard("p > 0 and 1/p > 2")
    assert not guard.holds({"p": Fraction(0)})
    holds, unclear = guard.holds_or_undefined({"p": np.array([0.0, 0.25, 1.0])})
    assert holds.tolist() == [False, True, False]
    assert not unclear.any()
    with pytest.raises(InputError, match="1/p divides by zero"):
        parse_guard("1/p > 2 and p > 0").holds({"p": Fraction(0)})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a condition is missing"),
        ("p > 1 and ", "a condition is missing"),
        ("p", "a comparison"),
        ("p > ", "a number or a name is expected"),
        ("p => 1", "a number or a name is expected"),
        ("p > 1 or q > 1", r"'or' is not expected"),
        ("p > 1, q > 1", "',' is not expected"),
    ],
)
def test_guards_that_cannot_be_read_are_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parse_guard(text)


def test_one_comparison_is_not_two() -> None:
    with pytest.raises(InputError, match="one comparison"):
        parse_condition("0 < p < 1")
    with pytest.raises(InputError, match="not one of < <= > >= = !="):
        Condition(Name("p"), "~", Name("q"))
