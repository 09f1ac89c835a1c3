"""Whole matches of two games between seats with strategy modules, luck shared by policies (Table 5)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.match.final import (
    MATCH_EQUITY,
    MatchFinalRule,
    Weights,
    game_1_final,
    game_2_final,
    totals_after,
    triples_of,
)
from kibitz.games.jeopardy.rollout.rollout import play_from
from kibitz.games.jeopardy.rollout.seating import Seating
from kibitz.games.jeopardy.rollout.state_rows import TOTALS, opening_row
from kibitz.games.jeopardy.show import SEATS
from kibitz.learn.network import Network
from kibitz.simulate.executors import Progress, no_progress, run_all

IntArray = NDArray[np.int64]

SECOND_GAME = 1 << 40
"""Game 2 of match m has the luck of game m + this."""
MATCHES_PER_TASK = 2_000
"""Matches of one task."""


@dataclass(frozen=True, eq=False)
class MatchSeating:
    """Three seats as they play game 1 and game 2, and how each bets the Finals."""

    games: tuple[Seating, Seating]
    finals: tuple[MatchFinalRule, ...]
    weights: Weights = MATCH_EQUITY

    @property
    def triples(self) -> FloatArray:
        """Chances of the eight answers in a Final."""
        first, second, third = (seat.model.contestants[0] for seat in self.games[0].seats)
        return triples_of((first, second, third))

    @property
    def networks(self) -> tuple[Network | None, ...]:
        """The game-2 networks of the seats."""
        return tuple(seat.network for seat in self.games[1].seats)

    @property
    def abilities(self) -> FloatArray:
        """What the networks know of the seats."""
        return np.asarray(self.games[1].how.abilities[:, 0])


@dataclass(frozen=True, slots=True, eq=False)
class MatchBatch:
    """What happened in matches (rows), by seat: chances to finish first and second (n x 3 x 2), totals of game 1 and of
    the match before the last Final, its bets (-1 for people), Daily Doubles found and squares picked in both games."""

    places: FloatArray
    totals: IntArray
    before: IntArray
    first_wagers: IntArray
    wagers: IntArray
    found: IntArray
    picks: IntArray


def after_first_final(table: MatchSeating, scores: IntArray, seed: int, first: int = 0) -> tuple[IntArray, IntArray]:
    """Totals of game 1 and the bets of its Final, from scores before it; who is right is luck of the match."""
    from kibitz.games.jeopardy.match import game_1_kernels

    n, triples = len(scores), table.triples
    wagers, _ = game_1_final(
        scores,
        table.finals,
        table.networks,
        triples,
        abilities=np.tile(table.abilities, (n, 1)),
        known=table.games[1].how.known,
        weights=table.weights,
    )
    luck = game_1_kernels.luck_numbers(seed, first, n)
    right = TRIPLES[np.minimum(np.searchsorted(np.cumsum(triples), luck, side="right"), len(TRIPLES) - 1)]
    return totals_after(scores, wagers, right), wagers


def play_matches(table: MatchSeating, n: int, seed: int, first: int = 0) -> MatchBatch:
    """``n`` matches numbered from ``first``; the last Final is exact, not sampled."""
    one, _ = play_from(table.games[0], opening_row()[None], n, seed, first=first)
    totals, wagers = after_first_final(table, one.scores, seed, first)
    starts = np.tile(opening_row(), (n, 1))
    starts[:, TOTALS] = totals
    two, _ = play_from(table.games[1], starts, n, seed, first=first + SECOND_GAME)
    places, last = game_2_final(two.scores, totals, table.triples, table.finals, weights=table.weights)
    before = totals + np.maximum(two.scores, 0)
    return MatchBatch(places, totals, before, wagers, last, one.found + two.found, one.picks + two.picks)


def play_game_2(table: MatchSeating, starts: IntArray, n: int, seed: int) -> FloatArray:
    """Chances of the seats to finish first and second (n x 3 x 2) in each of ``n`` second games, on from states in
    turn."""
    two, _ = play_from(table.games[1], starts, n, seed)
    totals = starts[np.arange(n) % len(starts)][:, TOTALS]
    return game_2_final(two.scores, totals, table.triples, table.finals, weights=table.weights)[0]


def play_from_game_1(table: MatchSeating, starts: IntArray, n: int, seed: int) -> FloatArray:
    """The same from states of game 1: the rest of it, its Final, and game 2."""
    one, _ = play_from(table.games[0], starts, n, seed)
    second = np.tile(opening_row(), (n, 1))
    second[:, TOTALS], _ = after_first_final(table, one.scores, seed)
    return play_game_2(table, second, n, seed + 1)


@dataclass(slots=True)
class MatchTally:
    """Sums over matches: of numbers by seat and of their squares, and counts."""

    matches: int
    places: FloatArray
    """Sums of first, second, third place and of match equity, and of their squares: 2 x 4 x 3."""
    found: IntArray
    picks: IntArray
    totals: FloatArray
    """Sums of the totals of game 1 and of the totals before the last Final, and of their squares: 2 x 2 x 3."""

    @classmethod
    def empty(cls) -> MatchTally:
        """Nothing yet."""
        zeros = np.zeros(SEATS, dtype=np.int64)
        return cls(0, np.zeros((2, 4, SEATS)), zeros, zeros.copy(), np.zeros((2, 2, SEATS)))

    def add(self, played: MatchBatch, weights: Weights) -> None:
        """Count more matches."""
        first, second = played.places[..., 0], played.places[..., 1]
        figures = [first, second, 1 - first - second, weights[0] * first + weights[1] * second]
        self.places += np.array([[f.sum(axis=0) for f in figures], [(f * f).sum(axis=0) for f in figures]])
        money = [played.totals.astype(np.float64), played.before.astype(np.float64)]
        self.totals += np.array([[f.sum(axis=0) for f in money], [(f * f).sum(axis=0) for f in money]])
        self.found, self.picks = self.found + played.found.sum(axis=0), self.picks + played.picks.sum(axis=0)
        self.matches += len(first)

    def merge(self, other: MatchTally) -> None:
        """Count another tally's matches too."""
        self.matches += other.matches
        self.places, self.totals = self.places + other.places, self.totals + other.totals
        self.found, self.picks = self.found + other.found, self.picks + other.picks


def _task(task: tuple[int, int], table: MatchSeating, seed: int) -> MatchTally:
    first, n = task
    tally = MatchTally.empty()
    tally.add(play_matches(table, n, seed, first), table.weights)
    return tally


def simulate_matches(
    table: MatchSeating, n: int, seed: int, executor: Executor | None = None, progress: Progress = no_progress
) -> MatchTally:
    """The sums over ``n`` matches; the same seed gives the same matches however many workers there are."""
    if n < 1:
        raise InputError(f"matches: must be at least 1, not {n}")
    tasks = [(first, min(MATCHES_PER_TASK, n - first)) for first in range(0, n, MATCHES_PER_TASK)]
    total = MatchTally.empty()
    parts: Iterator[MatchTally] = iter(run_all(partial(_task, table=table, seed=seed), tasks, executor, progress))
    for part in parts:
        total.merge(part)
    return total
