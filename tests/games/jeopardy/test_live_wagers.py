"""Live scoring with names of categories, the champion's podium, and a guess of the wager before the advice."""

from __future__ import annotations

import pytest

from kibitz.core.controls import ActionPanel, ClickBoard, ShareBar
from kibitz.core.errors import InputError
from kibitz.core.session import SessionState
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.fields import ReturningChampion
from kibitz.games.jeopardy.live import LiveSession

WORK = WorkContext()
NAMES = ("Rivers", "Opera", "Space", "Kings", "Bakery", "Verbs", "Six feet", "Under")


def play(session: LiveSession, *orders: str) -> SessionState:
    """The state after some actions."""
    state = session.begin(WORK)
    for order in orders:
        state = session.step(state, order, WORK)
    return state


def columns(session: LiveSession, state: SessionState) -> tuple[str, ...]:
    return next(each.columns for each in session.exhibits(state) if isinstance(each, ClickBoard))


def test_each_round_has_its_own_categories_and_numbers_where_none_are_named() -> None:
    session = LiveSession(categories=NAMES)
    assert columns(session, play(session)) == NAMES[:6]
    late = columns(session, play(session, "round 2"))
    assert late == ("Six feet", "Under", "Column 3", "Column 4", "Column 5", "Column 6")
    assert columns(LiveSession(), play(LiveSession())) == tuple(f"Column {n}" for n in range(1, 7))


def test_the_champion_is_named_on_the_podium() -> None:
    session = LiveSession(champion=ReturningChampion("2"))
    bar = next(each for each in session.exhibits(play(session)) if isinstance(each, ShareBar))
    assert [each.name for each in bar.shares] == ["Left", "Middle, champion", "Right"]


def test_a_guess_comes_before_the_advice_and_is_judged_with_it() -> None:
    session = LiveSession(guess=True)
    asked = play(session, "on dd c2r4 1")
    assert not any("Wager $" in line for line in asked.said)
    panel = next(each for each in session.exhibits(asked) if isinstance(each, ActionPanel))
    assert panel.title == "Guess the wager"
    judged = session.step(asked, "on dd c2r4 1 guess 5", WORK)
    assert judged.said[0].startswith("Your guess $5: ")
    assert any(word in judged.said[0] for word in ("inaccuracy", "mistake", "blunder"))
    assert "Wager $" in judged.said[1]
    shown = session.step(asked, "on dd c2r4 1 shown", WORK)
    assert shown.said == judged.said[1:]
    assert play(LiveSession(), "on dd c2r4 1").said == shown.said
    for state in (judged, shown):
        panel = next(each for each in session.exhibits(state) if isinstance(each, ActionPanel))
        assert panel.title == "The Daily Double"


def test_a_guess_beyond_the_largest_wager_is_refused() -> None:
    with pytest.raises(InputError, match="wager"):
        play(LiveSession(guess=True), "on dd c2r4 1 guess 90000")
