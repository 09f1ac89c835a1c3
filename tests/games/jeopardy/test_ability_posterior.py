"""Abilities given what happened so far: better records mean better players, and no more than they are."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.jeopardy.people.contestant import AVERAGE, CHAMPION, contestant
from kibitz.games.jeopardy.people.population import drawn_seats, population
from kibitz.games.jeopardy.people.posterior import (
    Record,
    abilities_given,
    contestants_given,
    late_record,
    posterior,
)
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import play
from kibitz.games.jeopardy.show import Era, rules_of

PLAYED = ((6,) * 5, (6,) * 5)


@pytest.mark.slow
@pytest.mark.parametrize("era", list(Era))
def test_posterior_abilities_are_right_on_average_in_simulated_games(era: Era) -> None:
    rules, model = rules_of(era), population(era)
    games = play(np.random.default_rng(3), game_tables(drawn_seats(era), rules), 150, rules)
    true = np.array(model.abilities)[games.types]
    true[:, 0] += model.champion_bonus
    found = np.array(
        [
            [ability for ability, _ in abilities_given(late_record((a, b, c), ()), era)]
            for a, b, c in games.scores.tolist()
        ]
    )
    slope = np.polyfit(found.ravel(), true.ravel(), 1)[0]
    assert 0.75 < slope < 1.25
    assert abs(found.mean() - true.mean()) < 0.05
    assert np.corrcoef(found.ravel(), true.ravel())[0, 1] > 0.5


def test_before_the_first_clue_abilities_are_those_of_the_population() -> None:
    chances = posterior(Record((0, 0, 0), ((0,) * 5, (0,) * 5), (0, 0, 0), (0, 0, 0)), Era.RECENT)
    prior = np.einsum("a,b,c->abc", *(np.array(seat.weights) for seat in drawn_seats(Era.RECENT)))
    np.testing.assert_allclose(chances, prior, atol=1e-12)


def test_more_right_answers_make_a_better_and_more_wrong_ones_a_rasher_player() -> None:
    plain = Record((12_000, 12_000, 12_000), PLAYED, (16, 16, 16), (2, 2, 2))
    better = Record((12_000, 12_000, 12_000), PLAYED, (16, 24, 10), (2, 2, 2))
    rasher = Record((12_000, 12_000, 12_000), PLAYED, (16, 16, 16), (2, 6, 2))
    (_, base, _), (_, more, less), (_, wild, _) = (
        abilities_given(each, Era.RECENT) for each in (plain, better, rasher)
    )
    assert more[0] > base[0] > less[0]
    assert wild[1] < base[1]


def test_newcomers_with_the_same_record_are_the_same() -> None:
    _, second, third = abilities_given(late_record((15_000, 9_000, 9_000), (400, 2000)), Era.RECENT)
    assert second == pytest.approx(third, abs=1e-9)


def test_a_stated_level_is_taken_at_its_word() -> None:
    levels = (AVERAGE, CHAMPION, AVERAGE)
    low, high = (contestants_given(late_record((4_000, 30_000, c), ()), Era.RECENT, levels) for c in (3_000, 19_000))
    assert low[1] == high[1] == contestant(CHAMPION, Era.RECENT)
    assert low[2].attempt_rate(2, 3) < high[2].attempt_rate(2, 3)


def test_impossible_records_are_refused() -> None:
    with pytest.raises(InputError, match="played"):
        Record((0, 0, 0), ((7,) * 5, (6,) * 5))
    with pytest.raises(InputError, match="together"):
        Record((0, 0, 0), PLAYED, right=(1, 1, 1))
    with pytest.raises(InputError, match="numbers that a game can hold"):
        Record((0, 0, 0), PLAYED, (99, 0, 0), (0, 0, 0))
    with pytest.raises(InputError, match="three players"):
        posterior(late_record((1, 2, 3), ()), Era.RECENT, (AVERAGE,))
