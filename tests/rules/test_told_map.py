"""A list at one point told at length: why lines fire, formulas with their values, lines of equal chance on its map."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations

import pytest

from kibitz.draw.rule_map import RuleMap, with_subscripts
from kibitz.draw.rule_map_plot import rule_map_svg
from kibitz.games.parlour import final
from kibitz.rules.cards.annotated_map import LEVELS, annotated_map
from kibitz.rules.cards.region_map import region_map

F = Fraction


HERE = (F(7, 10), F(2, 5))


def told(role: str = "player 1", point: tuple[Fraction, Fraction] = HERE) -> RuleMap:
    game = final.game(5, 3)
    made = region_map(game, game.lists()["corrected"][0], {})
    return annotated_map(
        made, dict(zip(("p1", "p2"), point, strict=True)), role, "wager", ("you know", "they know"), "costs 0"
    )


def test_each_line_says_why_it_fires_or_not_and_its_formulas_with_their_values() -> None:
    first, second = told().regions
    assert (first.when, first.here, first.short) == ("if (1 − p₁)·(1 − 2·p₂) ≤ 0", "not met, 0.06 > 0", "wager 2")
    assert (second.when, second.here, second.short) == ("otherwise", "fires here", "1 or 2, mixed")
    (mine,) = second.each[0].weights
    assert (mine.action, mine.top, mine.foot, mine.here) == ("1", "(1 − p₁)·(1 − 2·p₂)", "1 − p₁ + p₁·p₂", "3/29")
    assert second.each[0].rest == "2"
    assert [play.seat for play in second.each] == [1, 2]
    above = told(point=(F(7, 10), F(3, 4)))
    assert (above.fires, above.regions[0].here, above.regions[1].here) == (0, "fires here", "")
    assert above.regions[1].each[0].weights[0].here == ""  # a line that does not fire has no values


@pytest.mark.parametrize("role", ["player 1", "player 2"])
def test_on_a_line_of_equal_chance_the_list_plays_with_that_chance(role: str) -> None:
    contours = told(role).contours
    assert len(contours) == len(LEVELS)
    decisions = final.lists((5, 3))["corrected"][0]
    for contour, level in zip(contours, LEVELS, strict=True):
        inner = [(x, y) for x, y in contour.points if 0.02 < x < 0.98 and 0.02 < y < 0.48]
        assert len(inner) > 5
        for x, y in inner:
            played = decisions.apply({"p1": x, "p2": y})[decisions.role_index(role)]
            assert float(played["1" if role == "player 1" else "0"]) == pytest.approx(level, abs=0.01)


@pytest.mark.parametrize("role", ["player 1", "player 2"])
@pytest.mark.parametrize("point", [HERE, (F(1, 20), F(1, 10)), (F(19, 20), F(9, 20)), (F(1), F(0))])
def test_names_on_the_map_do_not_cover_each_other(role: str, point: tuple[Fraction, Fraction]) -> None:
    svg = rule_map_svg(told(role, point))
    names = re.findall(r'<text class="name" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+ with [^<]+)<', svg)
    assert names
    for one, other in combinations(names, 2):
        apart = abs(float(one[1]) - float(other[1])) >= 16
        left, right = sorted((one, other), key=lambda name: float(name[0]))
        assert apart or float(right[0]) >= float(left[0]) + 6 * len(left[2])


def test_indices_of_names_are_set_low_and_numbers_are_not() -> None:
    assert with_subscripts("1 - 2*p2 + x10 + y1") == "1 - 2*p₂ + x₁₀ + y₁"
