"""The posterior of a player's ability and steadiness after a record of games.

The prior is the fitted population of newcomers, so that a short record moves little. Right and wrong answers on regular
clues are multinomial at the rates that a player of an ability has against two average opponents; Daily Doubles and
Finals are binomial; a mean Coryat or a mean score before Final is normal. Games of one player differ by more than clues
do, because opponents and the form of the day change, so the likelihood of a record is divided by its dispersion.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.people.population import (
    SeatModel,
    fixed_seat,
    load_population,
    of_ability,
    stretched_ability,
)
from kibitz.games.jeopardy.people.posterior import daily_double_dollars
from kibitz.games.jeopardy.people.profile import RATES, PlayerRecord
from kibitz.games.jeopardy.play.clue import CHANGES
from kibitz.games.jeopardy.play.game_tables import BOARD_CHANCES, outcome_chances
from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROUNDS, ROWS, SQUARES, Era, Rules

INTERVAL = (0.1, 0.9)
"""Quantiles of the interval that goes with every number: 80 %."""
_KNOTS = tuple(np.linspace(-1.5, 4.5, 13).tolist())
_Z = np.linspace(-3.5, 3.5, 141)
"""Newcomers on the normal scale, before their tails are stretched."""
_STEADY = np.linspace(-2.5, 2.5, 11)
_STEADY_KNOTS = (-2.5, 0.0, 2.5)


@dataclass(frozen=True, slots=True, eq=False)
class ProfilePosterior:
    """A player after a record: the contestant of the mean, and mean and 80 % interval of ability and the four rates."""

    contestant: Contestant
    ability: tuple[float, float, float]
    rates: tuple[tuple[float, float, float], ...]
    """Mean, low and high of the `RATES`."""
    abilities: FloatArray
    steady: FloatArray
    weights: FloatArray
    """The posterior itself: points of ability and steadiness with their chances."""

    def draw(self, rng: np.random.Generator, era: Era) -> Contestant:
        """A contestant drawn from the posterior."""
        at = int(rng.choice(len(self.weights), p=self.weights))
        return of_ability(float(self.abilities[at]), era, load_population(era), float(self.steady[at]))


@dataclass(frozen=True, slots=True, eq=False)
class _ClueRates:
    """Chances of a right and a wrong answer on a clue by knot of ability and steadiness, round and row: 13 x 3 x 2 x 5.

    ``against`` is how much a unit of both opponents' ability takes from the player's right answers, per clue.
    """

    right: FloatArray
    wrong: FloatArray
    against: float


@lru_cache(maxsize=4)
def _clue_rates(era: Era) -> _ClueRates:
    crowd = load_population(era)
    knots = [of_ability(a, era, crowd, s) for a, s in product(_KNOTS, _STEADY_KNOTS)]
    shape = (len(_KNOTS), len(_STEADY_KNOTS), len(ROUNDS), ROWS)

    def rates(players: list[Contestant], opponent: float) -> tuple[FloatArray, FloatArray]:
        other = fixed_seat(of_ability(opponent, era, crowd))
        chances = outcome_chances((SeatModel(tuple(players), (1 / len(players),) * len(players)), other, other))
        outcomes = np.einsum("d,abcdrsk->arsk", np.array(BOARD_CHANCES), chances)
        first = np.asarray(CHANGES)[:, 0]
        right, wrong = (np.asarray(outcomes @ np.where(first == sign, 1.0, 0.0)) for sign in (1, -1))
        return right, wrong

    right, wrong = rates(knots, 0.0)
    average = [of_ability(0.0, era, crowd)]
    weak, strong = (float(rates(average, opponent)[0].mean()) for opponent in (-0.5, 0.5))
    return _ClueRates(right.reshape(shape), wrong.reshape(shape), weak - strong)


@dataclass(frozen=True, slots=True, eq=False)
class _Grid:
    """The prior, and what each of its players does: rates by point."""

    abilities: FloatArray
    steady: FloatArray
    prior: FloatArray
    right: FloatArray
    wrong: FloatArray
    """By point, round and row."""
    figures: FloatArray
    """Points x the four `RATES`."""


@lru_cache(maxsize=4)
def _grid(era: Era) -> _Grid:
    crowd, rates = load_population(era), _clue_rates(era)
    line = np.clip([stretched_ability(float(z), crowd.spread, crowd.tail) for z in _Z], _KNOTS[0], _KNOTS[-1])
    abilities, steady = (each.ravel() for each in np.meshgrid(line, _STEADY, indexing="ij"))
    prior = np.outer(np.exp(-(_Z**2) / 2), np.exp(-(_STEADY**2) / 2)).ravel()
    knots = (np.array(_KNOTS), np.array(_STEADY_KNOTS))

    def interpolate(table: FloatArray) -> FloatArray:
        by_steady = np.stack(
            [
                np.stack([np.interp(abilities, knots[0], table[:, s, r, k]) for s in range(len(_STEADY_KNOTS))])
                for r, k in product(range(len(ROUNDS)), range(ROWS))
            ]
        )
        below = np.clip(np.searchsorted(knots[1], steady, side="right") - 1, 0, len(_STEADY_KNOTS) - 2)
        share = (steady - knots[1][below]) / (knots[1][below + 1] - knots[1][below])
        at = np.arange(len(abilities))
        mixed = by_steady[:, below, at] * (1 - share) + by_steady[:, below + 1, at] * share
        return np.asarray(mixed.T.reshape(len(abilities), len(ROUNDS), ROWS))

    players = [of_ability(float(a), era, crowd, float(s)) for a, s in zip(abilities, steady, strict=True)]
    figures = np.array([[float(np.mean(getattr(player, name))) for name in RATES] for player in players])
    return _Grid(abilities, steady, prior / prior.sum(), interpolate(rates.right), interpolate(rates.wrong), figures)


def _game_clues() -> FloatArray:
    """Regular clues of a game by round and row: all squares but the Daily Doubles."""
    return np.array([[COLUMNS * (1 - DAILY_DOUBLES[r] / SQUARES)] * ROWS for r in ROUNDS])


def _dispersion(era: Era, grid: _Grid) -> float:
    """Variance of right answers between games of one player over that between clues: opponents and form of the day."""
    crowd, clues = load_population(era), float(_game_clues().sum())
    mean = grid.right.mean(axis=(1, 2))
    slope = float(np.polyfit(grid.abilities, mean, 1, w=np.sqrt(grid.prior))[0])
    form = (1 - crowd.persistence) * slope**2
    others = 2 * (_clue_rates(era).against / 2) ** 2
    average = float(grid.prior @ mean)
    return 1 + clues * crowd.spread**2 * (form + others) / (average * (1 - average))


@lru_cache(maxsize=256)
def profile_posterior(record: PlayerRecord, era: Era) -> ProfilePosterior:
    """The posterior of a player with a record, by Bayes' rule on a grid of ability and steadiness."""
    grid, clues = _grid(era), _game_clues()
    n = float(clues.sum())
    dispersion = _dispersion(era, grid)
    right, wrong = (np.einsum("prk,rk->p", each, clues) / n for each in (grid.right, grid.wrong))
    logs = np.zeros(len(grid.prior))
    if record.right is not None and record.wrong is not None:
        silent = max(record.games * n - record.right - record.wrong, 0.0)
        logs += record.right * np.log(right) + record.wrong * np.log(wrong) + silent * np.log(1 - right - wrong)
        logs /= dispersion
    values = np.array([Rules().values(r) for r in ROUNDS], dtype=float)
    gain = np.einsum("prk,rk->p", grid.right - grid.wrong, clues * values)
    square = float(grid.prior @ np.einsum("prk,rk->p", grid.right + grid.wrong, clues * values**2))
    if record.coryat is not None:
        logs -= (record.coryat - gain - _double_value(era, grid)) ** 2 * record.games / (2 * square * dispersion)
    if record.score is not None:
        bonus, noise = daily_double_dollars(era, np.full((len(ROUNDS), ROWS), float(COLUMNS)))
        logs -= (record.score - gain - bonus) ** 2 * record.games / (2 * (square * dispersion + noise))
    for tries, rate in ((record.doubles, grid.figures[:, 2]), (record.finals, grid.figures[:, 3])):
        if tries is not None:
            logs += tries[0] * np.log(rate) + (tries[1] - tries[0]) * np.log(1 - rate)
    weights = grid.prior * np.exp(logs - logs.max())
    weights /= weights.sum()
    ability = _summary(grid.abilities, weights)
    player = of_ability(ability[0], era, load_population(era), float(weights @ grid.steady))
    rates = tuple(_summary(grid.figures[:, i], weights) for i in range(len(RATES)))
    return ProfilePosterior(player, ability, rates, grid.abilities, grid.steady, weights)


def _double_value(era: Era, grid: _Grid) -> FloatArray:
    """Dollars that Daily Doubles add to a Coryat score: the value of the square if right, nothing if wrong."""
    placement = load_placement(era)
    worth = sum(DAILY_DOUBLES[r] / 3 * float(np.dot(placement.row_chances(r), Rules().values(r))) for r in ROUNDS)
    return np.asarray(worth * grid.figures[:, 2])


def _summary(values: FloatArray, weights: FloatArray) -> tuple[float, float, float]:
    """Mean, and the two quantiles of `INTERVAL`."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    low, high = (float(values[order][min(int(np.searchsorted(reached, q)), len(order) - 1)]) for q in INTERVAL)
    mean = float(weights @ values)
    return mean, low, high
