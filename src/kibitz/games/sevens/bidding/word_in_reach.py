"""A word that a rack can still become: the record alone, so that reading a stored answer loads no NumPy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordInReach:
    """A reachable word: the letters it still needs apart from the tile, and the chance that all of them are drawn."""

    word: str
    missing: str
    chance: float
    points: int
    uses_tile: bool
