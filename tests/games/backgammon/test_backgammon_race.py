"""Race counts against published examples, and effective pips against brute force and theory."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.errors import InputError
from kibitz.games.backgammon.bearoff.reference import mean_rolls
from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.notation.situation import parse_situation
from kibitz.games.backgammon.race import (
    PIPS_PER_ROLL,
    effective_pips,
    keith_count,
    kleinman_chance,
    kleinman_metric,
    race_verdicts,
    thorp_count,
    trice_last_take,
)


def men(**points: int) -> tuple[int, ...]:
    return tuple(points.get(f"p{slot + 1}", 0) for slot in range(25))


SCOONES = Position(men(p2=2, p3=2, p5=2, p6=3, p7=2, p8=4), men(p2=2, p3=2, p4=1, p5=2, p6=3, p7=1, p9=1, p11=2, p16=1))
"""Dan Scoones and Chuck Bower, rec.games.backgammon, 25 March 1998."""


def test_thorp_and_kleinman_are_those_of_a_published_position() -> None:
    """84 against 96 pips: the Thorp counts are equal, Kleinman's metric is 1.45, and the counts disagree."""
    assert SCOONES.pips == (84, 96)
    thorp, _, kleinman, _ = race_verdicts(SCOONES)
    assert thorp.own == pytest.approx(thorp.opponent) == 121
    assert thorp.take
    assert kleinman_metric(84, 96) == pytest.approx(1.4545, abs=1e-4)
    assert not kleinman.take


def test_the_keith_count_is_that_of_a_published_position() -> None:
    """Stick Rice, BGonline, 9 December 2014: 102 against 112 pips is 117 to 112 by Keith, no double by one pip."""
    position = parse_situation("XGID=-----CFACA-Aaaa-abaeba----:0:0:1:00:0:0:3:0:10").position
    assert position.pips == (102, 112)
    keith = race_verdicts(position)[1]
    assert (keith.own, keith.opponent) == (117, 112)
    assert not keith.double
    assert keith.take


def test_kleinmans_metric_is_a_chance_by_the_normal_distribution() -> None:
    assert kleinman_chance(50, 46) == pytest.approx(0.5)
    assert kleinman_chance(84, 96) == pytest.approx(0.80, abs=0.005)
    assert kleinman_chance(96, 84) < 0.5
    with pytest.raises(InputError, match="Kleinman"):
        kleinman_metric(2, 2)


@pytest.mark.parametrize(("pips", "last"), [(40, 45), (54, 61), (62, 70), (63, 70), (75, 83), (100, 111), (110, 122)])
def test_trices_rule_gives_the_point_of_last_take(pips: int, last: int) -> None:
    assert trice_last_take(pips) == last


@pytest.mark.parametrize("rolls", range(2, 8))
def test_stacks_on_the_ace_point_are_worth_seven_pips_a_roll_and_one(rolls: int) -> None:
    """Trice's rule for positions of n rolls: 7n + 1."""
    assert effective_pips(men(p1=2 * rolls)).epc == pytest.approx(7 * rolls + 1, abs=0.35)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 2), min_size=6, max_size=6).filter(lambda each: 0 < sum(each) <= 5))
def test_effective_pips_are_those_of_plain_recursion(home: list[int]) -> None:
    result = effective_pips((*home, *[0] * 19))
    assert result.rolls == pytest.approx(mean_rolls(tuple(home)), abs=1e-5)
    assert result.epc == pytest.approx(result.rolls * 49 / 6)
    assert result.wastage > 0


def test_one_roll_is_eight_pips_and_a_sixth() -> None:
    assert effective_pips(men(p1=2)).epc == pytest.approx(PIPS_PER_ROLL)
    assert effective_pips(men(p1=2)).wastage == pytest.approx(PIPS_PER_ROLL - 2)


@given(st.integers(1, 15))
def test_counts_of_a_smooth_side_are_its_pips_and_a_stack_is_punished(n: int) -> None:
    assert keith_count(men(p4=2, p5=2, p6=2)) == 30
    assert keith_count(men(p1=n)) == n + 2 * (n - 1) + 3
    assert thorp_count(men(p1=n)) == 4 * n - 1


def test_race_tools_say_where_they_do_not_apply() -> None:
    with pytest.raises(InputError, match="without contact"):
        race_verdicts(START)
    with pytest.raises(InputError, match="home board"):
        effective_pips(START.own)
