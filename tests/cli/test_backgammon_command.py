"""Backgammon in the terminal: a game from piped input, the engine protocol, and what is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.main import run
from kibitz.games.backgammon.notation.mat import parse_mat


def say(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_the_engine_protocol_answers_on_standard_output_alone(monkeypatch: Any, capsys: Any) -> None:
    say(
        monkeypatch,
        "ubgi",
        "position gnubgid 4HPwATDgc/ABMA",
        "dice 3 1",
        "go role chequer",
        "nonsense",
        "quit",
        "isready",
    )
    assert run(["backgammon", "ubgi"]) == 0
    out = capsys.readouterr()
    lines = out.out.splitlines()
    assert lines[0] == "id name kibitz"
    assert "bestmove 8/5 6/5" in lines
    assert lines[-1].startswith("error "), "nothing is answered after quit"
    assert out.err == ""


def test_a_game_is_played_from_piped_orders_and_kept_as_a_match_file(
    monkeypatch: Any, capsys: Any, tmp_path: Path
) -> None:
    say(monkeypatch, "help", "nonsense", "board", "quit")
    file = tmp_path / "game.mat"
    assert (
        run(["backgammon", "play", "--level", "novice", "--match", "3", "--seed", "5", "--mat", str(file), "--json"])
        == 0
    )
    out = capsys.readouterr()
    answer = json.loads(out.out)
    assert answer["schema"] == "backgammon.play/2"
    assert not answer["over"]
    assert "X 167 pips" in out.err
    assert "what the tutor would do" in out.err
    if answer["mat"]:
        assert parse_mat(file.read_text()).length == 3


def test_play_duel_train_and_ubgi_are_listed(capsys: Any) -> None:
    assert run(["backgammon", "--help"]) == 0
    shown = capsys.readouterr().out
    for name in ("move", "cube", "evaluate", "rollout", "review", "duel", "train", "play", "ubgi"):
        assert f"  {name} " in shown


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["duel", "kibitz", "file"], "give a file of weights"),
        (["duel", "nobody"], "first"),
        (["train", "labelled"], "data: give a file"),
        (["play", "--match", "3", "--jacoby"], "money play"),
        (["cube", "4HPwATDgc/ABMA:MAGgAAAAAAAE", "--beavers"], "money play"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(words: list[str], complaint: str, capsys: Any) -> None:
    assert run(["backgammon", *words]) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert complaint in said
    assert said.startswith("kibitz: ")
