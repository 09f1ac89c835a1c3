"""``kibitz jeopardy simulate`` and ``fit``: fields, errors, and one sentence for wrong input."""

from __future__ import annotations

import gzip
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.main import run
from kibitz.games.jeopardy.answers.fits import ChangedFigure, compare_tables, table_figures

FIELDS = ("win_rates", "lockouts", "final_leads", "mean_scores", "daily_doubles_found", "board_control")


def simulate(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["jeopardy", "simulate", "--games", "3000", "--json", *arguments]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_every_figure_comes_by_seat_with_its_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    answer = simulate(capsys)
    for field in FIELDS:
        assert len(answer[field]) == 3
        assert all(each["se"] > 0 for each in answer[field])
    assert answer["games"] == 3000
    assert sum(each["mean"] for each in answer["win_rates"]) >= 1 - 0.01


def test_a_single_game_has_no_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    answer = simulate(capsys, "--games", "1")
    assert all(each["se"] is None for field in FIELDS for each in answer[field])
    assert run(["jeopardy", "simulate", "--games", "1"]) == 0
    text = capsys.readouterr().out
    assert "±" not in text
    assert "1 game," in text


def test_the_same_seed_gives_the_same_figures_and_another_seed_others(capsys: pytest.CaptureFixture[str]) -> None:
    first, again, other = (simulate(capsys, "--seed", seed) for seed in ("4", "4", "5"))
    assert first == again
    assert first["mean_scores"] != other["mean_scores"]


def test_the_machine_leads_champions(capsys: pytest.CaptureFixture[str]) -> None:
    answer = simulate(capsys, "--seats", "machine,champion,champion")
    assert answer["final_leads"][0]["mean"] > 0.7
    assert answer["seats"] == ["machine", "champion", "champion"]


def test_you_play_with_your_own_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    strong, weak = (
        simulate(capsys, "--seats", "average,you,average", "--you", you)
        for you in ("0.85,0.95,0.9,0.8", "0.3,0.7,0.4,0.3")
    )
    assert strong["seats"][1] == "you"
    assert strong["win_rates"][1]["mean"] > weak["win_rates"][1]["mean"] + 0.2


@pytest.mark.parametrize("ability", ["drawn", "equal", "printed"])
@pytest.mark.parametrize("era", ["1996", "2015"])
def test_contestants_are_drawn_equal_or_as_printed(capsys: pytest.CaptureFixture[str], ability: str, era: str) -> None:
    answer = simulate(capsys, "--ability", ability, "--era", era)
    assert answer["ability"] == ability
    assert answer["ties"] == ("shared" if era == "1996" else "tiebreaker")


def test_people_read_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jeopardy", "simulate", "--games", "500"]) == 0
    text = capsys.readouterr().out
    assert "Lock games" in text
    assert "±" in text


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--seats", "average,average,average,average"], "three of machine"),
        (["--seats", "average"], "three of machine"),
        (["--seats", "average,average,genius"], "seats: must look like average"),
        (["--seats", "you,average,average"], "together with a seat called you"),
        (["--you", "0.7,0.9,0.7,0.6"], "together with a seat called you"),
        (["--seats", "you,average,average", "--you", "0.7,0.9"], "four chances"),
        (["--seats", "you,average,average", "--you", "nan,0.9,0.7,0.6"], "you: must look like"),
        (["--seats", "you,average,average", "--you", "0.7,0.9,0.7,1.6"], "from 0 to 1"),
        (["--games", "0"], "from 1 to 100,000,000"),
        (["--games", "1000000000"], "from 1 to 100,000,000"),
        (["--games", "nan"], "a whole number"),
        (["--era", "1890"], "a year from 1984 on"),
        (["--ties", "coin"], "one of shared, tiebreaker"),
        (["--seed", "-1"], "from 0 to"),
    ],
)
def test_wrong_input_is_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    assert run(["jeopardy", "simulate", *arguments]) == 2
    error = capsys.readouterr().err.strip()
    assert reason in error
    assert error.endswith(".")
    assert "\n" not in error


def test_a_folder_without_recorded_games_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["jeopardy", "fit", str(tmp_path)]) == 2
    assert "the folder has no files ending in .csv.gz" in capsys.readouterr().err
    (tmp_path / "other.csv.gz").write_bytes(gzip.compress(b"a,b"))
    assert run(["jeopardy", "fit", str(tmp_path)]) == 2
    assert "clue_outcomes_s35.csv.gz" in capsys.readouterr().err


RUBBISH = {
    "no text": gzip.compress(b"\xff\xfe rubbish"),
    "no gzip": b"not gzip",
    "cut short": gzip.compress(b"a" * 999)[:-9],
    "empty": b"",
}


@pytest.mark.parametrize("rubbish", RUBBISH.values(), ids=RUBBISH.keys())
def test_a_file_that_is_no_table_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, rubbish: bytes) -> None:
    (tmp_path / "daily_doubles.csv.gz").write_bytes(rubbish)
    assert run(["jeopardy", "fit", str(tmp_path)]) == 2
    assert "must be a table of recorded games" in capsys.readouterr().err


def test_a_table_with_rubbish_in_its_cells_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("clue_outcomes_s35", "games", "clue_outcome_counts"):
        text = "air_date,game_type,round,game_verified\n2018-09-10,regular,one,1\n"
        (tmp_path / f"{name}.csv.gz").write_bytes(gzip.compress(text.encode()))
    assert run(["jeopardy", "fit", str(tmp_path)]) == 2
    assert "does not contain recorded games" in capsys.readouterr().err


def test_old_and_new_figures_are_compared_by_their_path() -> None:
    old = {"provenance": {"source": "x"}, "eras": {"1996": [1, 2]}}
    new = {"provenance": {"source": "y"}, "eras": {"1996": [1, 3]}}
    assert dict(table_figures(old)) == {"eras.1996[0]": "1", "eras.1996[1]": "2"}
    result = compare_tables(old, new, "text")
    assert (result.figures, result.changed) == (2, (ChangedFigure("eras.1996[1]", "2", "3"),))


@pytest.mark.slow
@pytest.mark.needs("shared data")
def test_fitting_the_development_data_gives_the_shipped_tables(
    capsys: pytest.CaptureFixture[str], shared_data: Path, tmp_path: Path
) -> None:
    arguments = [
        "jeopardy",
        "fit",
        str(shared_data / "jeopardy"),
        "--no-simulated",
        "--json",
        "--write",
        str(tmp_path / "new.tar"),
    ]
    assert run(arguments) == 0
    tables = json.loads(capsys.readouterr().out)["tables"]
    assert set(tables) == {"contestants", "placement", "selection", "daily_double_bets", "final_wagers"}
    with tarfile.open(tmp_path / "new.tar") as archive:
        assert set(archive.getnames()) == {f"{name}.json" for name in tables}
    for name, table in tables.items():
        for change in table["changed"]:
            assert float(change["new"]) == pytest.approx(float(change["old"]), rel=1e-3), (name, change)
