"""The last step of the population's fit finds moments that a known population has."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.games.jeopardy.fit.moments import (
    PARAMETER_STEPS,
    TOLERANCES,
    refine_population,
    score_moments,
    shift_parameters,
    simulated_moments,
)
from kibitz.games.jeopardy.people.population import AbilityPopulation, load_population, population_seats
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import play_games
from kibitz.games.jeopardy.show import LEFT_PODIUM, Era, rules_of


def test_moments_are_those_of_the_ranked_scores() -> None:
    first = np.array([[100, 300, 200], [0, 100, 400]])
    second = np.array([[1000, 3000, 1400], [-200, 2000, 4000]])
    result = score_moments(first, second, np.array([True, False]), np.array([500, 1500]))
    assert result[:6] == pytest.approx([350, 150, 50, 50, 50, 50])
    assert result[6:12] == pytest.approx([3500, 1700, 400, 500, 300, 600])
    assert result[12:] == pytest.approx([0.5, 0.5, 0.5, 1000, 500])
    assert len(result) == len(TOLERANCES)


def test_moving_by_nothing_changes_nothing_and_each_move_one_parameter() -> None:
    model = load_population(Era.RECENT)
    assert shift_parameters(model, np.zeros(len(PARAMETER_STEPS))) == model
    for each in np.diag(np.full(len(PARAMETER_STEPS), 0.01)):
        changed = shift_parameters(model, each)
        assert sum(getattr(changed, name) != getattr(model, name) for name in AbilityPopulation.__slots__) == 1


@pytest.mark.slow
def test_a_population_is_found_again_from_its_moments() -> None:
    era, games = Era.PAPER, 40_000
    rules, start = rules_of(era), load_population(era)
    true = shift_parameters(start, np.array([0.03, 0.0, 0.03, 0.0, 0.05, 0.0, 0.0, 0.01]))

    def off(model: AbilityPopulation) -> float:
        drawn = simulated_moments(
            play_games(
                np.random.default_rng(8),
                game_tables(population_seats(era, model, champion=LEFT_PODIUM), rules),
                games,
                rules,
            )
        )
        return float(np.abs(np.log(drawn / wanted) / TOLERANCES).mean())

    wanted = simulated_moments(
        play_games(
            np.random.default_rng(7),
            game_tables(population_seats(era, true, champion=LEFT_PODIUM), rules),
            games,
            rules,
        )
    )
    result = refine_population(start, wanted, era, games)
    assert off(result) < off(start) / 2
    assert result.spread == pytest.approx(true.spread, abs=0.02)
    assert result.nerve == pytest.approx(true.nerve, abs=0.02)
