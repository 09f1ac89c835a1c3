"""Contestants differ: a seat can draw its player's ability from a fitted population instead of a single model.

Ability 0 is the Average Contestant and ability 1 the Champion; in between and beyond, attempt rate, precision and
accuracies move along the line through the two on the normal scale, and the buzzer weight grows by a fitted factor a
unit. Newcomers are normal with mean 0. A returning champion has won before: the abilities of winners, carried over to
the next game as far as ability persists, are the weights of seat 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from statistics import NormalDist

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Contestant, Level, Rates, contestant, load_table
from kibitz.games.jeopardy.people.latent import below, quantile
from kibitz.games.jeopardy.show import ROUNDS, ROWS, Era

TYPES = 8
"""Equally likely levels of ability that stand for the normal population of newcomers."""


@dataclass(frozen=True, slots=True)
class SeatModel:
    """Who may sit in a seat: contestants and their chances."""

    contestants: tuple[Contestant, ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.contestants or len(self.contestants) != len(self.weights):
            raise InputError("seat: one chance is needed for each possible contestant")
        if not all(weight >= 0 for weight in self.weights) or abs(sum(self.weights) - 1) > 1e-9:
            raise InputError("seat: chances must not be negative and must sum to 1")

    @property
    def name(self) -> str:
        """What the seat is called on screen."""
        return self.contestants[0].name


def single(player: Contestant) -> SeatModel:
    """A seat that always holds the same contestant."""
    return SeatModel((player,), (1.0,))


@dataclass(frozen=True, slots=True)
class Population:
    """How abilities vary in an era."""

    spread: float
    """Standard deviation of ability among newcomers; 1 is the step from Average to Champion."""
    buzzer: float
    """Growth of the log buzzer weight with one unit of ability."""
    persistence: float
    """Correlation of a player's ability in one game and in the next; the rest is form of the day and categories."""
    final_step: float
    """Step of Final accuracy with one unit of ability, on the normal scale."""
    centre: tuple[float, float, float, float]
    """Shifts of attempt rate, precision, Daily Double and Final accuracy on the normal scale, so that the three seats
    together still answer as recorded although the champion is better than the newcomers."""
    champion_weights: tuple[float, ...]
    """Chances of the `TYPES` abilities in the returning champion's seat."""


def abilities(spread: float) -> tuple[float, ...]:
    """The `TYPES` equally likely abilities: means of the slices of a normal distribution, scaled to its spread."""
    normal = NormalDist()
    cuts = [-math.inf, *(normal.inv_cdf(k / TYPES) for k in range(1, TYPES)), math.inf]
    means = [TYPES * (_density(low) - _density(high)) for low, high in pairwise(cuts)]
    scale = math.sqrt(sum(mean * mean for mean in means) / TYPES)
    return tuple(spread * mean / scale for mean in means)


def _density(x: float) -> float:
    return 0.0 if math.isinf(x) else NormalDist().pdf(x)


def moved(low: Rates, high: Rates, ability: float, shift: float = 0.0) -> Rates:
    """Chances at an ability on the line through 0 (``low``) and 1 (``high``) on the normal scale, plus a shift."""

    def chance(a: float, b: float) -> float:
        return below(quantile(a) + ability * (quantile(b) - quantile(a)) + shift)

    if isinstance(low, tuple) and isinstance(high, tuple):
        first, second = (tuple(chance(low[r][k], high[r][k]) for k in range(ROWS)) for r in range(len(ROUNDS)))
        return first, second
    if isinstance(low, tuple) or isinstance(high, tuple):
        raise InputError("rates: both contestants need one chance, or both chances by round and row")
    return chance(low, high)


def of_ability(ability: float, era: Era, population: Population) -> Contestant:
    """The contestant of an ability, playing in the style of the Average Contestant."""
    low, high = contestant(Level.AVERAGE, era), contestant(Level.CHAMPION, era)
    return replace(
        low,
        attempt=moved(low.attempt, high.attempt, ability, population.centre[0]),
        precision=moved(low.precision, high.precision, ability, population.centre[1]),
        daily_double=moved(low.daily_double, high.daily_double, ability, population.centre[2]),
        final=below(quantile(low.final) + ability * population.final_step + population.centre[3]),
        buzzability=math.exp(population.buzzer * ability),
    )


def you(
    attempt: float, precision: float, daily_double: float, final: float, era: Era = Era.PAPER, buzzability: float = 1.0
) -> Contestant:
    """A contestant with your own figures; by round and row they vary like the Average Contestant's."""
    average = contestant(Level.AVERAGE, era)
    for name, chance in (("attempt", attempt), ("precision", precision), ("daily_double", daily_double)):
        if not 0 < chance < 1:
            raise InputError(f"{name}: a chance between 0 and 1 is accepted, not {chance}")
    return replace(
        average,
        name="you",
        attempt=_averaging(average.attempt, attempt),
        precision=_averaging(average.precision, precision),
        daily_double=_averaging(average.daily_double, daily_double),
        final=final,
        buzzability=buzzability,
    )


def _averaging(rates: Rates, mean: float) -> Rates:
    """Rates shifted on the normal scale so that they average to ``mean``, by bisection."""
    low, high = -12.0, 12.0
    for _ in range(60):
        shift = (low + high) / 2
        low, high = (shift, high) if np.mean(moved(rates, rates, 0.0, shift)) < mean else (low, shift)
    return moved(rates, rates, 0.0, (low + high) / 2)


@cache
def population(era: Era = Era.PAPER) -> Population:
    """The fitted population of an era."""
    table = load_table("population")["eras"][str(int(era))]
    attempt, precision, doubles, final = table["centre"]
    return Population(
        spread=table["spread"],
        buzzer=table["buzzer"],
        persistence=table["persistence"],
        final_step=table["final_step"],
        centre=(attempt, precision, doubles, final),
        champion_weights=tuple(table["champion_weights"]),
    )


def carried_over(winners: FloatArray, persistence: float) -> FloatArray:
    """Chances of the abilities of returning champions, from those of the winners of the games before.

    The next game's ability is normal around ``persistence`` times this one's, in units of the spread.
    """
    values, normal = abilities(1.0), NormalDist()
    if persistence >= 1:
        return np.asarray(winners / winners.sum())
    width = math.sqrt(1 - persistence**2)
    cuts = [normal.inv_cdf(k / TYPES) for k in range(1, TYPES)]
    steps = np.array([[0.0, *(normal.cdf((cut - persistence * v) / width) for cut in cuts), 1.0] for v in values])
    weights = winners @ np.diff(steps, axis=1)
    return np.asarray(weights / weights.sum())


def drawn_seats(era: Era = Era.PAPER, model: Population | None = None) -> tuple[SeatModel, SeatModel, SeatModel]:
    """Three seats of ordinary contestants: a returning champion on the left and two newcomers."""
    chosen = population(era) if model is None else model
    players = tuple(of_ability(ability, era, chosen) for ability in abilities(chosen.spread))
    newcomer = SeatModel(players, (1 / TYPES,) * TYPES)
    return SeatModel(players, chosen.champion_weights), newcomer, newcomer
