"""Pools of positions for `kibitz rate me`: positions of each drill with the value of every choice.

A pool begins with random positions, the reference on which losses are expected. The others were chosen among many for
what they say about a player (``benchmarks/make_position_pools.py``). So the next question is found without evaluating
anything. Chess positions come with the values of an engine, so no engine is needed.
"""

from __future__ import annotations

import functools
import gzip
import importlib.resources
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field

from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from kibitz.rate.adaptive_test import AdaptiveTest
    from kibitz.rate.records.sample import Sample

CHESS = "chess"
POOL_NAMES = ("final", "daily-double", "buzz", "square", "checker-play", "cube", "bid", "vote", CHESS)
MAX_POOL_CHOICES = 32
"""Most choices of a stored position: evenly spread, with the best one."""


class PoolPosition(Struct, frozen=True):
    """A position: the arguments of its question, or a FEN, and the value of each choice (``None``: ruled out).

    ``choices`` are in the notation of `kibitz.core.choices`; chess has ``moves`` and their names ``san``.
    """

    worth: tuple[float | None, ...]
    request: dict[str, object] = {}
    choices: str = ""
    fen: str = ""
    moves: tuple[str, ...] = ()
    san: tuple[str, ...] = ()
    by_depth: tuple[tuple[int | None, ...], ...] = ()


class PositionPool(Struct, frozen=True):
    """The positions of one test and the provenance of their values; the first ``reference`` ones are random."""

    name: str
    unit: str
    game: str
    positions: tuple[PoolPosition, ...]
    reference: int
    provenance: dict[str, object] = field(default_factory=dict)


@functools.lru_cache(maxsize=len(POOL_NAMES))
def load_pool(name: str) -> PositionPool:
    """The shipped pool of a test."""
    data = importlib.resources.files("kibitz.app").joinpath("data", f"{name}.json.gz").read_bytes()
    return msgspec.json.decode(gzip.decompress(data), type=PositionPool)


def pool_sample(pool: PositionPool) -> Sample:
    """The positions of a pool as a sample in which nothing was chosen yet: the best choice stands for it.

    Differences are linear but for chess, so that expected losses are in the unit of the game.
    """
    import numpy as np

    from kibitz.core.provenance import Provenance
    from kibitz.core.units import Unit
    from kibitz.rate.model.scaling import Scaling
    from kibitz.rate.records.sample import Sample

    width = max(len(position.worth) for position in pool.positions)
    values = np.full((len(pool.positions), width), -np.inf)
    for row, position in enumerate(pool.positions):
        known = [-np.inf if worth is None else worth for worth in position.worth]
        values[row, : len(known)] = known
    by_depth = None
    if pool.positions[0].by_depth:
        depths = len(pool.positions[0].by_depth)
        by_depth = np.full((len(values), depths, width), np.nan)
        for row, position in enumerate(pool.positions):
            seen = np.array(position.by_depth, dtype=np.float64) / 100
            by_depth[row, :, : seen.shape[1]] = seen
    return Sample.from_arrays(
        values,
        values.argmax(axis=1),
        by_depth=by_depth,
        unit=Unit(pool.unit),
        scaling=None if pool.name == CHESS else Scaling(),
        provenance=Provenance.from_json(pool.provenance) if pool.provenance else None,
    )


@functools.lru_cache(maxsize=2)
def load_test(name: str) -> AdaptiveTest:
    """The adaptive test on the shipped positions of a drill, or of chess."""
    return make_test(load_pool(name))


def make_test(pool: PositionPool) -> AdaptiveTest:
    """The test of a pool; chess on its Elo scale, the others by expected loss on the reference."""
    from kibitz.rate.adaptive_test import loss_test, rating_test

    sample = pool_sample(pool)
    if pool.name != CHESS:
        return loss_test(sample, pool.reference)
    from kibitz.games.chess.elo_scales import scale_for

    scale = scale_for(sample.provenance, None)
    if scale is None:
        raise InputError("test: the scale of the chess positions is missing")
    return rating_test(sample, scale, pool.reference)
