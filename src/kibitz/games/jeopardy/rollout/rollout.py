"""Games played on from states, many at a time, each ended with the exact chances of Final instead of a sampled one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.rollout.final_chances import final_chances
from kibitz.games.jeopardy.rollout.seating import Seating
from kibitz.games.jeopardy.rollout.state_rows import ROW_WIDTH
from kibitz.games.jeopardy.show import SEATS

IntArray = NDArray[np.int64]

ALL_CLUES = 1_000
"""More clues than a game has: play to the end."""
KEEP_NOTHING, KEEP_STATES, KEEP_DOUBLES = -1, 0, 1
"""Which states to store: none, those after clues, Daily Doubles found by the seat with a record."""


class GameBatch(NamedTuple):
    """Results of games (rows), by seat unless stated."""

    types: IntArray
    first_round: IntArray
    scores: IntArray
    picks: IntArray
    found: IntArray
    wagers: IntArray
    """On the Daily Double of round 1 and the two of round 2 in the order found; 0 if not found."""
    right: IntArray
    ends: IntArray
    """The last state of each game."""


@dataclass(frozen=True, slots=True, eq=False)
class SampledStates:
    """Stored states, the game number of each, and the luck that followed.

    Luck is what clues and Daily Doubles gave the seat in view beyond their means, by its network: for first and second
    place (n x 2). Subtracting it leaves the mean result of a state unchanged and makes its variance far smaller.
    It is 0 where it was not requested.
    """

    rows: IntArray
    games: IntArray
    luck: FloatArray


def play_from(
    seating: Seating,
    starts: IntArray,
    n: int,
    seed: int,
    *,
    first: int = 0,
    keep: float = 0.0,
    kind: int = KEEP_NOTHING,
    explore: float = 0.0,
    clues: int = ALL_CLUES,
    which: IntArray | None = None,
    lucky: bool = False,
) -> tuple[GameBatch, SampledStates]:
    """``n`` games numbered from ``first``, on from rows of ``starts`` in turn (or as ``which`` says).

    ``clues`` stops each game after that many, ``keep`` and ``kind`` say which states to store, ``lucky``
    whether to sum the luck that followed them.
    """
    from kibitz.games.jeopardy.rollout import kernels

    if n < 1 or starts.ndim != 2 or starts.shape[1] != ROW_WIDTH:
        raise InputError(f"games: give at least one game, and rows of {ROW_WIDTH} numbers")
    chosen = np.arange(n, dtype=np.int64) % len(starts) if which is None else which
    played = _empty_batch(n)
    room = int(n * max(keep, 0.0) * (60 if kind == KEEP_STATES else 3) * 1.2) + 64 if kind >= 0 else 1
    samples, owners = np.zeros((room, ROW_WIDTH), dtype=np.int64), np.zeros(room, dtype=np.int64)
    luck, before = np.zeros((n if lucky else 0, 2)), np.zeros((room, 2))
    stored = kernels.play_from(
        np.ascontiguousarray(starts),
        chosen,
        first,
        n,
        seed,
        seating.tables,
        seating.how,
        seating.nets,
        played,
        keep,
        kind,
        explore,
        clues,
        samples,
        owners,
        luck,
        before,
    )
    games = owners[:stored]
    return played, SampledStates(
        samples[:stored], games, luck[games - first] - before[:stored] if lucky else before[:stored]
    )


def _empty_batch(n: int) -> GameBatch:
    widths = dict.fromkeys(GameBatch._fields, SEATS) | {"ends": ROW_WIDTH}
    return GameBatch(**{name: np.zeros((n, width), dtype=np.int64) for name, width in widths.items()})


@dataclass(frozen=True, slots=True)
class WinEstimate:
    """Chances of the three seats to win, with the standard errors of the rollouts."""

    chances: tuple[float, float, float]
    errors: tuple[float, float, float]
    games: int


def rollout(seating: Seating, start: IntArray, games: int, seed: int = 1) -> WinEstimate:
    """Play one state out many times; each game counts by its exact chances in Final."""
    played, _ = play_from(seating, start[None], games, seed)
    return to_win_estimate(final_chances(seating, played.scores, played.types))


def to_win_estimate(values: FloatArray) -> WinEstimate:
    """Means and standard errors of games' chances (games x 3)."""
    n = len(values)
    a, b, c = values.mean(axis=0).tolist()
    errors = values.std(axis=0, ddof=1) / np.sqrt(n) if n > 1 else np.zeros(SEATS)
    x, y, z = errors.tolist()
    return WinEstimate((a, b, c), (x, y, z), n)
