"""Saved results of benchmarks belong to the weights and data files of this commit."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


def load_results() -> ModuleType:
    spec = importlib.util.spec_from_file_location("results", BENCHMARKS / "results.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SAVED = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((BENCHMARKS / "results").glob("*.json"))}
PINNED = {name: record for name, record in SAVED.items() if "data_files" in record}


def test_recorded_final_wagers_have_a_result() -> None:
    assert PINNED["final_wagers"]["data_files"]


@pytest.mark.parametrize("name", PINNED)
def test_the_weights_and_data_of_a_result_have_not_changed(name: str) -> None:
    """Stale: run the benchmark again."""
    record = PINNED[name]
    assert record["figures"]
    assert len(record["date"]) == 10
    assert record["commit"]
    assert load_results().changed_files(record) == []


@pytest.mark.parametrize("name", PINNED)
def test_results_pin_no_source_file(name: str) -> None:
    assert [path for path in PINNED[name]["data_files"] if not path.endswith((".npz", ".json"))] == []


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, writing to an empty folder."""
    module = load_results()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "FOLDER", tmp_path / "results")
    return module


def test_a_changed_weight_makes_a_result_stale(tmp_path: Path, results: ModuleType) -> None:
    (tmp_path / "weights.npz").write_bytes(b"1")
    record = json.loads(results.save_result("some", {"a": 1}, ["weights.npz"]).read_text())
    assert results.changed_files(record) == []
    (tmp_path / "weights.npz").write_bytes(b"2")
    assert results.changed_files(record) == ["weights.npz"]


def test_source_files_cannot_be_pinned(tmp_path: Path, results: ModuleType) -> None:
    (tmp_path / "module.py").write_text("")
    (tmp_path / "package").mkdir()
    for path in ("module.py", "package"):
        with pytest.raises(ValueError, match="weights and data files only"):
            results.save_result("some", {"a": 1}, [path])
