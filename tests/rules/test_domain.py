"""Domains: text both ways, points inside and outside, samples and grids that keep to the constraints."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.rules.language.condition import parse_condition
from kibitz.rules.language.domain import Domain, Parameter, format_domain, parse_domain

ends = st.fractions(-100, 100, max_denominator=50)


@st.composite
def domains(draw: st.DrawFn) -> Domain:
    names = draw(st.lists(st.sampled_from(["p1", "p2", "n", "x", "W"]), min_size=1, max_size=4, unique=True))
    parameters = []
    for name in names:
        if draw(st.booleans()):
            low = draw(st.integers(-10, 10))
            parameters.append(Parameter(name, Fraction(low), Fraction(low + draw(st.integers(0, 50))), integer=True))
        else:
            low, high = sorted((draw(ends), draw(ends)))
            parameters.append(Parameter(name, low, high))
    texts = draw(st.lists(st.sampled_from(["{0} >= -200", "{0} + 1 > {0}", "min({0}, 1) <= 1"]), max_size=2))
    return Domain(tuple(parameters), tuple(parse_condition(text.format(names[0])) for text in texts))


@given(domains())
def test_a_printed_domain_is_read_back_as_itself(domain: Domain) -> None:
    assert parse_domain(format_domain(domain)) == domain


@given(st.text(alphabet="pn12 in[]{}.,<>=/-()", max_size=40))
def test_any_text_is_a_domain_or_is_refused(text: str) -> None:
    try:
        domain = parse_domain(text)
    except InputError:
        return
    assert parse_domain(format_domain(domain)) == domain


@given(domains(), st.integers(0, 2**32))
def test_samples_and_grids_lie_in_the_domain(domain: Domain, seed: int) -> None:
    sample = domain.sample(np.random.default_rng(seed), 20)
    assert sample.shape == (20, len(domain.names))
    grid = domain.grid(3)
    for row in [*sample.tolist(), *grid.tolist()]:
        for parameter, value in zip(domain.parameters, row, strict=True):
            assert float(parameter.low) <= value <= float(parameter.high)
            assert not parameter.integer or value == int(value)
    exact = list(domain.exact_grid(3))
    assert len(exact) == len(grid)
    assert all(domain.contains(point) for point in exact)


def test_constraints_may_stand_anywhere_in_the_text() -> None:
    domain = parse_domain("p1 in [0, 1], p1 > p2, p2 in [0, 1/2], n in {3..60}")
    assert domain.names == ("p1", "p2", "n")
    assert format_domain(domain) == "p1 in [0, 1], p2 in [0, 1/2], n in {3..60}, p1 > p2"
    assert domain.box == ((0, 1), (0, Fraction(1, 2)), (3, 60))
    points = domain.sample(np.random.default_rng(1), 2_000)
    assert (points[:, 0] > points[:, 1]).all()
    assert set(points[:, 2]) == set(range(3, 61))


def test_samples_are_uniform_on_what_the_constraints_leave() -> None:
    points = parse_domain("p in [0, 1], q in [0, 1], p > q").sample(np.random.default_rng(2), 40_000)
    # Uniform on a triangle: E p = 2/3, Var p = 1/18.
    assert points[:, 0].mean() == pytest.approx(2 / 3, abs=4 * math.sqrt(1 / 18 / 40_000))
    assert points[:, 1].mean() == pytest.approx(1 / 3, abs=4 * math.sqrt(1 / 18 / 40_000))


@pytest.mark.parametrize(
    ("point", "complaint"),
    [
        ({"p": 2.0, "n": 3}, "p: must be a number from 0 to 1, not 2.0"),
        ({"p": math.nan, "n": 3}, "p: must be a number from 0 to 1, not nan"),
        ({"p": math.inf, "n": 3}, "p: must be a number from 0 to 1, not inf"),
        ({"p": 0.5, "n": 3.5}, "n: must be a whole number from 3 to 60, not 3.5"),
        ({"p": 0.5}, "n: give a whole number from 3 to 60"),
        ({"p": 0.5, "n": 3, "q": 1.0}, "'q' is not one of the parameters p, n"),
        ({"p": "0.5", "n": 3}, "p: must be a number from 0 to 1, not '0.5'"),
        ({"p": 0.0, "n": 3}, "the domain has the constraint n\\*p > 1"),
    ],
)
def test_points_outside_are_refused_with_the_parameter_and_its_range(point: dict[str, float], complaint: str) -> None:
    domain = parse_domain("p in [0, 1], n in {3..60}, n*p > 1")
    assert not domain.contains(point)
    with pytest.raises(InputError, match=complaint):
        domain.check(point)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "ranges such as"),
        ("p", "ranges such as"),
        ("p in [1, 0]", "range from 1 to 0 is empty"),
        ("p in [0, x]", "a number is expected at the end of a range, not 'x'"),
        ("p in [0, 1/0]", "a number is expected"),
        ("p in [0, 1], p in [0, 1]", "same parameter twice"),
        ("p in [0, 1], q > 0", "q, which is no parameter"),
        ("if in [0, 1]", "cannot name a parameter"),
        ("n in {0..99999999999999999999}", "whole numbers must be at most"),
        ("p > 0", "1 to 64 parameters"),
    ],
)
def test_domains_that_cannot_be_read_are_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parse_domain(text)


def test_an_empty_domain_is_noticed_and_a_giant_grid_is_not_laid() -> None:
    impossible = parse_domain("p in [0, 1], p > 2")
    with pytest.raises(InputError, match="constraints: less than"):
        impossible.sample(np.random.default_rng(1), 10)
    with pytest.raises(InputError, match="more than 2,000,000 points"):
        parse_domain(", ".join(f"p{i} in [0, 1]" for i in range(8))).grid(10)


def test_points_of_the_wrong_shape_or_not_finite_are_refused() -> None:
    domain = parse_domain("p in [0, 1], q in [0, 1]")
    with pytest.raises(InputError, match="2 columns"):
        domain.columns(np.zeros((3, 3)))
    with pytest.raises(InputError, match="finite"):
        domain.columns(np.full((3, 2), np.nan))
