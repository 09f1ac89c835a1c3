"""The paper's small experiments (sections VII to IX), from kept figures of development positions and matches."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest
from results import load_result

SAVED = load_result("rating_experiments")["figures"]
MARKS = ("1900", "2300", "2700")


def test_swing_predicts_error_beyond_the_paper_s_model_but_not_beyond_the_shape() -> None:
    by_ff, by_shape = SAVED["swing"]["by_ff"], SAVED["swing"]["by_shape"]
    assert by_ff["slope"] > 3 * by_ff["se"]
    assert abs(by_shape["slope"]) < 2 * by_shape["se"]
    assert by_shape["corr_expected"] > by_ff["corr_expected"] > by_ff["corr_swing"]


def test_agents_of_the_model_predict_people_better_than_a_search_cut_short() -> None:
    for mark in MARKS:
        row = SAVED["depth_limited"][mark]
        shallow = min(each["nats"] for each in row["by_depth"].values())
        assert row["shape"] < row["ml_lapse"] < row["ff_lapse_1"] < shallow - 0.5


def test_a_personal_depth_cannot_be_told_from_a_thousand_decisions() -> None:
    for mark in MARKS:
        row = SAVED["personal_depth"][mark]
        assert not row["identified"]
        assert row["held_out"][row["d"] - 1] == min(row["held_out"])
        assert row["high"] - row["low"] >= 2
        assert row["nine_games_told_of_5"] <= 1
    assert [SAVED["personal_depth"][mark]["d"] for mark in MARKS] == [10, 11, 11]


def test_the_reference_set_hardly_matters_as_the_paper_found() -> None:
    """On championship positions all marks lose 3 to 4 % less, and the line through them has the same residuals."""
    union, matches = (SAVED["solitaire"]["lines"][name] for name in ("union", "matches"))
    for a, b in zip(union["losses"], matches["losses"], strict=True):
        assert 0.96 < b / a < 0.98
    assert matches["residuals"] == pytest.approx(union["residuals"], abs=2.5)
    assert SAVED["solitaire"]["positions"] > 12_000


def test_by_the_rule_of_table_one_error_falls_with_rating_and_no_group_is_far_from_the_line() -> None:
    """Players of 2006-09, both within 10 points of 2200 to 2700, some 60 games a mark where the paper has thousands."""
    table = SAVED["table_one"]
    assert table["marks"] == [2200, 2300, 2400, 2500, 2600, 2700]
    assert min(table["positions"]) == 600
    weak, strong = (sum(table["error"][k] for k in group) / 3 for group in ((0, 1, 2), (3, 4, 5)))
    assert weak - strong > 3 * math.sqrt(sum(se**2 for se in table["error_se"])) / 3
    line = table["union"]
    assert line["slope"] < 0
    assert line["r_squared"] > 0.7
    for residual, se in zip(line["residuals"], table["error_se"], strict=True):
        assert abs(residual) < 2.5 * se * -line["slope"]


def test_table_one_has_the_same_residuals_on_championship_positions() -> None:
    table = SAVED["table_one"]
    assert table["matches"]["positions"] > 20_000
    assert table["matches"]["residuals"] == pytest.approx(table["union"]["residuals"], abs=2)


def test_perfect_play_is_under_3500_by_the_normal_curve_and_over_it_by_the_logistic_one() -> None:
    """Below equation 8: a player who draws once in n games scores 1/2n against perfect play."""
    for rating, games in ((2870, 25), (2800, 50)):
        score = 1 / (2 * games)
        normal = rating + 200 * math.sqrt(2) * NormalDist().inv_cdf(1 - score)
        logistic = rating + 400 * math.log10((1 - score) / score)
        assert normal < 3500 < logistic
        assert {round(normal), round(logistic)} <= set(SAVED["ceiling"].values())


def test_rapid_tiebreaks_are_played_worse_than_the_classical_games_of_the_same_matches() -> None:
    """The errors of the same players grow by half: some 200 points of Elo, with the interval well off zero."""
    rapid = SAVED["rapid"]
    assert rapid["rapid"]["games"] == 11
    assert rapid["classical"]["games"] >= 35
    assert rapid["ratio"] == pytest.approx(rapid["rapid"]["error"] / rapid["classical"]["error"], abs=0.01)
    assert 1 < rapid["ratio_95"][0] < rapid["ratio"] < rapid["ratio_95"][1]
    assert 0 < rapid["drop_95"][0] < rapid["drop"] < rapid["drop_95"][1]
