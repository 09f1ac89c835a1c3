"""What a piece of work was about, in a line: what was asked and not the rest."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import example_arguments
from kibitz.web.forms import to_plain_json
from kibitz.web.request_summary import MAX_REQUEST_CHARACTERS, MAX_SUMMARY_CHARACTERS, summarise_request


@pytest.mark.parametrize(
    ("path", "request_", "words"),
    [
        (
            "jeopardy.final",
            {"scores": ["$18,400", "14600", "9000"], "me": "2", "opponents": "average", "seed": "1"},
            "18,400 · 14,600 · 9,000, me 2",
        ),
        (
            "sevens.tournament",
            {"players": "g1,loss", "rounds": "9", "pairs": "true"},
            "players g1,loss, rounds 9, pairs",
        ),
        ("backgammon.review", {"match": {"name": "friday.mat", "text": "secret"}}, "friday.mat"),
        ("chess.rate", {"games": [{"name": "a.pgn", "text": "x"}, {"name": "b.pgn", "text": "x"}]}, "a.pgn · b.pgn"),
        ("jeopardy.live", {}, ""),
        ("no.such", {}, ""),
    ],
)
def test_a_gist_has_what_was_asked_without_defaults(path: str, request_: dict[str, object], words: str) -> None:
    assert summarise_request(path, json.dumps(request_)) == words


@pytest.mark.parametrize("path", [entry.path for entry in ENTRIES])
def test_every_question_has_a_gist_of_a_line(path: str) -> None:
    request = {name: to_plain_json(value) for name, value in example_arguments(request_type(path)).items()}
    said = summarise_request(path, json.dumps(request, default=list))
    assert len(said) <= MAX_SUMMARY_CHARACTERS
    assert "\n" not in said


@given(st.text(max_size=60))
def test_a_request_that_cannot_be_read_has_none(text: str) -> None:
    assert summarise_request("jeopardy.final", text) == ""


def test_a_request_with_a_whole_file_in_it_is_not_read_for_a_line() -> None:
    match = {"name": "friday.mat", "text": "x"}
    assert summarise_request("backgammon.review", json.dumps({"match": match})) == "friday.mat"
    assert (
        summarise_request("backgammon.review", json.dumps({"match": match | {"text": "x" * MAX_REQUEST_CHARACTERS}}))
        == ""
    )
