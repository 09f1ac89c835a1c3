"""The 2x2 list: an equilibrium of every game, ties included."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.parlour import two_by_two
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.notation import format_list, parse_list

F = Fraction
GENERAL = parse_list(two_by_two.CORRECTED_LIST)
PRINTED = parse_list(two_by_two.PUBLISHED_LIST)
ZERO_SUM = parse_list(two_by_two.ZERO_SUM)


def regrets(payoffs: tuple[F, ...], decisions: DecisionList) -> tuple[F, F]:
    """What row and column could gain by another choice, written out."""
    a, b, c, d, e, f, g, h = payoffs
    rows, columns = decisions.apply(
        {n: v for n, v in zip("abcdefgh", payoffs, strict=True) if n in decisions.parameters}
    )
    p, q = rows.get("top", F(0)), columns.get("left", F(0))
    assert 0 <= p <= 1
    assert 0 <= q <= 1
    top, bottom = q * a + (1 - q) * c, q * e + (1 - q) * g
    left, right = p * b + (1 - p) * f, p * d + (1 - p) * h
    return max(top, bottom) - p * top - (1 - p) * bottom, max(left, right) - q * left - (1 - q) * right


@pytest.mark.parametrize("decisions", [GENERAL, PRINTED], ids=["corrected", "printed"])
def test_the_list_is_exact_on_all_6561_games_with_payoffs_0_1_2(decisions: DecisionList) -> None:
    n = 0
    for values in product((F(0), F(1), F(2)), repeat=8):
        assert regrets(values, decisions) == (0, 0), values
        n += 1
    assert n == 6_561


def test_both_lists_are_exact_on_all_625_zero_sum_games_with_payoffs_from_minus_2_to_2() -> None:
    for a, c, e, g in product(map(F, range(-2, 3)), repeat=4):
        for decisions in (GENERAL, ZERO_SUM):
            assert regrets((a, -a, c, -c, e, -e, g, -g), decisions) == (0, 0)


@given(st.tuples(*[st.fractions(-100, 100)] * 8))
def test_the_list_is_exact_on_random_games(payoffs: tuple[F, ...]) -> None:
    assert regrets(payoffs, GENERAL) == (0, 0)


@given(st.tuples(*[st.floats(-1, 1)] * 8))
def test_the_list_has_an_answer_also_in_floating_point(payoffs: tuple[float, ...]) -> None:
    for mix in GENERAL.apply(dict(zip("abcdefgh", payoffs, strict=True))):
        assert sum(mix.values()) == pytest.approx(1)


def test_depth_and_width_are_5_and_2() -> None:
    assert (GENERAL.depth, GENERAL.width) == (5, 2)


@pytest.mark.parametrize("text", [two_by_two.CORRECTED_LIST, two_by_two.PUBLISHED_LIST, two_by_two.ZERO_SUM])
def test_the_lists_are_read_back_from_what_is_printed(text: str) -> None:
    assert parse_list(format_list(parse_list(text))) == parse_list(text)


def test_the_games_carry_their_lists() -> None:
    point = dict(zip("abcdefgh", [F(v) for v in (3, 3, 0, 5, 5, 0, 1, 1)], strict=True))
    game = two_by_two.game()
    small = {name: value / 5 for name, value in point.items()}
    (decisions,) = game.lists()["corrected"]
    mixes = dict(zip(decisions.roles, decisions.apply(small), strict=True))
    assert game.losses(mixes, small) == {"row": 0, "column": 0}
    assert set(two_by_two.zero_sum_game().lists()) == {"corrected"}
