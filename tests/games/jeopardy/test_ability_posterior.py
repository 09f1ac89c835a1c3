"""Abilities given what happened so far: better records mean better players, and no more than they are."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.jeopardy.people.contestant import AVERAGE, CHAMPION, contestant
from kibitz.games.jeopardy.people.population import load_population, population_seats
from kibitz.games.jeopardy.people.posterior import (
    GameRecord,
    LineUp,
    late_record,
    line_up,
    posterior_abilities,
    posterior_contestants,
    type_posterior,
)
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import play_games
from kibitz.games.jeopardy.show import LEFT_PODIUM, Era, rules_of

PLAYED = ((6,) * 5, (6,) * 5)


@pytest.mark.slow
@pytest.mark.parametrize("era", list(Era))
def test_posterior_abilities_are_right_on_average_in_simulated_games(era: Era) -> None:
    rules, model = rules_of(era), load_population(era)
    games = play_games(
        np.random.default_rng(3), game_tables(population_seats(era, champion=LEFT_PODIUM), rules), 150, rules
    )
    true = np.array(model.abilities)[games.types]
    true[:, 0] += model.champion_bonus
    result = np.array(
        [
            [
                ability
                for ability, _ in posterior_abilities(late_record((a, b, c), ()), era, LineUp(champion=LEFT_PODIUM))
            ]
            for a, b, c in games.scores.tolist()
        ]
    )
    slope = np.polyfit(result.ravel(), true.ravel(), 1)[0]
    assert 0.75 < slope < 1.25
    assert abs(result.mean() - true.mean()) < 0.05
    assert np.corrcoef(result.ravel(), true.ravel())[0, 1] > 0.5


def test_before_the_first_clue_abilities_are_those_of_the_population() -> None:
    chances = type_posterior(
        GameRecord((0, 0, 0), ((0,) * 5, (0,) * 5), (0, 0, 0), (0, 0, 0)), Era.RECENT, LineUp(champion=LEFT_PODIUM)
    )
    prior = np.einsum(
        "a,b,c->abc", *(np.array(seat.weights) for seat in population_seats(Era.RECENT, champion=LEFT_PODIUM))
    )
    np.testing.assert_allclose(chances, prior, atol=1e-12)


def test_more_right_answers_make_a_better_and_more_wrong_ones_a_rasher_player() -> None:
    plain = GameRecord((12_000, 12_000, 12_000), PLAYED, (16, 16, 16), (2, 2, 2))
    better = GameRecord((12_000, 12_000, 12_000), PLAYED, (16, 24, 10), (2, 2, 2))
    rasher = GameRecord((12_000, 12_000, 12_000), PLAYED, (16, 16, 16), (2, 6, 2))
    (_, base, _), (_, more, less), (_, wild, _) = (
        posterior_abilities(each, Era.RECENT) for each in (plain, better, rasher)
    )
    assert more[0] > base[0] > less[0]
    assert wild[1] < base[1]


def test_newcomers_with_the_same_record_are_the_same() -> None:
    _, second, third = posterior_abilities(late_record((15_000, 9_000, 9_000), (400, 2000)), Era.RECENT)
    assert second == pytest.approx(third, abs=1e-9)


def test_a_stated_level_is_taken_at_its_word() -> None:
    levels = line_up((AVERAGE, CHAMPION, AVERAGE))
    low, high = (
        posterior_contestants(late_record((4_000, 30_000, c), ()), Era.RECENT, levels) for c in (3_000, 19_000)
    )
    assert low[1] == high[1] == contestant(CHAMPION, Era.RECENT)
    assert low[2].attempt_rate(2, 3) < high[2].attempt_rate(2, 3)


def test_impossible_records_are_refused() -> None:
    with pytest.raises(InputError, match="played"):
        GameRecord((0, 0, 0), ((7,) * 5, (6,) * 5))
    with pytest.raises(InputError, match="both or neither"):
        GameRecord((0, 0, 0), PLAYED, right=(1, 1, 1))
    with pytest.raises(InputError, match="numbers that are possible in a game"):
        GameRecord((0, 0, 0), PLAYED, (99, 0, 0), (0, 0, 0))
    with pytest.raises(InputError, match="three players"):
        line_up((AVERAGE,))
