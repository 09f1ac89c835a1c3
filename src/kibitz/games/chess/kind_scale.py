"""Ratings from one kind of moves alone: those of a phase of the game, or those in time trouble.

Players of a rating lose so much win percentage on a move of a kind: an exponential function of the rating, with a level
for each speed. The 95 % interval holds every rating whose expected loss agrees with the loss seen.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.games.chess.annotated_games import Speed
from kibitz.games.chess.loss_breakdown import PHASES, TIMES, SideMoves
from kibitz.games.chess.online_scale import (
    NORMAL_95,
    POOL_RANGE,
    RATING_CENTRE,
    RATING_GRID,
    RATING_UNIT,
    SPEEDS,
    EvaluationRating,
    EvaluationScale,
    invert_scale,
)

KINDS = PHASES + TIMES
SHIPPED_FILE = Path(__file__).with_name("data") / "lichess-kinds.json"
FORMAT_NAME = "kibitz scale of kinds of moves 1"
MIN_MOVES = 10
"""Moves of a kind that a rating needs."""
LEVEL_RIDGE, NEWTON_STEPS = 1e-3, 50
WIDENED_DROP = 0.2
"""Win percentage added to each expected loss, since evaluations are not exact."""


@dataclass(frozen=True, slots=True)
class KindLine:
    """One kind of moves: log of the expected loss by speed, its slope by rating, the variance of a move in squared
    expected losses, the share of it that the moves of one game have in common, the share that all moves of a player
    have in common, and the quantiles of one game."""

    levels: tuple[float, ...]
    slope: float
    variance: float
    common: float
    kept: float
    quantiles: tuple[float, float]

    def expected(self, ratings: FloatArray, speed: FloatArray | int) -> FloatArray:
        """Expected fall of the win percentage on a move."""
        t = (np.clip(ratings, *POOL_RANGE) - RATING_CENTRE) / RATING_UNIT
        return np.asarray(np.exp(np.array(self.levels)[speed] + self.slope * t) + WIDENED_DROP)

    def deviation(self, moves: FloatArray) -> FloatArray:
        """Standard deviation of the loss of each game with so many moves, in expected losses."""
        return np.asarray(np.sqrt(self.variance * (moves + self.common * moves * (moves - 1))))

    def total_deviation(self, moves: FloatArray) -> float:
        """Standard deviation of the loss of all games of one player together, in expected losses."""
        pairs = float(moves.sum() ** 2 - (moves**2).sum())
        return math.sqrt(float((self.deviation(moves) ** 2).sum()) + self.variance * self.kept * pairs)


def kind_drops(side: SideMoves, kind: str) -> FloatArray:
    """The falls of the win percentage on the moves of one kind."""
    counts = side.phases == PHASES.index(kind) if kind in PHASES else side.in_trouble == TIMES.index(kind)
    return np.asarray(side.drops[counts])


@dataclass(frozen=True, slots=True)
class KindScale:
    """The lines of all kinds of moves on the ratings of one pool."""

    name: str
    lines: dict[str, KindLine]

    def rate(
        self, sides: Sequence[SideMoves], kind: str, speed: Speed, pool: EvaluationScale
    ) -> EvaluationRating | None:
        """The rating of one player from the moves of one kind; ``pool`` tells the ratings of its players. ``None`` with
        fewer than `MIN_MOVES` moves."""
        parts = [drops for side in sides if len(drops := kind_drops(side, kind))]
        moves = np.array([float(len(drops)) for drops in parts])
        if moves.sum() < MIN_MOVES:
            return None
        line, place = self.lines[kind], SPEEDS.index(speed)
        total = sum(float(drops.sum()) for drops in parts)
        mean = line.expected(RATING_GRID, place)
        spread = mean * line.total_deviation(moves) / moves.sum()
        prior = -(((RATING_GRID - pool.pool_means[place]) / pool.pool_sds[place]) ** 2) / 2
        seen = total / float(moves.sum())
        value, low, high = invert_scale(seen, mean, spread, line.quantiles, prior, len(parts))
        return EvaluationRating(value, low, high, len(parts), f"{self.name} {speed}")

    def to_json(self) -> str:
        """The scale as a JSON document."""
        lines = {kind: asdict(line) for kind, line in self.lines.items()}
        return json.dumps({"format": FORMAT_NAME, "name": self.name, "lines": lines}, indent=1) + "\n"


def load_kind_scale(path: Path = SHIPPED_FILE) -> KindScale:
    """A scale from its JSON document; the shipped one by default."""
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if record.get("format") != FORMAT_NAME or set(record["lines"]) != set(KINDS):
        raise InputError(f"{path.name}: not a scale of kinds of moves of this version of kibitz")
    lines = {
        kind: KindLine(
            tuple(line["levels"]),
            line["slope"],
            line["variance"],
            line["common"],
            line["kept"],
            tuple(line["quantiles"]),
        )
        for kind, line in record["lines"].items()
    }
    return KindScale(record["name"], lines)


@dataclass(frozen=True, slots=True, eq=False)
class RatedMoves:
    """Sides of games of known rating: their moves, ratings, places of the speeds in `SPEEDS`, and players."""

    sides: Sequence[SideMoves]
    ratings: FloatArray
    speeds: FloatArray
    players: Sequence[str]

    def take(self, rows: FloatArray) -> RatedMoves:
        """Some of them."""
        players = [self.players[int(i)] for i in rows]
        return RatedMoves([self.sides[int(i)] for i in rows], self.ratings[rows], self.speeds[rows], players)


def fit_kind_scale(rated: RatedMoves, name: str = "lichess") -> KindScale:
    """The lines of all kinds of moves, from sides of known rating."""
    return KindScale(name, {kind: _fit_line(rated, kind) for kind in KINDS})


def _fit_line(rated: RatedMoves, kind: str) -> KindLine:
    """Quasi-likelihood with a variance in proportion to the squared mean (gamma); games with moves of the kind count by
    their number of moves."""
    drops = [kind_drops(side, kind) for side in rated.sides]
    rows = np.array([i for i, own in enumerate(drops) if len(own)])
    if not len(rows):
        raise InputError(f"games: no side has a move of the kind {kind}")
    n = np.array([float(len(drops[i])) for i in rows])
    total = np.array([float(drops[i].sum()) for i in rows])
    squares = np.array([float((drops[i] ** 2).sum()) for i in rows])
    speeds = rated.speeds[rows].astype(int)
    t = (np.clip(rated.ratings[rows], *POOL_RANGE) - RATING_CENTRE) / RATING_UNIT
    design = np.concatenate([speeds[:, None] == np.arange(len(SPEEDS)), t[:, None]], axis=1).astype(float)
    theta = np.append(np.full(len(SPEEDS), math.log(max(total.sum() / n.sum() - WIDENED_DROP, 0.1))), 0.0)
    start = theta.copy()
    ridge = LEVEL_RIDGE * n.sum() * np.diag([1.0] * len(SPEEDS) + [0.0])
    for _ in range(NEWTON_STEPS):
        bare = np.exp(design @ theta)
        mean = bare + WIDENED_DROP
        slope = design * (bare / mean)[:, None]
        score = slope.T @ (n * (total / n - mean) / mean) - ridge @ (theta - start)
        theta += np.clip(np.linalg.solve((slope * n[:, None]).T @ slope + ridge, score), -0.5, 0.5)
    mean = np.exp(design @ theta) + WIDENED_DROP
    off = (total - n * mean) / mean
    inside = (squares / mean**2 - 2 * total / mean + n).sum()  # squared deviations of single moves
    variance = float(inside / n.sum())
    pairs = float((n * (n - 1)).sum())
    common = float(np.clip((off @ off - inside) / (variance * pairs), 0.0, 0.9)) if pairs else 0.0
    kept = min(_kept_share(off, n, [rated.players[int(i)] for i in rows]) / variance, common)
    line = KindLine(tuple(theta[:-1].tolist()), float(theta[-1]), variance, common, kept, (-NORMAL_95, NORMAL_95))
    many = n >= min(MIN_MOVES, float(np.quantile(n, 0.9)))
    low, high = np.quantile(off[many] / line.deviation(n[many]), [0.025, 0.975])
    return replace(line, quantiles=(float(low), float(high)))


def _kept_share(off: FloatArray, n: FloatArray, players: Sequence[str]) -> float:
    """Covariance of two moves of one player in different games, plus its standard error: a value that is too small
    makes intervals of many games too narrow. Each player counts by the root of the number of pairs of moves."""
    _, code = np.unique(np.array(players), return_inverse=True)
    cross = np.bincount(code, weights=off) ** 2 - np.bincount(code, weights=off**2)
    pairs = np.bincount(code, weights=n) ** 2 - np.bincount(code, weights=n**2)
    several = pairs > 0
    if several.sum() < 2:
        return 0.0
    weights = np.sqrt(pairs[several])
    each = cross[several] / pairs[several]
    mean = float(np.average(each, weights=weights))
    error = math.sqrt(float((weights**2 * (each - mean) ** 2).sum())) / float(weights.sum())
    return max(mean + error, 0.0)
