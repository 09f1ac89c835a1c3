"""Files that people bring: told by what they hold, read by the game's own reader, refused in a sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import example_arguments, parse_request, request_fields
from kibitz.app.uploads import FILE_ACTIONS, FILE_TYPES, SUPPORTED_FILES, detect_file
from kibitz.core.document import Document
from kibitz.games.backgammon.questions.matches import SHORT_MATCH

ONE = '[Event "a"]\n\n1. e4 e5 2. Nf3 1-0\n'
DECISION = '{"utilities": [0.6, 0.4], "chosen": 1, "unit": "win", "player": "ann"}\n'
CLUES = "round,row,column,wager,wrong,right\n"


def file(name: str, text: str | bytes) -> Document:
    return Document(name=name, data=text if isinstance(text, bytes) else text.encode())


def sample(path: str, field: str) -> Document:
    """The document of a question's own example."""
    request = parse_request(request_type(path), example_arguments(request_type(path)))
    held = getattr(request, field)
    return held[0] if isinstance(held, tuple) else held


@pytest.mark.parametrize(
    ("document", "words", "path"),
    [
        (sample("backgammon.review", "match"), "match to 3, 2 games", "backgammon.review"),
        (sample("jeopardy.review", "page"), "recorded game, 4 clues", "jeopardy.review"),
        (file("a.pgn", ONE), "1 game", "chess.moves"),
        (file("both.pgn", ONE + "\n" + ONE), "2 games", "chess.rate"),
        (file("mine", "1. e4 e5 2. Nf3 1-0\n"), "1 game", "chess.moves"),
        (
            file("lichess.pgn", "1. e4 { [%eval 0.3] } 1... e5 { [%eval 0.2] } *\n"),
            "1 game with evaluations",
            "chess.review",
        ),
        (file("w.jsonl", DECISION * 3), "3 decisions, 1 player", "rate.players"),
        (file("w.csv", "Utilities;Chosen\n0.6 0.4;1\n"), "1 decision, 1 player", "rate.players"),
        (file("game.csv", "1,-1\n-1,1\n"), "matrix game, 2 x 2", "theory.solve"),
        (file("game.csv", ",heads,tails\nheads,1,-1\ntails,-1,1\n"), "matrix game, 2 x 2", "theory.solve"),
        (file("g.json", '{"row": [[3], [5]], "column": [[3], [0]]}'), "matrix game, 2 x 1", "theory.solve"),
    ],
)
def test_a_file_is_told_by_what_it_holds(document: Document, words: str, path: str) -> None:
    result = detect_file(document)
    assert (result.words, result.path, result.wrong) == (words, path, False)


def test_endings_do_not_matter_for_games_that_show_what_they_are() -> None:
    match = sample("backgammon.review", "match")
    assert detect_file(Document(name="download", data=match.content)).path == "backgammon.review"
    assert detect_file(Document(name="x.txt", data="\ufeff".encode() + ONE.encode())).path == "chess.moves"


def test_an_exported_library_is_no_question() -> None:
    result = detect_file(file("l.jsonl", json.dumps({"item": {}}) + "\n"))
    assert (result.words, result.path, result.wrong) == ("an exported library", "", False)


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (file("notes.docx", b"PK\x03\x04\x00"), "not a supported file"),
        (file("empty.pgn", ""), "empty"),
        (file("blank.mat", " \n\t\n"), "empty"),
        (file("x.pgn", "dear diary"), "contains no chess moves"),
        (file("page.html", "<!doctype html><p>hello"), "contains no game of Jeopardy!"),
        (file("w.jsonl", '{"utilities": [1, 0], "chosen": 7}\n'), "line 1"),
        (file("odd.csv", "a,b\nc,d\n"), "not a supported file"),
        (file("clues.txt", CLUES + "1,1,1,,,1\n"), "not a supported file"),
    ],
)
def test_what_cannot_be_read_says_why(document: Document, words: str) -> None:
    result = detect_file(document)
    assert result.wrong
    assert words in result.words
    assert not result.path


def test_every_order_takes_the_file_in_the_field_it_was_brought_for() -> None:
    for kind in FILE_TYPES:
        for path in filter(None, (kind.path, kind.alone)):
            assert FILE_ACTIONS[path][0].path == path
            for order in FILE_ACTIONS[path]:
                assert kind.field in {field.option for field in request_fields(request_type(order.path)).values()}, (
                    order
                )
    assert len(SUPPORTED_FILES) >= len(FILE_TYPES)


@settings(max_examples=150)
@given(st.binary(max_size=300), st.sampled_from(["", ".csv", ".pgn", ".mat", ".jsonl", ".html", ".json", ".txt"]))
def test_rubbish_is_told_as_such_whatever_its_ending(data: bytes, ending: str) -> None:
    result = detect_file(Document(name=f"file{ending}", data=data))
    assert result.words
    assert result.wrong or result.path in FILE_ACTIONS or result.words == "an exported library"


@settings(max_examples=60)
@given(
    st.sampled_from([SHORT_MATCH, ONE, DECISION, CLUES, '{"schema": "sevens.log/1"}', "[[1, 2]]", "<html>"]),
    st.text(max_size=80),
    st.integers(0, 400),
)
def test_what_only_begins_like_a_game_never_ends_in_a_traceback(start: str, noise: str, cut: int) -> None:
    result = detect_file(Document(name="half", data=(start[:cut] + noise).encode("utf-8", "replace")))
    assert result.words
