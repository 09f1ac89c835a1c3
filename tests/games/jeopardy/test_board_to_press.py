"""The board of a state as squares to press: each press is a state that can be read, and pressed back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.core.exhibits.grids import HeatMap
from kibitz.core.exhibits.summaries import AnswerSummary
from kibitz.draw.curve import Curve
from kibitz.games.jeopardy.answers.exhibits.clickable_board import clickable_board
from kibitz.games.jeopardy.board import ALL_SQUARES, Square
from kibitz.games.jeopardy.live_view import describe_clue
from kibitz.games.jeopardy.position import DecisionKind, Position, format_position, parse_position
from kibitz.games.jeopardy.show import COLUMNS, SQUARES

STATE = "13000_9800_6200.1.2.345-5-0-345-45-5.c3r4"


@settings(max_examples=40, deadline=None)
@given(st.integers(0, ALL_SQUARES), st.sampled_from([1, 2]), st.integers(0, SQUARES - 1), st.booleans())
def test_a_square_pressed_twice_is_as_it_was(squares: int, round_: int, place: int, totals: bool) -> None:
    held = (100, -200, 300) if totals else None
    choosing = DecisionKind.SQUARE if squares else DecisionKind.FINAL if round_ == 2 else DecisionKind.NOTHING
    position = Position((1000, -400, 0), 1, round_, squares, choosing=choosing, totals=held)
    press = clickable_board(format_position(position)).press
    assert press is not None
    once = press.pressed[place // COLUMNS][place % COLUMNS]
    assert parse_position(once).open_squares == squares ^ 1 << place
    assert parse_position(once).totals == held
    again = clickable_board(once).press
    assert again is not None
    back = parse_position(again.pressed[place // COLUMNS][place % COLUMNS])
    assert (back.scores, back.control, back.round_, back.open_squares) == ((1000, -400, 0), 1, round_, squares)


def test_a_daily_double_can_be_found_only_in_an_open_square_of_another_column() -> None:
    press = clickable_board(STATE).press
    assert press is not None
    result = [(r, c) for r, row in enumerate(press.found) for c, value in enumerate(row) if value]
    assert len(result) == 10
    assert 2 not in {column for _, column in result}
    for row, column in result:
        assert parse_position(press.found[row][column]).daily_doubles[-1] == Square(row * COLUMNS + column)
    none_left = clickable_board("13000_9800_6200.1.2.345-5-0-345-45-5.c3r4c1r1").press
    assert none_left is not None
    assert not any(value for row in none_left.found for value in row)


@pytest.mark.parametrize("path", ["jeopardy.board", "jeopardy.select"])
def test_the_best_square_of_the_board_is_the_one_advised(path: str) -> None:
    answer = ask(path, state=STATE)
    heat = next(each for each in answer.exhibits() if isinstance(each, HeatMap))
    assert heat.best == (3, 0)
    assert heat.remark == "one Daily Double left"
    assert heat.title == "Double Jeopardy!, 10 squares left"


def test_the_verdict_names_the_likeliest_square_and_the_next() -> None:
    said = next(each for each in ask("jeopardy.board", state=STATE).exhibits() if isinstance(each, AnswerSummary))
    assert (said.answer, said.figure) == ("Column 1, $1,600", "17.3 %")
    assert "column 1, $1,200 is next with 15.5 %" in said.reason


def test_a_square_that_is_bet_on_counts_as_played_and_known_answers_give_way_to_a_square_put_back() -> None:
    bet_on = clickable_board("6200_4800_3000.2.2.345-2345-45-12345-5-4.c6r4.0.2d")
    assert bet_on.shares[3][5] is None
    assert bet_on.press is not None
    assert bet_on.press.signs[3][5] == "DD"
    assert parse_position(bet_on.press.pressed[2][0]).open_squares
    known = clickable_board(
        "200_0_0.1.1.2345-12345-12345-12345-12345-12345.0.100000_000000_000000_000000_000000_000000"
    )
    assert known.press is not None
    assert parse_position(known.press.pressed[0][0]).open_squares == ALL_SQUARES
    assert ".100000_" in known.press.pressed[1][0]


def test_wagers_of_a_daily_double_after_which_a_miss_leaves_one_level_are_named_on_its_curve() -> None:
    answer = ask("jeopardy.daily-double", scores=[13000, 9800, 6200], me=1, confidence=0.68)
    curve = next(each for each in answer.exhibits() if isinstance(each, Curve))
    named = {mark.label: mark.choice for mark in curve.marks}
    assert named["wrong: level with player 2"] == 13000 - 9800
    assert named["wrong: level with player 3"] == 13000 - 6200
    assert named["wrong: half the leader's score"] == 13000 - 9800 // 2


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("c4r3 1- 2+", "column 4, $1,200: Left ✗, Middle ✓"),
        ("c1r1", "column 1, $400: no one"),
        ("dd c4r3 2 3000 +", "Daily Double, column 4: Middle ✓ $3,000"),
        ("round 2", "Double Jeopardy! begins"),
    ],
)
def test_orders_of_a_game_kept_score_of_are_told_in_words(order: str, words: str) -> None:
    assert describe_clue(order, 2) == words
