"""The find box: notations of all games lead to a page that reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.catalogue import BY_PATH, request_type
from kibitz.app.request_parsing import from_query
from kibitz.app.search import MAX_HITS, search


@pytest.mark.parametrize(
    ("text", "path", "argument"),
    [
        ("18400 14600 9000", "jeopardy.final", "scores=18400,14600,9000"),
        ("$18,400, $14,600, $9,000", "jeopardy.final", "scores=18400,14600,9000"),
        ("18.4k 14.6k 9k", "jeopardy.final", "scores=18400,14600,9000"),
        ("20,000 12,000", "jeopardy.final", "scores=20000,12000"),
        ("4HPwATDgc/ABMA", "backgammon.evaluate", "position=4HPwATDgc/ABMA"),
        ("4HPwATDgc/ABMA 31", "backgammon.move", "dice=31"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "backgammon.evaluate", "XGID"),
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


@pytest.mark.parametrize("text", ["18400 14600 9000", "4HPwATDgc/ABMA", "5-3 p .7 .4", "4HPwATDgc/ABMA 31"])
def test_links_that_are_found_are_read_by_their_questions(text: str) -> None:
    for each in search(text):
        group, name = each.link.partition("?")[0].strip("/").split("/")
        from_query(request_type(f"{group}.{name}"), each.link.partition("?")[2])


def test_words_find_questions_and_nothing_finds_nothing() -> None:
    assert any(each.link == "/jeopardy/final-card" for each in search("card final"))
    assert search("") == search("   ") == search("qqqq zz 7") == []


@given(st.text(max_size=300))
def test_any_text_finds_few_pages_of_ours(text: str) -> None:
    result = search(text)
    assert len(result) <= MAX_HITS
    assert all(each.link.startswith("/") and not each.link.startswith("//") for each in result)
