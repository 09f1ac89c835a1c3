"""``kibitz jeopardy final`` and ``daily-double``: fields, batches, and a sentence for wrong input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.main import run


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["jeopardy", *arguments, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def refuse(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["jeopardy", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err
    return captured.err


def test_final_answers_with_all_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "final", "20000", "14000", "8000", "--me", "2", "--curve")
    counsel = answer["counsel"]
    assert answer["wager"] == 2000
    assert counsel["choice"] == "2000"
    assert counsel["curve"]["choices"] == "0..14000"
    worth = counsel["curve"]["worth"]
    assert len(worth) == counsel["options"] == 14_001
    assert worth[answer["wager"]] == pytest.approx(counsel["worth"])
    assert max(worth) == pytest.approx(counsel["worth"])
    assert any(row["name"] == "two-thirds" and row["wager"] == 2000 for row in answer["names"])
    assert "$2,000" in counsel["explanation"]["headline"]


def test_without_the_curve_an_answer_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "final", "90000", "84000", "8000", "--me", "2")
    assert "curve" not in answer["counsel"]
    assert len(answer["counsel"]["best"]) == 10
    assert len(json.dumps(answer)) < 8_000


def test_daily_double_answers_with_all_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "daily-double", "7100", "9000", "1000", "--me", "1", "--confidence", "0.65", "--curve")
    assert answer["wager"] == 2600
    assert answer["counsel"]["worth"] == pytest.approx(0.65 * answer["right"] + 0.35 * answer["wrong"])
    curve = answer["counsel"]["curve"]
    assert curve["choices"].startswith("5,100,200,")
    assert curve["choices"].endswith(",7000,7100")
    assert len(curve["worth"]) == len(curve["more"]["right"]) == len(curve["more"]["wrong"]) == 72


def test_both_speak_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jeopardy", "final", "20000", "14000", "-800", "--me", "1", "--randomise", "0.5", "--wager", "1"]) == 0
    text = capsys.readouterr().out
    assert "to win" in text
    assert "Your $1" in text
    assert run(["jeopardy", "daily-double", "6200", "19200", "9500", "--me", "1", "--confidence", ".65"]) == 0
    assert "lock-tie" in capsys.readouterr().out


def test_ties_and_era_change_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    shared = ask(capsys, "final", "20000", "10000", "500", "--me", "2", "--ties", "shared")
    broken = ask(capsys, "final", "20000", "10000", "500", "--me", "2", "--ties", "tiebreaker")
    recent = ask(capsys, "final", "20000", "10000", "500", "--me", "2", "--era", "2015")
    assert shared["counsel"]["worth"] > 1.5 * broken["counsel"]["worth"]
    assert recent["ties"] == "tiebreaker"


def test_a_batch_answers_line_by_line_and_goes_on_after_errors(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [
        {"scores": [20000, 14000, 8000], "me": 2, "id": 7},
        {"scores": [1], "me": 1},
        {"scores": [9, -5, 3], "me": 1},
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    assert run(["jeopardy", "final", "--batch", str(path)]) == 1
    first, second, third = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["id"] == 7
    assert first["wager"] == 2000
    assert "two or three players" in second["error"]
    assert second["line"] == 2
    assert "wager" in third


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("final", "100", "200", "-300", "--me", "3"), "takes no part"),
        (("final", "100", "200", "0", "--me", "3"), "takes no part"),
        (("final", "1", "2", "3", "4", "--me", "1"), "three players"),
        (("final", "1000000000", "2", "3", "--me", "1"), "three players"),
        (("final", "1", "2", "3", "--me", "4"), "me"),
        (("final", "1", "2", "3", "--me", "1", "--confidence", "nan"), "chance from 0 to 1"),
        (("final", "1", "2", "3", "--me", "1", "--confidence", "1.5"), "chance from 0 to 1"),
        (("final", "1", "2", "3", "--me", "3", "--wager", "4"), "wager"),
        (("final", "1.5", "2", "3", "--me", "3"), "whole dollars"),
        (("daily-double", "1", "2", "3", "--me", "1", "--confidence", "nan"), "chance from 0 to 1"),
        (("daily-double", "1", "2", "3", "4", "--me", "1", "--confidence", ".5"), "three players"),
        (("daily-double", "1", "2", "3", "--me", "1", "--confidence", ".5", "--left", "450"), "dollar values"),
        (("daily-double", "1", "2", "3", "--me", "1", "--confidence", ".5", "--left", "x"), "dollar values"),
        (("daily-double", "1", "2", "3", "--me", "1", "--confidence", ".5", "--left", "400," * 7), "6 clues"),
        (("daily-double", "1", "2", "3", "--me", "1", "--confidence", ".5", "--wager", "2001"), "wager"),
        (("daily-double", "1000000001", "2", "3", "--me", "1", "--confidence", ".5"), "whole dollars"),
    ],
)
def test_wrong_input_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], word: str
) -> None:
    assert word in refuse(capsys, *arguments)


def test_the_curve_is_drawn_with_the_named_wagers(tmp_path: Path) -> None:
    target = tmp_path / "curve.svg"
    assert run(["jeopardy", "final", "18400", "14600", "9000", "--me", "2", "--chart", str(target), "--json"]) == 0
    drawn = target.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "two-thirds $7,000" in drawn


def test_two_scores_mean_two_players(capsys: pytest.CaptureFixture[str]) -> None:
    two = ask(capsys, "final", "20,000", "$14,000", "--me", "2")
    three = ask(capsys, "final", "20000", "14000", "0", "--me", "2")
    assert two == three
    assert ask(capsys, "chances", "20000", "14000")["chances"][2] == 0


@pytest.mark.parametrize("scores", [("20000", "12000", "0"), ("20000", "12000", "-400"), ("9000", "8000", "-1")])
def test_an_equilibrium_leaves_out_players_without_money(
    capsys: pytest.CaptureFixture[str], scores: tuple[str, ...]
) -> None:
    found = ask(capsys, "final", *scores, "--me", "1", "--equilibrium")["equilibrium"]
    assert found["players"][2] == {"player": 3, "win_chance": 0.0, "gain": 0.0, "mix": {"0": 1.0}}
    assert found["exploitability"] <= 0.005
    assert sum(player["win_chance"] for player in found["players"]) >= 0.99


def test_only_the_leader_can_cover(capsys: pytest.CaptureFixture[str]) -> None:
    for seat in ("2", "3"):
        assert "only the player in first place" in refuse(capsys, "final", "9", "8", "7", "--me", seat, "--cover")


def test_no_chance_is_above_one(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "final", "20000", "10000", "4000", "--me", "1", "--curve")
    assert max(answer["counsel"]["curve"]["worth"]) <= 1.0


def test_of_equal_bets_the_one_with_a_name_is_advised(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "final", "18400", "14600", "9000", "--me", "2")
    best = answer["counsel"]["best"][0]
    named = {row["wager"]: row["name"] for row in answer["names"]}
    assert answer["wager"] in named
    assert best["worth"] - answer["counsel"]["worth"] <= 0.001
    assert named[answer["wager"]] in answer["counsel"]["explanation"]["headline"]


def test_era_tie_rule_confidence_and_opponents_stand_in_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jeopardy", "final", "20000", "14000", "8000", "--me", "2", "--era", "2015"]) == 0
    text = capsys.readouterr().out
    assert "For shows of 2015: you are right in 47." in text
    assert "opponents average of 2015, ties tiebreaker" in text
