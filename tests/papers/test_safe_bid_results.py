"""The long matches of the safe bidder: kept figures belong to the code as it is, and hold what is promised."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("match_saddle", BENCHMARKS / "match_saddle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KEPT = json.loads((BENCHMARKS / "results" / "saddle.json").read_text("utf-8"))


@pytest.mark.parametrize("name", KEPT)
def test_kept_figures_belong_to_this_code_and_hold(name: str) -> None:
    """Stale: run benchmarks/match_saddle.py again."""
    match = benchmark()
    assert KEPT[name]["code"] == match.digest(name), "the code has changed since these figures were measured"
    assert match.holds(name, KEPT[name])


def test_every_rival_of_the_safe_bidder_was_met() -> None:
    rivals = {name.partition(" v ")[2] for name in KEPT if name.startswith("saddle")}
    assert {"increment", "loss", "reserve", "mirror:saddle"} <= rivals
    assert all(row["rounds"] >= 50 for row in KEPT.values())
