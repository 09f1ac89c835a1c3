"""Posterior abilities of the three contestants, given their game up to now: leaders are probably better.

Before a game abilities are those of the fitted population; a returning champion counts as one only where that is
said. Counts of right and wrong answers say who is better: each right answer by who of the three gave it, each answer by
whether it was right. Where only scores are known, they are normal around it, with what Daily
Doubles add; their variance is that of the prior, so that a higher score never speaks for a lower ability. Bayes' rule
over all combinations of types gives the posterior, whose means make the contestants of a state.
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
    ability_priors,
    fixed_seat,
    load_population,
    of_ability,
    population_seats,
)
from kibitz.games.jeopardy.play.clue import CHANGES
from kibitz.games.jeopardy.play.daily_double_bets import bet_model
from kibitz.games.jeopardy.play.game_tables import BOARD_CHANCES, outcome_chances
from kibitz.games.jeopardy.show import (
    COLUMNS,
    DAILY_DOUBLES,
    ROUNDS,
    ROWS,
    SEATS,
    SQUARES,
    Era,
    Rules,
    Seat,
    check_scores,
)

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


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who sits where before a game: average players are drawn from the population, others are as they are known.

    The returning champion's prior goes to seat ``champion``, if that seat holds an average player.
    """

    players: tuple[Level | Contestant, Level | Contestant, Level | Contestant] = (Level.AVERAGE,) * 3
    champion: Seat | None = None

    def is_drawn(self, seat: int) -> bool:
        """Whether the seat's ability is drawn from the population."""
        return self.players[seat] is Level.AVERAGE

    def models(self, era: Era) -> tuple[SeatModel, ...]:
        """Contestants of each seat with their prior chances."""
        drawn = population_seats(era, champion=self.champion)
        return tuple(
            drawn[seat] if self.is_drawn(seat) else fixed_seat(_known_contestant(player, era))
            for seat, player in enumerate(self.players)
        )


UNNAMED = LineUp()
"""Three average players of whom nobody was said to be the returning champion."""


def line_up(levels: Sequence[str | Contestant], champion: Seat | None = None) -> LineUp:
    """The line-up of three levels or known contestants."""
    if len(levels) != SEATS:
        raise InputError(f"levels: give three players, not {len(levels)}")
    first, second, third = (each if isinstance(each, Contestant) else contestant_level(each) for each in levels)
    return LineUp((first, second, third), champion)


def _known_contestant(player: Level | Contestant, era: Era) -> Contestant:
    return player if isinstance(player, Contestant) else contestant(player, era)


@lru_cache(maxsize=16)
def _rates(lineup: LineUp, era: Era) -> _Rates:
    outcomes = np.einsum("d,abcdrsk->abcrsk", np.array(BOARD_CHANCES), outcome_chances(lineup.models(era)))
    changes = np.asarray(CHANGES)
    right, wrong = (np.einsum("abcrsk,ki->iabcrs", outcomes, np.where(changes == sign, 1.0, 0.0)) for sign in (1, -1))
    return _Rates(right, wrong)


def type_posterior(record: GameRecord, era: Era, lineup: LineUp = UNNAMED) -> FloatArray:
    """Chances of all combinations of types of the seats (t0 x t1 x t2), given the record."""
    prior = np.einsum("a,b,c->abc", *(np.array(seat.weights) for seat in lineup.models(era)))
    played = np.array(record.played, dtype=float)
    if not played.any():
        return np.asarray(prior)
    rates = _rates(lineup, era)
    # Of the squares played some were Daily Doubles, which nobody buzzes for.
    regular = played * (1 - np.array([[DAILY_DOUBLES[r] / SQUARES] for r in ROUNDS]))
    if record.right is not None and record.wrong is not None:
        logs = _log_chance_of_counts(rates, record.right, record.wrong, regular)
    else:
        doubles = daily_double_dollars(era, played)
        logs = np.sum(
            [_log_chance_of_score(rates, seat, record.scores[seat], regular, doubles, prior) for seat in range(SEATS)],
            axis=0,
        )
    chances = prior * np.exp(logs - logs.max())
    return np.asarray(chances / chances.sum())


def _log_chance_of_counts(rates: _Rates, right: Counts, wrong: Counts, regular: FloatArray) -> FloatArray:
    """Log likelihood of the answers given, by types, at the mean chances of the clues played.

    Each right answer counts by who of the three gave it, and each answer by whether it was right. A clue that nobody
    answered says how hard it was, not how good they are, and does not count.
    """
    n = max(float(regular.sum()), 1e-9)
    often_right, often_wrong = (
        np.maximum(np.einsum("iabcrs,rs->iabc", chances, regular) / n, 1e-12) for chances in (rates.right, rates.wrong)
    )
    answered = often_right + often_wrong
    logs = -sum(right) * np.log(often_right.sum(axis=0))
    for seat in range(SEATS):
        logs = logs + right[seat] * (2 * np.log(often_right[seat]) - np.log(answered[seat]))
        logs = logs + wrong[seat] * (np.log(often_wrong[seat]) - np.log(answered[seat]))
    return np.asarray(logs)


def _log_chance_of_score(
    rates: _Rates, seat: int, score: int, regular: FloatArray, doubles: tuple[float, float], prior: FloatArray
) -> FloatArray:
    """Log likelihood of a seat's score, by types: normal, with the mean variance of the prior."""
    values = np.array([Rules().values(r) for r in ROUNDS], dtype=float)
    gain = np.einsum("abcrs,rs->abc", rates.right[seat] - rates.wrong[seat], regular * values)
    spread = np.einsum("abcrs,rs->abc", rates.right[seat] + rates.wrong[seat], regular * values**2)
    bonus, noise = doubles
    return np.asarray(-((score - gain - bonus) ** 2) / (2 * (float((prior * spread).sum()) + noise)))


def daily_double_dollars(era: Era, played: FloatArray) -> tuple[float, float]:
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


def posterior_abilities(record: GameRecord, era: Era, lineup: LineUp = UNNAMED) -> tuple[tuple[float, float], ...]:
    """Mean ability (0 Average, 1 Champion) and mean steadiness (-1 rash, 1 steady) of each average seat.

    A seat whose level is stated is taken at its word: its ability is not moved, and reads 0, 0.
    """
    chances, model = type_posterior(record, era, lineup), load_population(era)
    result = []
    for seat in range(SEATS):
        if not lineup.is_drawn(seat):
            result.append((0.0, 0.0))
            continue
        weights = chances.sum(axis=tuple(axis for axis in range(SEATS) if axis != seat))
        abilities = np.array(ability_priors(model, lineup.champion)[seat].abilities)
        steady = np.where(np.arange(len(weights)) % 2, -1.0, 1.0)
        result.append((float(weights @ abilities), float(weights @ steady)))
    return tuple(result)


def posterior_contestants(record: GameRecord, era: Era, lineup: LineUp = UNNAMED) -> tuple[Contestant, ...]:
    """The contestants of a state: average seats with their posterior ability, others as they are known."""
    moved = posterior_abilities(record, era, lineup)
    return tuple(
        of_ability(ability, era, load_population(era), steady)
        if lineup.is_drawn(seat)
        else _known_contestant(lineup.players[seat], era)
        for seat, (ability, steady) in enumerate(moved)
    )
