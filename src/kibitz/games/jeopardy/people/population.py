"""Contestants differ: a seat can draw its player's ability from a fitted population instead of a single model.

Ability 0 is the Average Contestant and ability 1 the Champion; in between and beyond, attempt rate, precision and
accuracies move along the line through the two on the normal scale, and the buzzer weight grows by a fitted factor a
unit. Newcomers have mean 0 and heavier tails than a normal population, because exceptional players appear now and
then. A returning champion has won before: the abilities of winners, carried over to the next game as far as
ability persists, are the weights of that seat, and having played before is worth a little more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, pairwise
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Contestant, Level, Rates, contestant, load_table
from kibitz.games.jeopardy.people.latent import normal_cdf, normal_quantile
from kibitz.games.jeopardy.show import ROUNDS, ROWS, SEATS, Era, Seat

_HALF = (0.004, 0.012, 0.034, 0.08, 0.15, 0.22)
SLICES = (*_HALF, *_HALF[::-1])
"""Chances of the levels of ability that represent the population of newcomers, lowest first; narrow at the ends."""
TYPES = len(SLICES)


@dataclass(frozen=True, slots=True)
class SeatModel:
    """Who may sit in a seat: contestants and their chances."""

    contestants: tuple[Contestant, ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.contestants or len(self.contestants) != len(self.weights):
            raise InputError("seat: give one chance for each possible contestant")
        if not all(weight >= 0 for weight in self.weights) or abs(sum(self.weights) - 1) > 1e-9:
            raise InputError("seat: chances must not be negative and must sum to 1")

    @property
    def name(self) -> str:
        """What the seat is called on screen."""
        return self.contestants[0].name


def fixed_seat(player: Contestant) -> SeatModel:
    """A seat that always holds the same contestant."""
    return SeatModel((player,), (1.0,))


@dataclass(frozen=True, slots=True)
class AbilityPopulation:
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
    tail: float = 0.0
    """Length of the tails: Tukey's h, 0 for a normal population."""
    champion_bonus: float = 0.0
    """What having played before adds to the champion's ability."""
    nerve: float = 0.0
    """Spread of precision, on the normal scale, that has nothing to do with ability: neighbouring levels of ability
    are steady and rash in turn."""
    boldness: tuple[float, float] = (0.0, 0.0)
    """Log factor of Daily Double bets at ability 0, and its growth with one unit of ability."""

    @property
    def abilities(self) -> tuple[float, ...]:
        """Abilities of the `TYPES` levels among newcomers."""
        return slice_abilities(self.spread, self.tail)


def slice_abilities(spread: float, tail: float = 0.0) -> tuple[float, ...]:
    """Abilities of the `SLICES`: means of slices of a normal distribution, stretched to z exp(tail z^2 / 2), in all of
    standard deviation ``spread``."""
    return tuple(stretched_ability(mean, spread, tail) for mean in slice_means())


@cache
def _tail_scale(tail: float) -> float:
    """Standard deviation of the stretched `SLICES`, by which abilities are divided."""
    means = slice_means()
    stretched = [mean * math.exp(tail * mean * mean / 2) for mean in means]
    return math.sqrt(sum(chance * value * value for chance, value in zip(SLICES, stretched, strict=True)))


def stretched_ability(z: float, spread: float, tail: float = 0.0) -> float:
    """The ability of a newcomer at ``z`` on the normal scale: Tukey's h distribution."""
    return spread * z * math.exp(tail * z * z / 2) / _tail_scale(tail)


@cache
def slice_means() -> tuple[float, ...]:
    """Means of the `SLICES` of a normal distribution."""
    return tuple(
        (_density(low) - _density(high)) / chance for chance, (low, high) in zip(SLICES, pairwise(_cuts()), strict=True)
    )


@cache
def _cuts() -> tuple[float, ...]:
    """Ends of the slices on the normal scale."""
    inner = (NormalDist().inv_cdf(share) for share in list(accumulate(SLICES))[:-1])
    return (-math.inf, *inner, math.inf)


def _density(x: float) -> float:
    return 0.0 if math.isinf(x) else NormalDist().pdf(x)


def interpolate_rates(low: Rates, high: Rates, ability: float, shift: float = 0.0) -> Rates:
    """Chances at an ability on the line through 0 (``low``) and 1 (``high``) on the normal scale, plus a shift."""

    def chance(a: float, b: float) -> float:
        return normal_cdf(normal_quantile(a) + ability * (normal_quantile(b) - normal_quantile(a)) + shift)

    if isinstance(low, tuple) and isinstance(high, tuple):
        first, second = (tuple(chance(low[r][k], high[r][k]) for k in range(ROWS)) for r in range(len(ROUNDS)))
        return first, second
    if isinstance(low, tuple) or isinstance(high, tuple):
        raise InputError("rates: give both contestants one chance, or both chances by round and row")
    return chance(low, high)


