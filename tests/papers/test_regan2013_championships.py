"""The championship table of section VII, made again from Stockfish values of all games of fifteen matches."""

from __future__ import annotations

import numpy as np
import pytest
from results import load_result

SAVED = load_result("chess_championship")["figures"]
PLAYERS = [row for row in SAVED["rows"] if row["player"]]


def test_the_paper_s_ratings_lie_inside_our_intervals_for_at_least_27_of_30_players() -> None:
    inside = [row["ff"]["low"] <= row["paper"] <= row["ff"]["high"] for row in PLAYERS]
    assert len(inside) == 30
    assert sum(inside) == SAVED["summary"]["ff"]["paper_inside"] >= 27


def test_the_mean_rating_minus_elo_is_within_60_of_zero_by_either_method() -> None:
    for way in ("ff", "adjusted"):
        gaps = [row[way]["ipr"] - row["elo"] for row in PLAYERS]
        assert abs(sum(gaps) / 30) <= 60
        assert abs(sum(gaps) / 30 - SAVED["summary"][way]["minus_elo"]) < 1
        assert abs(SAVED["omni"][way]["ipr"] - 2728) <= 60


def test_the_table_holds_fifteen_matches_whole() -> None:
    matches = {row["match"] for row in SAVED["rows"]}
    assert len(matches) == 15
    assert all(sum(row["match"] == match for row in SAVED["rows"]) == 3 for match in matches)
    assert SAVED["whole"] == 15
    assert SAVED["games"] == 328
    for row in SAVED["rows"]:
        both = [other["ff"]["n"] for other in PLAYERS if other["match"] == row["match"]]
        assert row["player"] or row["ff"]["n"] == sum(both)


def test_marks_up_to_2500_put_the_players_of_2700_and_2800_within_100_points_of_their_rating() -> None:
    """Extrapolation, as the paper tries it: both lines of the shipped scale without their highest marks."""
    from kibitz.games.chess.calibration import mark_uncertainty
    from kibitz.games.chess.elo_scales import load_shipped_scale
    from kibitz.rate.ratings.scale import mark_weights, regression

    scale = load_shipped_scale()
    ratings = np.array([mark.rating for mark in scale.marks])
    low, doubts = ratings <= 2500, {float(rating): mark_uncertainty(rating) for rating in ratings}
    assert low.sum() == 7
    for losses, expected in (
        (np.array([mark.expected_loss for mark in scale.marks]), (2748, 2731)),
        (np.array(scale.adjusted.errors), (2720, 2711)),
    ):
        weights = mark_weights(ratings[low], losses[low], np.full(7, 1_000.0), doubts)
        intercept, slope, _ = regression(losses[low], ratings[low], weights)
        assert intercept + slope * losses[~low] == pytest.approx(expected, abs=1)


def test_later_matches_hold_what_their_players_elo_says() -> None:
    """Five matches from 2013 to 2021, for which the paper has no figure: Elo lies inside nearly all intervals."""
    players = [row for row in SAVED["later"] if row["player"]]
    assert len({row["match"] for row in SAVED["later"]}) == 5
    assert len(players) == 10
    for way in ("ff", "adjusted"):
        inside = [row[way]["low"] <= row["elo"] <= row[way]["high"] for row in players]
        assert sum(inside) >= 9
        assert abs(np.mean([row[way]["ipr"] - row["elo"] for row in players])) < 100
