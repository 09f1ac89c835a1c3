"""``kibitz jeopardy review``: files made of a game, and one sentence and nothing left behind for anything else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.cli.main import run
from kibitz.games.jeopardy.questions.review import EXAMPLE_GAME

HOSTILE = {
    "script.html": b"<script>alert(1)</script>" * 500,
    "nested.html": b"<table><tr><td>" * 3000,
    "bytes.html": b"\xff\xfe\x00\x81" * 300,
    "empty.html": b"",
    "cut.html": b'<div id="jeopardy_round"><td class="clue"><td id="clue_J_1_1_stuck"></td>',
    "wrong.csv": b"1,9,9,,,1\n",
}


def test_a_game_makes_report_chart_table_and_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.csv"
    game.write_text(EXAMPLE_GAME)
    made = {"--report": "r.html", "--chart": "c.svg", "--table": "t.csv", "--decisions": "d.jsonl"}
    options = [word for option, name in made.items() for word in (option, str(tmp_path / name))]
    assert run(["jeopardy", "review", str(game), "--json", *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["scores"]["final"] == [2400, 0, 1600]
    assert (tmp_path / "r.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert (tmp_path / "c.svg").read_text("utf-8").startswith("<svg")
    assert len((tmp_path / "d.jsonl").read_text("utf-8").splitlines()) == len(told["decisions"])
    assert run(["jeopardy", "review", str(tmp_path / "t.csv"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chances"] == told["chances"]


@pytest.mark.parametrize("name", HOSTILE)
def test_anything_else_gets_one_sentence_and_leaves_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, report = tmp_path / name, tmp_path / "report.html"
    page.write_bytes(HOSTILE[name])
    assert run(["jeopardy", "review", str(page), "--report", str(report)]) != 0
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1
    assert sorted(tmp_path.iterdir()) == [page]
