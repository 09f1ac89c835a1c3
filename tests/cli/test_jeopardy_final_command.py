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
    answer = ask(capsys, "final", "20000", "14000", "8000", "--me", "2", "--era", "1996", "--curve")
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
    answer = ask(
        capsys, "daily-double", "7100", "9000", "1000", "--me", "1", "--confidence", "0.65", "--era", "1996", "--curve"
    )
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
    assert (
        run(["jeopardy", "daily-double", "6200", "19200", "9500", "--me", "1", "--confidence", ".65", "--era", "1996"])
        == 0
    )
    assert "lock-tie" in capsys.readouterr().out


def test_ties_and_era_change_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    shared = ask(capsys, "final", "20000", "10000", "500", "--me", "2", "--era", "1996")
    broken = ask(capsys, "final", "20000", "10000", "500", "--me", "2", "--era", "1996", "--ties", "tiebreaker")
    recent = ask(capsys, "final", "20000", "10000", "500", "--me", "2")
    assert shared["counsel"]["worth"] > 1.5 * broken["counsel"]["worth"]
    assert recent["ties"] == "tiebreaker"
    assert recent["era"] == 2015


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
    assert 1990 <= first["wager"] <= 2010
    assert "two or three scores" in second["error"]
    assert second["line"] == 2
    assert "wager" in third


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("final", "100", "200", "-300", "--me", "3"), "takes no part"),
        (("final", "100", "200", "0", "--me", "3"), "takes no part"),
        (("final", "1", "2", "3", "4", "--me", "1"), "three scores"),
        (("final", "1000000000", "2", "3", "--me", "1"), "three scores"),
        (("final", "1", "2", "3", "--me", "4"), "me"),
        (("final", "1", "2", "3", "--me", "1", "--confidence", "nan"), "from 0 to 1"),
        (("final", "1", "2", "3", "--me", "1", "--confidence", "1.5"), "from 0 to 1"),
        (("final", "1", "2", "3", "--me", "3", "--wager", "4"), "wager"),
        (("final", "1.5", "2", "3", "--me", "3"), "whole dollars"),
        (("daily-double", "1", "2", "3", "--me", "1", "--confidence", "nan"), "from 0 to 1"),
        (("daily-double", "1", "2", "3", "4", "--me", "1", "--confidence", ".5"), "three scores"),
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
    assert "$6,999 two-thirds" in drawn
    assert "Assumes shows since 2015, your confidence 49.2 %, opponents average of 2015, ties tiebreaker." in drawn


def test_two_scores_mean_two_players(capsys: pytest.CaptureFixture[str]) -> None:
    two = ask(capsys, "final", "20,000", "$14,000", "--me", "2")
    three = ask(capsys, "final", "20000", "14000", "0", "--me", "2")
    assert two == three
    assert ask(capsys, "chances", "20000", "14000")["chances"][2] == 0


@pytest.mark.parametrize("scores", [("20000", "12000", "0"), ("20000", "12000", "-400"), ("9000", "8000", "-1")])
def test_an_equilibrium_leaves_out_players_without_money(
    capsys: pytest.CaptureFixture[str], scores: tuple[str, ...]
) -> None:
    result = ask(capsys, "final", *scores, "--me", "1", "--equilibrium", "--era", "1996")["equilibrium"]
    assert result["players"][2] == {"player": 3, "win_chance": 0.0, "gain": 0.0, "mix": {"0": 1.0}}
    assert result["exploitability"] <= 0.005
    assert sum(player["win_chance"] for player in result["players"]) >= 0.99


def test_only_the_leader_can_cover(capsys: pytest.CaptureFixture[str]) -> None:
    for seat in ("2", "3"):
        assert "only for the player in first place" in refuse(capsys, "final", "9", "8", "7", "--me", seat, "--cover")


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
    assert "Assumes shows since 2015, your confidence 49.2 %" in text
    assert "opponents average of 2015, ties tiebreaker" in text


@pytest.mark.parametrize(("year", "era"), [("1984", 1996), ("2014", 1996), ("2015", 2015), ("2026", 2015)])
def test_any_year_of_the_show_picks_its_era_and_tie_rule(
    capsys: pytest.CaptureFixture[str], year: str, era: int
) -> None:
    answer = ask(capsys, "final", "20000", "14000", "8000", "--me", "2", "--era", year)
    assert answer == ask(capsys, "final", "20000", "14000", "8000", "--me", "2", "--era", str(era))
    assert answer["era"] == era
    assert answer["ties"] == ("shared" if era == 1996 else "tiebreaker")


def test_today_is_the_default_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    for question in (
        ("final", "20000", "14000", "8000", "--me", "2"),
        ("daily-double", "7100", "9000", "1000", "--me", "1"),
        ("chances", "20000", "14000", "8000"),
        ("final-card", "--role", "A"),
        ("placement", "--round", "2"),
        ("simulate", "--games", "10"),
    ):
        answer = ask(capsys, *question)
        assert answer["era"] == 2015, question
        assert answer.get("ties", "tiebreaker") == "tiebreaker", question
    assert "must be a year from 1984 on" in refuse(capsys, "final", "9", "8", "7", "--me", "1", "--era", "1900")


def test_the_leader_of_today_covers(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "final", "28200", "17400", "12400", "--me", "1", "--era", "2015")["wager"] == 6601


@pytest.mark.parametrize("era", ["1996", "2015"])
@pytest.mark.parametrize("third", ["5000", "12000", "20000"])
def test_tied_leaders_get_the_same_answer(capsys: pytest.CaptureFixture[str], era: str, third: str) -> None:
    first, second = (ask(capsys, "final", "20000", "20000", third, "--me", me, "--era", era) for me in "12")
    assert first["wager"] == second["wager"]
    assert first["counsel"]["worth"] == pytest.approx(second["counsel"]["worth"], abs=1e-12)
    assert first["confidence"] == second["confidence"]


