"""Saved results of benchmarks belong to the weights, the data files and the computations of this commit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import results
import short_figures
from results import changed_files, load_result, result_names, save_result

NAMES = result_names()
KEYS = ["date", "commit", "data_files", "figures", "short"]


@pytest.mark.parametrize("name", NAMES)
def test_every_result_has_the_same_record_format(name: str) -> None:
    record = load_result(name)
    assert list(record) == KEYS
    assert len(record["date"]) == 10
    assert record["commit"]
    assert record["figures"]


@pytest.mark.parametrize("name", NAMES)
def test_the_weights_and_data_of_a_result_have_not_changed(name: str) -> None:
    """Stale: run the benchmark again."""
    assert changed_files(load_result(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_results_pin_no_source_file(name: str) -> None:
    assert [path for path in load_result(name)["data_files"] if not path.endswith((".npz", ".json", ".json.gz"))] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_result_has_short_figures_or_a_reason(name: str) -> None:
    short = load_result(name)["short"]
    assert (name in short_figures.SHORT) != (name in short_figures.NO_SHORT_FORM)
    assert bool(short) == (name in short_figures.SHORT)
    assert all(0 < noise <= short_figures.TRAINING_NOISE for _, noise in short.values())


def test_every_short_form_belongs_to_a_result_or_to_a_benchmark_that_saves_one() -> None:
    """Its functions exist too; they are looked up by name, so that reading the table imports no benchmark."""
    folder = results.FOLDER.parent
    benchmarks = "".join(path.read_text("utf-8") for path in folder.glob("*.py") if path.stem != "short_figures")
    for name in {*short_figures.SHORT, *short_figures.NO_SHORT_FORM} - set(NAMES):
        assert f'"{name}"' in benchmarks, name
    for part in {part for form in short_figures.SHORT.values() for part in form.parts.split()}:
        module, _, function = part.partition(".")
        assert f"\ndef {function}() -> Short:\n" in (folder / f"short_{module}.py").read_text("utf-8"), part


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name in short_figures.SHORT])
def test_short_figures_have_not_moved(name: str) -> None:
    """Moved: run the benchmark again, or its short figures alone if the change cannot touch the long ones."""
    assert short_figures.stale_figures(name, load_result(name)) == []


def test_cheap_short_figures_have_not_moved() -> None:
    """The fast tests check one exact form of each part."""
    for name in ("jeopardy_habits", "jeopardy_match_rules", "sevens_bid"):
        assert short_figures.stale_figures(name, load_result(name)) == []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a weight, a data file and a source file; results go to an empty folder."""
    monkeypatch.setattr(results, "ROOT", tmp_path)
    monkeypatch.setattr(results, "FOLDER", tmp_path / "results")
    monkeypatch.setattr(short_figures, "SHORT", {"some": short_figures.ShortForm("part.some")})
    monkeypatch.setattr(short_figures, "compute_part", lambda part: {"value": 0.5})
    (tmp_path / "weights.npz").write_bytes(b"1")
    (tmp_path / "module.py").write_text("value = 0.5\n", encoding="utf-8")
    (tmp_path / "package").mkdir()
    return tmp_path


def save_some() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(save_result("some", {"a": 1}, ["weights.npz"]).read_text("utf-8"))
    return record


def test_a_changed_weight_makes_a_result_stale(folder: Path) -> None:
    record = save_some()
    assert changed_files(record) == []
    (folder / "weights.npz").write_bytes(b"2")
    assert changed_files(record) == ["weights.npz"]


def test_a_moved_short_figure_makes_a_result_stale(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = save_some()
    assert record["short"] == {"value": [0.5, 1e-6]}
    for value, label, moved in (
        (0.5, "value", []),
        (0.5 + 4e-7, "value", []),
        (0.5 + 6e-7, "value", ["value: 0.5 is now 0.5000006, noise 1e-06"]),
        (float("nan"), "value", ["value: 0.5 is now nan, noise 1e-06"]),
        (0.5, "other", ["value: no longer computed", "other: not saved"]),
    ):
        monkeypatch.setattr(short_figures, "compute_part", lambda part, value=value, label=label: {label: value})
        assert short_figures.stale_figures("some", record) == moved


def test_a_change_of_source_that_computes_the_same_leaves_every_result_valid(folder: Path) -> None:
    record = save_some()
    source = folder / "module.py"
    source.write_text("# a comment\nrenamed = 0.5\n", encoding="utf-8")
    assert changed_files(record) == []
    assert short_figures.stale_figures("some", record) == []
    assert save_some() == record


def test_source_files_cannot_be_pinned(folder: Path) -> None:
    for path in ("module.py", "package"):
        with pytest.raises(ValueError, match="weights and data files only"):
            save_result("some", {"a": 1}, [path])


def test_figures_are_added_to_those_of_the_same_weights_only(folder: Path) -> None:
    results.add_to_result("some", {"a": 1}, ["weights.npz"])
    results.add_to_result("some", {"b": 2}, ["weights.npz"])
    assert load_result("some")["figures"] == {"a": 1, "b": 2}
    (folder / "weights.npz").write_bytes(b"2")
    results.add_to_result("some", {"c": 3}, ["weights.npz"])
    assert load_result("some")["figures"] == {"c": 3}


def test_saving_short_figures_leaves_the_rest_of_a_record_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = save_some() | {"date": "2020-01-01", "commit": "abc1234"}
    results.write_record("some", record)
    monkeypatch.setattr(short_figures, "compute_part", lambda part: {"value": 0.75})
    for arguments, status in ([], 1), (["--save"], 0), ([], 0):
        monkeypatch.setattr("sys.argv", ["short_figures.py", *arguments])
        with pytest.raises(SystemExit) as ended:
            short_figures.main()
        assert ended.value.code == status
    assert "some: value: 0.5 is now 0.75" in capsys.readouterr().out
    assert load_result("some") == record | {"short": {"value": [0.75, 1e-6]}}
