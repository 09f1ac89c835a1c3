"""Ratings from evaluations alone: no engine, only what the move played and the best move are worth.

A game gives an index, a linear function of how often and how much the mover's win percentage fell. For players of a
rating the index has a mean and a spread, fitted to games of known rating. The 95 % interval holds every rating that
would show such an index, so it covers alike for weak and strong players. The estimate also knows the ratings of the
pool. A scale belongs to one pool: ratings of lichess and FIDE are different scales.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.games.chess.accuracy import CAP_CENTIPAWNS, INITIAL_CENTIPAWNS, game_accuracy, win_drops, win_percentages
from kibitz.games.chess.annotated_games import AnnotatedGame, Speed

SPEEDS: tuple[Speed, ...] = ("blitz", "rapid", "classical")
"""Speeds with enough games to fit a scale; bullet has none."""
FEATURES = (
    "log mean drop",
    "small drops",
    "drops above 5",
    "drops above 10",
    "drops above 20",
    "root mean square drop",
    "log inaccuracy",
    "log centipawn loss",
    "log volatility",
    "log plies",
    "opening drop",
    "log time",
)
FIRST_PLY, OPENING_PLIES, DECIDED_CENTIPAWNS, MIN_MOVES = 8, 24, 600.0, 5
"""Plies before the first are book; a position beyond so many centipawns is decided; moves that a side needs."""
RIDGE = 5.0
RATING_CENTRE, RATING_UNIT = 1_800.0, 500.0
RATING_GRID: FloatArray = np.arange(300.0, 3_400.0, 10.0)
POOL_RANGE = (700.0, 2_800.0)
"""Ratings of the pools; the scale is flat beyond."""
NORMAL_95 = 1.959963984540054
SHIPPED_FILE = Path(__file__).with_name("data") / "lichess-evaluations.json"
FORMAT_NAME = "kibitz evaluation scale 1"


def side_features(game: AnnotatedGame, white: bool) -> FloatArray | None:
    """The features of one side of a game; ``None`` where it has too few evaluated moves or no time control."""
    n, control = game.n_evaluated, game.time_control
    own = ((np.arange(n) % 2 == 0) == game.white_starts) == white
    scores = np.clip(np.concatenate([[INITIAL_CENTIPAWNS], game.centipawns[:n]]), -CAP_CENTIPAWNS, CAP_CENTIPAWNS)
    counted = own & (np.arange(n) >= FIRST_PLY)
    open_moves = counted & (np.abs(scores[:-1]) < DECIDED_CENTIPAWNS)
    if open_moves.sum() < MIN_MOVES or control is None:
        return None
    falls = np.maximum(win_drops(game.centipawns[:n], game.white_starts), 0)
    drops, early = falls[open_moves], falls[own & (np.arange(n) < OPENING_PLIES)]
    pawns = np.maximum((scores[:-1] - scores[1:]) * (1 if white else -1), 0)[counted]
    side = game_accuracy(game.centipawns[:n], game.white_starts)[0 if white else 1]
    assert side.accuracy is not None
    return np.array(
        [
            math.log(drops.mean() + 0.5),
            (drops < 1).mean(),
            (drops > 5).mean(),
            (drops > 10).mean(),
            (drops > 20).mean(),
            math.sqrt((drops**2).mean()),
            math.log(103 - side.accuracy),
            math.log(pawns.mean() + 3),
            math.log(np.abs(np.diff(win_percentages(scores))).mean() + 0.3),
            math.log(n),
            math.sqrt(early.mean()),
            math.log(control[0] + 40 * control[1] + 1),
        ]
    )


@dataclass(frozen=True, slots=True)
class EvaluationRating:
    """A rating of some games on the scale of a pool: estimate, 95 % interval, number of games; ``pool`` names the
    scale, such as ``lichess rapid``."""

    value: float
    low: float
    high: float
    n_games: int
    pool: str


@dataclass(frozen=True, slots=True)
class EvaluationScale:
    """A fitted scale: ``weights`` of the features (after the speeds), their ``centres`` and ``widths``; the mean of
    the index by speed and by powers of the rating; the log of its spread likewise; ``player_sd`` is the part of the
    spread that a player keeps from game to game; ``quantiles`` of one game, in spreads; the ratings of the pool by
    speed; and where it comes from."""

    name: str
    weights: tuple[float, ...]
    centres: tuple[float, ...]
    widths: tuple[float, ...]
    mean: tuple[float, ...]
    log_spread: tuple[float, ...]
    player_share: float
    quantiles: tuple[float, float]
    pool_means: tuple[float, ...]
    pool_sds: tuple[float, ...]
    n_games: int
    source: str

    def indices(self, features: FloatArray, speed: Speed) -> FloatArray:
        """The index of each game (G) of one speed from its features (G, F)."""
        scaled = (features - np.array(self.centres)) / np.array(self.widths)
        weights = np.array(self.weights)
        return np.asarray(weights[SPEEDS.index(speed)] + scaled @ weights[len(SPEEDS) :])

    def rate(self, features: FloatArray, speed: Speed) -> EvaluationRating:
        """The rating of one player from the features of some games (G, F), all of one speed."""
        if speed not in SPEEDS:
            raise InputError(f"speed: the scale has {', '.join(SPEEDS)}, not {speed}")
        index, n = float(self.indices(features, speed).mean()), len(features)
        design = _design(RATING_GRID, np.full(len(RATING_GRID), SPEEDS.index(speed)))
        spread = np.exp(design @ np.array(self.log_spread))
        spread *= math.sqrt(self.player_share + (1 - self.player_share) / n)
        mean, place = design @ np.array(self.mean), SPEEDS.index(speed)
        prior = -(((RATING_GRID - self.pool_means[place]) / self.pool_sds[place]) ** 2) / 2
        value, low, high = invert_scale(index, mean, spread, self.quantiles, prior, n)
        return EvaluationRating(value, low, high, n, f"{self.name} {speed}")

    def to_json(self) -> str:
        """The scale as a JSON document."""
        return json.dumps({"format": FORMAT_NAME, "features": FEATURES} | asdict(self), indent=1) + "\n"


def invert_scale(
    seen: float,
    mean: FloatArray,
    spread: FloatArray,
    quantiles: tuple[float, float],
    log_prior: FloatArray,
    n_games: int,
) -> tuple[float, float, float]:
    """Mean of the posterior over `RATING_GRID`, and the ends of the 95 % interval: the ratings that agree with what was
    seen, given its mean and spread at each rating.

    ``quantiles`` are those of one game, in spreads; the mean of many games has normal ones. Play beyond that of every
    rating counts as that of the nearest one; a single game does so only where no rating agrees with it.
    """
    near = (np.clip(seen, mean.min(), mean.max()) - mean) / spread
    ends = [math.copysign(NORMAL_95, q) + (q - math.copysign(NORMAL_95, q)) / math.sqrt(n_games) for q in quantiles]
    inside = np.zeros(0)
    for z in ((seen - mean) / spread, near) if n_games == 1 else (near,):
        inside = RATING_GRID[(z >= ends[0]) & (z <= ends[1])]
        if len(inside):
            break
    heights = log_prior - near**2 / 2 - np.log(spread)
    chances = np.exp(heights - heights.max())
    value = float(chances @ RATING_GRID / chances.sum())
    return value, min(float(inside.min()), value), max(float(inside.max()), value)


def load_evaluation_scale(path: Path = SHIPPED_FILE) -> EvaluationScale:
    """A scale from its JSON document; the shipped one by default."""
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if record.pop("format", None) != FORMAT_NAME or tuple(record.pop("features", ())) != FEATURES:
        raise InputError(f"{path.name}: not an evaluation scale of this version of kibitz")
    fields: dict[str, Any] = {name: tuple(x) if isinstance(x, list) else x for name, x in record.items()}
    return EvaluationScale(**fields)


@dataclass(frozen=True, slots=True, eq=False)
class RatedSides:
    """Sides of games of known rating: features (N, F), ratings, places of the speeds in `SPEEDS`, and players."""

    features: FloatArray
    ratings: FloatArray
    speeds: FloatArray
    players: Sequence[str]

    def take(self, rows: FloatArray) -> RatedSides:
        """Some of them."""
        return RatedSides(
            self.features[rows], self.ratings[rows], self.speeds[rows], [self.players[int(i)] for i in rows]
        )


def collect_sides(games: Sequence[AnnotatedGame]) -> RatedSides:
    """All sides that can be rated and have a rating in their tags."""
    features, ratings, speeds, players = [], [], [], []
    for game in games:
        for white in (True, False):
            rating, speed = game.rating(white), game.speed
            if rating is None or speed not in SPEEDS or (own := side_features(game, white)) is None:
                continue
            features.append(own)
            ratings.append(float(rating))
            speeds.append(SPEEDS.index(speed))
            players.append(game.tags.get("White" if white else "Black", ""))
    return RatedSides(np.array(features), np.array(ratings), np.array(speeds), players)


def fit_evaluation_scale(sides: RatedSides, name: str = "lichess", source: str = "") -> EvaluationScale:
    """The scale of sides of known rating. A player with n games counts as the root of n, so that nobody dominates."""
    _, player, count = np.unique(np.array(sides.players), return_inverse=True, return_counts=True)
    weights = 1 / np.sqrt(count[player])
    centres, widths = sides.features.mean(axis=0), sides.features.std(axis=0) + 1e-9
    one_of = (sides.speeds[:, None] == np.arange(len(SPEEDS))).astype(float)
    table = np.concatenate([one_of, (sides.features - centres) / widths], axis=1)
    ridge = np.diag([1e-6] * len(SPEEDS) + [RIDGE] * len(FEATURES))
    index_weights = _least_squares(table, sides.ratings, weights, ridge)
    index = table @ index_weights
    design = _design(sides.ratings, sides.speeds)
    mean = _least_squares(design, index, weights)
    off = index - design @ mean
    # The mean of log chi-square on one degree of freedom is -1.27.
    log_spread = _least_squares(design, (np.log(off**2 + 25.0) + 1.27) / 2, weights)
    z = off / np.exp(design @ log_spread)
    log_spread[: len(SPEEDS)] += np.log(np.sqrt(np.average(z**2, weights=weights)))
    z = off / np.exp(design @ log_spread)
    sums, squares = np.bincount(player, weights=z), np.bincount(player, weights=z**2)
    several = count > 1
    pairs = (sums**2 - squares)[several] / (count * (count - 1))[several]
    # A share that is too small makes intervals of several games too narrow, so its error counts against it.
    share = float(np.clip(pairs.mean() + pairs.std() / np.sqrt(len(pairs)), 0.0, 0.9)) if several.any() else 0.2
    order = np.argsort(z)
    places = (np.cumsum(weights[order]) - weights[order] / 2) / weights.sum()
    low, high = np.interp([0.025, 0.975], places, z[order])
    pools = [own if len(own := sides.ratings[sides.speeds == s]) else sides.ratings for s in range(len(SPEEDS))]
    return EvaluationScale(
        name=name,
        weights=tuple(index_weights.tolist()),
        centres=tuple(centres.tolist()),
        widths=tuple(widths.tolist()),
        mean=tuple(mean.tolist()),
        log_spread=tuple(log_spread.tolist()),
        player_share=share,
        quantiles=(float(low), float(high)),
        pool_means=tuple(float(pool.mean()) for pool in pools),
        pool_sds=tuple(float(pool.std()) for pool in pools),
        n_games=len(sides.ratings),
        source=source,
    )


def _design(ratings: FloatArray, speeds: FloatArray) -> FloatArray:
    """One column a speed, then powers of the rating; flat beyond the ratings of the pools."""
    t = (np.clip(ratings, *POOL_RANGE) - RATING_CENTRE) / RATING_UNIT
    one_of = (np.asarray(speeds)[:, None] == np.arange(len(SPEEDS))).astype(float)
    return np.concatenate([one_of, np.stack([t, t**2], axis=1)], axis=1)


def _least_squares(
    table: FloatArray, target: FloatArray, weights: FloatArray, ridge: FloatArray | None = None
) -> FloatArray:
    left = (table * weights[:, None]).T @ table + (1e-6 * np.eye(table.shape[1]) if ridge is None else ridge)
    return np.asarray(np.linalg.solve(left, (table * weights[:, None]).T @ target))
