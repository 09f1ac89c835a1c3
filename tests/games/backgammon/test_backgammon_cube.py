"""The cube: take points that theory gives, Janowski's formulas, match scores, and exact bearoffs."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.backgammon.board import Position
from kibitz.games.backgammon.cube.cubeful import cubeful_chance
from kibitz.games.backgammon.cube.decision import (
    CubeAction,
    cube_decision,
    position_cube_decision,
)
from kibitz.games.backgammon.cube.match_equity import match_equities
from kibitz.games.backgammon.cube.outcome_weights import outcome_weights
from kibitz.games.backgammon.cube.stakes import Stakes
from kibitz.games.backgammon.cube.state import MONEY, CubeState, Owner
from kibitz.games.backgammon.nets.probabilities import Probabilities


def plain(p: float) -> Probabilities:
    return Probabilities(p, 0, 0, 0, 0)


def test_without_gammons_the_take_point_is_a_quarter_with_a_dead_cube_and_a_fifth_with_a_live_one() -> None:
    assert 1 - (cube_decision(plain(0.5), MONEY, 0.0).points.cash or 0) == pytest.approx(0.25)
    assert 1 - (cube_decision(plain(0.5), MONEY, 1.0).points.cash or 0) == pytest.approx(0.20)
    assert cube_decision(plain(0.5), MONEY, 1.0).points.take == pytest.approx(0.20)


@given(st.floats(0.0, 1.0), st.floats(0.0, 0.5), st.floats(0.0, 0.5))
def test_points_are_those_of_janowskis_formulas(x: float, gammons: float, lost_gammons: float) -> None:
    p = Probabilities(0.5, 0.5 * gammons, 0, 0.5 * lost_gammons, 0)
    w, loss = 1 + gammons, 1 + lost_gammons
    s = w + loss + x / 2
    points = cube_decision(p, MONEY, x).points
    assert points.take == pytest.approx((loss - 0.5) / s, abs=1e-6)
    assert points.cash == pytest.approx((loss + 0.5 + x / 2) / s, abs=1e-6)
    redouble = cube_decision(p, CubeState(cube=2, owner=Owner.OWN), x).points.double
    assert redouble == pytest.approx((loss + x) / s, abs=1e-6)
    initial = (loss + x * (3 - x) / (2 * (2 - x))) / s
    assert points.double == pytest.approx(initial, abs=1e-6)


@given(st.floats(0.05, 0.95), st.floats(0.0, 1.0), st.sampled_from(list(Owner)))
def test_cubeful_worth_swaps_sign_with_the_sides(p: float, x: float, owner: Owner) -> None:
    values = Probabilities(p, 0.2 * p, 0.01 * p, 0.3 * (1 - p), 0.0)
    state = CubeState(cube=2, owner=owner)
    here = cubeful_chance(values.to_array(), state, x, None)
    there = cubeful_chance(values.swap_sides().to_array(), state.swap_sides(), x, None)
    assert here == pytest.approx(-there, abs=1e-6)
    match = CubeState(9, 3, 5, cube=2, owner=owner)
    here = cubeful_chance(values.to_array(), match, x, match_equities())
    there = cubeful_chance(values.swap_sides().to_array(), match.swap_sides(), x, match_equities())
    assert here == pytest.approx(1 - there, abs=1e-6)


def test_a_position_that_always_wins_a_gammon_is_too_good() -> None:
    decision = cube_decision(Probabilities(0.99, 0.9, 0, 0, 0), MONEY, 0.68)
    assert decision.action is CubeAction.TOO_GOOD
    assert (
        cube_decision(Probabilities(0.99, 0.9, 0, 0, 0), CubeState(jacoby=True), 0.68).action is CubeAction.DOUBLE_PASS
    )


def test_there_is_no_double_in_the_crawford_game_or_without_the_cube() -> None:
    crawford = CubeState(5, 4, 2, crawford=True)
    assert cube_decision(plain(0.9), crawford, 0.68).action is CubeAction.NOT_ALLOWED
    assert cube_decision(plain(0.9), CubeState(cube=2, owner=Owner.OPPONENT), 0.68).action is CubeAction.NOT_ALLOWED


def test_after_crawford_the_trailer_doubles_at_any_chance_and_a_hopeless_leader_may_drop() -> None:
    trailer = CubeState(5, 1, 4)
    assert cube_decision(plain(0.5), trailer, 0.68).should_double
    assert cube_decision(plain(0.5), trailer, 0.68).should_take


def test_at_two_away_two_away_the_dead_take_point_follows_from_the_table() -> None:
    table = match_equities()
    state = CubeState(7, 5, 5)
    stakes = Stakes.of(np.array([0.5, 0, 0, 0, 0]), state, table)
    # A take plays for the match, a drop leaves 1-away 2-away Crawford.
    assert stakes.take_point(True, 1) == pytest.approx(table.chance(2, 1, crawford_over=False))
    assert stakes.dead_take_point(True, 1) == pytest.approx(stakes.take_point(True, 1))


def test_match_equities_are_fair_and_rise_with_the_score() -> None:
    table = match_equities()
    assert table.chance(1, 1, True) == 0.5
    for i in range(1, 25):
        for j in range(1, 25):
            assert table.chance(i, j, False) + table.chance(j, i, False) == pytest.approx(1)
            assert table.chance(i, j, False) >= table.chance(i + 1, j, False)
    assert table.chance(0, 3, False) == 1


@pytest.mark.needs("shared data")
def test_match_equities_are_close_to_the_table_that_players_use(shared_data: Path) -> None:
    text = (shared_data / "backgammon" / "Kazaross-XG2.xml").read_text()
    rows = [
        [float(x) for x in re.findall(r"<me>([\d.]+)</me>", r)] for r in re.findall(r"<row>(.*?)</row>", text, re.S)
    ]
    published, mine = np.array(rows[:25]), match_equities()
    ours = np.array([[mine.chance(i, j, False) for j in range(1, 26)] for i in range(1, 26)])
    assert np.abs(ours - published).mean() < 0.002
    assert np.abs(ours - published).max() < 0.015
    after = [1 - mine.chance(1, j, True) for j in range(1, 16)]
    assert after == pytest.approx(rows[-1][:15], abs=0.006)


def test_gammons_are_worthless_at_double_match_point_and_worth_double_when_trailing_after_crawford() -> None:
    assert outcome_weights(CubeState(5, 4, 4)) == pytest.approx([2, 0, 0, 0, 0, -1])
    reading = outcome_weights(CubeState(5, 3, 4, crawford=True))
    assert reading[1] > 0.9, "a gammon wins the match for the trailer who needs two points"
    assert reading[3] == pytest.approx(0), "the leader's gammons win nothing more"
    assert outcome_weights(MONEY) == pytest.approx([2, 1, 1, -1, -1, -1])


def test_on_the_last_roll_a_double_is_right_from_even_chances_and_a_take_from_a_quarter() -> None:
    def last(own: dict[int, int]) -> Position:
        men = [0] * 25
        for point, n in own.items():
            men[point - 1] = n
        return Position(tuple(men), (1, *([0] * 24)))

    # 6-5 and 5-2: 6/36 and 19/36 rolls bear off both men; the opponent then takes off his last one.
    poor = position_cube_decision(last({6: 1, 5: 1}), plain(6 / 36), MONEY)
    good = position_cube_decision(last({5: 1, 2: 1}), plain(19 / 36), MONEY)
    sure = position_cube_decision(last({1: 2}), plain(1.0), MONEY)
    assert poor.action is CubeAction.NO_DOUBLE
    assert good.action is CubeAction.DOUBLE_TAKE
    assert good.double_take == pytest.approx(2 * (2 * 19 / 36 - 1))
    assert sure.action in (CubeAction.DOUBLE_PASS, CubeAction.NO_DOUBLE)
    assert sure.cubeful == pytest.approx(1)


@pytest.mark.parametrize("life", [0.3, 0.68, 1.0])
def test_a_cube_that_the_other_side_turns_at_no_risk_is_nearly_live(life: float) -> None:
    """Doubled at 2-away 3-away the trailer redoubles at once, so the leader plays on for the match: his chance is p."""
    taken = cube_decision(plain(0.7), CubeState(5, 3, 2), life).match_chances
    assert taken is not None
    assert taken[1] == pytest.approx(0.7, abs=0.011)
