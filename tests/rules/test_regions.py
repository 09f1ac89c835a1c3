"""Regions of rules: wherever a rule fires, one of its cases holds, on any box; and impossible cases are left out."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.rules.algebra.bernstein import Box
from kibitz.rules.algebra.regions import RuleRegions
from kibitz.rules.language.condition import Guard, parse_guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule

NAMES = ("p", "q")
SIDES = ["p", "q", "p + q", "p*q", "2*p - q", "1/2", "1/4", "1", "p^2", "3/4"]
SHARES = st.sampled_from([Fraction(k, 8) for k in range(9)])
CONDITIONS = st.tuples(
    st.sampled_from(SIDES), st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), st.sampled_from(SIDES)
)
GUARDS = st.lists(CONDITIONS, min_size=1, max_size=2).map(
    lambda result: parse_guard(" and ".join(f"{a} {operator} {b}" for a, operator, b in result))
)
INTERVALS = st.tuples(SHARES, SHARES).map(lambda ends: (min(ends), max(ends)))


def regions_of(*guards: Guard) -> RuleRegions:
    return RuleRegions.of(guards, (), {}, NAMES)


@settings(max_examples=300)
@given(st.lists(GUARDS, max_size=4), st.tuples(INTERVALS, INTERVALS), SHARES, SHARES)
def test_where_a_rule_fires_one_of_its_cases_holds(guards: list[Guard], box: Box, s: Fraction, t: Fraction) -> None:
    point = {name: low + (high - low) * share for name, (low, high), share in zip(NAMES, box, (s, t), strict=True)}
    rules = tuple(Rule(guard, (Mix((), "a"),)) for guard in guards)
    fired = DecisionList("any", ("you",), (), rules, (Mix((), "a"),)).fired_rule(point)
    holding = 0
    for case, part in regions_of(*guards).cases(fired, box):
        is_inside = all(low <= point[name] <= high for name, (low, high) in zip(NAMES, part, strict=True))
        values = [(inequality.polynomial.evaluate(point), inequality.strict) for inequality in case]
        holding += is_inside and all(value > 0 or (value == 0 and not strict) for value, strict in values)
    assert holding, "a proof would say nothing about this point"


@settings(max_examples=300)
@given(st.lists(GUARDS, max_size=5), st.tuples(INTERVALS, INTERVALS))
def test_rules_that_are_not_reached_on_a_box_have_no_case_there(guards: list[Guard], box: Box) -> None:
    regions = regions_of(*guards)
    reached = regions.count_reachable_rules(box)
    assert 1 <= reached <= len(guards) + 1
    for rule in range(reached, len(guards) + 1):
        assert not list(regions.cases(rule, box))
    always = regions_of(parse_guard("p >= -1"), *guards)
    assert always.count_reachable_rules(box) == 1


def test_a_rule_whose_guard_fails_on_the_whole_box_has_no_case() -> None:
    box = ((Fraction(0), Fraction(1, 4)), (Fraction(0), Fraction(1)))
    assert not list(regions_of(parse_guard("p >= 1/2")).cases(0, box))
    assert [case for case, _ in regions_of(parse_guard("p >= 1/2")).cases(1, box)] == [()]


def test_after_a_guard_that_always_holds_nothing_fires() -> None:
    box = ((Fraction(0), Fraction(1, 4)), (Fraction(0), Fraction(1)))
    regions = regions_of(parse_guard("p <= 1/4"), parse_guard("q >= 1/2"))
    assert not list(regions.cases(1, box))
    assert not list(regions.cases(2, box))


def test_a_neighbour_takes_only_the_common_face() -> None:
    box = ((Fraction(1, 4), Fraction(1)), (Fraction(0), Fraction(1)))
    [(case, part)] = regions_of(parse_guard("p <= 1/4")).cases(0, box)
    assert case == ()
    assert part == ((Fraction(1, 4), Fraction(1, 4)), (Fraction(0), Fraction(1)))


def test_a_constraint_that_is_no_polynomial_is_left_out() -> None:
    constraints = parse_guard("min(p, q) >= 1/8 and p >= q").conditions
    regions = RuleRegions.of((), constraints, {}, NAMES)
    assert len(regions.constraints) == 1
