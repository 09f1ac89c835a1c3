"""Contestants who differ: abilities, and champions that come from winners."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.people.contestant import AVERAGE, CHAMPION, contestant
from kibitz.games.jeopardy.people.population import (
    SLICES,
    TYPES,
    AbilityPopulation,
    SeatModel,
    champion_ability_chances,
    contestant_from_figures,
    fixed_seat,
    interpolate_rates,
    load_population,
    of_ability,
    population_seats,
    slice_abilities,
)
from kibitz.games.jeopardy.show import LEFT_PODIUM, Era

PLAIN = AbilityPopulation(0.5, 0.4, 0.9, 0.2, (0.0, 0.0, 0.0, 0.0), SLICES)


@given(st.floats(0, 2), st.floats(0, 0.5))
def test_abilities_have_mean_zero_and_the_given_spread_whatever_their_tails(spread: float, tail: float) -> None:
    values, chances = np.array(slice_abilities(spread, tail)), np.array(SLICES)
    assert chances.sum() == pytest.approx(1)
    assert chances @ values == pytest.approx(0, abs=1e-12)
    assert np.sqrt(chances @ values**2) == pytest.approx(spread)


def test_longer_tails_put_the_best_further_out_and_the_middle_nearer() -> None:
    normal, stretched = np.array(slice_abilities(0.5)), np.array(slice_abilities(0.5, 0.3))
    assert stretched[-1] > 1.3 * normal[-1]
    assert abs(stretched[TYPES // 2]) < abs(normal[TYPES // 2])


def test_neighbouring_abilities_are_steady_and_rash_in_turn_and_champions_know_the_show() -> None:
    model = replace(PLAIN, nerve=0.2, champion_bonus=0.12, boldness=(0.0, 0.3))
    champion, newcomer, _ = population_seats(Era.PAPER, model, champion=LEFT_PODIUM)
    plain = [of_ability(ability, Era.PAPER, PLAIN) for ability in PLAIN.abilities]
    more_precise = [
        a.precision_rate(1, 3) > b.precision_rate(1, 3) for a, b in zip(newcomer.contestants, plain, strict=True)
    ]
    assert more_precise == [True, False] * (TYPES // 2)
    assert [a.attempt for a in newcomer.contestants] == [b.attempt for b in plain]
    assert all(
        a.attempt_rate(2, 2) > b.attempt_rate(2, 2)
        for a, b in zip(champion.contestants, newcomer.contestants, strict=True)
    )
    assert np.log(newcomer.contestants[-1].boldness) == pytest.approx(0.3 * model.abilities[-1])


def test_ability_0_is_the_average_contestant_and_1_answers_like_a_champion() -> None:
    average, champion = contestant(AVERAGE), contestant(CHAMPION)
    low, high = of_ability(0.0, Era.PAPER, PLAIN), of_ability(1.0, Era.PAPER, PLAIN)
    for name in ("attempt", "precision", "daily_double"):
        np.testing.assert_allclose(getattr(low, name), getattr(average, name), atol=1e-12)
        np.testing.assert_allclose(getattr(high, name), getattr(champion, name), atol=1e-12)
    assert high.buzzability == pytest.approx(np.exp(0.4))
    assert high.wagering is average.wagering


@given(st.lists(st.floats(0.01, 1), min_size=TYPES, max_size=TYPES), st.floats(0, 1))
def test_champions_keep_as_much_of_the_winners_advantage_as_ability_persists(raw: list[float], stored: float) -> None:
    winners = np.array(raw) / sum(raw)
    champions = champion_ability_chances(winners, stored)
    assert champions.sum() == pytest.approx(1)
    values = np.array(slice_abilities(1.0))
    assert abs(champions @ values) <= abs(winners @ values) + 0.02


def test_without_persistence_champions_are_newcomers_and_with_full_persistence_the_winners() -> None:
    winners = np.linspace(1, 2, TYPES) / np.linspace(1, 2, TYPES).sum()
    np.testing.assert_allclose(champion_ability_chances(winners, 0.0), SLICES)
    np.testing.assert_allclose(champion_ability_chances(winners, 1.0), winners)


@pytest.mark.parametrize("era", list(Era))
def test_the_fitted_champion_is_better_than_the_newcomers(era: Era) -> None:
    champion, newcomer, _ = population_seats(era, champion=LEFT_PODIUM)
    values = np.array(load_population(era).abilities)
    assert np.array(champion.weights) @ values > 0.15 > np.array(newcomer.weights) @ values
    assert load_population(era).champion_bonus > 0.1


def test_one_rate_moves_like_a_table_of_rates() -> None:
    assert interpolate_rates(0.6, 0.8, 0.0) == pytest.approx(0.6)
    assert interpolate_rates(0.6, 0.8, 1.0) == pytest.approx(0.8)
    with pytest.raises(InputError, match="both contestants"):
        interpolate_rates(0.6, ((0.5,) * 5, (0.5,) * 5), 1.0)


@pytest.mark.parametrize("weights", [(0.5, 0.4), (1.5, -0.5), (1.0,)])
def test_a_seat_needs_chances_that_sum_to_one(weights: tuple[float, ...]) -> None:
    me = contestant(AVERAGE)
    with pytest.raises(InputError, match="seat"):
        SeatModel((me, me), weights)


def test_a_single_seat_is_named_after_its_contestant() -> None:
    assert fixed_seat(contestant(CHAMPION)).name == "champion"


@given(st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_your_rates_by_row_average_to_your_numbers(attempt: float, precision: float) -> None:
    player = contestant_from_figures(attempt, precision, 0.7, 0.5)
    assert np.mean(player.attempt) == pytest.approx(attempt, abs=1e-9)
    assert np.mean(player.precision) == pytest.approx(precision, abs=1e-9)
    assert player.attempt_rate(1, 1) > player.attempt_rate(1, 5)


@pytest.mark.parametrize("bad", [0.0, 1.0, float("nan")])
def test_a_rate_that_cannot_be_an_average_is_refused(bad: float) -> None:
    with pytest.raises(InputError, match="attempt"):
        contestant_from_figures(bad, 0.9, 0.7, 0.5)
