"""The shipped weights: their size, provenance, and that the result files were measured with them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from kibitz.games.backgammon.nets.weights import shipped_weights

ROOT = Path(__file__).resolve().parents[3]
RESULTS = sorted((ROOT / "benchmarks" / "results").glob("backgammon_*.json"))
STRENGTH = ROOT / "benchmarks" / "results" / "backgammon_strength.json"


def test_the_weights_are_small_and_say_where_they_come_from() -> None:
    file = files("kibitz.games.backgammon") / "data" / "weights.npz"
    assert len(file.read_bytes()) < 3_000_000
    about = shipped_weights().about
    for key in ("teacher", "data", "seed", "stages", "cpu_seconds", "excluded"):
        assert about[key], key


@pytest.mark.parametrize(
    "file", [f for f in RESULTS if not f.name.endswith(("neurogammon.json", "_td.json"))], ids=lambda f: f.stem
)
def test_results_were_measured_with_the_shipped_weights(file: Path) -> None:
    assert json.loads(file.read_text())["weights_sha256"] == shipped_weights().hash


@pytest.mark.skipif(not STRENGTH.exists(), reason="the benchmark has not been run")
def test_the_measured_strength_passes_its_bars() -> None:
    found = json.loads(STRENGTH.read_text())
    assert found["referee_0ply"]["mean"] <= 2.7
    if "referee_1ply" in found:
        assert found["referee_1ply"]["mean"] < 2.1
    if "referee_2ply" in found:
        assert found["referee_2ply"]["mean"] < 1.0
    assert found["cube"]["all"]["ours"] <= 0.5 * found["cube"]["all"]["never_double_always_take"]


LEVELS = ROOT / "benchmarks" / "results" / "backgammon_levels.json"


@pytest.mark.skipif(not LEVELS.exists(), reason="the benchmark has not been run")
def test_levels_were_measured_to_play_at_their_named_error_rate() -> None:
    for name, found in json.loads(LEVELS.read_text())["levels"].items():
        assert found["played"] == pytest.approx(found["named"], rel=0.15), name
