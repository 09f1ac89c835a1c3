"""A game order by order: the same from any state, with one's own word and a tutor."""

from __future__ import annotations

import json

import msgspec
import pytest

from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.core.session import SessionState
from kibitz.core.work import WorkContext
from kibitz.games.sevens import session
from kibitz.games.sevens.session import PlaySession

WORDS = "at eat tea ten net rat tar star rats east tear rate stare train retain retains nastier senator tension"
LIST = Document(name="own.txt", text="\n".join(WORDS.split()))
WORK = WorkContext()


def order_for(state: SessionState) -> str:
    return "2" if state.prompt == "your bid" else ""


def played(request: PlaySession, forget: bool = False) -> SessionState:
    """A whole game of twos and best words; the state goes through JSON and, if wanted, through a new process."""
    state = request.begin(WORK)
    while not state.over:
        if forget:
            session._GAMES.clear()
        state = msgspec.json.decode(msgspec.json.encode(state), type=SessionState)
        state = request.step(state, order_for(state), WORK)
    return state


@pytest.mark.parametrize("tutor", [False, True])
def test_a_game_goes_on_from_its_state_alone(tutor: bool) -> None:
    request = PlaySession(against="dp,loss", hidden=4, rounds=2, tutor=tutor, words=LIST, seed=3)
    stored, forgotten = played(request), played(request, forget=True)
    assert stored == forgotten
    assert request.finish(stored, WORK) == request.finish(forgotten, WORK)
    assert len(request.finish(stored, WORK).log.rounds) == 2


def test_an_order_does_not_play_the_whole_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    request = PlaySession(against="loss", hidden=4, words=LIST, seed=4)
    state = request.begin(WORK)
    monkeypatch.setattr(session._Game, "__init__", lambda self, request: pytest.fail("played again"))
    while not state.over:
        state = request.step(state, order_for(state), WORK)


def test_two_ways_can_be_tried_from_one_state() -> None:
    request = PlaySession(against="loss", hidden=4, words=LIST, seed=4)
    start = request.begin(WORK)
    low, high = request.step(start, "0", WORK), request.step(start, "99", WORK)
    assert low.orders == ("0",)
    assert "you 99" in high.said[0]
    assert request.step(start, "0", WORK) == low


def test_a_wrong_order_changes_nothing() -> None:
    request = PlaySession(against="loss", hidden=4, words=LIST, seed=4)
    state = request.begin(WORK)
    for wrong in ("", "101", "-1", "one", "1.5", "\N{SUPERSCRIPT TWO}", "9" * 5000):
        with pytest.raises(InputError, match="bid: must be a whole number from 0 to 100"):
            request.step(state, wrong, WORK)
    assert request.step(state, "3", WORK).orders == ("3",)


def test_ones_own_word_counts_and_a_better_one_is_named() -> None:
    request = PlaySession(against="nothing", hidden=7, words=LIST, seed=0)
    for seed in range(300):  # a deal in which the seat holds EAT and more
        request = PlaySession(against="nothing", hidden=7, words=LIST, seed=seed)
        state = request.begin(WORK)
        rack = state.said[-1].split()[3].rstrip(".")
        if all(letter in rack for letter in "EATR"):
            break
    assert state.prompt == "your word"
    with pytest.raises(InputError, match="letters of"):
        request.step(state, "zzz", WORK)
    with pytest.raises(InputError, match="not in the list"):
        request.step(state, "aet", WORK)
    state = request.step(state, "eat", WORK)
    assert state.over
    answer = request.finish(state, WORK)
    assert (answer.seats[0].last_word, answer.seats[0].gain) == ("EAT", 3)
    assert any(line.startswith("The best word was") for line in state.said)
    assert any(line.startswith("you: ") and "EAT, 3 points" in line for line in state.said)


def test_every_sale_is_told_with_all_bids_and_the_price() -> None:
    request = PlaySession(against="loss,g1", hidden=3, words=LIST, seed=5)
    state, said = request.begin(WORK), []
    while not state.over:
        state = request.step(state, order_for(state), WORK)
        said += state.said
    (round_,) = request.finish(state, WORK).log.rounds
    told = [line for line in said if line[1:3] == ": " and "; " in line]
    assert len(told) == len(round_.sales)
    for line, sale in zip(told, round_.sales, strict=True):
        for name, bid in zip(("you", "loss", "g1"), sale.bids, strict=True):
            assert (f"{name} {bid}" in line) == (bid is not None)
        price = f"for {sale.price} point" if sale.price else "for nothing"
        assert price in line
        assert line.startswith(sale.letter)


def test_leaving_keeps_what_was_played() -> None:
    request = PlaySession(against="loss", hidden=4, words=LIST, seed=4)
    state = request.step(request.begin(WORK), "5", WORK)
    left = request.step(state, "q", WORK)
    answer = request.finish(left, WORK)
    assert left.over
    assert not answer.over
    assert len(answer.log.rounds[0].sales) == 1
    assert not answer.log.rounds[0].finished
    for kind in answer.files:
        assert answer.file(kind).data
    assert json.loads(answer.file("log").data)["players"] == ["you", "loss"]
    with pytest.raises(InputError, match="over"):
        request.step(left, "1", WORK)


def test_one_is_not_written_as_many() -> None:
    request = PlaySession(against="nothing", hidden=6, words=LIST, seed=4)
    state = request.begin(WORK)
    assert "2 auctions left; the others have 1 open place." in state.said[-1]
    assert "1 auctions" not in " ".join(state.said)
