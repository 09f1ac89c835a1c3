"""Which rolls hit a blot from where: every way in which one checker covers a distance with a roll.

A way has a distance, the roll (an index of `ROLLS`) and the stops on the way, which must not be held by the other side.
A single die is a way without stops.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kibitz.games.backgammon.moves.dice import ROLLS


@dataclass(frozen=True, slots=True)
class ShotPath:
    """One checker's trip: pips covered, roll, stops before the end (pips from the start), and dice used."""

    distance: int
    roll: int
    stops: tuple[int, ...]
    dice: int


@cache
def shot_paths() -> tuple[ShotPath, ...]:
    """All ways to cover 1 to 24 pips with one checker, by distance."""
    result = []
    for roll, (high, low) in enumerate(ROLLS):
        if high == low:
            result += [ShotPath(k * high, roll, tuple(range(high, k * high, high)), k) for k in range(1, 5)]
        else:
            result += [ShotPath(high, roll, (), 1), ShotPath(low, roll, (), 1)]
            result += [ShotPath(high + low, roll, (high,), 2), ShotPath(high + low, roll, (low,), 2)]
    return tuple(sorted(result, key=lambda way: (way.distance, way.roll, way.stops)))