def test_names_of_players_stand_in_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["--names", "Ann,Ben,Cas"]
    assert run(["jeopardy", "final", "20000", "14000", "8000", "--me", "2", *names]) == 0
    assert "A is Ann with $20,000; B is Ben with $14,000; C is Cas with $8,000." in capsys.readouterr().out
    assert run(["jeopardy", "daily-double", "7100", "9000", "1000", "--me", "1", *names]) == 0
    assert "a right answer draws level with Ben" in capsys.readouterr().out
    assert run(["jeopardy", "chances", "20000", "14000", "8000", *names]) == 0
    assert "Ann has a win chance of" in capsys.readouterr().out
    assert "one for each of the 3 players" in refuse(capsys, "final", "9", "8", "7", "--me", "1", "--names", "Ann,Ben")


def test_confidence_on_a_daily_double_is_by_default_that_of_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("daily-double", "7100", "9000", "1000", "--me", "1")
    easy, hard, any_row = (ask(capsys, *request, *row)["confidence"] for row in (("--row", "2"), ("--row", "5"), ()))
    assert hard < any_row < easy
    champion = ask(capsys, *request, "--row", "5", "--level", "champion")["confidence"]
    assert champion > hard


def test_each_opponent_can_have_a_strength_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("final", "20000", "16000", "15000", "--me", "1")
    weak, mixed, other, strong = (
        ask(capsys, *request, "--opponents", who)["counsel"]["worth"]
        for who in ("average", "champion,average", "average,champion", "champion")
    )
    assert strong < mixed < weak
    assert strong < other < weak
    assert mixed != other
    assert "champion and average of 2015" in ask(capsys, *request, "--opponents", "champion,average")["opponents"]
    assert "one for each" in refuse(capsys, *request, "--opponents", "champion,average,average")


def test_what_then_if_the_leader_covers(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("final", "20000", "14000", "3000", "--me", "2")
    plain, covered = ask(capsys, *request, "--curve"), ask(capsys, *request, "--leader-covers", "--curve")
    assert covered["opponents"] == "average of 2015, A covers"
    right, worth = covered["confidence"], covered["counsel"]["curve"]["worth"]
    assert plain["counsel"]["worth"] != covered["counsel"]["worth"]
    # A covers 8,001: with everything I win only where A is wrong and I am right; with nothing wherever A is wrong.
    assert worth[14_000] < worth[0]
    assert worth[14_000] < right
    assert "for second and third place" in refuse(capsys, *request[:4], "--me", "1", "--leader-covers")


def test_a_runaway_bets_for_money_what_it_can_spare(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("final", "30000", "12000", "5000", "--me", "1", "--prizes", "3000,2000")
    sure, unsure = (ask(capsys, *request, "--confidence", p) for p in ("0.6", "0.4"))
    assert sure["wager"] == 30_000 - 2 * 12_000 - 1
    assert unsure["wager"] == 0
    assert sure["counsel"]["unit"] == "dollars"
    assert sure["counsel"]["worth"] == pytest.approx(30_000 + 27_000 + 0.2 * 5_999, abs=1)
    gambler = ask(capsys, *request, "--confidence", "0.9", "--comeback", "0")
    assert gambler["wager"] > 6_000
    assert "together with prizes" in refuse(capsys, *request[:6], "--comeback", "5")


def test_third_place_bets_for_the_second_prize_when_winning_is_far(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("final", "30000", "9000", "8000", "--me", "3")
    answer = ask(capsys, *request, "--prizes", "3000,2000", "--comeback", "0", "--curve")
    assert 2_000 < answer["counsel"]["worth"] < 3_000
    assert answer["wager"] > 1_000


def test_a_daily_double_tells_when_a_wrong_answer_is_worth_more(capsys: pytest.CaptureFixture[str]) -> None:
    request = [
        "jeopardy",
        "daily-double",
        "6000",
        "10000",
        "-1000",
        "--me",
        "1",
        "--confidence",
        ".65",
        "--era",
        "1996",
    ]
    assert run([*request, "--final-confidence", "0.7"]) == 0
    assert "bet $1,000 and answer wrongly on purpose" in capsys.readouterr().out
    assert run([*request, "--final-confidence", "0.3"]) == 0
    assert "on purpose" not in capsys.readouterr().out


def test_grades_of_final_bets_come_from_what_people_lose(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "final", "28200", "17400", "12400", "--me", "1", "--wager", "3399", "--curve")
    loss, grade = answer["counsel"]["judgement"]["loss"], answer["counsel"]["judgement"]["grade"]
    assert 0.035 <= loss < 0.05
    assert grade == "mistake"


def test_a_machine_is_independent_of_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("daily-double", "7100", "9000", "1000", "--me", "1", "--row", "4")
    assert ask(capsys, *request, "--machine")["counsel"]["worth"] != ask(capsys, *request)["counsel"]["worth"]


def test_who_leads_is_taken_to_be_better_unless_all_are_equal(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("chances", "22000", "14000", "4000", "--left", "1600,2000")
    by_scores, equal = (ask(capsys, *request, "--abilities", how)["chances"] for how in ("scores", "equal"))
    assert by_scores[0] > equal[0]
    assert by_scores[2] < equal[2]


def test_the_curve_of_a_daily_double_is_drawn_too(tmp_path: Path) -> None:
    target = tmp_path / "double.svg"
    words = ["jeopardy", "daily-double", "7100", "9000", "1000", "--me", "1", "--chart", str(target), "--json"]
    assert run(words) == 0
    drawn = target.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "Daily Double, no clue left" in drawn
    assert "Assumes shows since 2015, your confidence" in drawn