def of_ability(ability: float, era: Era, population: AbilityPopulation, steady: float = 0.0) -> Contestant:
    """The contestant of an ability, playing in the style of the Average Contestant.

    ``steady`` is 1 for a steady one, who answers precisely for the ability, -1 for a rash one.
    """
    low, high = contestant(Level.AVERAGE, era), contestant(Level.CHAMPION, era)
    return replace(
        low,
        attempt=interpolate_rates(low.attempt, high.attempt, ability, population.centre[0]),
        precision=interpolate_rates(
            low.precision, high.precision, ability, population.centre[1] + steady * population.nerve
        ),
        daily_double=interpolate_rates(low.daily_double, high.daily_double, ability, population.centre[2]),
        final=normal_cdf(normal_quantile(low.final) + ability * population.final_step + population.centre[3]),
        buzzability=math.exp(population.buzzer * ability),
        boldness=math.exp(population.boldness[0] + population.boldness[1] * ability),
    )


def contestant_from_figures(
    attempt: float, precision: float, daily_double: float, final: float, era: Era = Era.PAPER, buzzability: float = 1.0
) -> Contestant:
    """A contestant with your own rates; by round and row they vary like the Average Contestant's."""
    average = contestant(Level.AVERAGE, era)
    for name, chance in (("attempt", attempt), ("precision", precision), ("daily_double", daily_double)):
        if not 0 < chance < 1:
            raise InputError(f"{name}: must be a chance between 0 and 1, not {chance}")
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
        low, high = (shift, high) if np.mean(interpolate_rates(rates, rates, 0.0, shift)) < mean else (low, shift)
    return interpolate_rates(rates, rates, 0.0, (low + high) / 2)


@cache
def load_population(era: Era = Era.PAPER) -> AbilityPopulation:
    """The fitted population of an era."""
    table = load_table("population")["eras"][str(int(era))]
    attempt, precision, doubles, final = table["centre"]
    return AbilityPopulation(
        spread=table["spread"],
        buzzer=table["buzzer"],
        persistence=table["persistence"],
        final_step=table["final_step"],
        centre=(attempt, precision, doubles, final),
        champion_weights=tuple(table["champion_weights"]),
        tail=table["tail"],
        champion_bonus=table["champion_bonus"],
        nerve=table["nerve"],
        boldness=(table["boldness"][0], table["boldness"][1]),
    )


def champion_ability_chances(winners: FloatArray, persistence: float) -> FloatArray:
    """Chances of the abilities of returning champions, from those of the winners of the games before.

    The next game's ability is normal around ``persistence`` times this one's, in units of the spread.
    """
    values, normal = slice_abilities(1.0), NormalDist()
    if persistence >= 1:
        return np.asarray(winners / winners.sum())
    width = math.sqrt(1 - persistence**2)
    cuts = _cuts()[1:-1]
    steps = np.array([[0.0, *(normal.cdf((cut - persistence * v) / width) for cut in cuts), 1.0] for v in values])
    weights = winners @ np.diff(steps, axis=1)
    return np.asarray(weights / weights.sum())


class AbilityPrior(NamedTuple):
    """Abilities of the `TYPES` levels of contestant in a seat, and their chances."""

    abilities: tuple[float, ...]
    weights: tuple[float, ...]


def ability_priors(model: AbilityPopulation, champion: Seat | None = None) -> tuple[AbilityPrior, ...]:
    """What is known of the three seats before a game.

    With a returning champion the two others are newcomers. Where none is named all seats are alike: each is taken to be
    the champion of a show once in three.
    """
    newcomer = AbilityPrior(model.abilities, SLICES)
    winner = AbilityPrior(tuple(ability + model.champion_bonus for ability in model.abilities), model.champion_weights)
    if champion is not None:
        return tuple(winner if seat == champion else newcomer for seat in range(SEATS))
    shares = [(weight / SEATS, new * (SEATS - 1) / SEATS) for weight, new in zip(winner.weights, SLICES, strict=True)]
    anybody = AbilityPrior(
        tuple(
            ability + model.champion_bonus * won / (won + new)
            for ability, (won, new) in zip(model.abilities, shares, strict=True)
        ),
        tuple(won + new for won, new in shares),
    )
    return (anybody,) * SEATS


def population_seats(
    era: Era = Era.PAPER, model: AbilityPopulation | None = None, champion: Seat | None = None
) -> tuple[SeatModel, SeatModel, SeatModel]:
    """Three seats of ordinary contestants, by `ability_priors`."""
    chosen = load_population(era) if model is None else model
    priors = ability_priors(chosen, champion)
    made = {prior: _seat_model(prior, era, chosen) for prior in set(priors)}
    first, second, third = (made[prior] for prior in priors)
    return first, second, third


def _seat_model(prior: AbilityPrior, era: Era, model: AbilityPopulation) -> SeatModel:
    players = tuple(of_ability(ability, era, model, (-1) ** i) for i, ability in enumerate(prior.abilities))
    return SeatModel(players, prior.weights)
