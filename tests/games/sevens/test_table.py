"""The table of a game in play: asides, undo, several people, what it shows; errors that quote what was typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import pytest

from kibitz import ask
from kibitz.app.drill_sources import positions_from_items
from kibitz.app.drills import DRILLS
from kibitz.app.library import Library, LibraryItem, new_id
from kibitz.core import InputError
from kibitz.core.controls import ActionPanel
from kibitz.core.document import Document
from kibitz.core.exhibits import Table
from kibitz.core.exhibits.grids import LetterTable
from kibitz.core.session import SessionState
from kibitz.core.work import WorkContext
from kibitz.games.sevens.answers.play import PlayAnswer
from kibitz.games.sevens.session import PlaySession

WORDS = "at eat tea ten net rat tar star rats east tear rate stare train retain retains nastier senator tension"
LIST = Document(name="own.txt", text="\n".join(WORDS.split()))
WORK = WorkContext()


def table_of(request: PlaySession, state: SessionState) -> tuple[LetterTable, ActionPanel]:
    """The table of a state and what can be done there."""
    table, panel = request.exhibits(state)
    assert isinstance(table, LetterTable)
    assert isinstance(panel, ActionPanel)
    return table, panel


def who_is_next(table: LetterTable) -> list[bool]:
    return [seat.is_next for seat in table.seats]


def who_has_bid(table: LetterTable) -> list[bool]:
    return ["bid is in" in seat.facts for seat in table.seats]


def actions_of(panel: ActionPanel) -> set[str]:
    return {order.order for row in panel.rows for order in row.orders}


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
    table, panel = table_of(request, first)
    assert who_is_next(table) == [False, True, False]
    assert who_has_bid(table) == [True, False, False]
    assert {"undo", "hint", "{}", "0", "15"} <= actions_of(panel)
    assert "undo" not in actions_of(table_of(request, start)[1])
    assert [len(seat.tiles) for seat in table.seats] == [0, 0, 0]
    assert (len(table.rack), table.cover) == (4, "Show the rack of player 2")  # nobody's hidden letters are open
    assert "\n" in first.said[-1]  # the line with the hidden letters is for a terminal; a page leaves it out
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
    table, panel = table_of(request, state)  # player 1 has bought its seventh letter
    assert who_is_next(table) == [False, True, False]
    assert who_has_bid(table) == [False, False, False]
    assert "rack full" in table.seats[0].facts
    assert "undo" not in actions_of(panel)
    with pytest.raises(InputError, match="undo"):
        request.step(state, "undo", WORK)


def test_the_table_shows_racks_scores_and_every_auction_with_its_bids_and_price() -> None:
    request = PlaySession(against="loss,g1", people=2, hidden=4, rounds=2, words=LIST, seed=5)
    state = request.begin(WORK)
    shown = []
    while not state.over:
        table, _ = table_of(request, state)
        shown.append(table)
        state = request.step(state, "1" if "bid" in state.prompt else "", WORK)
    log = request.finish(state, WORK).log
    first = log.rounds[0].sales
    table = shown[2]  # after one auction
    sale = first[0]
    assert table.log.rows[0] == (
        *("1.1", sale.letter, log.players[sale.winner], str(sale.price)),
        *map(str, sale.bids),
    )
    assert [len(seat.tiles) for seat in table.seats] == [seat == first[0].winner for seat in range(4)]
    assert f"{100 - first[0].price} points" in table.seats[first[0].winner].facts
    assert table.offer is not None
    assert (table.offer.letter, table.headline) == (first[1].letter, f"{first[1].letter} is on offer")
    assert {tile.points for tile in table.rack} <= {"0", "1", "2", "3", "4", "5", "8", "10"}
    assert len(shown[-1].log.rows) == sum(len(played.sales) for played in log.rounds)
    assert shown[-1].offer is None
    assert list(request.exhibits(state)) == []


@pytest.mark.parametrize("people", [1, 2])
def test_the_end_has_words_points_and_what_each_bid_lost(people: int) -> None:
    request = PlaySession(against="loss,g1", people=people, hidden=4, rounds=2, words=LIST, seed=5)
    answer = request.finish(play_to_end(request, request.begin(WORK)), WORK)
    assert msgspec.json.decode(msgspec.json.encode(answer), type=PlayAnswer) == answer
    tables = {part.title: part for part in answer.exhibits() if isinstance(part, Table)}
    bids = "Your bids" if people == 1 else "Bids of player 2"
    assert {"Scores", "Words", "All auctions", bids} <= set(tables)
    assert [row[2:4] for row in tables["Words"].rows] == [
        (rack, word or "no word")
        for played in answer.log.rounds
        for rack, word in zip(played.racks, played.words, strict=True)
    ]
    for row in answer.decisions:
        sale = answer.log.rounds[row.round - 1].sales[row.auction - 1]
        seat = answer.log.players.index(row.player)
        assert (sale.letter, sale.bids[seat]) == (row.letter, row.bid)
        assert row.loss >= 0
        assert (row.bid == row.best) <= (row.grade == "best")
    losses = [float(row[3]) for row in tables[bids].rows]
    assert losses == sorted(losses, reverse=True)
    link = tables[bids].links[0]
    arguments: Any = dict(parse_qsl(link.partition("?")[2]))
    judged: Any = ask("sevens.bid", words=LIST, **arguments)  # the question about this bid can be asked
    assert judged.counsel.judgement is not None


def test_errors_of_a_game_become_positions_of_the_drill(tmp_path: Path) -> None:
    request = PlaySession(against="loss", hidden=4, words=LIST, seed=5)
    state = request.begin(WORK)
    while not state.over:
        state = request.step(state, "40" if "bid" in state.prompt else "", WORK)
    answer = request.finish(state, WORK)
    errors = [row for row in answer.decisions if row.grade not in ("best", "fine")]
    library = Library(tmp_path / "library.sqlite")
    item = LibraryItem(
        id=new_id(),
        kind="play",
        path="sevens.play",
        title="Play",
        request="{}",
        state="done",
        began=0.0,
        answer=msgspec.json.encode(answer),
    )
    library.add(item)
    positions = positions_from_items(library, DRILLS["bid"], [item])
    assert errors
    assert [row["tile"] for row in positions] == [row.letter for row in errors]
    assert all(len(str(row["rack"])) >= 4 for row in positions)


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
