"""Kept figures of benchmarks belong to the files as they are now."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


def results() -> ModuleType:
    spec = importlib.util.spec_from_file_location("results", BENCHMARKS / "results.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KEPT = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((BENCHMARKS / "results").glob("*.json"))}
RESTING = {name: record for name, record in KEPT.items() if "rests_on" in record}


def test_recorded_final_wagers_have_kept_figures() -> None:
    assert "final_wagers" in RESTING


@pytest.mark.parametrize("name", RESTING)
def test_what_the_figures_rest_on_has_not_changed(name: str) -> None:
    """Stale: run the benchmark again."""
    record = RESTING[name]
    assert record["figures"]
    assert len(record["date"]) == 10
    assert {path: results().digest(path) for path in record["rests_on"]} == record["rests_on"]


def test_a_changed_file_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = results()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "FOLDER", tmp_path / "results")
    (tmp_path / "table.json").write_text("1")
    kept = json.loads(module.keep("some", {"a": 1}, ["table.json"]).read_text())
    assert module.digest("table.json") == kept["rests_on"]["table.json"]
    (tmp_path / "table.json").write_text("2")
    assert module.digest("table.json") != kept["rests_on"]["table.json"]
