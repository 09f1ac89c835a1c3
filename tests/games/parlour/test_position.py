"""Positions of the parlour games: notation, round trip, refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.parlour.limits import HISTORIES, MAX_CARDS, MAX_SCORE
from kibitz.games.parlour.position import (
    FinalPosition,
    KuhnHand,
    Position,
    TwoByTwoPosition,
    VotePosition,
    format_position,
    parse_number,
    parse_position,
)

chances = st.fractions(0, 1)
scores = st.integers(0, MAX_SCORE)
positions: st.SearchStrategy[Position] = st.one_of(
    st.builds(FinalPosition, st.tuples(scores, scores), st.tuples(chances, chances), st.sampled_from([1, 2])),
    st.integers(3, MAX_CARDS).flatmap(
        lambda n: st.builds(KuhnHand, st.just(n), st.integers(1, n), st.sampled_from(HISTORIES))
    ),
    st.builds(VotePosition, chances, chances, chances, chances),
    st.builds(
        TwoByTwoPosition,
        st.lists(st.fractions(-1000, 1000), min_size=8, max_size=8).map(tuple),
        st.sampled_from(["row", "column"]),
    ),
)


@given(positions)
def test_every_position_is_read_back_from_its_notation(position: Position) -> None:
    assert parse_position(format_position(position)) == position


@given(positions)
def test_positions_are_hashable_and_have_at_least_one_choice(position: Position) -> None:
    assert len({position, position}) == 1
    assert len(position.choices) >= 1


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_one_sentence(text: str) -> None:
    try:
        position = parse_position(text)
    except InputError as error:
        sentence = str(error)
    else:
        assert parse_position(format_position(position)) == position
        return
    assert ": must " in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("text", ["0.7", ".7", "7/10", "7e-1", "0.70"])
def test_decimals_are_read_exactly(text: str) -> None:
    assert parse_number(text, "p") == Fraction(7, 10)


@pytest.mark.parametrize("text", ["nan", "inf", "", "1/0", "0.7x", "1e999999999", "9" * 500, "p1", "1+1", "[1]"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="p: must be a number of at most"):
        parse_number(text, "p")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("final:5-201:0.5,0.5:1", "scores"),
        ("final:5-3:1.5,0.5:1", "p1"),
        ("final:5-3:0.5,-0.5:1", "p2"),
        ("final:5-3:0.5:1", "final:5-3:0.7,0.4:1"),
        ("kuhn:2:1:start", "cards"),
        ("kuhn:1001:1:start", "cards"),
        ("kuhn:13:14:start", "card"),
        ("kuhn:13:0:start", "card"),
        ("kuhn:13:4:raise", "history"),
        ("vote:0.6,0.4:0.3,1.5", "y2"),
        ("two-by-two:1,2,3:row", "payoffs"),
        ("chess:e4", "position"),
    ],
)
def test_a_wrong_position_is_refused_by_the_name_of_what_is_wrong(text: str, named: str) -> None:
    with pytest.raises(InputError, match=named):
        parse_position(text)


def test_who_decides_follows_from_the_hand() -> None:
    assert [KuhnHand(5, 2, history).decider for history in HISTORIES] == ["A", "B", "B", "A"]
    assert KuhnHand(5, 2, "check-bet").choices.labels == ("call", "fold")
