"""Positions, squares and rules: notation, and what is refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.board import (
    ALL_SQUARES,
    Square,
    column_of,
    format_square,
    iter_squares,
    parse_square,
    row_of,
    square,
    squares_to_mask,
)
from kibitz.games.jeopardy.position import NO_RESULTS, DecisionKind, Position, format_position, parse_position
from kibitz.games.jeopardy.show import Dollars, Era, Rules, Ties, check_scores, era_of, rules_of


@st.composite
def positions(draw: st.DrawFn) -> Position:
    round_ = draw(st.sampled_from([1, 2]))
    closed = draw(st.integers(0, ALL_SQUARES))
    squares = list(iter_squares(closed))
    result: list[Square] = []
    for place in draw(st.permutations(squares)) if squares else []:
        if len(result) < draw(st.integers(0, round_)) and column_of(place) not in map(column_of, result):
            result.append(place)
    results = []
    for column in range(6):
        played = sum(closed >> (row * 6 + column) & 1 for row in range(5))
        seat, right = draw(st.integers(0, 2)), draw(st.integers(0, played))
        results.append(tuple((right, played - right) if seat == i else (0, 0) for i in range(3)))
    totals = draw(st.none() | st.tuples(*[st.integers(-1_000_000, 1_000_000)] * 3))
    choosing = draw(st.sampled_from(list(DecisionKind)))
    if choosing is DecisionKind.FINAL and (round_ == 1 or closed != ALL_SQUARES):
        choosing = DecisionKind.NOTHING
    if closed == ALL_SQUARES and choosing is not DecisionKind.FINAL:
        choosing = DecisionKind.NOTHING
    score = st.integers(-1_000_000, 1_000_000)
    return Position(
        (draw(score), draw(score), draw(score)),
        draw(st.integers(0, 2)),
        round_,
        ALL_SQUARES & ~closed,
        tuple(result),
        tuple(results),
        draw(st.integers(0, 2)),
        choosing,
        totals,
    )


@given(positions())
def test_a_position_survives_its_notation_which_needs_no_escapes_in_a_url(position: Position) -> None:
    text = format_position(position)
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", text)
    assert parse_position(text) == position


@given(st.text(max_size=60))
def test_any_other_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="position: "):
        parse_position(text)


@given(st.integers(1, 5), st.integers(1, 6))
def test_a_square_survives_its_notation(row: int, column: int) -> None:
    place = square(row, column)
    assert (row_of(place), column_of(place)) == (row, column)
    assert parse_square(format_square(place)) == place
    assert list(iter_squares(squares_to_mask([place]))) == [place]


def test_an_example_reads_as_expected() -> None:
    position = parse_position("4200_0_-600.1.2.3ffffffe.c1r1.0.1s")
    assert position.scores == (4200, 0, -600)
    assert position.n_open == 29
    assert position.daily_doubles == (square(1, 1),)
    assert position.dollars_left() == 36_000 - 400


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1_2_3_4.1.1.3fffffff.0.0.1s", "three players"),
        ("1_2.1.1.3fffffff.0.0.1s", "three players"),
        ("9999999_0_0.1.1.3fffffff.0.0.1s", "1,000,000"),
        ("1000000000_0_0.1.1.3fffffff.0.0.1s", "position: "),
        ("0_0_0.1.1.ffffffff.0.0.1s", "30 squares"),
        ("0_0_0.1.1.3fffffff.c1r1.0.1s", "cannot be open"),
        ("0_0_0.1.1.0.c1r1c2r1.0.1n", "hides 1"),
        ("0_0_0.1.2.0.c1r1c1r2.0.1n", "same column"),
        ("0_0_0.1.1.0.0.0.1s", "no square is open"),
        ("0_0_0.1.2.3fffffff.0.0.1f", "Final Jeopardy starts"),
        ("0_0_0.1.1.3fffffff.0.100000_000000_000000_000000_000000_000000.1s", "more answers than clues"),
        ("nan_0_0.1.1.3fffffff.0.0.1s", "position: "),
        ("", "position: "),
    ],
)
def test_an_impossible_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        parse_position(text)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="control"):
        Position((0, 0, 0), control=3)


def test_dollar_values_follow_the_era() -> None:
    assert Rules().values(1) == (200, 400, 600, 800, 1000)
    assert Rules(dollars=Dollars.BEFORE_2001).values(2) == (200, 400, 600, 800, 1000)
    assert Rules().value(2, 5) == 2000


def test_the_largest_wager_is_the_score_or_the_top_value_of_the_round() -> None:
    assert Rules().largest_wager(1, -400) == 1000
    assert Rules().largest_wager(2, 1800) == 2000
    assert Rules().largest_wager(2, 9400) == 9400


def test_ties_follow_the_era_unless_asked_otherwise() -> None:
    assert rules_of(Era.PAPER).ties is Ties.SHARED
    assert rules_of(Era.RECENT).ties is Ties.TIEBREAKER
    assert rules_of(Era.RECENT, Ties.SHARED).ties is Ties.SHARED


@pytest.mark.parametrize("bad", [True, 1.5, 10**9, float("nan")])
def test_a_score_that_no_game_reaches_is_refused(bad: int) -> None:
    with pytest.raises(InputError, match="score"):
        check_scores((0, bad, 0))


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: Rules().values(3), "round"),
        (lambda: Rules().value(1, 6), "row"),
        (lambda: era_of(1983), "from 1984 on"),
        (lambda: square(6, 1), "row"),
        (lambda: parse_square("c7r1"), "c3r5"),
    ],
)
def test_what_the_show_does_not_have_is_refused(call: object, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        call()  # type: ignore[operator]


def test_a_new_game_has_no_results() -> None:
    assert Position((0, 0, 0)).results == NO_RESULTS
