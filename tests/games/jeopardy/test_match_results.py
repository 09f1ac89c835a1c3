"""The long runs of ``benchmarks/bench_jeopardy_matches.py``: their figures hold the bars."""

from __future__ import annotations

from typing import Any

import pytest
from results import load_result

LADDER = ("left to right", "rows", "bayes", "bayes, learning", "control, learning")
TABLE_5 = {
    "left to right": (0.322, 0.512),
    "rows": (0.510, 0.518),
    "bayes": (0.562, 0.520),
    "bayes, learning": (0.562, 0.520),
    "control, learning": (0.562, 0.520),
}
"""Daily Doubles found and board control in the paper."""


def figures(name: str) -> dict[str, Any]:
    result: dict[str, Any] = load_result(name)["figures"]
    return result


def test_the_ladder_of_table_5_gains_8_to_14_points_over_half_a_million_matches_a_row() -> None:
    result = figures("jeopardy_match_ladder")
    assert result["matches"] == 500_000
    gain, error = result["total gain"]
    assert gain - 2 * error >= 8
    assert gain + 2 * error <= 14


@pytest.mark.parametrize("row", LADDER[1:4])
def test_seeking_bayes_and_learning_each_gain_more_than_two_standard_errors(row: str) -> None:
    step, error = figures("jeopardy_match_ladder")[row]["step"]
    assert step > 2 * error


def test_the_weight_on_control_loses_nothing_that_can_be_measured() -> None:
    step, error = figures("jeopardy_match_ladder")[LADDER[-1]]["step"]
    assert step > -2 * error


@pytest.mark.parametrize("row", LADDER)
def test_daily_doubles_found_and_control_are_near_those_of_table_5(row: str) -> None:
    result = figures("jeopardy_match_ladder")[row]
    share, control = TABLE_5[row]
    assert abs(result["found"] - share) <= 0.05
    assert abs(result["control"] - control) <= 0.02


def test_networks_are_worth_2_5_points_over_the_safe_heuristic_in_matches() -> None:
    result = figures("jeopardy_match_wagers")["over safe heuristic"]
    for unit in ("first", "equity"):
        gain, error = result[unit]
        assert gain - 2 * error >= 2.5


def test_best_finals_gain_over_rules_cover_and_people() -> None:
    result = figures("jeopardy_match_wagers")
    for name in ("over finals by rules", "over finals by cover", "over finals as people"):
        gain, error = result[name]["equity"]
        assert gain > 2 * error


def test_bets_lose_less_match_equity_than_in_the_paper() -> None:
    result = figures("jeopardy_match_losses")
    for game, paper in (("game 1", 0.3), ("game 2", 0.55)):
        loss, error = result[game]
        assert loss <= paper + 2 * error


def test_tables_network_and_second_games_played_out_agree_on_totals() -> None:
    result = figures("jeopardy_match_tables")
    assert result["table and network, mean absolute"] <= 0.5
    assert result["network and rollouts, mean absolute"] <= 1.0
    assert abs(result["network and rollouts, bias"]) <= 0.3


def test_both_networks_are_near_matches_played_out() -> None:
    result = figures("jeopardy_match_evaluators")
    for game in ("game 1", "game 2"):
        assert result[game]["mean absolute error"] <= 1.5
        assert abs(result[game]["bias"]) <= 0.4


def test_the_rules_cost_little_and_the_b_rule_next_to_nothing_by_match_equity() -> None:
    result = figures("jeopardy_match_rules")
    assert 0 <= result["B"]["costs"][0] < 0.3 < result["B, winning alone counts"]["costs"][0]
    assert 0 <= result["A"]["costs"][0] < 1.5
