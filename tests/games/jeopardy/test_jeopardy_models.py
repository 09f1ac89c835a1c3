"""The models beside recorded games, as `benchmarks/check_jeopardy_models.py` measured them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FIGURES: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "benchmarks" / "results" / "jeopardy_models.json").read_text("utf-8")
)["figures"]
ERAS = ("1996", "2015")


@pytest.mark.parametrize("era", ERAS)
def test_final_chances_are_calibrated_on_games_they_were_not_fitted_to(era: str) -> None:
    final = FIGURES[era]["final"]
    assert 0.95 <= final["slope"] <= 1.05
    for role in "ABC":
        assert abs(final["predicted"][role] - final["won"][role]) <= 0.015, role


def test_one_accuracy_for_all_places_was_what_misled_the_leaders_of_today() -> None:
    once = FIGURES["2015"]["final_one_accuracy"]
    assert once["won"]["A"] - once["predicted"]["A"] > 0.03
    assert once["slope"] > 1.1


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("stage", ["round 1", "round 2"])
def test_simulated_scores_have_means_spreads_and_shapes_of_recorded_ones(era: str, stage: str) -> None:
    found = FIGURES[era]["games"][stage]
    assert abs(found["mean"]) <= 0.02
    for role in "ABC":
        assert abs(found[role]["mean"]) <= 0.035, role
        assert abs(found[role]["sd"]) <= 0.08, role
        assert found[role]["ks"] < 0.09, role


@pytest.mark.parametrize("era", ERAS)
def test_lockouts_champions_empty_pockets_and_daily_doubles_are_as_recorded(era: str) -> None:
    games = FIGURES[era]["games"]
    for name in ("locked", "champion_wins"):
        assert abs(games[name]["simulated"] - games[name]["recorded"]) <= 2 * games[name]["recorded_se"], name
    assert abs(games["broke"]["simulated"] - games["broke"]["recorded"]) <= 0.01
    assert abs(games["both_found"]["simulated"] - 0.97) <= 0.01


@pytest.mark.parametrize("left", ["5", "3"])
def test_abilities_given_the_answers_bring_the_leaders_chances_nearer_to_what_they_won(left: str) -> None:
    found = FIGURES["leader with clues left"][left]
    equal, posterior = found["predicted"]["equal"], found["predicted"]["posterior"]
    assert equal < posterior < found["won"]
    assert found["brier"]["posterior"] < found["brier"]["equal"]
    assert found["won"] - posterior <= 2.5 * found["won_se"]
