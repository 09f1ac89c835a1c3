"""The rate command: each sub-command for people and for programs, and one sentence for wrong input."""

from __future__ import annotations

import json

import numpy as np
import pytest
from rich.console import Console

from kibitz.app.ask import ask
from kibitz.cli.main import run
from kibitz.cli.show import show
from kibitz.core import ChoiceIndex, Decision, Document, EventId, PlayerId, Provenance, Unit, format_decision
from kibitz.rate import simulate_choices
from kibitz.rate.records.simulated import simulated_positions

ENGINE = Provenance("engine", "1", settings=(("depth", "9"),))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two players of known rating, 250 decisions each in 10 events: both in all.jsonl, each in a file of the own."""
    folder = tmp_path_factory.mktemp("decisions")
    lines: dict[str, list[str]] = {}
    rng = np.random.default_rng(1)
    for name, s, rating in (("strong", 0.08, 2400.0), ("weak", 0.3, 1800.0)):
        sample = simulate_choices(simulated_positions(250, 8, rng, events=10), s, 0.5, rng)
        lines[name] = [
            format_decision(
                Decision(
                    tuple(float(v) for v in sample.values[i, : sample.counts[i]]),
                    ChoiceIndex(int(sample.chosen[i])),
                    unit=Unit.PAWNS,
                    player=PlayerId(name),
                    event=EventId(f"{name} {sample.events[i]}"),
                    rating=rating,
                    provenance=ENGINE,
                )
            )
            for i in range(len(sample))
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(lines[name]))
    (folder / "all.jsonl").write_text("\n".join(lines["strong"] + lines["weak"]))
    return folder


def answer(capsys, *arguments) -> dict:
    assert run(["rate", *map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def printed(capsys, *arguments) -> str:
    assert run(["rate", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def complaint(capsys, *arguments) -> str:
    assert run(["rate", *map(str, arguments)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("kibitz: ")
    assert captured.err.count("\n") == 1
    return captured.err


def test_a_file_name_is_enough_to_rate_all_players(files, capsys):
    result = answer(capsys, files / "all.jsonl", "--draws", 50)
    strong, weak = result["players"]
    assert (strong["player"], weak["player"]) == ("strong", "weak")
    assert strong["rating"] < weak["rating"]
    assert strong["percentile"] > weak["percentile"]
    assert strong["low"] < strong["rating"] < strong["high"]
    assert result["engine"] == "engine 1 depth 9"
    text = printed(capsys, "--draws", 50, files / "all.jsonl")
    assert "strong" in text
    assert "95 %" in text


def test_one_player_or_all_together_can_be_asked_for(files, capsys):
    one = answer(capsys, files / "all.jsonl", "--player", "weak", "--interval", "formula")
    assert [row["player"] for row in one["players"]] == ["weak"]
    together = answer(capsys, files / "all.jsonl", "--together", "--interval", "robust")
    assert together["players"][0]["n"] == 500
    assert "'nobody' is not in" in complaint(capsys, files / "all.jsonl", "--player", "nobody")


@pytest.mark.slow
def test_a_scale_is_calibrated_then_used(files, capsys, tmp_path):
    scale = tmp_path / "scale.json"
    made = answer(capsys, "calibrate", files / "all.jsonl", "--output", scale)
    assert made["document"] is None
    assert [path.name for path in tmp_path.iterdir()] == ["scale.json"]
    assert made["slope"] < 0
    assert [mark["rating"] for mark in made["marks"]] == [1800, 2400]
    rated = answer(capsys, files / "strong.jsonl", "--scale", scale, "--interval", "robust")
    assert rated["scale"] == "Elo"
    assert rated["players"][0]["rating"] == pytest.approx(2400, abs=1)
    assert "Elo" in printed(capsys, files / "strong.jsonl", "--scale", scale, "--interval", "formula")
    screened = answer(capsys, "screen", files / "strong.jsonl", "--scale", scale, "--claimed", 1900, "--looks", 20)
    assert screened["screening"]["best_rate"]["z"] > 2
    assert any("not a verdict" in sentence for sentence in screened["screening"]["reading"])
    assert "not a verdict" in " ".join(
        printed(capsys, "screen", files / "strong.jsonl", "--scale", scale, "--claimed", 1900).split()
    )
    assert "its own" in complaint(capsys, files / "strong.jsonl", "--scale", scale, "--scaling", "linear")


def test_two_files_are_compared(files, capsys):
    result = answer(capsys, "compare", files / "strong.jsonl", files / "weak.jsonl", "--draws", 50)
    assert (result["a"]["player"], result["b"]["player"]) == ("strong.jsonl", "weak.jsonl")
    assert result["difference"] < 0
    assert result["a_better"] > 0.95
    assert "Difference" in printed(capsys, "compare", files / "strong.jsonl", files / "weak.jsonl", "--draws", 50)


def test_a_player_is_followed_over_time(files, capsys):
    result = answer(capsys, "over-time", files / "weak.jsonl", "--parts", 2, "--draws", 30)
    assert [row["player"] for row in result["periods"]] == ["1", "2"]
    assert result["slope_low"] < result["slope_high"]
    assert "Change per period" in printed(capsys, "over-time", files / "weak.jsonl", "--parts", 2, "--draws", 30)


@pytest.mark.slow
def test_all_fits_are_listed_with_their_goodness(files, capsys):
    result = answer(capsys, "fits", files / "weak.jsonl", "--hold-out")
    assert [row["method"] for row in result["fits"]] == ["ff", "ml", "ml-lapse", "bayes", "pf", "or", "or-weighted"]
    assert all(row["hold_out"] < result["uniform_hold_out"] for row in result["fits"])
    assert "ml-lapse" in printed(capsys, "fits", files / "weak.jsonl")


def test_decisions_come_from_standard_input_too(files, capsys, monkeypatch):
    with (files / "weak.jsonl").open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert answer(capsys, "-", "--interval", "formula")["players"][0]["n"] == 250


def test_a_player_without_an_error_gets_bounds(capsys, tmp_path):
    path = tmp_path / "perfect.jsonl"
    path.write_text('{"utilities": [0.5, 0.3, 0.1], "chosen": 0, "unit": "win", "player": "[bold]x"}\n' * 30)
    row = answer(capsys, path)["players"][0]
    assert row["rating"] is None
    assert row["expected_loss_low"] == 0
    assert "all 30 choices were best" in row["note"]
    assert "[bold]x" in printed(capsys, path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["missing.jsonl"],
        ["compare", "a.jsonl"],
        ["compare", "a.jsonl", "b.jsonl"],
        ["screen", "missing.jsonl"],
        ["calibrate", "missing.jsonl", "--output", "x.json"],
        ["over-time", "missing.jsonl", "--parts", "1"],
        ["missing.jsonl", "--scaling", "cubic"],
        ["missing.jsonl", "--scale", "missing.json"],
        ["--draws", "0", "x"],
    ],
)
def test_wrong_input_is_one_sentence(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    complaint(capsys, *arguments)


def test_screening_without_a_claim_is_refused(files, capsys):
    assert "--s and --c" in complaint(capsys, "screen", files / "weak.jsonl")
    assert answer(capsys, "screen", files / "weak.jsonl", "--s", 0.3, "--c", 0.5)["screening"]["claimed"] is None


def test_names_survive_a_narrow_terminal(files, capsys):
    for columns in ("30", "50", "70", "79", "80"):
        answered = ask(
            "rate.players", file=Document(name="all.jsonl", data=(files / "all.jsonl").read_bytes()), interval="formula"
        )
        show(answered, Console(highlight=False, width=int(columns), force_terminal=False))
        text = capsys.readouterr().out
        row = text[text.index("strong") :]
        assert "weak" in row
        assert "250" in row
        assert "\N{HORIZONTAL ELLIPSIS}" not in text


def test_help_needs_no_file(capsys):
    assert "over-time" in printed(capsys, "--help")
