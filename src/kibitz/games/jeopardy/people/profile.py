"""One player as a question names them: a level, four rates, or a record of games that becomes a posterior.

A record is turned into a posterior over ability and steadiness. The prior is the fitted population of newcomers, so
that a short record moves little. Right and wrong answers on regular clues are multinomial at the rates that a player of
an ability has against two average opponents; Daily Doubles and Finals are binomial; a mean Coryat or a mean score
before Final is normal. Games of one player differ by more than clues do, because opponents and the form of the day
change, so the likelihood of a record is divided by its dispersion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.fields import PROFILE_FORMS
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant
from kibitz.games.jeopardy.people.population import (
    SeatModel,
    contestant_from_figures,
    fixed_seat,
    load_population,
    of_ability,
    stretched_ability,
)
from kibitz.games.jeopardy.people.posterior import daily_double_dollars
from kibitz.games.jeopardy.play.clue import CHANGES
from kibitz.games.jeopardy.play.game_tables import BOARD_CHANCES, outcome_chances
from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, MAX_SCORE, ROUNDS, ROWS, SQUARES, Era, Rules

RATES = ("attempt", "precision", "daily_double", "final")
"""The four numbers of a player: attempt rate, precision, Daily Double and Final accuracy."""
INTERVAL = (0.1, 0.9)
"""Quantiles of the interval that goes with every number: 80 %."""
MAX_GAMES = 1_000
_KNOTS = tuple(np.linspace(-1.5, 4.5, 13).tolist())
_Z = np.linspace(-3.5, 3.5, 141)
"""Newcomers on the normal scale, before their tails are stretched."""
_STEADY = np.linspace(-2.5, 2.5, 11)
_STEADY_KNOTS = (-2.5, 0.0, 2.5)


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a player did in a number of games.

    ``right`` and ``wrong`` count answers on regular clues. ``doubles`` and ``finals`` are right answers and tries.
    ``coryat`` and ``score`` are means per game, in dollars: the Coryat score, and the score before Final.
    """

    games: int
    right: int | None = None
    wrong: int | None = None
    doubles: tuple[int, int] | None = None
    finals: tuple[int, int] | None = None
    coryat: float | None = None
    score: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise InputError(f"games: must be a whole number from 1 to {MAX_GAMES:,}, not {self.games}")
        if (self.right is None) != (self.wrong is None):
            raise InputError("right: give right and wrong answers together, or neither")
        if self.right is None and self.coryat is None and self.score is None and not self.doubles and not self.finals:
            raise InputError("right: give right and wrong answers, a mean Coryat or a mean score before Final")
        if (self.right or 0) + (self.wrong or 0) > len(ROUNDS) * SQUARES * self.games:
            raise InputError(f"right: {self.games} games do not have this many clues")
        for name, most in (("doubles", sum(DAILY_DOUBLES.values()) * self.games), ("finals", self.games)):
            tries = getattr(self, name)
            if tries is not None and not 0 <= tries[0] <= tries[1] <= most:
                raise InputError(f"{name}: give right answers and tries, at most {most} in {self.games} games")
        for name in ("coryat", "score"):
            if abs(getattr(self, name) or 0.0) > MAX_SCORE:
                raise InputError(f"{name}: must be at most ${MAX_SCORE:,}")


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


@dataclass(frozen=True, slots=True)
class Profile:
    """One player: a level, four rates (`RATES`), or a record. Exactly one of them is set."""

    level: Level | None = None
    rates: tuple[float, float, float, float] | None = None
    record: PlayerRecord | None = None

    def __post_init__(self) -> None:
        if sum(each is not None for each in (self.level, self.rates, self.record)) != 1:
            raise InputError("profile: give a level, four rates or a record")

    @property
    def network_level(self) -> Level:
        """The opponents that a network was trained on which fit best: average ones had abilities of every size."""
        return Level.AVERAGE if self.level is None else self.level

    def contestant(self, era: Era) -> Contestant:
        """The player of the level, of the rates, or of the posterior mean."""
        if self.level is not None:
            return contestant(self.level, era)
        if self.rates is not None:
            return contestant_from_figures(*self.rates, era)
        return self.posterior(era).contestant

    def posterior(self, era: Era) -> ProfilePosterior:
        """The posterior of a record; an error without one."""
        if self.record is None:
            raise InputError("profile: only a record has an interval")
        return profile_posterior(self.record, era)

    def entry(self, era: Era) -> Level | Contestant:
        """The player as a line-up wants them: a level, whose average players are drawn, or a known contestant."""
        return self.contestant(era) if self.level is None else self.level

    @property
    def name(self) -> str:
        """What answers call the player: the level, or the text of the profile."""
        return self.level.value if self.level is not None else format_profile(self)


