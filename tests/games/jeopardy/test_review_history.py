"""Recorded games through the review: a season as taped games, the bounds of table 3, calibration clue by clue."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from results import load_result

from kibitz import ask
from kibitz.core.choices import parse_choices
from kibitz.games.jeopardy.archive.game import RecordedClue, RecordedWager
from kibitz.games.jeopardy.archive.game_table import parse_table
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.show import Era
from papers.watson.experiments.forecast_calibration import (
    Forecasts,
    bootstrap_error,
    brier_score,
    calibration_bins,
    calibration_slope,
    collect_forecasts,
)
from papers.watson.experiments.last_double_losses import LastDoubleLoss, last_double_losses, loss_bounds
from papers.watson.experiments.season_games import season_games


def figures(name: str) -> dict[str, Any]:
    stored: dict[str, Any] = load_result(name)["figures"]
    return stored


def course(chances: np.ndarray[Any, Any], results: np.ndarray[Any, Any], a_game: int = 1) -> Forecasts:
    n = len(chances)
    return Forecasts(chances, results, np.arange(n) // a_game, np.ones(n, dtype=np.int64), np.full(n, 30))


def test_the_brier_score_of_a_third_each_is_two_ninths_and_of_certainty_nothing() -> None:
    won = np.eye(3)[np.arange(60) % 3]
    assert brier_score(course(np.full((60, 3), 1 / 3), won)) == pytest.approx(2 / 9)
    assert brier_score(course(won, won)) == 0


@given(st.floats(0.4, 2.5), st.integers(0, 100))
@settings(max_examples=3)
def test_the_slope_finds_the_factor_by_which_odds_were_stretched(factor: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.uniform(0.03, 0.97, (6_000, 3))
    won = (rng.uniform(size=truth.shape) < truth).astype(float)
    odds = np.log(truth / (1 - truth)) / factor
    told = 1 / (1 + np.exp(-odds))
    assert calibration_slope(course(told, won)) == pytest.approx(factor, rel=0.08)


def test_bins_hold_every_chance_once_and_errors_count_games_not_states() -> None:
    rng = np.random.default_rng(3)
    chances = rng.dirichlet([1, 1, 1], 300)
    won = np.eye(3)[rng.integers(3, size=300)]
    alone, together = calibration_bins(course(chances, won)), calibration_bins(course(chances, won, a_game=60))
    assert sum(each.n for each in alone) == chances.size
    assert all(b.error >= a.error for a, b in zip(alone, together, strict=True))
    assert alone[0].chance < 0.1
    assert bootstrap_error(course(chances, won, a_game=60), brier_score) > 0


LAST = """date,2008-02-13
1,1,1,,,1
after 1,6200,19200,9500
2,4,1,1000,,1
2,5,6,6000,,1
after 2,12200,19200,9500
final,1,0,wrong
final,2,0,wrong
final,3,0,wrong
"""


def test_the_last_daily_double_is_priced_as_its_question_prices_it() -> None:
    (result,) = last_double_losses([parse_table(LAST)])
    state = "7200_19200_9500.1.2." + f"{(1 << 30) - 1 & ~(1 << 18):x}" + ".c1r4c6r5.0.1d"
    accuracy = contestant("average", Era.PAPER).daily_double_accuracy(2, 5)
    alone = ask("jeopardy.daily-double", state=state, era=2008, confidence=accuracy, wager=6000)
    curve = alone.counsel.curve
    right = dict(zip(parse_choices(curve.choices), curve.more["right"], strict=True))
    assert (result.leader, result.wager, result.advised, result.right) == (False, 6000, alone.wager, True)
    assert result.mean == pytest.approx(alone.counsel.judgement.loss, abs=1e-9)
    assert result.given == pytest.approx(right[str(alone.wager)] - right["6000"], abs=1e-9)


def test_games_without_both_daily_doubles_of_round_2_are_left_out() -> None:
    assert last_double_losses([parse_table(LAST.replace("2,4,1,1000,,1\n", ""))]) == []


def test_bounds_are_means_with_standard_errors() -> None:
    bets = [
        LastDoubleLoss("x", True, 1000, 3000, True, 0.02, 0.03),
        LastDoubleLoss("y", False, 3000, 5000, False, 0.0, 0.05),
    ]
    result = loss_bounds(bets)
    assert result.n == 2
    assert result.lower == pytest.approx((0.01, 0.01))
    assert result.upper == pytest.approx((0.04, 0.01))
    assert (result.wager[0], result.advised[0], result.right) == (2000, 4000, 0.5)


TABLES = {
    "games": "air_date,game_type,name_left,name_middle,name_right,r1_left,r1_middle,r1_right,r2_left,r2_middle,"
    "r2_right,final_left,final_middle,final_right\n2018-09-10,regular,Ann,Bo,Cy,200,0,0,200,-800,2000,300,-800,0\n",
    "final_jeopardy": "air_date,game_type,seat,score_before,score_after,correct\n2018-09-10,regular,left,200,300,1\n"
    "2018-09-10,regular,middle,-800,-800,\n2018-09-10,regular,right,2000,0,0\n",
    "clue_outcomes_s35": "air_date,game_type,round,row,col,pick_order,is_dd,dd_wager,wrong_seats,right_seat,"
    "game_verified\n2018-09-10,regular,2,2,3,1,0,,middle,,1\n2018-09-10,regular,2,5,1,2,1,2000,,right,1\n"
    "2018-09-10,regular,1,1,5,1,0,,,left,1\n",
}


def test_a_recorded_season_is_read_as_taped_games_in_the_order_played() -> None:
    folder = DatasetFolder({f"{name}.csv.gz": gzip.compress(text.encode()) for name, text in TABLES.items()})
    (game,) = season_games(folder)
    assert game.players == ("Ann", "Bo", "Cy")
    assert game.clues == (
        RecordedClue(1, 1, 5, None, (), 0),
        RecordedClue(2, 2, 3, None, (1,), None),
        RecordedClue(2, 5, 1, 2000, (), 2),
    )
    assert game.bets == (RecordedWager(100, True), None, RecordedWager(2000, False))
    assert game.winners == (0,)
    states = collect_forecasts([game])
    assert states.round_.tolist() == [1, 2, 2, 3]
    assert np.allclose(states.chances.sum(axis=1), 1)
    assert states.results.tolist() == [[1.0, 0.0, 0.0]] * 4


def test_table_3_of_the_paper_holds_on_the_recorded_season() -> None:
    """Bounds in order within their errors, trailers lose more, advised bets larger; leaders' lower bound is noise."""
    rows = figures("jeopardy_last_doubles")["without the exceptional player's own bets"]
    assert rows["all"]["n"] > 130
    for row in rows.values():
        lower, error = row["lower"]
        assert lower <= row["upper"][0] + error
        assert row["advised"][0] > row["bet"][0]
    assert rows["all"]["lower"][0] <= rows["all"]["upper"][0]
    assert rows["trailer"]["lower"][0] > rows["leader"]["lower"][0] + 2 * rows["leader"]["lower"][1]
    assert rows["trailer"]["upper"][0] > rows["leader"]["upper"][0] + 2 * rows["trailer"]["upper"][1]
    assert abs(rows["all"]["upper"][0] - 4.0) < 1.0  # the paper's figure
    assert abs(rows["all"]["lower"][0] - 2.9) < 2 * rows["all"]["lower"][1]


