"""Tesauro et al. (2013): Final Jeopardy (Tables 1 and 4) and endgame wagers (4.2, 4.4, figure 7).

Published figures stand here only; everything they are compared with is computed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz.games.jeopardy.datasets.final_replacement import (
    best_response,
    people_chances,
    replace_wagers,
    unlocked_games,
)
from kibitz.games.jeopardy.datasets.finals import RecordedFinals, recorded_finals
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule
from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, WagerCurve, wager_curve
from kibitz.games.jeopardy.final.equities import final_model
from kibitz.games.jeopardy.final.people_wagers import people_mixtures
from kibitz.games.jeopardy.people.contestant import contestant, independent, paper_contestant
from kibitz.games.jeopardy.show import Era, Ties

RECORDED_WIN_RATES = (0.642, 0.282, 0.084)
"""Of A, B and C where the game is not locked, in the paper's window, as recorded (paper: .653 .282 .075)."""
LEAST_GAINS = (0.015, 0.04, 0.02)
"""What the best response adds at least; Table 4 of the paper has .026, .062, .030."""


def recorded(shared_data: Path) -> RecordedFinals:
    return unlocked_games(recorded_finals(DatasetFolder.at(shared_data / "jeopardy"), Era.PAPER))


@pytest.mark.needs("shared data")
@pytest.mark.parametrize("role", range(3))
def test_table_1_people_models_win_as_often_as_people(shared_data: Path, role: int) -> None:
    replacement = replace_wagers(recorded(shared_data), role, people_chances(people_mixtures(Era.PAPER)))
    actual, model = replacement.rates
    assert actual == pytest.approx(RECORDED_WIN_RATES[role], abs=0.005)
    assert model == pytest.approx(RECORDED_WIN_RATES[role], abs=0.01)


@pytest.mark.needs("shared data")
@pytest.mark.slow
@pytest.mark.parametrize("bettors", [Era.PAPER, Era.RECENT])
@pytest.mark.parametrize("role", range(3))
def test_table_4_the_best_response_wins_more_often_than_people(shared_data: Path, role: int, bettors: Era) -> None:
    """The same games, once with bets fitted to them and once with bets fitted to other games, of 2015 on."""
    replacement = replace_wagers(recorded(shared_data), role, best_response(final_model(role, era=bettors)))
    actual, best = replacement.rates
    assert best - actual >= LEAST_GAINS[role]
    assert best - actual > 1.5 * replacement.gain_se


@pytest.mark.slow
@pytest.mark.needs("shared data")
def test_table_4_leaders_who_always_cover_stay_behind_the_full_best_response(shared_data: Path) -> None:
    """On every fourth game, enough to see the order of the three columns of Table 4."""
    games = recorded(shared_data)
    some = RecordedFinals(games.scores[::4], games.wagers[::4], games.right[::4], games.after[::4])
    full = replace_wagers(some, 0, best_response(final_model(0)))
    cover = replace_wagers(some, 0, best_response(final_model(0), cover=True))
    assert full.rates[1] >= cover.rates[1] - full.gain_se


def curve(
    scores: tuple[int, int, int],
    left: tuple[int, ...],
    level: str = "average",
    own: OwnFinalRule = OwnFinalRule.BEST,
    printed: bool = False,
    step: int = 100,
    machine: bool = False,
) -> WagerCurve:
    player = paper_contestant(level) if printed else contestant(level)
    model = final_model(0, level)
    players = (independent(player) if machine else player, player, player)
    standing = FinalSetup(model.without_correlation(0) if machine else model, 0, Ties.SHARED, own)
    return wager_curve(LastDailyDouble(scores, 0, left), players, standing, step, also=(1_000,))


def at(result: WagerCurve, wager: int, confidence: float) -> tuple[float, float, float]:
    i = result.wagers.tolist().index(wager)
    return float(result.right[i]), float(result.wrong[i]), float(result.equities(confidence)[i])


@pytest.mark.slow
def test_section_4_2_the_best_wager_is_everything_and_the_printed_equities_are_met() -> None:
    """Eight clues: the rest of the Daily Double's category and one whole category; people's bets in Final, and a player
    whose answers do not correlate with the others', as Watson's did not."""
    left = (1200, 1600, 2000, 400, 800, 1200, 1600, 2000)
    assert sum(left) == 10_800
    result = curve((10_400, 11_400, 9_400), left, own=OwnFinalRule.PEOPLE, printed=True, step=2_000, machine=True)
    assert result.advice(0.7).equities.choices[int(result.advice(0.7).best)] == "10400"
    published = {1_000: (0.39, 0.31, 0.366), 10_400: (0.70, 0.03, 0.499)}
    for wager, figures in published.items():
        for computed, printed in zip(at(result, wager, 0.7), figures, strict=True):
            assert computed == pytest.approx(printed, abs=0.02)


@pytest.mark.slow
def test_section_4_2_holds_as_well_for_those_who_bet_well_in_final() -> None:
    left = (1200, 1600, 2000, 400, 800, 1200, 1600, 2000)
    advice = curve((10_400, 11_400, 9_400), left, step=2_000).advice(0.7)
    assert advice.equities.choices[int(advice.best)] == "10400"


@pytest.mark.slow
@pytest.mark.parametrize("level", ["average", "champion"])
def test_figure_7_two_peaks_and_a_valley_where_a_lockout_comes_into_sight(level: str) -> None:
    result = curve((19_800, 13_000, 14_300), (400, 400, 800, 800), level)
    equities, wagers = result.equities(0.718), result.wagers
    small = (wagers >= 500) & (wagers <= 6_000)
    peak = int(wagers[small][np.argmax(equities[small])])
    assert 2_400 <= peak <= 4_000
    between = (wagers >= 4_000) & (wagers <= 10_000)
    valley = int(wagers[between][np.argmin(equities[between])])
    assert abs(valley - 6_400) <= 300
    rising = equities[(wagers >= 6_800) & (wagers <= 10_400)]
    assert rising[-1] - rising[0] > 0.1
    assert abs(int(wagers[int(np.argmax(equities))]) - 12_000) <= 1_000


@pytest.mark.parametrize(
    ("scores", "wager"),
    [((6_200, 19_200, 9_500), 3_400), ((26_000, 19_800, 4_400), 16_100), ((7_100, 9_000, 1_000), 2_600)],
)
def test_section_4_4_last_clue_daily_doubles_aim_at_the_lock_tie(scores: tuple[int, int, int], wager: int) -> None:
    result = curve(scores, ())
    assert int(result.wagers[int(result.advice(0.65).best)]) == wager


def test_section_4_4_a_hundred_dollars_less_than_everything_keeps_the_lock_tie_possible() -> None:
    left = (400, 800, 1200, 1600, 2000)
    assert sum(left) == 6_000
    result = curve((5_000, 21_400, 2_800), left)
    assert at(result, 4_900, 0.65)[2] > at(result, 5_000, 0.65)[2]
    assert int(result.wagers[int(result.advice(0.65).best)]) == 4_900


def test_section_4_4_a_wrong_answer_on_purpose_can_be_best() -> None:
    """Scores 6000, 10000, -1000, last clue: wager $1,000 and be wrong, for a lock-tie; for players good in Final."""
    standing = FinalSetup(final_model(0, confidence=0.7), 0, Ties.SHARED)
    position = LastDailyDouble((6_000, 10_000, -1_000), 0, ())
    result = wager_curve(position, (contestant("average"),) * 3, standing)
    right, wrong, _ = at(result, 1_000, 0.5)
    assert wrong > right
    assert wrong > float(result.equities(0.65).max())
