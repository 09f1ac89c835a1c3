"""Contestants on the line of ability, 0 Average and 1 Champion, and where on it a contestant's own numbers lie."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from kibitz.games.jeopardy.people.contestant import Contestant, Level, Rates, contestant
from kibitz.games.jeopardy.people.latent import below, quantile
from kibitz.games.jeopardy.people.population import moved
from kibitz.games.jeopardy.show import Era


def at_ability(ability: float, era: Era = Era.PAPER) -> Contestant:
    """The contestant at an ability, in the Average Contestant's style: 0 is Average and 1 has a Champion's numbers."""
    low, high = contestant(Level.AVERAGE, era), contestant(Level.CHAMPION, era)
    buzz = math.log(high.buzzability / low.buzzability)
    final = quantile(low.final) + ability * (quantile(high.final) - quantile(low.final))
    return replace(
        low,
        name=f"ability {ability:.2f}",
        attempt=moved(low.attempt, high.attempt, ability),
        precision=moved(low.precision, high.precision, ability),
        daily_double=moved(low.daily_double, high.daily_double, ability),
        final=below(final),
        buzzability=low.buzzability * math.exp(buzz * ability),
    )


def ability_of(player: Contestant, era: Era = Era.PAPER) -> float:
    """The ability whose contestant is nearest: least squares over attempts, precision, accuracies and buzzer."""
    low, high = (_coordinates(contestant(level, era)) for level in (Level.AVERAGE, Level.CHAMPION))
    step = high - low
    return float(step @ (_coordinates(player) - low) / (step @ step))


def _coordinates(player: Contestant) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    rates = [_mean(rate) for rate in (player.attempt, player.precision, player.daily_double, player.final)]
    return np.array([*(quantile(min(max(rate, 0.01), 0.99)) for rate in rates), math.log(player.buzzability)])


def _mean(rates: Rates) -> float:
    return float(np.mean(rates))