def format_profile(profile: Profile) -> str:
    """The text of a profile; `parse_profile` reads it."""
    if profile.level is not None:
        return profile.level.value
    if profile.rates is not None:
        return "/".join(f"{rate:g}" for rate in profile.rates)
    record = profile.record
    assert record is not None
    for kind in ("coryat", "score"):
        if getattr(record, kind) is not None:
            return f"{kind}:{getattr(record, kind):g}:{record.games}"
    more = [f"{a}-{b}" for a, b in (each or (0, 0) for each in (record.doubles, record.finals))]
    while more and more[-1] == "0-0":
        more.pop()
    return ":".join([f"box:{record.right}-{record.wrong}:{record.games}", *more])


def parse_profile(text: str, field: str = "player") -> Profile:
    """A profile from its text: `PROFILE_FORMS`; errors name the ``field``.

    ``coryat:24000:12`` is a mean Coryat of $24,000 over 12 games, ``score:18000:5`` a mean score before Final.
    ``box:250-30:12`` is 250 right and 30 wrong answers in 12 games; ``:9-12:8-12`` adds Daily Doubles and Finals.
    """
    plain = text.strip().lower()
    if plain in list(Level):
        return Profile(level=Level(plain))
    if plain.count("/") == 3:
        try:
            attempt, precision, double, final = (float(part) for part in plain.split("/"))
        except ValueError:
            raise _bad_profile(text, field) from None
        profile = Profile(rates=(attempt, precision, double, final))
        profile.contestant(Era.RECENT)
        return profile
    kind, _, rest = plain.partition(":")
    if kind in ("coryat", "score") and (found := re.fullmatch(r"(-?\d+(?:\.\d+)?):(\d+)", rest)):
        mean, games = float(found[1]), int(found[2])
        return Profile(record=PlayerRecord(games, coryat=mean) if kind == "coryat" else PlayerRecord(games, score=mean))
    if kind == "box" and (found := re.fullmatch(r"(\d+)-(\d+):(\d+)(?::(\d+)-(\d+))?(?::(\d+)-(\d+))?", rest)):
        right, wrong, games = (int(found[i]) for i in (1, 2, 3))
        doubles, finals = (
            None if found[i] is None or found[i + 1] == "0" else (int(found[i]), int(found[i + 1])) for i in (4, 6)
        )
        return Profile(record=PlayerRecord(games, right, wrong, doubles, finals))
    raise _bad_profile(text, field)


def _bad_profile(text: str, field: str) -> InputError:
    return InputError(f"{field}: must look like {PROFILE_FORMS}, not {text[:40]!r}")


def profiles_of(given: str | Sequence[str], field: str = "player") -> tuple[Profile, ...]:
    """Profiles from the texts of a field; four bare numbers are one player."""
    texts = (given,) if isinstance(given, str) else tuple(given)
    if len(texts) == len(RATES) and all(re.fullmatch(r"[\d.]+", text) for text in texts):
        texts = ("/".join(texts),)
    return tuple(parse_profile(text, field) for text in texts)


def own_profile(given: tuple[str, ...]) -> Profile:
    """The profile of one player from the texts of a field."""
    if len(given) not in (1, len(RATES)) or len(profiles := profiles_of(given, "you")) != 1:
        raise InputError(f"you: give four chances such as 0.7,0.9,0.7,0.6, or one player such as {PROFILE_FORMS}")
    return profiles[0]


def two_profiles(given: str | Sequence[str]) -> tuple[Profile, Profile]:
    """Two opponents, given one for both or one each, left to right."""
    profiles = profiles_of(given, "opponents")
    if len(profiles) not in (1, 2):
        raise InputError(f"opponents: give one player for both or one for each, not {len(profiles)}")
    return profiles[0], profiles[-1]


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
