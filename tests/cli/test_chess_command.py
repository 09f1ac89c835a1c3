"""``kibitz chess`` from the outside: every command with a fake engine, and one sentence for whatever is wrong."""

from __future__ import annotations

import io
import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.main import run

# The fixtures of the chess tests, which live one folder away.
_FIXTURES = runpy.run_path(str(Path(__file__).parents[1] / "games" / "chess" / "conftest.py"))
make_engine, short_game, tournament = (_FIXTURES[name] for name in ("make_engine", "short_game", "tournament"))

Ask = Callable[..., Any]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run ``kibitz chess``: the JSON answer, or the words printed with ``plain``, or the sentence of an error."""

    def command(*arguments: object, plain: bool = False, fails: bool = False) -> Any:
        status = run(["chess", *map(str, arguments), *([] if plain or fails else ["--json"])])
        out, err = capsys.readouterr()
        if fails:
            assert status == 2
            assert err.count("\n") == 1
            assert "Traceback" not in err
            return err
        assert status == 0, err
        return out if plain else json.loads(out)

    return command


@pytest.fixture
def options(make_engine: Callable[..., str], tmp_path: Path) -> list[object]:
    """A fake engine at depth 3 and a cache of its own."""
    return ["--engine", make_engine("ok"), "--depth", 3, "--cache", tmp_path / "cache.sqlite"]


@pytest.fixture
def spring(short_game: str, tmp_path: Path) -> Path:
    path = tmp_path / "spring.pgn"
    path.write_text(short_game)
    return path


def test_analyse_writes_decisions_and_searches_nothing_twice(
    ask: Ask, options: list[object], spring: Path, tmp_path: Path
) -> None:
    out = tmp_path / "spring.jsonl"
    first = ask("analyse", spring, *options, "--out", out)["source"]
    assert first["games"] == 1
    assert first["turns"] == 36
    assert first["engine"] == "Fakefish 2.5"
    assert first["searched"] == 20
    lines = out.read_text().splitlines()
    assert len(lines) == first["decisions"] == 36 - sum(first["turns_skipped"].values())
    assert json.loads(lines[0])["unit"] == "pawns"
    assert ask("analyse", spring, *options)["source"]["searched"] == 0
    assert "20 decisions" in ask("analyse", spring, *options, plain=True) or first["decisions"] != 20


def test_bad_games_are_named_and_the_others_analysed(
    ask: Ask, options: list[object], spring: Path, tmp_path: Path
) -> None:
    mixed = tmp_path / "mixed.pgn"
    bad = '[Event "Bad"]\n[White "M\xfcller"]\n\n1. e4 e5 2. Ke3 *\n\n'
    mixed.write_bytes(bad.encode("latin-1") + spring.read_bytes())
    result = ask("analyse", mixed, *options)["source"]
    assert result["games"] == 1
    assert result["recoded_lines"] == 1
    assert [game["id"] for game in result["games_skipped"]] == ["mixed.pgn#1"]
    assert "Ke3" in result["games_skipped"][0]["reason"]
    assert "skipped game mixed.pgn#1" in ask("analyse", mixed, *options, plain=True)


def test_one_game_ends_in_a_rating_or_a_plain_refusal(ask: Ask, options: list[object], spring: Path) -> None:
    apart = ask("rate", spring, *options, "--draws", 50)
    for row in apart["players"]:
        assert row["rating"] is None
        assert row["note"] == f"{row['n']} decisions are too few for a rating, which needs at least 20"
        assert 0 <= row["best_rate"] <= 1
    assert "are too few for a rating" in ask("rate", spring, *options, plain=True)
    (together,) = ask("rate", spring, *options, "--together", "--draws", 50)["players"]
    assert together["n"] == sum(row["n"] for row in apart["players"])
    for interval in ("robust", "formula"):
        (row,) = ask("rate", spring, *options, "--together", "--interval", interval)["players"]
        assert (row["n"], row["best_rate"]) == (together["n"], together["best_rate"])


def test_moves_says_which_games_were_left_out_and_counts_them(
    ask: Ask, options: list[object], spring: Path, tmp_path: Path
) -> None:
    mixed = tmp_path / "mixed.pgn"
    mixed.write_text('[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Ke3 *\n\n' + spring.read_text().replace('"1-0"', '"*"'))
    assert "game: mixed.pgn#1 cannot be used: 2. Ke3 is not a legal move there" in ask(
        "moves", mixed, *options, fails=True
    )
    seen = ask("moves", mixed, "--game", 2, *options)
    assert (seen["id"], seen["result"]) == ("mixed.pgn#2", "1-0")
    assert [game["id"] for game in seen["games_skipped"]] == ["mixed.pgn#1"]
    assert "skipped game mixed.pgn#1" in ask("moves", mixed, "--game", 2, *options, plain=True)


@pytest.mark.slow
def test_calibrate_rate_moves_and_play_follow_from_each_other(
    ask: Ask,
    options: list[object],
    tournament: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def rate_command(*arguments: object) -> Any:
        assert run(["rate", *map(str, arguments), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    games, scale, records = tmp_path / "games", tmp_path / "scale.json", tmp_path / "all.jsonl"
    quick = ["--draws", 50]
    games.mkdir()
    (games / "open.pgn").write_text(tournament)
    plan = ["--marks", "1500,2000,2500", "--positions", 80, "--per-game", 20, "--out", scale]
    line = ask("calibrate", games, *options, *plan)
    assert line["slope"] < 0
    assert [row["positions"] for row in line["marks"]] == [80, 80, 80]
    assert "R squared" in ask("calibrate", games, *options, *plan, plain=True)

    ask("analyse", games, *options, "--out", records)
    rated = ask("rate", records, "--player", "W2000", "--scale", scale, *quick)
    (row,) = rated["players"]
    assert rated["scale"] == "Elo"
    assert row["low"] < row["rating"] < row["high"]
    assert row["known_rating"] == 2005
    assert row["method"] == "posterior"
    by_both = ask("rate", records, "--player", "W2000", "--scale", scale, "--compare", *quick)["players"]
    assert [each["method"] for each in by_both] == ["posterior", "ff"]
    assert {"s", "c", "average_error", "best_rate"} <= set(by_both[1]["fit"])
    same = ask("rate", games, *options, "--player", "w2000", "--scale", scale, *quick)
    assert same["players"][0]["rating"] == pytest.approx(row["rating"])
    assert same["source"]["games"] == 18
    by_rate = rate_command(records, "--player", "W2000", "--scale", scale, *quick)
    assert set(by_rate["players"][0]) == set(row)
    # The records hold perceived values; what the scale was calibrated on decides, whichever command is asked.
    assert any("perceived" in json.loads(line) for line in records.read_text().splitlines())
    for key in ("rating", "low", "high", "n", "best_rate", "average_error"):
        assert by_rate["players"][0][key] == pytest.approx(row[key]), key
    assert ask("rate", records, "--player", "W2000", "--scale", scale, "--interval", "formula")["players"][0]["low"]
    claim = ["--claimed", 2000, "--player", "B2500"]
    words = ask("rate", records, "--top", 2, "--scale", scale, *claim, *quick, plain=True)
    assert "B2500" in words
    assert "not a verdict" in " ".join(words.split())
    together = ask("rate", records, "--together", *quick)
    assert together["players"][0]["player"] == "all players"
    assert together["scale"] == "expected loss"
    assert "kibitz chess calibrate" in together["basis"]

    seen = ask("moves", games / "open.pgn", "--game", 3, *options, "--scale", scale)
    assert {"probability", "expected_loss", "loss", "judgement"} <= set(seen["moves"][-1])
    assert "best was" in ask("moves", games / "open.pgn", "--game", 3, *options, "--scale", scale, plain=True)

    monkeypatch.setattr(sys, "stdin", io.StringIO("Nf3\nhelp\nnonsense\nundo\ne4\nboard\n"))
    against = ["play", "--elo", 2000, "--engine", options[1], "--scale", scale, "--pgn", tmp_path / "play.pgn"]
    end = ask(*against)
    assert end["reason"] == "left unfinished"
    assert end["moves"][0] == "e4"
    assert len(end["moves"]) == 2
    assert "1. e4" in (tmp_path / "play.pgn").read_text()
    monkeypatch.setattr(sys, "stdin", io.StringIO("resign\n"))
    assert ask(*against, "--side", "black")["result"] == "1-0"


def test_an_engine_that_does_not_exist_is_one_sentence(ask: Ask, spring: Path) -> None:
    assert "found no program '/nowhere/fish'" in ask("rate", spring, "--engine", "/nowhere/fish", fails=True)


@pytest.mark.parametrize(
    ("mode", "timeout", "sentence"),
    [
        ("garbage", 1, "does not answer like a UCI engine"),
        ("crash-always", 60, "in a row"),
        ("one-line", 60, "analysed only 1 of"),
    ],
)
def test_an_engine_that_cannot_be_used_is_one_sentence(
    ask: Ask, make_engine: Callable[..., str], spring: Path, tmp_path: Path, mode: str, timeout: int, sentence: str
) -> None:
    cache = tmp_path / "cache.sqlite"
    words = ["analyse", spring, "--engine", make_engine(mode), "--depth", 3, "--timeout", timeout, "--cache", cache]
    assert sentence in ask(*words, fails=True)


def test_what_a_hanging_engine_does_not_answer_is_counted(
    ask: Ask, make_engine: Callable[..., str], spring: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache.sqlite"
    result = ask("analyse", spring, "--engine", make_engine("crash"), "--depth", 3, "--cache", cache)["source"]
    assert result["failures"] == {"it exited unexpectedly": result["turns_skipped"]["unanalysed"]}
    assert result["decisions"] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["moves", "GAMES", "--game", "7"], "game: must be from 1 to 1"),
        (["calibrate", "GAMES", "--marks", "high,low"], "marks: must be a list of ratings separated by commas"),
        (["calibrate", "GAMES", "--marks", "1900,2100,2300"], "positions count at"),
        (["calibrate", "GAMES", "--years", "2009-2006"], "years: must be a year, or two years"),
        (["rate", "GAMES", "--player", "Tal"], "nobody in these games is called 'Tal'"),
        (["rate", "GAMES", "--scale", "GAMES"], "not a scale"),
        (["rate", "missing.pgn"], "cannot be read"),
        (["analyse", "GAMES", "--depth", "0"], "depth"),
        (["analyse", "GAMES", "--nodes", "5000"], "exactly one"),
    ],
)
def test_wrong_input_is_one_sentence(
    ask: Ask, options: list[object], spring: Path, words: list[str], sentence: str
) -> None:
    arguments = [str(spring) if word == "GAMES" else word for word in words]
    assert sentence in ask(*arguments, *([] if "--depth" in words else options), fails=True)


def test_without_python_chess_commands_say_what_to_install(
    ask: Ask, options: list[object], spring: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    assert "-m pip install chess" in ask("rate", spring, *options, fails=True)
