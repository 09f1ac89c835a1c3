"""Where a player loses win percentage: by phase, by time left and by time spent, from evaluations and clocks alone.

Moves are not replayed, so phases go by move number. Time trouble is a share of the base time left before the move.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.chess.accuracy import INITIAL_CENTIPAWNS, move_accuracies, win_drops, win_percentages
from kibitz.games.chess.annotated_games import AnnotatedGame

OPENING_MOVES, MIDDLE_GAME_MOVES = 12, 30
"""Last move number of the opening and of the middle game."""
TROUBLE_SHARE, TROUBLE_INCREMENTS = 0.1, 5.0
"""Time trouble: less than this share of the base time left, and less than so many increments on top."""
DECIDED_WIN_PERCENT = 95.0
"""A position in which a side wins with more than this chance is decided and does not count."""
PHASES = ("opening", "middle game", "endgame")
TIMES = ("time left", "time trouble")
SECONDS_LEFT = (10.0, 30.0, 60.0, 180.0, 600.0)
SECONDS_SPENT = (2.0, 5.0, 10.0, 30.0, 60.0)
"""Bounds of the groups by time left before the move and by time spent on it."""
FEWEST_FOR_SLOPE = 40
"""Moves with a clock, in at least three games, that the cost of halving the time needs."""


@dataclass(frozen=True, slots=True)
class LossGroup:
    """Moves of one kind: how many, in how many games, the mean fall of the win percentage, and its standard error with
    games as units (``None`` with fewer than two games)."""

    name: str
    n_moves: int
    n_games: int
    mean_drop: float
    standard_error: float | None


@dataclass(frozen=True, slots=True)
class HalvingCost:
    """How much more win percentage a move loses with half the time left: estimate and standard error with games as
    units, by least squares with a level for each game."""

    drop: float
    standard_error: float
    n_moves: int
    n_games: int


@dataclass(frozen=True, slots=True, eq=False)
class SideMoves:
    """The moves of one side that count, one number each: fall of the win percentage, accuracy, place in `PHASES`,
    whether in time trouble, seconds left before the move and seconds spent on it (NaN where unknown)."""

    drops: FloatArray
    accuracies: FloatArray
    phases: FloatArray
    in_trouble: FloatArray
    seconds_left: FloatArray
    seconds_spent: FloatArray


def side_moves(game: AnnotatedGame, white: bool) -> SideMoves:
    """The moves of one side in positions that were not decided."""
    n = game.n_evaluated
    plies = np.arange(n)
    wins = win_percentages(np.concatenate([[INITIAL_CENTIPAWNS], game.centipawns[:n]]))[:-1]
    own = ((plies % 2 == 0) == game.white_starts) == white
    own &= np.maximum(wins, 100 - wins) <= DECIDED_WIN_PERCENT
    number = plies // 2 + 1
    phase = np.where(number <= OPENING_MOVES, 0, np.where(number <= MIDDLE_GAME_MOVES, 1, 2))
    control = game.time_control
    clocks = game.clocks[:n]
    before = np.concatenate([[np.nan, np.nan], clocks])[:n]
    trouble, spent = np.full(n, np.nan), np.full(n, np.nan)
    if control is not None:
        limit = TROUBLE_SHARE * control[0] + TROUBLE_INCREMENTS * control[1]
        trouble = np.where(np.isnan(before), np.nan, before < limit)
        spent = np.maximum(before - clocks + control[1], 0.0)
    drops = np.maximum(win_drops(game.centipawns[:n], game.white_starts), 0)
    return SideMoves(drops[own], move_accuracies(drops)[own], phase[own], trouble[own], before[own], spent[own])


def group_by_kind(sides: Sequence[SideMoves]) -> tuple[LossGroup, ...]:
    """Losses of one player by phase and by time trouble; kinds without a move are left out."""
    phases = ((name, [side.drops[side.phases == i] for side in sides]) for i, name in enumerate(PHASES))
    times = ((name, [side.drops[side.in_trouble == i] for side in sides]) for i, name in enumerate(TIMES))
    return tuple(_groups((*phases, *times)))


def group_by_seconds(sides: Sequence[SideMoves], spent: bool = False) -> tuple[LossGroup, ...]:
    """Losses of one player by seconds left before the move, or by seconds spent on it."""
    bounds = SECONDS_SPENT if spent else SECONDS_LEFT
    seconds = [side.seconds_spent if spent else side.seconds_left for side in sides]
    edges = (0.0, *bounds, math.inf)
    return tuple(
        _groups(
            (
                _name_range(low, high),
                [
                    side.drops[(at >= low) & (at < high)] if len(at) else at
                    for side, at in zip(sides, seconds, strict=True)
                ],
            )
            for low, high in pairwise(edges)
        )
    )


def halving_cost(sides: Sequence[SideMoves]) -> HalvingCost | None:
    """What half the time left costs, compared within games; ``None`` with too few moves that have a clock."""
    xs, ys, games = [], [], []
    for number, side in enumerate(sides):
        known = np.isfinite(side.seconds_left) & (side.seconds_left > 0)
        if known.sum() < 2:
            continue
        x, y = -np.log2(side.seconds_left[known]), side.drops[known]
        xs.append(x - x.mean())
        ys.append(y - y.mean())
        games.append(np.full(len(x), number))
    n = sum(map(len, xs))
    if n < FEWEST_FOR_SLOPE or len(xs) < 3:
        return None
    x, y = np.concatenate(xs), np.concatenate(ys)
    spread = float(x @ x)
    if spread < 1e-9:
        return None
    slope = float(x @ y) / spread
    scores = np.array([float(a @ (b - slope * a)) for a, b in zip(xs, ys, strict=True)])
    m = len(xs)
    return HalvingCost(slope, math.sqrt(float(scores @ scores) * m / (m - 1)) / spread, n, m)


def trouble_cost(sides: Sequence[SideMoves]) -> float | None:
    """Points of mean accuracy of all moves that the moves in time trouble cost: their share times how much less
    accurate they are than the others; ``None`` without moves of both kinds."""
    accuracy = np.concatenate([side.accuracies for side in sides])
    trouble = np.concatenate([side.in_trouble for side in sides])
    late, calm = accuracy[trouble == 1], accuracy[trouble == 0]
    if not len(late) or not len(calm):
        return None
    return float(calm.mean() - late.mean()) * len(late) / (len(late) + len(calm))


def _name_range(low: float, high: float) -> str:
    if math.isinf(high):
        return f"{_name_seconds(low)} and more"
    return f"below {_name_seconds(high)}" if not low else f"{_name_seconds(low)} to {_name_seconds(high)}"


def _name_seconds(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 60 else f"{seconds / 60:.0f} min"


def _groups(kinds: Iterable[tuple[str, list[FloatArray]]]) -> Iterator[LossGroup]:
    for name, chosen in kinds:
        known = [drops for drops in chosen if len(drops)]
        n = sum(map(len, known))
        if not n:
            continue
        mean = sum(float(drops.sum()) for drops in known) / n
        off = np.array([float((drops - mean).sum()) for drops in known])
        m = len(known)
        error = float(np.sqrt((off**2).sum() * m / (m - 1)) / n) if m > 1 else None
        yield LossGroup(name, n, m, mean, error)
