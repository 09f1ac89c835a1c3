"""Chess without an engine or python-chess: one honest page that says what to do, and no job that must fail."""

from __future__ import annotations

import sys

import httpx
import pytest

from kibitz.app.missing_programs import missing_programs
from kibitz.core.work import WorkContext


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.app.missing_programs.WorkContext", lambda: WorkContext(engine="no-such-engine"))


@pytest.mark.parametrize("path", ["/chess/position", "/chess/play", "/chess/moves", "/chess/rate", "/chess/solitaire"])
def test_a_page_without_its_engine_says_what_to_install_and_checks_again(
    own_workbench: str, no_engine: None, path: str
) -> None:
    with httpx.Client(base_url=own_workbench) as page:
        shown = page.get(path)
        assert shown.status_code == 200
        for words in ("Stockfish", "install stockfish", "Check again", "/chess/review"):
            assert words in shown.text
        started = page.post(path, data={"kibitz-sample": "1"})
        assert (started.status_code, started.headers["location"]) == (303, path)
        assert "Your library is empty" in page.get("/library").text


def test_checking_again_finds_what_was_installed_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.app.missing_programs.find_spec", lambda name: None)
    monkeypatch.setattr("kibitz.app.missing_programs._engine", list)
    (chess,) = missing_programs("chess.play")
    assert chess.command == f'"{sys.executable}" -m pip install chess'
    assert "GPL" in chess.words
    monkeypatch.setattr("kibitz.app.missing_programs.find_spec", lambda name: sys)
    assert missing_programs("chess.play") == []


def test_questions_that_need_no_engine_never_lack_one(no_engine: None) -> None:
    for path in ("chess.review", "chess.trial", "jeopardy.final", "rate.players", "no.such"):
        assert missing_programs(path) == []
