"""Duels: two players on the same dice from both seats, luck-adjusted, with an interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeAlias

import numpy as np

from kibitz.core import FloatArray
from kibitz.core.errors import InputError
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.match.record import MatchRecord
from kibitz.games.backgammon.play.game import dice_stream, play_game, play_match
from kibitz.games.backgammon.play.luck import game_luck
from kibitz.games.backgammon.play.players import Player
from kibitz.games.backgammon.search.engine_arrays import new_workspace
from kibitz.games.backgammon.search.searcher import Searcher, shipped_searcher
from kibitz.simulate.executors import OnPartial, Progress, ignore_partial, no_progress, run_all
from kibitz.simulate.intervals import CONFIDENCE_LEVEL, Estimate, mean_estimate

MakePlayers: TypeAlias = Callable[[], tuple[Player, Player]]
"""Makes the two players inside the process that plays; must be picklable for a pool."""
PAIRS_PER_TASK = 5
"""Pairs of games in one task."""


@dataclass(frozen=True, slots=True)
class DuelResult:
    """Points per game of the first player (in a match: share of matches won), raw and luck-adjusted."""

    names: tuple[str, str]
    games: int
    raw: Estimate
    adjusted: Estimate | None = None
    matches: tuple[MatchRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class _Task:
    make: MakePlayers
    seeds: tuple[np.random.SeedSequence, ...]
    adjust: bool
    cube: CubeState | None
    length: int = 0


def duel(
    make: MakePlayers,
    games: int,
    seed: int = 1,
    cube: CubeState | None = None,
    adjust: bool = True,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    on_partial: OnPartial[DuelResult] = ignore_partial,
) -> DuelResult:
    """Money games in pairs on the same dice, seats exchanged; ``cube`` ``None`` plays without one.

    Results are luck-adjusted only without a cube. The two games of a pair count as one observation. ``on_partial`` gets
    the number of games played, and a function that builds their result.
    """
    tasks = _tasks(make, games, seed, adjust and cube is None, cube, 0)

    def summarise(parts: Sequence[FloatArray]) -> DuelResult:
        rows = np.concatenate(parts)
        adjusted = mean_estimate(rows[:, 1]) if adjust and cube is None else None
        return DuelResult(_names(make), 2 * len(rows), mean_estimate(rows[:, 0]), adjusted)

    def report_parts(parts: Sequence[FloatArray]) -> None:
        on_partial(2 * PAIRS_PER_TASK * len(parts), lambda: summarise(parts))

    return summarise(run_all(_play_pairs, tasks, executor, progress, report_parts))


def match_duel(
    make: MakePlayers,
    length: int,
    matches: int,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    on_partial: OnPartial[DuelResult] = ignore_partial,
) -> DuelResult:
    """Matches to ``length`` points with the cube, in pairs on the same dice; the share that the first player wins.

    ``on_partial`` gets the number of matches played, and a function that builds their result.
    """
    if length < 1:
        raise InputError(f"match: must be at least 1 point, not {length}")
    tasks = _tasks(make, matches, seed, False, None, length)

    def summarise(parts: Sequence[tuple[FloatArray, list[MatchRecord]]]) -> DuelResult:
        wins = np.concatenate([part[0] for part in parts])
        records = tuple(match for part in parts for match in part[1])
        return DuelResult(_names(make), 2 * len(wins), estimate_match_share(wins), None, records)

    def report_parts(parts: Sequence[tuple[FloatArray, list[MatchRecord]]]) -> None:
        on_partial(2 * PAIRS_PER_TASK * len(parts), lambda: summarise(parts))

    return summarise(run_all(_play_matches, tasks, executor, progress, report_parts))


def estimate_match_share(wins: FloatArray) -> Estimate:
    """The share of matches won, from the shares in pairs of matches on the same dice, with Wilson's interval.

    A pair counts as one trial, which is right if both matches of a pair go the same way, and cautious otherwise. The
    standard error is the half width of the interval in units of the normal distribution, so it is never 0.
    """
    pairs, share = len(wins), float(np.mean(wins))
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE_LEVEL / 2)
    centre = (share + z * z / (2 * pairs)) / (1 + z * z / pairs)
    half = z / (1 + z * z / pairs) * math.sqrt(share * (1 - share) / pairs + z * z / (4 * pairs * pairs))
    return Estimate(share, half / z, max(0.0, min(centre - half, share)), min(1.0, max(centre + half, share)))


def _tasks(make: MakePlayers, games: int, seed: int, adjust: bool, cube: CubeState | None, length: int) -> list[_Task]:
    if games < 4:
        raise InputError(f"games: must be at least 4, not {games}")
    seeds = np.random.SeedSequence(seed).spawn(-(-games // 2))
    return [
        _Task(make, tuple(seeds[i : i + PAIRS_PER_TASK]), adjust, cube, length)
        for i in range(0, len(seeds), PAIRS_PER_TASK)
    ]


def _names(make: MakePlayers) -> tuple[str, str]:
    first, second = make()
    return first.name, second.name


def _luck_searcher(players: tuple[Player, Player]) -> Searcher:
    for player in players:
        searcher = getattr(player, "searcher", None)
        if isinstance(searcher, Searcher):
            return searcher
    return shipped_searcher()


def _play_pairs(task: _Task) -> FloatArray:
    players = task.make()
    room = new_workspace(memory=1 << 4)
    judge = _luck_searcher(players) if task.adjust else None
    rows = np.zeros((len(task.seeds), 2))
    for i, sequence in enumerate(task.seeds):
        dice_seed, *chance = sequence.spawn(3)
        for seat in range(2):
            order = players if seat == 0 else (players[1], players[0])
            rng = np.random.default_rng(dice_seed)
            starter = int(rng.integers(2))
            played = play_game(
                order, starter, dice_stream(rng), np.random.default_rng(chance[seat]), room, task.cube, task.adjust
            )
            sign = 1 if seat == 0 else -1
            rows[i, 0] += sign * played.points / 2
            if judge is not None:
                rows[i, 1] += sign * (played.points - game_luck(judge, played)) / 2
    return rows


def _play_matches(task: _Task) -> tuple[FloatArray, list[MatchRecord]]:
    players = task.make()
    room = new_workspace(memory=1 << 4)
    wins, records = np.zeros(len(task.seeds)), []
    for i, sequence in enumerate(task.seeds):
        dice_seed = int(sequence.generate_state(1)[0])
        for seat, chance in enumerate(sequence.spawn(2)):
            order = players if seat == 0 else (players[1], players[0])
            winner, record = play_match(order, task.length, dice_seed, np.random.default_rng(chance), room)
            wins[i] += 0.5 * ((winner == 0) == (seat == 0))
            records.append(record)
    return wins, records
