"""How freely one checker moves: tables over the 12 points ahead of it, each blocked or open.

Bit i of a mask says that the point i + 1 pips ahead is held by the other side; farther points count as open.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS

POINTS_AHEAD = 12
"""Points looked at."""
ESCAPE_REACH = 8
"""A checker has escaped once it is past the last block within this many points."""
FULL_STRIDE_PIPS = 7
"""Pips that count as a move at full stride."""
FREE_STRIDE = 8.17
"""About the mean of the longest move of a checker that nothing blocks; scales `Escapes.stride` to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Escapes:
    """By mask (4,096 each): chance to escape, mean longest move over a free checker's, chance of 7 pips or more."""

    escape: NDArray[np.float32]
    stride: NDArray[np.float32]
    full: NDArray[np.float32]


@cache
def escape_tables() -> Escapes:
    """The tables, computed on first use (a few milliseconds)."""
    masks = np.arange(1 << POINTS_AHEAD)
    is_open = np.ones((len(masks), 25), dtype=bool)
    for i in range(POINTS_AHEAD):
        is_open[:, i + 1] = (masks >> i) & 1 == 0
    last = np.zeros(len(masks), dtype=np.int64)
    for i in range(ESCAPE_REACH):
        last[(masks >> i) & 1 == 1] = i + 1
    escape, stride, full = np.zeros(len(masks)), np.zeros(len(masks)), np.zeros(len(masks))
    for (high, low), weight in zip(ROLLS, ROLL_CHANCES, strict=True):
        longest = np.zeros(len(masks), dtype=np.int64)
        if high == low:
            going = np.ones(len(masks), dtype=bool)
            for k in range(1, 5):
                going &= is_open[:, k * high]
                longest[going] = k * high
        else:
            for die in (low, high):
                longest[is_open[:, die]] = die
            both = is_open[:, high + low] & (is_open[:, high] | is_open[:, low])
            longest[both] = high + low
        escape += weight * (longest > last)
        stride += weight * longest
        full += weight * (longest >= FULL_STRIDE_PIPS)
    # A checker with nothing ahead of it within reach has escaped, whatever it rolls.
    escape[last == 0] = 1.0
    return Escapes(escape.astype(np.float32), (stride / FREE_STRIDE).astype(np.float32), full.astype(np.float32))
