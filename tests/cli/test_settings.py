"""Settings of the user: variables, the file, and the command line, which comes first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.app.settings import SETTINGS, load_settings
from kibitz.cli.main import run

FINAL = ["jeopardy", "final", "18400", "14600", "9000", "--me", "2", "--json"]


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of settings of a user who has none."""
    for name in SETTINGS:
        monkeypatch.delenv(f"KIBITZ_{name.upper()}", raising=False)
    monkeypatch.setenv("KIBITZ_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path / "config.toml"


def era(capsys: pytest.CaptureFixture[str], *options: str) -> int:
    assert run([*FINAL, *options]) == 0
    return int(json.loads(capsys.readouterr().out)["era"])


def test_the_command_line_comes_before_variables_and_these_before_the_file(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert era(capsys) == 2015
    file.write_text("era = 1996\n")
    assert era(capsys) == 1996
    monkeypatch.setenv("KIBITZ_ERA", "2020")
    assert era(capsys) == 2015  # the season of 2020 is in the recent era
    monkeypatch.setenv("KIBITZ_JEOPARDY_FINAL_ERA", "1996")
    assert era(capsys) == 1996
    assert era(capsys, "--era", "2015") == 2015


def test_a_batch_and_a_session_take_settings_too(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file.write_text('era = "1996"\n')
    (tmp_path / "lines").write_text('{"scores": [5, 4, 3], "me": 1}\n{"scores": [5, 4, 3], "me": 1, "era": 2015}\n')
    assert run(["jeopardy", "final", "--batch", str(tmp_path / "lines")]) == 0
    assert [json.loads(line)["era"] for line in capsys.readouterr().out.splitlines()] == [1996, 2015]
    file.write_text("workers = 3\n")
    assert run(["sevens", "play", "--help"]) == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("engin = 'x'", "unknown setting 'engin'; use engine, era"),
        ("era = [1996]", "era must be text or a whole number"),
        ("era = true", "era must be text or a whole number"),
        ("era = ", "cannot be read as TOML"),
        ("era = 12", "era: "),
        ("\x00", "cannot be read as TOML"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(
    text: str, sentence: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(text)
    assert run(FINAL) == 2
    assert sentence in capsys.readouterr().err


def test_config_shows_each_setting_with_its_source(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("workers = 4\n")
    monkeypatch.setenv("KIBITZ_ENGINE", "lc0")
    assert run(["config"]) == 0
    shown = capsys.readouterr().out
    assert f"workers: 4 ({file})" in shown
    assert "engine: lc0 (KIBITZ_ENGINE)" in shown
    assert run(["config", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(file), "settings": load_settings()}
