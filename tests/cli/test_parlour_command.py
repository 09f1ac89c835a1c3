"""``kibitz parlour``: the fields of its answers, batches, and one sentence for wrong input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.main import run


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["parlour", *arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.out.count("\n") == 1
    answer: dict[str, Any] = json.loads(captured.out)
    return answer


def refuse(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["parlour", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err
    return captured.err


def test_final_gives_the_value_both_strategies_and_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "final", "--scores", "5", "3", "--p", "0.7", "0.4")
    assert answer["value"] == pytest.approx(53 / 145)
    assert answer["win_chance"] == pytest.approx(53 / 145 + 0.5)
    assert list(answer["row"]) == ["0", "1", "2", "3", "4", "5"]
    assert answer["row"]["1"] == pytest.approx(3 / 29)
    assert answer["column"]["0"] == pytest.approx(14 / 29)
    assert sum(answer["row"].values()) == pytest.approx(1)
    assert "otherwise 2" in answer["rule"]["row"]
    assert answer["losses"]["row"]["2"] == pytest.approx(0, abs=1e-12)
    assert answer["losses"]["row"]["5"] == pytest.approx(0.11897, abs=1e-5)
    ranked = {option["choice"]: option["loss"] for option in answer["players"]["column"]["best"]}
    assert ranked == answer["losses"]["column"]
    assert answer["schema"] == "parlour.final/2"


def test_final_with_other_scores_is_solved_and_has_no_rule(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "final", "--scores", "4", "3", "--p", "7/10", ".4")
    assert answer["rule"] == {"row": None, "column": None}
    easy = ask(capsys, "final", "--scores", "7", "4", "--p", "7/10", ".4")
    assert easy["rule"] == {"row": "else: 2", "column": "else: 4"}
    assert easy["win_chance"] == pytest.approx(0.88)


def test_kuhn_gives_value_strategies_and_what_both_editions_lose(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "kuhn", "--cards", "13")
    assert answer["value"] == pytest.approx(-5 / 78)
    assert len(answer["strategies"]["A"]["bet"]) == len(answer["strategies"]["B"]["call"]) == 13
    assert answer["exploitability"]["corrected"] == {"A": 0, "B": 0, "gap": 0}
    assert answer["exploitability"]["published"]["B"] == pytest.approx(1 / 12)
    assert answer["exploitability_exact"]["published"] == {"A": "0", "B": "1/12"}
    assert answer["counsel"] is None


def test_kuhn_advises_on_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ask(capsys, "kuhn", "--cards", "3", "--card", "2", "--after", "check-bet")["counsel"]
    assert hand["position"] == "kuhn:3:2:check-bet"
    assert {option["choice"]: option["worth"] for option in hand["best"]} == {"call": -1, "fold": -1}


def test_vote_gives_the_vote_both_payoffs_and_the_printed_vote(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "vote", "--p1", ".6", "--p2", ".4", "--y1", ".3", "--y2", ".5")
    assert answer["vote"] == "P2"
    assert answer["payoffs"] == pytest.approx({"P1": 0.95 / 3, "P2": 0.47})
    assert answer["printed"]["vote"] == "P2"
    assert not answer["exchanged"]


def test_vote_shows_where_the_printed_rule_goes_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "vote", "--p1", "1", "--p2", "1/2", "--y1", "0", "--y2", "0")
    assert (answer["vote"], answer["printed"]) == ("P2", {"vote": "P1", "loss": 0.5})


def test_vote_takes_the_opponents_in_either_order(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "vote", "--p1", ".4", "--p2", ".6", "--y1", ".5", "--y2", ".3")
    assert answer["vote"] == "P1"
    assert answer["exchanged"]
    assert "exchanged" in answer["counsel"]["explanation"]["reasons"][0]
    assert answer["payoffs"] == pytest.approx({"P1": 0.47, "P2": 0.95 / 3})


def test_solve_reads_json_and_csv_alike(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    as_json = tmp_path / "dilemma.json"
    as_json.write_text(
        '{"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]], "rows": ["C", "D"], "columns": ["C", "D"]}'
    )
    as_csv = tmp_path / "dilemma.csv"
    as_csv.write_text(',C,D\nC,"3,3","0,5"\nD,"5,0","1,1"\n')
    first, second = ask(capsys, "solve", str(as_json)), ask(capsys, "solve", str(as_csv))
    assert first == second
    assert first["complete"]
    exactly = {"row": {"C": "0", "D": "1"}, "column": {"C": "0", "D": "1"}, "payoffs": ["1", "1"]}
    assert first["equilibria"] == [
        {"row": {"C": 0, "D": 1}, "column": {"C": 0, "D": 1}, "payoffs": [1, 1], "regrets": [0, 0], "exactly": exactly}
    ]
    assert first["components"] == [{"equilibria": [1], "mixtures": [[1]]}]
    assert first["rule"] == "else if g >= c and h >= f: bottom; right"


def test_solve_gives_the_value_of_a_zero_sum_game(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "solve", "--text", '[["1/3", -1], [-1, 1]]')
    assert answer["zero_sum"]
    assert answer["value"] == pytest.approx(-1 / 5)


def test_fractions_in_are_fractions_out(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "solve", "--text", '[["1/3", -1], [-1, 1]]')
    assert answer["value_exact"] == "-1/5"
    assert answer["equilibria"][0]["exactly"]["row"] == {"row 1": "3/5", "row 2": "2/5"}
    assert run(["parlour", "solve", "--text", '[["1/3", -1], [-1, 1]]']) == 0
    shown = capsys.readouterr().out
    assert "row: 3/5 row 1 + 2/5 row 2" in shown
    assert "payoffs −1/5, 1/5" in shown


def test_very_large_and_very_small_payoffs_are_told_with_their_power_of_ten(capsys: pytest.CaptureFixture[str]) -> None:
    for payoff, told in (("9" * 60, "payoffs 1.0000e+60, −1.0000e+60"), ("1e-30", "payoffs 1.0000e−30, −1.0000e−30")):
        assert run(["parlour", "solve", "--text", f'[["{payoff}"]]']) == 0
        assert told in capsys.readouterr().out


def test_a_continuum_of_equilibria_is_told_by_component(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "solve", "--text", "[[1,1],[0,0]]")
    assert answer["components"] == [{"equilibria": [1, 2], "mixtures": [[1, 2]]}]
    assert run(["parlour", "solve", "--text", "[[1,1],[0,0]]"]) == 0
    shown = capsys.readouterr().out
    assert "2 extreme equilibria, and their mixtures" in shown
    assert "Equilibria 1 and 2 mix freely: any mixture of their row strategies" in shown
    assert "no others" not in shown
    blocks = '{"row": [[1,1,0],[1,1,0],[0,0,1]], "column": [[1,1,0],[1,1,0],[0,0,1]]}'
    parts = ask(capsys, "solve", "--text", blocks)["components"]
    assert [part["equilibria"] for part in parts] == [[1, 2, 5, 6], [3, 4, 7, 8], [9]]


def test_games_of_single_equilibria_say_that_there_are_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["parlour", "solve", "--text", '{"row": [[2,0],[0,1]], "column": [[1,0],[0,2]]}']) == 0
    shown = capsys.readouterr().out
    assert "3 equilibria, and no others" in shown
    assert "mixture" not in shown
    assert shown.startswith("General-sum game, 2 x 2")


def test_constant_sum_games_are_recognised_and_may_be_large(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "solve", "--text", '{"row": [[3,2],[1,0]], "column": [[7,8],[9,10]]}')
    assert (answer["zero_sum"], answer["constant_sum"], answer["value"]) == (False, 10, 2)
    row = [[(7 * i * i + 3 * j * i + j) % 11 for j in range(70)] for i in range(70)]
    column = [[100 - payoff for payoff in line] for line in row]
    large = ask(capsys, "solve", "--text", json.dumps({"row": row, "column": column}))
    assert large["constant_sum"] == 100
    assert sum(large["equilibria"][0]["payoffs"]) == pytest.approx(100)
    assert max(large["equilibria"][0]["regrets"]) < 1e-9
    assert run(["parlour", "solve", "--text", '{"row": [[3]], "column": [[7]]}']) == 0
    assert "Constant-sum game (payoffs sum to 10), 1 x 1; unique equilibrium" in capsys.readouterr().out


def test_chances_are_exact_however_they_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    ways = [(".4", "2/5"), ("0.40", "40%"), ("4e-1", " 40 / 100 ")]
    answers = [ask(capsys, "vote", "--p1", a, "--p2", b, "--y1", a, "--y2", b) for a, b in ways]
    assert answers[0]["counsel"]["position"] == "vote:2/5,2/5:2/5,2/5"
    assert answers[0] == answers[1] == answers[2]
    third = ask(capsys, "vote", "--p1", "1/3", "--p2", "0.333333", "--y1", "0", "--y2", "0")
    assert third["counsel"]["position"] == "vote:1/3,0.333333:0,0"


@pytest.mark.parametrize(
    ("arguments", "path", "choice", "grade"),
    [
        ("final --scores 5 3 --p 0.7 0.4 --wager 5", "players.row", "5", "mistake"),
        ("final --scores 5 3 --p 0.7 0.4 --wager 1 --me 2", "players.column", "1", "fine"),
        ("kuhn --cards 3 --card 3 --after check-bet --action fold", "counsel", "fold", "blunder"),
        ("kuhn --cards 3 --card 2 --after check-bet --action fold", "counsel", "fold", "best"),
        ("vote --p1 .7 --p2 .5 --y1 .3 --y2 .1 --vote P1", "counsel", "P1", "mistake"),
    ],
)
def test_a_choice_of_one_s_own_is_judged_in_chances_and_in_antes(
    arguments: str, path: str, choice: str, grade: str, capsys: pytest.CaptureFixture[str]
) -> None:
    result: Any = ask(capsys, *arguments.split())
    for step in path.split("."):
        result = result[step]
    assert (result["judgement"]["choice"], result["judgement"]["grade"]) == (choice, grade)
    assert run(["parlour", *arguments.split()]) == 0
    assert f"Your {choice}: " in capsys.readouterr().out


@pytest.mark.parametrize("command", ["final", "kuhn", "vote", "solve"])
def test_people_see_words_and_no_markup(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = {
        "final": ["--scores", "20", "15", "--p", "0.5", "0.5"],
        "kuhn": ["--cards", "6", "--card", "3", "--after", "bet"],
        "vote": ["--p1", ".6", "--p2", ".4", "--y1", ".3", "--y2", ".5"],
        "solve": ["--text", "1,2;3,4\n5,6;0,0"],
    }[command]
    assert run(["parlour", command, *arguments]) == 0
    shown = capsys.readouterr().out
    assert len(shown) > 60
    assert "[/" not in shown
    assert "nan" not in shown


def test_batches_answer_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text(
        '{"scores": [5, 3], "p": [0.7, 0.4], "id": "a"}\n'
        '{"scores": [5, 3], "p": [1.7, 0.4]}\n'
        '{"scores": [1, 1], "p": [1e-05, 1]}\n'
    )
    assert run(["parlour", "final", "--batch", str(questions)]) == 1
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert replies[0]["id"] == "a"
    assert replies[0]["value"] == pytest.approx(53 / 145)
    assert "probability from 0 to 1" in replies[1]["error"]
    assert "value" in replies[2]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("final --scores -5 3 --p .5 .5", "scores"),
        ("final --scores 500 3 --p .5 .5", "scores"),
        ("final --scores 5.5 3 --p .5 .5", "scores"),
        ("final --scores 5 3 --p nan .5", "a probability from 0 to 1"),
        ("final --scores 5 3 --p .5 1.01", "a probability from 0 to 1"),
        ("final --scores 5 3 --p .5 1/0", "a probability from 0 to 1"),
        ("final --scores 5 3 --p .5 1e999999999", "a probability from 0 to 1"),
        ("final --scores 5 3", "p: missing"),
        ("final --scores 5 3 --p .5 .5 --wager 6", "wager: must be a whole number from 0 to 5"),
        ("final --scores 5 3 --p .5 .5 --wager 4 --me 2", "wager: must be a whole number from 0 to 3"),
        ("final --scores 5 3 --p .5 .5 --me 3", "me: must be a whole number from 1 to 2"),
        ("final --scores 5 3 --p .5 .5 --observed 4:1", "observed: a wager must be from 0 to their score, 3,"),
        ("final --scores 5 3 --p .5 .5 --me 2 --seen 6:1", "observed: a wager must be from 0 to their score, 5,"),
        ("final --scores 5 3 --p .5 .5 --seen 0:1,0:2", "observed: give the count of wager 0 once"),
        ("final --scores 5 3 --p .5 .5 --seen 0:2000000", "observed: a count must be from 0 to 1,000,000"),
        (
            "final --scores 5 3 --p .5 .5 --seen often",
            "observed: must be wagers with their counts, such as 0:1,3:6,",
        ),
        ("final --scores 5 3 --p .5 .5 --seen 0:1 --prior 0", "prior: must be a number"),
        ("kuhn --cards 2", "cards"),
        ("kuhn --cards 10001", "cards"),
        ("kuhn --cards many", "cards"),
        ("kuhn --cards 13 --card 0", "card"),
        ("kuhn --cards 13 --card 14", "card: must be a whole number from 1 to 13"),
        ("kuhn --cards 13 --card 4 --after raise", "after"),
        ("kuhn --cards 13 --after bet", "card: give your card"),
        ("kuhn --cards 13 --action bet", "card: give your card"),
        ("kuhn --cards 13 --card 4 --after bet --action check", "action: must be call or fold here"),
        ("vote --p1 .6 --p2 .4 --y1 .3 --y2 .5 --vote P3", "vote: must be one of P1, P2"),
        ("vote --p1 .6 --p2 inf --y1 .3 --y2 .5", "p2"),
        ("vote --p1 .6 --p2 .4 --y1 -0.3 --y2 .5", "y1"),
        ("solve", "FILE"),
        ("solve /no/such/file", "/no/such/file"),
        ("solve --text [[1,2],[3]]", "row"),
        ("solve --text []", "row"),
        ("solve --text [[NaN]]", "payoffs"),
        ("solve --text [[1e400]]", "payoffs"),
        ("solve --text 1,inf", "payoffs"),
        ("solve --text {", "JSON"),
    ],
)
def test_wrong_input_is_answered_with_one_sentence(
    arguments: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert named in refuse(capsys, *arguments.split())


@pytest.mark.parametrize(
    "arguments",
    [
        "final --scores 5 3 --p 0.7 0.4",
        "kuhn --cards 13 --card 4",
        "vote --p1 .6 --p2 .4 --y1 .3 --y2 .5",
        "solve --text [[1,-1],[-1,1]]",
    ],
)
def test_small_games_load_neither_numba_nor_scipy(arguments: str) -> None:
    script = (
        "import sys\nfrom kibitz.cli.main import run\n"
        f"status = run(['parlour', *{arguments.split()!r}, '--json'])\n"
        "heavy = {'numba', 'scipy', 'rich', 'plotly'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy or status else 0)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