def test_chances_clue_by_clue_are_calibrated_on_the_recorded_season() -> None:
    stored = figures("jeopardy_course")
    for stage in ("all", "round 1", "before Final"):
        factor, error = stored[stage]["slope"]
        assert abs(factor - 1) < 3 * error
        assert stored[stage]["brier"][0] < stored[stage]["brier of the start"]
    stages = [stored[name]["brier"][0] for name in ("round 1", "round 2, more than 8 clues left", "before Final")]
    assert stages == sorted(stages, reverse=True)
    for n, chance, won, error in stored["bins"]:
        assert n > 0
        assert abs(won - chance) < 3.5 * error


@pytest.mark.slow
@pytest.mark.needs("shared data")
def test_every_verified_game_of_the_season_is_taped_and_ends_with_its_winner() -> None:
    folder = DatasetFolder.at(Path(__file__).resolve().parents[4] / "shared" / "data" / "jeopardy")
    games = season_games(folder)
    assert len(games) == 159
    assert all(len(game.winners) == 1 for game in games)


def test_every_lesson_of_the_paper_pays_in_both_eras_and_lock_ties_only_while_ties_were_shared() -> None:
    stored = figures("jeopardy_lessons")
    for era in ("1996", "2015"):
        for gain, error, n in stored[era]["final"].values():
            assert n > 100
            assert gain > 2 * error
        early = stored[era]["buzz"]["early, $1000"]["thresholds"]
        assert early[0] < 0.5 < early[1] < early[3]
        assert stored[era]["doubles"]["10400 v 11400, 9400, eight clues"]["best"] == 10400
        assert stored[era]["doubles"]["10400 v 11400, 9400, eight clues"]["costs"] > 10
    bests = {
        "7100 v 9000, 1000, last clue": 2600,
        "6200 v 19200, 9500, last clue": 3400,
        "26000 v 19800, 4400, last clue": 16100,
        "5000 v 21400, 2800, five clues": 4900,
    }
    assert {name: stored["1996"]["doubles"][name]["best"] for name in bests} == bests
    purpose = "18800, 10000 (me), 7600, last $1200"
    right, wrong, silent = stored["1996"]["buzz"][purpose]["right, wrong, silent"][1]
    assert wrong > 1.8 * max(right, silent)
    right, wrong, _ = stored["2015"]["buzz"][purpose]["right, wrong, silent"][1]
    assert 0 < wrong - right < 2
