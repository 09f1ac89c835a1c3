"""A wrong file is refused at once: what it is, where it belongs, and no job."""

from __future__ import annotations

import httpx
import pytest

from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import example_arguments
from kibitz.app.uploads import STRICT_QUESTIONS, find_misplaced
from kibitz.core.document import Document
from kibitz.games.chess.fields import PGN_EXAMPLE

PNG = b"\x89PNG\r\n\x1a\n\0\0"
GAMES = PGN_EXAMPLE["text"].encode()


@pytest.mark.parametrize(
    ("path", "name", "data", "words"),
    [
        (
            "backgammon.review",
            "photo.png",
            PNG,
            "photo.png is a picture or an office document; give a backgammon match",
        ),
        ("theory.solve", "text.docx", b"PK\x03\x04", "text.docx is a picture or an office document"),
        (
            "backgammon.review",
            "one.pgn",
            GAMES,
            "one.pgn has 1 game; open it at Chess, Game, or give a backgammon match",
        ),
        ("jeopardy.review", "one.pgn", GAMES, "open it at Chess, Game"),
        ("chess.rate", "notes.txt", b"Dear diary", "notes.txt: not a supported file; give chess games"),
    ],
)
def test_a_file_of_another_kind_is_named_and_sent_where_it_belongs(
    path: str, name: str, data: bytes, words: str
) -> None:
    assert words in find_misplaced(path, Document(name=name, data=data))


@pytest.mark.parametrize("path", STRICT_QUESTIONS)
def test_the_sample_of_every_question_belongs_there(path: str) -> None:
    for value in example_arguments(request_type(path)).values():
        for each in value if isinstance(value, list | tuple) else (value,):
            if isinstance(each, dict) and "name" in each:
                assert find_misplaced(path, Document(**each)) == ""


def test_questions_that_read_other_files_too_refuse_no_text() -> None:
    assert find_misplaced("theory.solve", Document(name="game.nfg", text='NFG 1 R "x" { "1" "2" }')) == ""


def test_a_refused_file_stands_at_its_field_and_starts_no_job(own_workbench: str) -> None:
    with httpx.Client(base_url=own_workbench, timeout=60) as page:
        for name, data, words in (
            ("photo.png", PNG, "photo.png is a picture"),
            ("match.mat", b"", "match.mat is empty; choose another file"),
            ("one.pgn", GAMES, "open it at Chess, Game"),
        ):
            reply = page.post("/backgammon/review", files={"match": (name, data)}, data={"plies": "0"})
            assert reply.status_code == 422
            assert words in reply.text
            assert 'data-field="match"' in reply.text
            assert 'type="file" id="f-match"' in reply.text
        missing = page.post("/backgammon/review", data={"plies": "0"})
        assert 'data-field="match"' in missing.text
        assert "Your library is empty" in page.get("/library").text


def test_a_session_that_cannot_begin_shows_its_form_with_the_error_at_its_field(own_workbench: str) -> None:
    with httpx.Client(base_url=own_workbench, timeout=60) as page:
        reply = page.post("/backgammon/play", data={"match": "many"})
        assert reply.status_code == 422
        assert 'data-field="match"' in reply.text
        assert 'id="f-match"' in reply.text
        assert "Your library is empty" in page.get("/library").text
