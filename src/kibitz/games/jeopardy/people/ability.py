"""Where a contestant's numbers lie on the line of ability through the Average Contestant (0) and the Champion (1)."""

from __future__ import annotations

import math

import numpy as np

from kibitz.games.jeopardy.people.contestant import Contestant, Level, Rates, contestant
from kibitz.games.jeopardy.people.latent import normal_quantile
from kibitz.games.jeopardy.show import Era


def ability_of(player: Contestant, era: Era = Era.PAPER) -> float:
    """The ability whose contestant is nearest: least squares over attempts, precision, accuracies and buzzer."""
    low, high = (_coordinates(contestant(level, era)) for level in (Level.AVERAGE, Level.CHAMPION))
    step = high - low
    return float(step @ (_coordinates(player) - low) / (step @ step))


def _coordinates(player: Contestant) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    rates = [_mean(rate) for rate in (player.attempt, player.precision, player.daily_double, player.final)]
    return np.array([*(normal_quantile(min(max(rate, 0.01), 0.99)) for rate in rates), math.log(player.buzzability)])


def _mean(rates: Rates) -> float:
    return float(np.mean(rates))
