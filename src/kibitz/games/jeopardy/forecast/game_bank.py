"""A bank of simulated games between contestants of every ability, from which forecasts draw theirs.

A forecast needs games between players whose abilities differ from run to run. Tables for each of them would take far
longer than the games. So many games are simulated once, between contestants of a grid of abilities, and a game of any
three abilities is one of those between neighbouring levels, the nearer the likelier.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.population import SeatModel, load_population, of_ability
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.play.simulator import play_games
from kibitz.games.jeopardy.show import SEATS, Era, rules_of
from kibitz.simulate.executors import Progress, no_progress

IntArray = NDArray[np.int64]

LEVELS = np.array([-2.0, -1.5, -1.1, *np.linspace(-0.8, 1.4, 12), 1.7, 2.0, 2.5, 3.0, 3.75, 4.5])
"""Abilities of the grid: 0 is the Average Contestant, 1 the Champion. It is fine where most newcomers are."""
BANK_GAMES = 200_000
GAMES_PER_PART = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class GameBank:
    """Final scores and winners (0 to 2) of games, sorted by the levels of the three players, lowest first."""

    finals: IntArray
    winners: IntArray
    starts: IntArray
    """The first game of each combination of levels, by `_code`; the last entry is the number of games."""

    def play(self, rng: np.random.Generator, abilities: FloatArray) -> tuple[IntArray, IntArray]:
        """Final scores (games x 3) and winners of games between players of these abilities (games x 3)."""
        levels = _neighbouring_levels(rng, abilities)
        # Levels are put in order; players of one level change places at random, so that seats do not matter.
        order = np.argsort(levels + rng.random(levels.shape) / 2, axis=1)
        codes = _code(np.take_along_axis(levels, order, axis=1))
        first, last = self.starts[codes], self.starts[codes + 1]
        games = first + (rng.random(len(codes)) * (last - first)).astype(np.int64)
        finals = np.empty((len(codes), SEATS), dtype=np.int64)
        np.put_along_axis(finals, order, self.finals[games], axis=1)
        winners = order[np.arange(len(order)), self.winners[games]]
        return finals, winners


def _neighbouring_levels(rng: np.random.Generator, abilities: FloatArray) -> IntArray:
    """One of the two levels next to each ability, with chances that keep the mean."""
    inside = np.clip(abilities, LEVELS[0], LEVELS[-1])
    below = np.clip(np.searchsorted(LEVELS, inside, side="right") - 1, 0, len(LEVELS) - 2)
    share = (inside - LEVELS[below]) / (LEVELS[below + 1] - LEVELS[below])
    return np.asarray(below + (rng.random(inside.shape) < share))


def _code(levels: IntArray) -> IntArray:
    """A number for three levels in order."""
    return np.asarray((levels[:, 0] * len(LEVELS) + levels[:, 1]) * len(LEVELS) + levels[:, 2])


@lru_cache(maxsize=2)
def game_bank(era: Era, games: int = BANK_GAMES, seed: int = 1, progress: Progress = no_progress) -> GameBank:
    """The bank of an era; three players of any levels meet equally often."""
    crowd = load_population(era)
    model = SeatModel(tuple(of_ability(float(level), era, crowd) for level in LEVELS), (1 / len(LEVELS),) * len(LEVELS))
    rules = rules_of(era, None)
    tables = game_tables((model, model, model), rules, load_machine().bets)
    parts = []
    for first in range(0, games, GAMES_PER_PART):
        progress(first, games)
        rng = np.random.default_rng([seed, first])
        parts.append(play_games(rng, tables, min(GAMES_PER_PART, games - first), rules))
    types = np.concatenate([part.types for part in parts])
    finals = np.concatenate([part.finals.scores for part in parts])
    won = np.concatenate([part.finals.winners for part in parts])
    # A tie, and a game that nobody wins, goes to one of the three by lot.
    lot = np.random.default_rng(seed).random(won.shape)
    winners = np.where(won.max(axis=1, keepdims=True), np.where(won, lot, -1.0), lot).argmax(axis=1)
    order = np.argsort(types, axis=1, kind="stable")
    codes = _code(np.take_along_axis(types, order, axis=1))
    finals = np.take_along_axis(finals, order, axis=1)
    winners = np.asarray(order == winners[:, None]).argmax(axis=1)
    by_code = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[by_code], np.arange(len(LEVELS) ** SEATS + 1))
    ordered = _code(np.array([c for c in product(range(len(LEVELS)), repeat=SEATS) if sorted(c) == list(c)]))
    if bool(np.any(starts[ordered] == starts[ordered + 1])):
        raise InputError(f"games: must be more than {games:,}, so that players of all abilities meet")
    return GameBank(finals[by_code], winners[by_code], starts)


def form_spread(era: Era) -> float:
    """Standard deviation of a player's ability from game to game: form of the day and categories."""
    crowd = load_population(era)
    return crowd.spread * math.sqrt(1 - crowd.persistence)
