"""The table of a game in play: asides, undo, several people, what it shows; errors that quote what was typed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kibitz import ask
from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.core.session import SessionState
from kibitz.core.work import WorkContext
from kibitz.games.sevens.session import PlaySession, TableState

WORDS = "at eat tea ten net rat tar star rats east tear rate stare train retain retains nastier senator tension"
LIST = Document(name="own.txt", text="\n".join(WORDS.split()))
WORK = WorkContext()


def play_to_end(request: PlaySession, state: SessionState) -> SessionState:
    while not state.over:
        state = request.step(state, "1" if "bid" in state.prompt else "", WORK)
    return state


@pytest.mark.parametrize("word", ["help", "hint", "rules", "HINT", "?"])
def test_help_hint_and_rules_work_at_any_prompt_and_change_nothing(word: str) -> None:
    request = PlaySession(against="loss", hidden=5, words=LIST, seed=4)
    state = request.begin(WORK)
    prompts = set()
    while not state.over:
        aside = request.step(state, word, WORK)
        assert (aside.orders, aside.prompt, aside.over) == (state.orders, state.prompt, False)
        assert len(aside.said) >= 2
        assert aside.said[-1] == state.said[-1]
        prompts.add(state.prompt)
        state = request.step(aside, "1" if state.prompt == "your bid" else "", WORK)
    assert prompts == {"your bid", "your word"}


def test_a_hint_is_the_best_bid_and_says_what_others_lose() -> None:
    request = PlaySession(against="loss", hidden=4, tutor=True, words=LIST, seed=4)
    state = request.begin(WORK)
    hint = request.step(state, "hint", WORK).said[0]
    assert hint.startswith("Hint: bid ")
    best = hint.split()[2].rstrip(".")
    assert "That was the best bid." in request.step(state, best, WORK).said


def test_two_people_bid_behind_each_others_back_and_may_take_a_bid_back() -> None:
    request = PlaySession(against="loss", people=2, hidden=4, tutor=True, words=LIST, seed=4)
    start = request.begin(WORK)
    assert start.prompt == "player 1, your bid"
    first = request.step(start, "7", WORK)
    assert first.prompt == "player 2, your bid"
    assert not any("7" in line or "bid costs" in line for line in first.said if "is on offer" not in line)
    table = request.table(first)
    assert (table.asks, table.wants, table.can_undo) == (1, "bid", True)
    assert [seat.has_bid for seat in table.seats] == [True, False, False]
    assert [len(seat.rack) for seat in table.seats] == [0, 4, 0]  # only the asked person's hidden letters are open
    back = request.step(first, "undo", WORK)
    assert back.orders == ()
    assert back.prompt == "player 1, your bid"
    both = request.step(request.step(back, "9", WORK), "0", WORK)
    assert any("player 1 9, player 2 0" in line for line in both.said)
    assert sum((line.startswith("player ") and "best bid" in line) or "costs" in line for line in both.said) == 2
    with pytest.raises(InputError, match="undo: the last bids are open"):
        request.step(both, "undo", WORK)
    with pytest.raises(InputError, match="undo"):
        request.step(start, "undo", WORK)


def test_a_full_rack_is_passed_over_and_open_bids_cannot_be_taken_back() -> None:
    request = PlaySession(against="nothing", people=2, hidden=6, words=LIST, seed=4)
    state = request.step(request.step(request.begin(WORK), "50", WORK), "0", WORK)
    table = request.table(state)  # player 1 has bought its seventh letter
    assert (table.asks, table.can_undo) == (1, False)
    assert [seat.has_bid for seat in table.seats] == [False, False, False]
    with pytest.raises(InputError, match="undo"):
        request.step(state, "undo", WORK)


def test_the_table_logs_every_auction_and_agrees_with_the_record() -> None:
    request = PlaySession(against="loss,g1", people=2, hidden=4, rounds=2, tutor=True, words=LIST, seed=5)
    state = play_to_end(request, request.begin(WORK))
    table = request.table(state)
    assert msgspec.json.decode(msgspec.json.encode(table), type=TableState) == table
    log = request.finish(state, WORK).log
    sales = [sale for played in log.rounds for sale in played.sales]
    assert [(row.letter, row.bids, row.winner, row.price) for row in table.sales] == [
        (sale.letter, sale.bids, sale.winner, sale.price) for sale in sales
    ]
    assert [row.words for row in table.finished] == [played.words for played in log.rounds]
    assert (table.asks, table.wants) == (None, "nothing")
    gains = [sum(played.gains[seat] for played in log.rounds) for seat in range(4)]
    assert [seat.score for seat in table.seats] == [100 + gain for gain in gains]
    for row in table.sales:
        assert all((loss is None) == (bid is None) for loss, bid in zip(row.losses, row.bids[:2], strict=True))
        assert all(loss is None or loss >= 0 for loss in row.losses)
    assert "won with" in request.finish(state, WORK).explain().headline


def test_a_game_can_have_the_tiles_of_another_language_and_its_log_replays() -> None:
    request = PlaySession(against="loss", hidden=5, tiles="german", words=LIST, seed=3)
    log = request.finish(play_to_end(request, request.begin(WORK)), WORK)
    game = Document(name="game.json", data=log.file("log").data)
    assert log.log.tiles == "german"
    assert log.file("decisions").data
    answer: Any = ask("sevens.replay", game=game, words=LIST)
    assert answer.log == log.log


def test_an_interrupted_round_is_not_a_failure_of_the_players() -> None:
    request = PlaySession(against="loss", hidden=3, words=LIST, seed=3)
    state = request.step(request.step(request.begin(WORK), "1", WORK), "q", WORK)
    game = Document(name="game.json", data=request.finish(state, WORK).file("log").data)
    answer: Any = ask("sevens.replay", game=game, words=LIST)
    text = " ".join(str(part) for part in answer.exhibits())
    assert "Round 1 was interrupted after 1 auction" in answer.explain().headline
    assert "no word," not in text
    assert "interrupted, paid" in text


@pytest.mark.parametrize("rack", ["EST", "E S T", "E,S,T", "e, s, t"])
def test_racks_may_be_typed_with_spaces_and_commas(rack: str) -> None:
    plain: Any = ask("sevens.bid", rack="EST", tile="R", players=2, words=LIST)
    answer: Any = ask("sevens.bid", rack=rack, tile="R", players=2, words=LIST)
    assert answer.counsel.position == plain.counsel.position


def test_errors_quote_what_was_typed_and_the_name_on_the_page() -> None:
    with pytest.raises(InputError, match="'TSRNIEA'"):
        ask("sevens.bid", rack="TSRNIEA", tile="R", players=6, words=LIST)
    with pytest.raises(InputError, match=r"rack.*'TSRNIEAB'"):
        ask("sevens.bid", rack="TSRNIEAB", tile="R", players=6, words=LIST)
    with pytest.raises(InputError, match=r"(?i)letter on offer"):
        ask("sevens.bid", rack="EST", tile=",", players=6, words=LIST)
