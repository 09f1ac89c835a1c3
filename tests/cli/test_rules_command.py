"""``kibitz rules``: figures for people and programs, files that work, and one sentence for what does not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kibitz.cli.main import cli, run
from kibitz.rules.language.notation import format_list, parse_list


def ask(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["rules", *arguments], input=given, catch_exceptions=False)


def answer(*arguments: str) -> dict[str, Any]:
    result = ask(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refusal(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["rules", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("kibitz: ")
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.fixture
def thoughtless(tmp_path: Path) -> str:
    path = tmp_path / "never.txt"
    path.write_text("list: always the stronger\nfor: you\nelse: P1\n", encoding="utf-8")
    return str(path)


def test_check_shows_the_printed_and_the_corrected_list_side_by_side() -> None:
    result = answer("check", "weakest-link", "--grid", "6")
    assert [check["edition"] for check in result["checks"]] == ["published", "corrected"]
    printed, corrected = (check["losses"][0] for check in result["checks"])
    assert corrected["worst"] == 0
    assert corrected["certified"] == 0
    assert printed["worst"] > 0.4
    assert printed["worst_point"]["p1"] == 1
    assert result["checks"][1]["lists"][0]["depth"] == 2
    shown = ask("check", "weakest-link", "--grid", "6").output
    assert "corrected" in shown
    assert "points of a grid" in shown


def test_check_on_a_sample_carries_standard_errors_and_the_seed() -> None:
    result = answer("check", "weakest-link", "--sample", "2000", "--seed", "5", "--no-prove")["checks"][0]
    assert (result["how"], result["n"], result["seed"]) == ("sample", 2000, 5)
    assert 0 < result["losses"][0]["mean_se"] < 0.01
    assert result["losses"][0]["certified"] is None
    assert "2,000 random points (seed 5)" in ask("check", "weakest-link", "--sample", "2000", "--seed", "5").output


def test_a_list_from_a_file_is_checked(thoughtless: str) -> None:
    result = answer("check", "weakest-link", "--list", thoughtless, "--grid", "5")
    (check,) = result["checks"]
    assert check["edition"] == "given"
    assert check["lists"][0]["title"] == "always the stronger"
    assert check["losses"][0]["worst"] > 0
    assert check["losses"][0]["worst"] <= check["losses"][0]["certified"]


def test_a_list_can_come_from_standard_input() -> None:
    result = ask(
        "check", "weakest-link", "--list", "-", "--grid", "4", "--no-prove", "--json", given="for: you\nelse: P2\n"
    )
    assert json.loads(result.stdout)["checks"][0]["losses"][0]["worst"] > 0


def test_the_card_comes_as_text_markdown_and_picture(tmp_path: Path) -> None:
    text = ask("card", "weakest-link", "--grid", "5").output
    assert max(len(line) for line in text.splitlines()) <= 72
    assert "no loss: proved for every point" in text
    assert "depth 2, width 1" in text
    assert ask("card", "weakest-link", "--grid", "5", "--format", "markdown").output.startswith("# Weakest Link")
    target = tmp_path / "card.svg"
    shown = ask("card", "weakest-link", "--grid", "5", "--format", "svg", "--out", str(target))
    assert (shown.stdout, shown.stderr) == ("", f"Saved {target}\n")
    assert target.read_text(encoding="utf-8").startswith("<svg")
    result = answer("card", "weakest-link", "--grid", "5", "--edition", "published")
    assert result["losses"][0]["worst"] > 0
    assert "published list" in result["provenance"]


def test_a_list_is_applied_and_explained_at_a_point() -> None:
    result = answer("apply", "final-5-3", "--at", "p1=0.7", "--at", "p2=2/5")
    strategies = {role: mix for each in result["lists"] for role, mix in each["strategies"].items()}
    assert strategies["player 1"]["1"] == pytest.approx(3 / 29)
    assert strategies["player 2"]["0"] == pytest.approx(14 / 29)
    assert result["losses"] == {"player 1": 0.0, "player 2": 0.0}
    shown = ask("apply", "final-5-3", "--at", "p1=0.7", "--at", "p2=2/5").output
    assert "player 1: 1 (10.3 %) or 2 (89.7 %)" in shown
    assert "= 3/29" in shown


def test_lists_may_need_more_than_the_game_s_parameters() -> None:
    result = answer("apply", "kuhn", "--at", "n=13", "--at", "x=13")
    assert result["losses"] is None
    assert result["lists"][0]["headline"].endswith("bet")


def test_questions_can_come_in_a_batch() -> None:
    lines = [
        {"game": "weakest-link", "at": ["p1=0.6", "p2=0.4", "y1=0.3", "y2=0.5"], "id": 1},
        {"game": "weakest-link", "at": ["p1=0.6"], "id": 2},
        {"game": "poker", "at": ["p1=0.6"], "id": 3},
    ]
    result = ask("apply", "--batch", "-", given="\n".join(json.dumps(line) for line in lines))
    first, second, third = (json.loads(line) for line in result.stdout.splitlines())
    assert first["id"] == 1
    assert first["lists"][0]["fired"] in (1, 2)
    assert "p2: give a number from 0 to 1" in second["error"]
    assert "poker" in third["error"]
    assert third["line"] == 3


def test_what_is_learnt_can_be_written_and_verified_again(tmp_path: Path) -> None:
    lists, proof = tmp_path / "list.txt", tmp_path / "proof.jsonl"
    result = answer("learn", "weakest-link", "--out", str(lists), "--proof", str(proof), "--seed", "3")
    assert (result["depth"], result["width"], result["epsilon"]) == (2, 1, 0)
    decisions = parse_list(lists.read_text(encoding="utf-8"))
    assert format_list(decisions) == result["roles"][0]["list"]
    checked = answer("check", "weakest-link", "--proof", str(proof), "--grid", "6")["checks"][0]
    assert checked["edition"] == "proved"
    assert checked["losses"][0]["certified"] == 0
    assert answer("check", "weakest-link", "--list", str(lists), "--proof", str(proof), "--grid", "6")


def test_a_forged_proof_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = tmp_path / "proof.jsonl"
    answer("learn", "weakest-link", "--proof", str(proof))
    honest = proof.read_text(encoding="utf-8")
    proof.write_text(honest.replace("P1", "x").replace("P2", "P1").replace("x", "P2"), encoding="utf-8")
    assert "proof" in refusal("check", "weakest-link", "--proof", str(proof), "--grid", "6", capsys=capsys)
    proof.write_text("{}", encoding="utf-8")
    assert "proof" in refusal("check", "weakest-link", "--proof", str(proof), capsys=capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "final-5-3", "--grid", "1", "--no-prove"),
        ("card", "final-5-3", "--grid", "1", "--no-prove"),
        ("learn", "final-5-3", "--leaves", "1"),
        ("learn", "final-5-3", "--method", "sampling", "--samples", "1"),
        ("learn", "weakest-link"),
    ],
)
def test_one_of_a_thing_is_not_told_in_the_plural(arguments: tuple[str, ...]) -> None:
    shown = ask(*arguments).output
    assert not re.search(r"(?<![\d.,/])1 (?!is\b|plus\b|minus\b)\w+s\b", shown), shown
    assert re.search(r"\b1 (cell|point|solved sample)\b|depth 1", shown), shown


@pytest.mark.slow
def test_every_file_that_was_written_is_named(tmp_path: Path) -> None:
    target = tmp_path / "lists.txt"
    result = ask("learn", "final-5-3", "--samples", "60", "--out", str(target), "--json")
    assert result.stderr == f"Saved {target}\nSaved {target}.2\n"
    found = [each["list"] for each in json.loads(result.stdout)["roles"]]
    assert [target.read_text("utf-8"), Path(f"{target}.2").read_text("utf-8")] == found


def test_an_edition_beside_a_list_of_one_s_own_is_refused(thoughtless: str, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in (("card",), ("apply", "--at", "p1=1")):
        refused = refusal(
            verb[0], "weakest-link", *verb[1:], "--list", thoughtless, "--edition", "printed", capsys=capsys
        )
        assert "edition: cannot be combined with your own list" in refused


def test_a_proof_that_is_given_is_not_sought_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = tmp_path / "proof.jsonl"
    answer("learn", "weakest-link", "--proof", str(proof))
    refused = refusal("check", "weakest-link", "--proof", str(proof), "--prove", capsys=capsys)
    assert "proof: cannot be combined with prove or cells" in refused


def test_jeopardy_s_final_lists_are_applied_checked_and_printed() -> None:
    result = answer("apply", "jeopardy-final-2015-b", "--at", "A=20000", "--at", "B=15000", "--at", "C=8000")
    assert result["edition"] == "learnt"
    assert result["lists"][0]["strategies"] == {"B": {"2*C - B + 1": 1.0}}
    assert "2*C - B + 1 is $1,001 of B's $15,000" in result["lists"][0]["reasons"]
    assert 0 <= result["losses"]["B"] < 0.02
    card = answer("card", "jeopardy-final-2015-b")
    assert "B, second place" in card["card"]
    assert card["losses"][0]["mean"] < 0.01
    checked = answer("check", "jeopardy-final-2015-b", "--sample", "8", "--seed", "2")["checks"][0]
    assert (checked["how"], checked["n"], checked["edition"]) == ("sample", 8, "learnt")
    everybody = answer("apply", "jeopardy-final-1996", "--at", "A=20000", "--at", "B=15000", "--at", "C=8000")
    assert list(everybody["losses"]) == ["A", "B", "C"]


@pytest.mark.parametrize("distance", ["l1", "l2", "linf"])
def test_the_nearest_of_some_solved_games_is_a_list_of_theorem_2(distance: str, tmp_path: Path) -> None:
    target = tmp_path / "list.txt"
    few, more = (
        answer(
            "learn",
            "two-by-two-zero-sum",
            "--method",
            "sampling",
            "--samples",
            str(k),
            "--distance",
            distance,
            "--out",
            str(target),
        )["roles"][0]
        for k in (3, 30)
    )
    assert (few["depth"], few["width"], few["epsilon"]) == (3, 2, None)
    assert (more["depth"], more["samples"]) == (30, 30)
    assert 0 < more["mean"] < few["mean"]
    assert few["mean_se"] < 0.01
    # What the list loses when it is checked on other points is what was measured while it was learnt.
    arguments = ("--list", str(target), "--sample", "5000", "--no-prove")
    checked = answer("check", "two-by-two-zero-sum", *arguments)["checks"][0]["losses"]
    worst_mean = max(loss["mean"] for loss in checked)
    assert worst_mean <= more["mean"] <= sum(loss["mean"] for loss in checked) + 0.01


def test_a_grid_of_solved_games_keeps_the_bound_of_lemma_4() -> None:
    coarse, fine = (answer("learn", "final-5-3", "--method", "grid", "--samples", str(k))["roles"][0] for k in (4, 100))
    assert (coarse["samples"], fine["samples"]) == (4, 100)
    for each in (coarse, fine):
        assert each["worst"] <= each["epsilon"]
    # Payoffs change at most at rate 1 in each chance, so the bound is 2 L h = 2 (1 + 1) / (2 k) for k cells a side.
    assert (coarse["epsilon"], fine["epsilon"]) == pytest.approx((1.0, 0.2))
    assert fine["mean"] < coarse["mean"]


def test_the_list_of_a_grid_is_right_in_the_middle_of_its_cells(tmp_path: Path) -> None:
    target = tmp_path / "list.txt"
    answer("learn", "final-5-3", "--method", "grid", "--samples", "4", "--out", str(target))
    for p1, p2 in (("1/4", "1/4"), ("3/4", "1/4"), ("1/4", "3/4"), ("3/4", "3/4")):
        result = answer("apply", "final-5-3", "--list", str(target), "--at", f"p1={p1}", "--at", f"p2={p2}")
        assert max(result["losses"].values()) < 1e-9


def test_constant_strategies_are_learnt_on_boxes() -> None:
    result = answer("learn", "final-5-3", "--leaves", "4")
    assert result["kind"] == "constants"
    assert result["roles"][0]["depth"] == 4
    assert result["epsilon"] == pytest.approx(0.0759, abs=0.0005)
    assert "loss proved to be at most" in ask("learn", "final-5-3", "--leaves", "2").output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("check", "chess"), "final-X-Y"),
        (("check", "final-5-4", "--no-prove"), "no list is known"),
        (("check", "weakest-link", "--grid", "0"), "grid: must be a whole number from 1"),
        (("check", "weakest-link", "--grid", "5", "--sample", "5"), "give one of them, not both"),
        (("check", "weakest-link", "--list", "/nowhere/at/all"), "/nowhere/at/all: cannot be read"),
        (("card", "weakest-link", "--edition", "third"), "edition: must be one of published, corrected"),
        (("card", "weakest-link", "--format", "pdf"), "format: must be one of markdown, svg, text"),
        (("card", "weakest-link", "--grid", "4", "--out", "/nowhere/card.txt"), "/nowhere/card.txt"),
        (("apply", "weakest-link", "--at", "p1"), "at: must be NAME=NUMBER"),
        (("apply", "weakest-link", "--at", "p1=1/0"), "at: give each parameter once as NAME=NUMBER"),
        (("apply", "weakest-link", "--at", "p1=nan"), "at: give each parameter once as NAME=NUMBER"),
        (
            ("apply", "weakest-link", "--at", "p1=2", "--at", "p2=0", "--at", "y1=0", "--at", "y2=0"),
            "p1: must be a number from 0 to 1",
        ),
        (("apply", "weakest-link", "--at", "q=2"), "'q' is not one of p1, p2, y1, y2"),
        (("apply", "weakest-link", "--at", "p1=1", "--at", "p1=0"), "give each parameter once"),
        (("learn", "kuhn", "--depth", "3"), "depth: does not apply to kuhn"),
        (("learn", "kuhn", "--leaves", "3"), "polynomials"),
        (("learn", "nowhere.toml"), "nowhere.toml"),
        (("learn",), "game: give either the name of a game"),
        (("map", "weakest-link"), "at: a map shows two parameters"),
        (("map", "final-5-3", "--at", "q=1"), "'q' is not one of"),
        (("sample", "kuhn"), "formulas of its parameters"),
        (("learn", "jeopardy-final-2015-b"), "polynomials"),
        (("learn", "final-5-3", "--leaves", "4", "--depth", "2"), "depth: does not apply to constants on boxes"),
        (("learn", "final-5-3", "--leaves", "4", "--role", "player 1"), "role: does not apply to constants on boxes"),
        (("learn", "final-5-3", "--leaves", "4", "--seed", "2"), "seed: does not apply to constants on boxes"),
        (
            ("learn", "final-5-3", "--leaves", "4", "--method", "grid"),
            "method: cannot be combined with constants on boxes",
        ),
        (("learn", "final-5-3", "--method", "grid", "--distance", "l1"), "distance: does not apply to the method grid"),
        (("learn", "final-5-3", "--distance", "l1"), "distance: does not apply to the method templates"),
        (
            ("learn", "final-5-3", "--method", "sampling", "--depth", "3"),
            "depth: does not apply to the method sampling",
        ),
        (
            ("learn", "final-5-3", "--method", "sampling", "--samples", "400"),
            "samples: a list can have at most 300",
        ),
        (("learn", "final-5-3", "--samples", "19"), "samples: must be a whole number from 20"),
        (("learn", "kuhn", "--method", "sampling"), "polynomials"),
        (("check", "weakest-link", "--seed", "5"), "seed: applies to random points"),
        (("check", "weakest-link", "--grid", "5", "--seed", "5"), "seed: applies to random points"),
        (("check", "weakest-link", "--no-prove", "--cells", "5"), "cells: applies only if kibitz searches for a proof"),
        (("check", "GAME"), "the name of a game"),
        (("card", "jeopardy-final-2015-b", "--seed", "5"), "has stored measurements"),
        (("card", "jeopardy-final-2015-b", "--prove"), "has stored measurements"),
        (("learn", "weakest-link", "--epsilon", "nan"), "epsilon: must be a number from 0 up"),
        (("learn", "weakest-link", "--depth", "0"), "depth: must be a whole number from 1 to 8"),
    ],
)
def test_wrong_input_is_one_sentence(
    arguments: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint in refusal(*arguments, capsys=capsys)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("for: you\nif p1 >: P1\nelse: P2\n", "line 2: a number or a name is expected"),
        ("for: me\nelse: P1\n", "the list is for 'me', but the roles of the game are you"),
        ("for: you\nelse: P3\n", "you: action 'P3' of the list is not one of P1, P2"),
        ("for: you\nelse: P1 with 1/(p1 - p1), otherwise P2\n", "an answer at none of"),
        ("", "must end with a line"),
        ("\x00\x01", "a line must start with"),
    ],
)
def test_lists_that_cannot_be_used_are_refused_with_the_file_or_the_role(
    text: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    assert complaint in refusal(
        "check", "weakest-link", "--list", str(path), "--grid", "4", "--no-prove", capsys=capsys
    )


def test_a_guard_that_divides_by_zero_somewhere_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("for: you\nif y1/y2 > 2: P1\nelse: P2\n", encoding="utf-8")
    loss = answer("check", "weakest-link", "--list", str(path), "--grid", "3", "--no-prove")["checks"][0]["losses"][0]
    assert loss["undefined"] == 9
    assert loss["undefined_point"]["y2"] == 0
    assert (
        "no answer at 9 points" in ask("check", "weakest-link", "--list", str(path), "--grid", "3", "--no-prove").output
    )


def test_a_list_of_ten_thousand_rules_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    rules = "".join(f"{'else if' if i else 'if'} p1 < {i}/20000: P{1 + i % 2}\n" for i in range(10_000))
    path.write_text(f"for: you\n{rules}else: P2\n", encoding="utf-8")
    result = answer("check", "weakest-link", "--list", str(path), "--grid", "4", "--no-prove")
    assert result["checks"][0]["lists"][0]["depth"] == 10_001
    shown = ask("card", "weakest-link", "--list", str(path), "--grid", "4", "--no-prove").output
    assert "… 9,960 more rules …" in shown


GAMES = Path(__file__).resolve().parents[2] / "docs" / "games"


def test_a_game_of_ones_own_is_learnt_proved_checked_drawn_and_printed(tmp_path: Path) -> None:
    game, proof, picture = str(GAMES / "fourth-down.toml"), tmp_path / "proof.jsonl", tmp_path / "map.svg"
    learnt = answer("learn", game)
    assert (learnt["depth"], learnt["width"], learnt["epsilon"]) == (3, 2, 0)
    proved = answer("prove", game, "--proof", str(proof))
    assert [each["epsilon"] for each in proved["lists"]] == [0]
    checked = answer("check", game, "--proof", str(proof))
    assert checked["checks"][0]["losses"][0]["certified"] == 0
    assert answer("map", game, "--out", str(picture))["edition"] == "learnt"
    assert picture.read_text("utf-8").startswith("<svg")
    assert "proved for every point" in ask("card", game).output


def test_kuhn_is_proved_for_every_number_of_cards_on_the_card() -> None:
    words = "every number of cards from 3 up"
    assert words in ask("card", "kuhn", "--grid", "3").output


@pytest.mark.slow
def test_kuhn_is_proved_for_every_number_of_cards_by_check() -> None:
    assert "corrected: proved for every number of cards from 3 up" in ask("check", "kuhn", "--grid", "3").output


@pytest.mark.slow
def test_what_is_played_in_a_very_large_game_is_told_without_its_loss(tmp_path: Path) -> None:
    target = tmp_path / "list.txt"
    target.write_text("for: player 1\nelse: 2\n", encoding="utf-8")
    result = answer("apply", "final-200-199", "--list", str(target), "--at", "p1=0.5", "--at", "p2=0.4")
    assert result["losses"] is None
    assert "entries here" in result["unmeasured"]
    assert result["lists"][0]["strategies"] == {"player 1": {"2": 1.0}}


@pytest.mark.slow
def test_two_workers_learn_the_same_lists_as_one() -> None:
    one, two = (answer("learn", "final-7-4", "--workers", n) for n in ("1", "2"))
    assert one == two
