"""Statistics of many games by seat and by standing, each with its standard error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.play.game_tables import GameTables
from kibitz.games.jeopardy.play.simulator import MAX_GAMES, SimulatedGames, play_games
from kibitz.games.jeopardy.show import Rules
from kibitz.simulate.executors import OnPartial, Progress, ignore_partial, no_progress, run_all, spawn_seeds

Task = TypeVar("Task")
GAMES_PER_TASK = 20_000
"""Games in one task: a few tenths of a second, and the unit in which random numbers are seeded."""


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean and its standard error over independent games."""

    mean: float
    se: float


def _measures(games: SimulatedGames) -> dict[str, FloatArray]:
    """What is measured in each game: arrays of games x seats or standings."""
    scores = games.scores
    ranked = -np.sort(-scores, axis=1)
    best_other = np.stack([np.delete(scores, seat, axis=1).max(axis=1) for seat in range(3)], axis=1)
    found_doubles = games.found.sum(axis=1, keepdims=True)
    leads = (scores > 0) & (scores == scores.max(axis=1, keepdims=True))
    locked = (scores > 0) & (scores > 2 * np.maximum(best_other, 0))
    return {
        "win_rates": games.finals.winners.astype(float) if games.chances is None else games.chances,
        "lockouts": locked.astype(float),
        "final_leads": leads.astype(float),
        "mean_scores": games.finals.scores.astype(float),
        "scores_entering_final": scores.astype(float),
        "scores_by_standing": ranked.astype(float),
        # Shares of all Daily Doubles found and of all picks: totals over totals, so that each find counts the same.
        "daily_doubles_found": np.concatenate([games.found, found_doubles], axis=1).astype(float),
        "board_control": np.concatenate([games.picks, games.picks.sum(axis=1, keepdims=True)], axis=1).astype(float),
        "locked_games": locked.any(axis=1, keepdims=True).astype(float),
        "broke_before_final": (scores <= 0).any(axis=1, keepdims=True).astype(float),
        "winning_scores": games.finals.scores.max(axis=1, keepdims=True).astype(float),
    }


SHARE_MEASURES = ("daily_doubles_found", "board_control")
"""Measures whose last column is the total that the others are shares of."""


@dataclass(eq=False)
class GameTally:
    """Sums of measures over batches of games; only the sums are stored."""

    n: int = 0
    _sums: dict[str, FloatArray] = field(default_factory=dict)
    _products: dict[str, FloatArray] = field(default_factory=dict)

    def add(self, games: SimulatedGames) -> None:
        """Count a batch of games."""
        self.n += len(games)
        for name, values in _measures(games).items():
            self._sums[name] = self._sums.get(name, np.zeros(1)) + values.sum(axis=0)
            self._products[name] = self._products.get(name, np.zeros(1)) + values.T @ values

    def merge(self, other: GameTally) -> None:
        """Count the games of another tally too."""
        self.n += other.n
        for mine, theirs in ((self._sums, other._sums), (self._products, other._products)):
            for name, values in theirs.items():
                mine[name] = mine[name] + values if name in mine else values

    def estimates(self, name: str) -> list[MeanEstimate]:
        """Means (or shares) of one measure, by seat or standing."""
        if self.n == 0:
            raise InputError("games: give at least one game for an estimate")
        mean, moments = self._sums[name] / self.n, self._products[name] / self.n
        covariance = moments - np.outer(mean, mean)
        if name not in SHARE_MEASURES:
            return [_estimate(m, v, self.n) for m, v in zip(mean, np.diag(covariance), strict=True)]
        if mean[-1] == 0:
            return [MeanEstimate(0.0, 0.0)] * (len(mean) - 1)
        share = mean[:-1] / mean[-1]
        # Delta method for a ratio of means.
        variance = np.diag(covariance)[:-1] - 2 * share * covariance[:-1, -1] + share**2 * covariance[-1, -1]
        return [_estimate(s, v / mean[-1] ** 2, self.n) for s, v in zip(share, variance, strict=True)]


def _estimate(mean: float, variance: float, n: int) -> MeanEstimate:
    return MeanEstimate(float(mean), float(np.sqrt(max(float(variance), 0.0) / n)))


def _task(task: tuple[np.random.SeedSequence, int], tables: GameTables, rules: Rules) -> GameTally:
    seed, n = task
    tally = GameTally()
    tally.add(play_games(np.random.default_rng(seed), tables, n, rules))
    return tally


def simulate_games(
    tables: GameTables,
    n: int,
    seed: int,
    rules: Rules | None = None,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    on_partial: OnPartial[GameTally] = ignore_partial,
) -> GameTally:
    """The sums over ``n`` games; the same seed gives the same games however many workers there are."""
    if not 1 <= n <= MAX_GAMES:
        raise InputError(f"games: must be from 1 to {MAX_GAMES:,}, not {n}")
    sizes = [min(GAMES_PER_TASK, n - start) for start in range(0, n, GAMES_PER_TASK)]
    tasks = list(zip(spawn_seeds(seed, len(sizes)), sizes, strict=True))
    return tally_tasks(partial(_task, tables=tables, rules=rules or Rules()), tasks, executor, progress, on_partial)


def tally_tasks(
    function: Callable[[Task], GameTally],
    tasks: Sequence[Task],
    executor: Executor | None,
    progress: Progress,
    on_partial: OnPartial[GameTally],
) -> GameTally:
    """The sums over the games of all tasks; ``on_partial`` gets the games played, and their sums."""

    def merge(parts: Sequence[GameTally]) -> GameTally:
        total = GameTally()
        for part in parts:
            total.merge(part)
        return total

    def report_parts(parts: Sequence[GameTally]) -> None:
        on_partial(sum(part.n for part in parts), lambda: merge(parts))

    return merge(run_all(function, tasks, executor, progress, report_parts))
