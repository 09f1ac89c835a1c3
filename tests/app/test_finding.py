"""The find box: notations of all games lead to a page that reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.catalogue import BY_PATH, request_type
from kibitz.app.request_parsing import from_query
from kibitz.app.search import EXAMPLES, MAX_HITS, search


@pytest.mark.parametrize(
    ("text", "path", "argument"),
    [
        ("18400 14600 9000", "jeopardy.final", "scores=18400,14600,9000"),
        ("$18,400, $14,600, $9,000", "jeopardy.final", "scores=18400,14600,9000"),
        ("18.4k 14.6k 9k", "jeopardy.final", "scores=18400,14600,9000"),
        ("20,000 12,000", "jeopardy.final", "scores=20000,12000"),
        ("4HPwATDgc/ABMA", "backgammon.evaluate", "position=4HPwATDgc/ABMA"),
        ("4HPwATDgc/ABMA 31", "backgammon.move", "dice=31"),
        ("opening 31", "backgammon.move", "dice=31"),
        ("18400/14600/9000", "jeopardy.final", "scores=18400,14600,9000"),
        ("18,400 14,600 9,000 me 2", "jeopardy.final", "scores=18400,14600,9000&me=2"),
        ("$18.400; $14.600; $9.000", "jeopardy.final", "scores=18400,14600,9000"),
        ("second with 14600 behind 18400", "jeopardy.final", "scores=14600,18400&me=1"),
        ("third: 18400 14600 9000", "jeopardy.final", "me=3"),
        ("6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4", "jeopardy.board", "state=6200_4800_3000.2.2"),
        ("5-3 p 70 40", "parlour.final", "p=0.7,0.4"),
        ("EST R", "sevens.bid", "rack=EST&tile=R"),
        ("E,S,T + r", "sevens.bid", "rack=EST&tile=R"),
        ("0 -1 1; 1 0 -1; -1 1 0", "theory.solve", "text=0+-1"),
        ("3,3 0,5; 5,0 1,1", "theory.solve", "text=3,3"),
        ("prisoner's dilemma", "theory.solve", "cooperate"),
        ("8/8/8/8/8/8/8/K1k5", "chess.position", "w+-+-+0+1"),
        ("4HPwATDgc / ABMA 3 1", "backgammon.move", "dice=31"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "backgammon.evaluate", "4HPwATDgc/ABMA"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "backgammon.move", "dice=31"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:2:3:0:7:10 X:Al O:Bo Score is 2", "backgammon.cube", "position"),
        (
            " GNU Backgammon Position ID: 4HPwATDgc/ABMA\n  Match ID : cAhuAAAAAAAE\n +12-11",
            "backgammon.move",
            "dice=43",
        ),
        ("GNUBG ID: 4HPwATDgc/ABMA:cAhuAAAAAAAE", "backgammon.move", "position=4HPwATDgc/ABMA:"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "chess.position", "fen=rnbqkbnr"),
        ("EST + R", "sevens.bid", "tile=R"),
        ("5-3 p .7 .4", "parlour.final", "scores=5,3"),
        ("Stratton's dilemma", "jeopardy.final", "scores=14800,11000,10400"),
        ("shores conjecture", "jeopardy.final", "scores=16200,13400,4400"),
        ("two-thirds", "jeopardy.final", "me=2"),
        ("rational range", "jeopardy.final", "me=2"),
        ("break points", "jeopardy.final", "me=2"),
    ],
)
def test_a_notation_finds_its_page_first(text: str, path: str, argument: str) -> None:
    first = search(text)[0]
    entry = BY_PATH[path]
    assert first.link.startswith(f"/{entry.group}/{entry.name}?")
    assert argument in first.link


@pytest.mark.parametrize("text", [text for text, _ in EXAMPLES if text != "drill"])
def test_links_that_are_found_are_read_by_their_questions(text: str) -> None:
    for each in [hit for hit in search(text) if "?" in hit.link]:
        group, name = each.link.partition("?")[0].strip("/").split("/")
        from_query(request_type(f"{group}.{name}"), each.link.partition("?")[2])


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("drill", "/drill"),
        ("drill cube", "/drill/cube"),
        ("library", "/library"),
        ("help", "/find"),
        ("live", "/jeopardy/live"),
        ("backgammon play", "/backgammon/play"),
        ("Backgammon", "/backgammon"),
        ("kuhn", "/parlour/kuhn"),
        ("e4 e5 Qa1", "/chess/moves"),
    ],
)
def test_words_of_navigation_find_their_page_first(text: str, link: str) -> None:
    assert search(text)[0].link == link


def test_the_first_moves_of_a_game_find_their_position() -> None:
    pytest.importorskip("chess")
    assert search("1. e4 e5 2. Nf3")[0].link == search("e4 e5 Nf3")[0].link
    assert "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R+b+KQkq" in search("e4 e5 Nf3")[0].link


def test_money_below_zero_is_shown_as_money() -> None:
    assert "\N{MINUS SIGN}$400" in search("-400 500")[0].words


def test_every_example_of_the_help_is_read() -> None:
    assert all(search(text) for text, _ in EXAMPLES)


def test_words_find_questions_and_nothing_finds_nothing() -> None:
    assert any(each.link == "/jeopardy/final-card" for each in search("card final"))
    assert search("") == search("   ") == search("qqqq zz 7") == []


@given(st.text(max_size=300))
def test_any_text_finds_few_pages_of_ours(text: str) -> None:
    result = search(text)
    assert len(result) <= MAX_HITS
    assert all(each.link.startswith("/") and not each.link.startswith("//") for each in result)
