"""``kibitz library``: a backup is whole or there is none, and a check names what is damaged."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from kibitz.app.library import DrillAnswer, Library, LibraryItem
from kibitz.cli.main import run

STORED = LibraryItem(
    id="00112233445566aa", kind="job", path="parlour.vote", title="one", request="{}", state="done", began=1.0
)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    library = Library(tmp_path / "kibitz" / "library.sqlite")
    library.add(STORED)
    answer = DrillAnswer(drill="vote", request="{}", choice="1", grade="best", loss=0.0, decision="{}", at=1.0)
    library.record_drill_answer(answer, 2, 9.0)
    return library


def test_a_backup_restores_everything_into_an_empty_library(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, again = tmp_path / "backup.jsonl", tmp_path / "again.jsonl"
    assert run(["library", "backup", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 3 rows\n"
    assert file.stat().st_mode & 0o077 == 0
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    assert run(["library", "restore", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 3 new rows\n"
    assert run(["library", "check"]) == 0
    assert capsys.readouterr().out == "3 rows, 0 damaged\n"
    run(["library", "backup", str(again)])
    assert again.read_bytes() == file.read_bytes()
    capsys.readouterr()
    assert run(["library", "backup", "-"]) == 0
    assert capsys.readouterr().out.encode() == file.read_bytes()


def test_a_cut_backup_is_refused_and_one_that_is_not_there_is_a_sentence(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "backup.jsonl"
    run(["library", "backup", str(file)])
    file.write_bytes(b"\n".join(file.read_bytes().split(b"\n")[:-2]))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    capsys.readouterr()
    assert run(["library", "restore", str(file)]) == 2
    assert capsys.readouterr().err == "kibitz: line 5: the file ends too early; it is not a whole export.\n"
    assert Library(tmp_path / "other" / "kibitz" / "library.sqlite").items() == []
    assert run(["library", "restore", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.endswith("none: cannot be read (No such file or directory).\n")


def test_damage_is_named_and_leaves_no_half_backup(
    library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(library.path) as db:
        db.execute("UPDATE items SET title = 'two'")
    db.close()
    assert run(["library", "check"]) == 1
    assert capsys.readouterr().out == "damaged item: 00112233445566aa (two)\n3 rows, 1 damaged\n"
    assert run(["library", "check", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["damaged"][0]["name"] == STORED.id
    file = tmp_path / "backup.jsonl"
    assert run(["library", "backup", str(file)]) == 2
    assert "item 00112233445566aa: damaged since it was saved" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["kibitz"]
    assert run(["library", "backup", str(file), "--skip-damaged"]) == 0
    assert capsys.readouterr().out == f"{file}: 2 rows\n"
