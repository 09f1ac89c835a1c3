"""Posterior abilities of the three contestants, given their game up to now: leaders are probably better.

Before a game abilities are those of the fitted population. Right and wrong answers of each seat, counted over the
clues played, are Poisson numbers around what three contestants of given abilities achieve on such clues; where
only scores are known, they are normal around it, with what Daily Doubles add. Bayes' rule over all combinations of
types gives the posterior, whose means make the contestants of an endgame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant, contestant_level
from kibitz.games.jeopardy.people.population import (
    SeatModel,
    fixed_seat,
    load_population,
    of_ability,
    population_seats,
)
from kibitz.games.jeopardy.play.clue import CHANGES
from kibitz.games.jeopardy.play.daily_double_bets import bet_model
from kibitz.games.jeopardy.play.game_tables import BOARD_CHANCES, outcome_chances
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROUNDS, ROWS, SEATS, SQUARES, Era, Rules, check_scores

Counts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Known facts of a game up to now: scores by seat, clues played by round and row (2 x 5, Daily Doubles included),
    and right and wrong answers on regular clues by seat, where they were counted."""

    scores: Counts
    played: tuple[tuple[int, ...], tuple[int, ...]]
    right: Counts | None = None
    wrong: Counts | None = None

    def __post_init__(self) -> None:
        check_scores(self.scores)
        if any(len(rows) != ROWS or not all(0 <= n <= COLUMNS for n in rows) for rows in self.played):
            raise InputError(f"played: give 0 to {COLUMNS} clues in each of {ROWS} rows of both rounds")
        if (self.right is None) != (self.wrong is None):
            raise InputError("right and wrong answers: give both or neither")
        for counts in (self.right, self.wrong):
            if counts is not None and not all(0 <= n <= 2 * SQUARES for n in counts):
                raise InputError("right and wrong answers: must be numbers that are possible in a game")


def late_record(scores: Counts, left: Sequence[int]) -> GameRecord:
    """The record of a game in which all clues were played but those of round 2 worth ``left``."""
    values = Rules().values(2)
    return GameRecord(scores, ((COLUMNS,) * ROWS, tuple(COLUMNS - list(left).count(value) for value in values)))


@dataclass(frozen=True, slots=True, eq=False)
class _Rates:
    """Chances of a right and of a wrong answer by seat, types of the seats, round and row: 3 x t0 x t1 x t2 x 2 x 5."""

    right: FloatArray
    wrong: FloatArray


def _seats(levels: tuple[Level, ...], era: Era) -> tuple[SeatModel, ...]:
    """Who may sit where: anybody of the population as an average player, else the level's one contestant."""
    drawn = population_seats(era)
    return tuple(
        drawn[seat] if level is Level.AVERAGE else fixed_seat(contestant(level, era))
        for seat, level in enumerate(levels)
    )


@lru_cache(maxsize=8)
def _rates(levels: tuple[Level, ...], era: Era) -> _Rates:
    outcomes = np.einsum("d,abcdrsk->abcrsk", np.array(BOARD_CHANCES), outcome_chances(_seats(levels, era)))
    changes = np.asarray(CHANGES)
    right, wrong = (np.einsum("abcrsk,ki->iabcrs", outcomes, np.where(changes == sign, 1.0, 0.0)) for sign in (1, -1))
    return _Rates(right, wrong)


def type_posterior(record: GameRecord, era: Era, levels: Sequence[str] = (Level.AVERAGE,) * SEATS) -> FloatArray:
    """Chances of all combinations of types of the seats (t0 x t1 x t2), given the record."""
    known = tuple(contestant_level(level) for level in levels)
    if len(known) != SEATS:
        raise InputError(f"levels: give three players, not {len(known)}")
    rates, played = _rates(known, era), np.array(record.played, dtype=float)
    # Of the squares played some were Daily Doubles, which nobody buzzes for.
    regular = played * (1 - np.array([[DAILY_DOUBLES[r] / SQUARES] for r in ROUNDS]))
    logs = np.zeros(rates.right.shape[1:4])
    for seat in range(SEATS):
        if record.right is not None and record.wrong is not None:
            for count, chances in ((record.right[seat], rates.right[seat]), (record.wrong[seat], rates.wrong[seat])):
                expected = np.einsum("abcrs,rs->abc", chances, regular)
                logs += count * np.log(np.maximum(expected, 1e-12)) - expected
        else:
            values = np.array([Rules().values(r) for r in ROUNDS], dtype=float)
            gain = np.einsum("abcrs,rs->abc", rates.right[seat] - rates.wrong[seat], regular * values)
            spread = np.einsum("abcrs,rs->abc", rates.right[seat] + rates.wrong[seat], regular * values**2)
            bonus, noise = _daily_doubles(era, played)
            spread += noise
            logs += -0.5 * np.log(spread) - (record.scores[seat] - gain - bonus) ** 2 / (2 * spread)
    prior = np.einsum("a,b,c->abc", *(np.array(seat.weights) for seat in _seats(known, era)))
    chances = prior * np.exp(logs - logs.max())
    return np.asarray(chances / chances.sum())


def _daily_doubles(era: Era, played: FloatArray) -> tuple[float, float]:
    """Mean and variance of what Daily Doubles add to each player's score, in dollars; each gets a third of them."""
    model, average = bet_model(era), contestant(Level.AVERAGE, era)
    mean = variance = 0.0
    for r in ROUNDS:
        result = DAILY_DOUBLES[r] * float(played[r - 1].sum()) / SQUARES / SEATS
        amount, right = float(np.mean(model.typical[r - 1])), average.daily_double_accuracy(r, 4)
        square = amount**2 * np.exp(2 * model.spread[r - 1] ** 2)
        mean += result * (2 * right - 1) * amount
        variance += result * square
    return mean, variance


def posterior_abilities(
    record: GameRecord, era: Era, levels: Sequence[str] = (Level.AVERAGE,) * SEATS
) -> tuple[tuple[float, float], ...]:
    """Mean ability (0 Average, 1 Champion) and mean steadiness (-1 rash, 1 steady) of each average seat.

    A seat whose level is stated is taken at its word: its ability is not moved, and reads 0, 0.
    """
    chances, model = type_posterior(record, era, levels), load_population(era)
    result = []
    for seat, level in enumerate(levels):
        if contestant_level(level) is not Level.AVERAGE:
            result.append((0.0, 0.0))
            continue
        weights = chances.sum(axis=tuple(axis for axis in range(SEATS) if axis != seat))
        bonus = model.champion_bonus if seat == 0 else 0.0
        steady = np.where(np.arange(len(weights)) % 2, -1.0, 1.0)
        result.append((float(weights @ np.array(model.abilities)) + bonus, float(weights @ steady)))
    return tuple(result)


def posterior_contestants(
    record: GameRecord, era: Era, levels: Sequence[str] = (Level.AVERAGE,) * SEATS
) -> tuple[Contestant, ...]:
    """The contestants of an endgame: average seats with their posterior ability, others of their level."""
    moved = posterior_abilities(record, era, levels)
    return tuple(
        of_ability(ability, era, load_population(era), steady)
        if contestant_level(level) is Level.AVERAGE
        else contestant(level, era)
        for level, (ability, steady) in zip(levels, moved, strict=True)
    )
