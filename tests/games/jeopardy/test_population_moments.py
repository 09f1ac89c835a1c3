"""The last step of the population's fit finds moments that a known population has."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.games.jeopardy.fit.moments import MOVES, TOLERANCES, moments, moments_of, moved, refined
from kibitz.games.jeopardy.people.population import Population, drawn_seats, population
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import play
from kibitz.games.jeopardy.show import Era, rules_of


def test_moments_are_those_of_the_ranked_scores() -> None:
    first = np.array([[100, 300, 200], [0, 100, 400]])
    second = np.array([[1000, 3000, 1400], [-200, 2000, 4000]])
    found = moments(first, second, np.array([True, False]), np.array([500, 1500]))
    assert found[:6] == pytest.approx([350, 150, 50, 50, 50, 50])
    assert found[6:12] == pytest.approx([3500, 1700, 400, 500, 300, 600])
    assert found[12:] == pytest.approx([0.5, 0.5, 0.5, 1000, 500])
    assert len(found) == len(TOLERANCES)


def test_moving_by_nothing_changes_nothing_and_each_move_one_parameter() -> None:
    model = population(Era.RECENT)
    assert moved(model, np.zeros(len(MOVES))) == model
    for each in np.diag(np.full(len(MOVES), 0.01)):
        changed = moved(model, each)
        assert sum(getattr(changed, name) != getattr(model, name) for name in Population.__slots__) == 1


@pytest.mark.slow
def test_a_population_is_found_again_from_its_moments() -> None:
    era, games = Era.PAPER, 40_000
    rules, start = rules_of(era), population(era)
    true = moved(start, np.array([0.03, 0.0, 0.03, 0.0, 0.05, 0.0, 0.0, 0.01]))

    def off(model: Population) -> float:
        drawn = moments_of(play(np.random.default_rng(8), game_tables(drawn_seats(era, model), rules), games, rules))
        return float(np.abs(np.log(drawn / wanted) / TOLERANCES).mean())

    wanted = moments_of(play(np.random.default_rng(7), game_tables(drawn_seats(era, true), rules), games, rules))
    found = refined(start, wanted, era, games)
    assert off(found) < off(start) / 2
    assert found.spread == pytest.approx(true.spread, abs=0.02)
    assert found.nerve == pytest.approx(true.nerve, abs=0.02)
