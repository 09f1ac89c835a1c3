"""The models beside recorded games, as `benchmarks/check_jeopardy_models.py` measured them."""

from __future__ import annotations

from typing import Any

import pytest
from results import load_result

FIGURES: dict[str, Any] = load_result("jeopardy_models")["figures"]
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
    result = FIGURES[era]["games"][stage]
    assert abs(result["mean"]) <= 0.02
    for role in "ABC":
        assert abs(result[role]["mean"]) <= 0.02, role
        assert abs(result[role]["sd"]) <= 0.08, role
        assert result[role]["ks"] < 0.09, role


@pytest.mark.parametrize("era", ERAS)
def test_lockouts_champions_empty_pockets_and_daily_doubles_are_as_recorded(era: str) -> None:
    games = FIGURES[era]["games"]
    for name in ("locked", "champion_wins"):
        assert abs(games[name]["simulated"] - games[name]["recorded"]) <= 2 * games[name]["recorded_se"], name
    assert abs(games["broke"]["simulated"] - games["broke"]["recorded"]) <= 0.01
    assert abs(games["both_found"]["simulated"] - 0.97) <= 0.01


@pytest.mark.parametrize("left", ["5", "3"])
def test_abilities_given_the_answers_foretell_the_leaders_chance_before_final(left: str) -> None:
    """Within two standard errors of the chance that the same contestants had when the last clues were played."""
    result = FIGURES["leader with clues left"][left]
    assert result["games"] >= 90
    assert result["before_final_se"]["posterior"] < 0.015
    assert abs(result["predicted"]["posterior"] - result["before_final"]) <= 2 * result["before_final_se"]["posterior"]
    assert result["brier"]["posterior"] < result["brier"]["equal"]


@pytest.mark.parametrize("era", ERAS)
def test_leaders_win_in_final_as_foretold_over_all_seasons_though_not_in_each(era: str) -> None:
    """The season with every clue recorded, 2018-19, is the one in which leaders won far more than in all others."""
    seasons = FIGURES[era]["leaders in Final by season"]
    over_all = seasons["all"]
    assert over_all["games"] > 1300
    assert abs(over_all["won"] - over_all["predicted"]) <= 2 * over_all["se"]
    gaps = {name: row["won"] - row["predicted"] for name, row in seasons.items() if row["games"] >= 40}
    if era == "2015":
        assert max(gaps, key=gaps.__getitem__) == "2018"
        assert gaps["2018"] > 2 * seasons["2018"]["se"]
