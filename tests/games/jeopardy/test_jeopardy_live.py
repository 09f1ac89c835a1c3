"""A game kept score of: every order moves scores, control and board as the show does, and can be undone."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.controls import ActionPanel, ClickBoard, ShareBar
from kibitz.core.errors import InputError
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.live import LiveSession, apply_action, opening_position
from kibitz.games.jeopardy.position import DecisionKind, Position, format_position, parse_position

SQUARES = [f"c{column}r{row}" for column in range(1, 7) for row in range(1, 6)]


def after(*orders: str) -> Position:
    position = opening_position()
    for order in orders:
        position = apply_action(position, order)
    return position


def test_right_and_wrong_answers_move_scores_and_control() -> None:
    position = after("c1r3 2+", "c4r5 1- 3+", "c2r1", "c2r2 2-")
    assert position.scores == (-1000, 200, 1000)
    assert position.control == 2
    assert position.n_open == 26


def test_a_daily_double_is_wagered_and_found_and_the_last_in_score_begins_round_two() -> None:
    position = after("c1r3 2+", "dd c2r4 2 600 -", "c3r5 1+", "round 2")
    assert position.scores == (1000, 0, 0)
    assert (position.round_, position.n_open, position.daily_doubles) == (2, 30, ())
    assert position.control in (1, 2)
    assert after("c1r3 2+", "dd c2r4 2 1000 +").scores == (0, 1600, 0)


def test_final_ends_with_each_wager_won_or_lost() -> None:
    start = Position((12_000, 8_000, 0), round_=2, open_squares=0, choosing=DecisionKind.FINAL)
    assert apply_action(start, "final 4001+ 8000- 0-").scores == (16_001, 0, 0)


@pytest.mark.parametrize(
    ("orders", "sentence"),
    [
        (("c1r3 2+", "c1r3 1+"), "c1r3: this square was already played"),
        (("c1r3 2+ 1+",), "a right answer ends the clue"),
        (("c1r3 2- 2+",), "each player answers once"),
        (("dd c1r3 1 2000 +",), r"from \$5 to \$1,000"),
        (("dd c1r3 1 500 +", "dd c2r3 1 500 +"), "all Daily Doubles of this round were already found"),
        (("round 2", "round 2"), "has already begun"),
        (("final 100+ 0- 0-",), r"player 1 may wager up to \$0"),
        (("c7r3 1+",), "is unknown"),
    ],
)
def test_orders_that_cannot_be_followed_say_why(orders: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        after(*orders)


@given(st.data())
def test_scores_and_squares_are_conserved_over_any_round(data: st.DataObject) -> None:
    places = data.draw(st.lists(st.sampled_from(SQUARES), unique=True, max_size=30))
    position, total = opening_position(), 0
    for place in places:
        seats = data.draw(st.permutations([1, 2, 3]))[: data.draw(st.integers(0, 3))]
        right = bool(seats) and data.draw(st.booleans())
        words = [f"{seat}-" for seat in seats[:-1]] + [f"{seat}{'+' if right else '-'}" for seat in seats[-1:]]
        position = apply_action(position, " ".join([place, *words]))
        total += 200 * int(place[-1]) * ((1 if right else -1) - (len(seats) - 1) if seats else 0)
    assert sum(position.scores) == total
    assert position.n_open == 30 - len(places)
    assert parse_position(format_position(position)) == position


@given(st.text(max_size=40))
def test_any_text_is_followed_or_refused_in_a_sentence(order: str) -> None:
    with suppress(InputError):
        assert apply_action(opening_position(), order).n_open in (29, 30)


def test_a_session_undoes_asks_without_moving_and_ends_with_final() -> None:
    sitting = LiveSession(start="9000_8000_4000.1.2.5-0-0-0-0-0.c1r1c2r2")
    work = WorkContext()
    state = sitting.begin(work)
    state = sitting.step(state, "c1r5 1+", work)
    assert "player 1 $11,000" in state.said[-1]
    request = sitting.step(state, "final", work)
    assert request.orders == state.orders
    assert sum(line.startswith("Player") for line in request.said) == 3
    undone = sitting.step(request, "undo", work)
    assert undone.orders == ()
    assert "player 1 $9,000" in undone.said[-1]
    ended = sitting.step(state, "final 5,001+ $8,000+ 0-", work)
    assert ended.over
    assert ended.said[-1] == "Player 1 won with $16,001."
    answer = sitting.finish(ended, work)
    assert answer.over
    assert [moment.scores for moment in answer.moments] == [(11_000, 8_000, 4_000), (16_001, 16_000, 4_000)]
    assert answer.moments[-1].chances == (1.0, 0.0, 0.0)
    assert sum(answer.moments[0].chances) == pytest.approx(1, abs=0.02)


def test_an_order_given_in_pieces_changes_nothing_until_it_is_whole() -> None:
    live = LiveSession()
    first = live.begin(WorkContext())
    begun_ = live.step(live.step(first, "on c4r3", WorkContext()), "on c4r3 1-", WorkContext())
    assert (begun_.orders, begun_.memory, begun_.draft) == ((), first.memory, "c4r3 1-")
    assert live.step(begun_, "undo", WorkContext()).draft == ""
    done = live.step(begun_, "c4r3 1- 2+", WorkContext())
    assert parse_position(done.memory).scores == (-600, 600, 0)
    with pytest.raises(InputError, match="already played"):
        live.step(done, "on c4r3", WorkContext())
    with pytest.raises(InputError, match="is unknown"):
        live.step(done, "on c4r3 9-", WorkContext())


def test_every_button_that_is_offered_can_be_pressed_and_squares_tell_who_was_right() -> None:
    live, work = LiveSession(), WorkContext()
    state = live.step(live.begin(work), "c2r2 3+", work)
    shares, squares, orders = list(live.exhibits(state))[:3]
    assert isinstance(shares, ShareBar)
    assert sum(share.share for share in shares.shares) == pytest.approx(1)
    assert isinstance(squares, ClickBoard)
    assert (squares.rows[1][1].words, squares.rows[1][1].seat, squares.rows[1][1].order) == ("R", 3, "")
    assert isinstance(orders, ActionPanel)
    for draft in ("on c1r1", "on c1r1 1-", "on c1r1 1- 2-", "on dd c1r1"):
        offered = list(live.exhibits(live.step(state, draft, work)))[2]
        assert isinstance(offered, ActionPanel)
        for row in offered.rows:
            for order in row.orders:
                if not order.order.startswith("on dd c1r1 "):  # its advice takes a while, and has a test of its own
                    live.step(state, order.order.replace("{}", "100"), work)
