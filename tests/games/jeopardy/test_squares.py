"""Square selection: the joint chances of equations 2 to 4, and what picks are worth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.board import ALL_SQUARES, Square, column_of, iter_squares
from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.show import Era, Ties
from kibitz.games.jeopardy.squares.choice import evaluate_squares, pick_by_rule
from kibitz.games.jeopardy.squares.joint import JointPlacement, joint_placement
from kibitz.games.jeopardy.value.players import players_of


@given(st.integers(0, ALL_SQUARES), st.sampled_from([1, 2]), st.sampled_from(list(Era)), st.data())
def test_updating_square_by_square_gives_what_one_step_gives(
    open_squares: int, round_: int, era: Era, data: st.DataObject
) -> None:
    closed = list(iter_squares(ALL_SQUARES & ~open_squares))
    result: tuple[Square, ...] = ()
    if closed and data.draw(st.booleans()):
        result = (data.draw(st.sampled_from(closed)),)
    model = load_placement(era)
    if result and JointPlacement.prior(model, round_).chances[result[0]] == 0:
        return
    expected = model.chances(round_, open_squares, result)
    if round_ == 2 and result and expected.sum() == 0:
        return
    np.testing.assert_allclose(joint_placement(model, round_, open_squares, result).chances, expected, atol=1e-12)


def test_two_are_never_in_one_column_and_chances_are_conserved() -> None:
    joint = JointPlacement.prior(load_placement(Era.PAPER), 2)
    for i in range(30):
        for j in range(30):
            if i % 6 == j % 6:
                assert joint.table[i, j] == 0
    assert joint.chances.sum() == pytest.approx(2)
    one = joint.after_regular_clue(Square(20)).after_daily_double(Square(21))
    assert one.chances.sum() == pytest.approx(1)
    assert all(one.chances[place] == 0 for place in range(30) if column_of(Square(place)) == column_of(Square(21)))
    assert one.chances[20] == 0
    assert JointPlacement.prior(load_placement(Era.PAPER), 1).after_daily_double(Square(20)).chances.sum() == 0


def test_a_daily_double_where_none_can_be_is_refused() -> None:
    joint = JointPlacement.prior(load_placement(Era.PAPER), 2).after_regular_clue(Square(20))
    with pytest.raises(InputError, match="none can be in those squares"):
        joint.after_daily_double(Square(20))


PLAYERS = players_of(Era.PAPER, Ties.SHARED, 0, None, Level.GRAND_CHAMPION, machine=True)


def test_the_pick_is_the_likeliest_square_when_control_counts_nothing() -> None:
    position = parse_position("6200_4800_3000.1.2.345-2345-45-12345-5-0.c6r4")
    options = evaluate_squares(position, PLAYERS, 0, alpha=0.0)
    chances = load_placement(Era.PAPER).chances(2, position.open_squares, position.daily_doubles)
    assert pick_by_rule(options).square == int(chances.argmax())
    assert sum(option.double for option in options) == pytest.approx(1)
    assert len(options) == position.n_open
    assert all(0 < option.worth < 1 and 0 < option.control < 1 for option in options)


def test_keeping_control_can_turn_the_pick() -> None:
    position = parse_position("6200_4800_3000.1.2.345-2345-45-12345-5-0.c6r4")
    options = evaluate_squares(position, PLAYERS, 0, alpha=100.0)
    assert pick_by_rule(options).control == max(option.control for option in options)


def test_without_a_hidden_daily_double_the_cheapest_clue_of_the_fullest_category_is_picked() -> None:
    position = parse_position("6200_4800_3000.1.2.345-2345-45-12345-5-0.c6r4c3r1")
    chosen = pick_by_rule(evaluate_squares(position, PLAYERS, 0))
    assert column_of(chosen.square) == 4
    assert chosen.square // 6 == 0


def test_a_good_record_makes_a_category_more_attractive() -> None:
    plain = "6200_4800_3000.1.2.45-45-45-12345-5-0.c6r4.{}.1s"
    nothing = "000000"
    good = "_".join(["300000", nothing, nothing, nothing, nothing, nothing])
    bad = "_".join(["030000", nothing, nothing, nothing, nothing, nothing])
    worth = {}
    for name, record in (("good", good), ("bad", bad)):
        options = evaluate_squares(parse_position(plain.format(record)), PLAYERS, 0)
        worth[name] = next(option for option in options if option.square == 18)
    assert worth["good"].control > worth["bad"].control
    assert worth["good"].worth > worth["bad"].worth
