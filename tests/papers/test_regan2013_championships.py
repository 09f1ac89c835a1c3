"""The championship table of section VII, made again from Stockfish values of all games of fifteen matches."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

KEPT = json.loads(
    (Path(__file__).resolve().parents[2] / "benchmarks" / "results" / "chess_championship.json").read_text("utf-8")
)["figures"]
PLAYERS = [row for row in KEPT["rows"] if row["player"]]


def test_the_paper_s_ratings_lie_inside_our_intervals_for_at_least_27_of_30_players() -> None:
    inside = [row["ff"]["low"] <= row["paper"] <= row["ff"]["high"] for row in PLAYERS]
    assert len(inside) == 30
    assert sum(inside) == KEPT["summary"]["ff"]["paper_inside"] >= 27


def test_the_mean_rating_minus_elo_is_within_60_of_zero_by_either_method() -> None:
    for way in ("ff", "adjusted"):
        gaps = [row[way]["ipr"] - row["elo"] for row in PLAYERS]
        assert abs(sum(gaps) / 30) <= 60
        assert abs(sum(gaps) / 30 - KEPT["summary"][way]["minus_elo"]) < 1
        assert abs(KEPT["omni"][way]["ipr"] - 2728) <= 60


def test_the_table_holds_fifteen_matches_whole() -> None:
    matches = {row["match"] for row in KEPT["rows"]}
    assert len(matches) == 15
    assert all(sum(row["match"] == match for row in KEPT["rows"]) == 3 for match in matches)
    assert KEPT["whole"] == 15
    assert KEPT["games"] == 328
    for row in KEPT["rows"]:
        both = [other["ff"]["n"] for other in PLAYERS if other["match"] == row["match"]]
        assert row["player"] or row["ff"]["n"] == sum(both)


def test_marks_up_to_2500_put_the_players_of_2700_some_70_points_too_low() -> None:
    """Extrapolation, as the paper tries it: both lines of the shipped scale without their highest mark."""
    from kibitz.games.chess.elo import shipped_scale

    scale = shipped_scale()
    ratings = np.array([mark.rating for mark in scale.marks])
    for losses, expected in (([mark.expected_loss for mark in scale.marks], 2624), (scale.adjusted.errors, 2636)):
        slope, intercept = np.polyfit(losses[:4], ratings[:4], 1)
        assert intercept + slope * losses[4] == pytest.approx(expected, abs=1)
