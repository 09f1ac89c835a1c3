"""The fits: parameters that are known are found again, and hand-made tables are read as meant."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.jeopardy.datasets.clues import recorded_season, season_bets, season_counts, season_picks
from kibitz.games.jeopardy.datasets.games import (
    DatasetFolder,
    clues_played,
    daily_double_wagers,
    final_results,
    outcome_counts,
    placement_counts,
    recorded_scores,
)
from kibitz.games.jeopardy.final.outcomes import TRIPLES, final_triples
from kibitz.games.jeopardy.fit.bets import confidence_correlation
from kibitz.games.jeopardy.fit.clues import fit_final_correlation, fit_rates, seven_of_equals
from kibitz.games.jeopardy.show import Era

GAMES = [
    "air_date game_type r1_left r1_middle r1_right r2_left r2_middle r2_right final_left final_middle final_right "
    "has_scores name_left name_middle name_right",
    "2000-01-03 regular 1000 500 -200 6000 2500 100 7000 5000 0 1 X Y Z",
    "2004-01-05 regular 2000 1000 400 12000 5000 200 2000 10000 400 1 X Y Z",
    "2004-01-06 special 9 9 9 9 9 9 9 9 9 1 X Y Z",
    "2018-09-10 regular 2000 1000 400 12000 5000 200 2000 10000 400 1 X James_Holzhauer Z",
]
DOUBLES = [
    "air_date game_type round row col wager correct",
    "2000-01-03 regular 1 4 1 700 1",
    "2000-01-03 regular 2 3 2 1000 0",
    "2000-01-03 regular 2 5 6 2000 -",
    "2004-01-05 regular 2 5 6 2000 1",
]
FINALS = [
    "air_date game_type seat score_before correct played source",
    "2000-01-03 regular left 6000 1 1 scores+final_results",
    "2000-01-03 regular middle 2500 0 1 scores+final_results",
    "2000-01-03 regular right 100 1 1 scores+final_results",
    "2004-01-05 regular left 6000 1 1 scores",
]
COUNTS = [
    "air_date show_number game_type round row n_no_attempt n_w n_ww n_www n_r n_wr n_wwr dd_right dd_wrong "
    "n_out_of_order_picks",
    "2000-01-03 1 regular 1 1 1 0 0 0 4 1 0 0 0 0",
    "2000-01-03 1 regular 1 2 0 1 0 0 4 0 0 1 0 2",
]
CLUES = [
    "air_date game_type round row col pick_order is_dd dd_wager wrong_seats right_seat score_left score_middle "
    "score_right ambiguous game_verified",
    "2018-09-10 regular 1 1 1 1 0 - - left 200 0 0 0 1",
    "2018-09-10 regular 1 2 1 2 1 1000 - left 1200 0 0 0 1",
    "2018-09-11 regular 1 1 1 1 0 - middle left 200 -200 0 0 1",
    "2018-09-11 regular 1 2 1 2 1 1000 - left 1200 -200 0 0 1",
    "2018-09-11 regular 1 1 2 3 0 - - - 1200 -200 0 0 1",
    "2018-09-11 regular 1 3 2 4 0 - - - 1200 -200 0 0 1",
    "2018-09-11 regular 2 1 2 5 0 - - - 1200 -200 0 0 1",
]
TABLES = {
    "games": GAMES,
    "daily_doubles": DOUBLES,
    "final_jeopardy": FINALS,
    "clue_outcome_counts": COUNTS,
    "clue_outcomes_s35": CLUES,
}


def packed(lines: list[str]) -> bytes:
    """A compressed table; cells are separated by blanks above, a lone dash is an empty one."""
    rows = [
        ",".join("" if cell == "-" else cell.replace("James_", "James ") for cell in line.split()) for line in lines
    ]
    return gzip.compress("\n".join(rows).encode())


@pytest.fixture
def folder(tmp_path: Path) -> DatasetFolder:
    for name, lines in TABLES.items():
        (tmp_path / f"{name}.csv.gz").write_bytes(packed(lines))
    return DatasetFolder.at(tmp_path)


def test_old_money_is_doubled_and_special_games_are_left_out(folder: DatasetFolder) -> None:
    scores = recorded_scores(folder, Era.PAPER)
    assert scores.entering_final.tolist() == [[12_000, 5_000, 200], [12_000, 5_000, 200]]
    assert scores.first_round[0].tolist() == [2000, 1000, -400]
    wagers, right = daily_double_wagers(folder, Era.PAPER, 2)
    assert wagers.tolist() == [2000, 4000, 2000]
    assert np.isnan(right[1])


def test_placements_outcomes_and_results_are_counted(folder: DatasetFolder) -> None:
    counts, pairs = placement_counts(folder, Era.PAPER)
    assert counts[0, 3, 0] == 1
    assert counts[1].sum() == 3
    assert pairs[1, 5] == 1 == pairs.sum()
    assert outcome_counts(folder)[0, 0].tolist() == [1, 0, 0, 0, 4, 1, 0]
    assert clues_played(folder)[0, 12] == 1
    assert final_results(folder, Era.PAPER).tolist() == [[1, 0, 1]]


def test_the_exceptional_contestants_games_are_left_out_of_the_season(folder: DatasetFolder) -> None:
    season = recorded_season(folder)
    assert len(season.games) == 2
    assert len(season.ordinary()) == 1
    assert season_counts(season)[0, 0].tolist() == [1, 0, 0, 0, 0, 1, 0]
    stay, (topmost, _) = season_picks(season)
    assert stay == pytest.approx(2 / 3)
    assert topmost == pytest.approx(3 / 4)


def test_bets_know_the_score_before_and_the_standing(folder: DatasetFolder) -> None:
    bets = season_bets(recorded_season(folder))
    assert [(bet.round_, bet.standing, bet.most, bet.wager) for bet in bets] == [(1, 0, 1000, 1000)] * 2


def test_an_era_without_games_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games.csv.gz").write_bytes(packed(GAMES[:2]))
    with pytest.raises(InputError, match="no games with scores"):
        recorded_scores(DatasetFolder.at(tmp_path), Era.RECENT)


def test_known_rates_and_correlations_are_found_again() -> None:
    attempt, precision = np.array([0.75, 0.6, 0.4]), np.array([0.92, 0.87, 0.78])
    counts = np.rint(1e7 * seven_of_equals(attempt, precision, 0.1, 0.25)).astype(np.int64)
    b, p, (rho_b, rho_p), deviance = fit_rates(counts)
    np.testing.assert_allclose(b, attempt, atol=3e-3)
    np.testing.assert_allclose(p, precision, atol=3e-3)
    assert rho_b == pytest.approx(0.1, abs=0.01)
    assert rho_p == pytest.approx(0.25, abs=0.01)
    assert deviance < 5


def test_a_known_final_correlation_is_found_again() -> None:
    chances = final_triples((0.5, 0.47, 0.45), 0.3)
    counts = np.rint(20_000 * chances).astype(int)
    results = np.repeat(TRIPLES.astype(np.int64), counts, axis=0)
    assert fit_final_correlation(results) == pytest.approx(0.3, abs=0.005)


def test_larger_bets_that_are_right_more_often_show_as_confidence() -> None:
    rng = np.random.default_rng(2)
    z = rng.standard_normal(50_000)
    right = (0.3 + 0.3 * z + rng.standard_normal(50_000) * np.sqrt(1 - 0.3**2) > 0).astype(float)
    wagers = np.rint(1000 * np.exp(0.5 * z)).astype(np.int64)
    assert confidence_correlation(wagers, right) == pytest.approx(0.3, abs=0.03)
