"""Counter-based random numbers: each belongs to a game, a round, a purpose and a place, never to an order of play.

Two policies that play the same game meet the same luck on every clue and Daily Double, whatever they do in between,
so differences between them have errors three to four times smaller. The mixing function is splitmix64's (Steele, Lea
and Flood 2014); `kernels` holds the compiled twin.
"""

from __future__ import annotations

from enum import IntEnum

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
STRIDE = 0xD1B54A32D192ED03
PLACES = 64
"""Places of one purpose and round: the squares, or the clues in the order played."""


class Purpose(IntEnum):
    """What a number decides."""

    TYPE = 0
    CLUES = 1
    HIDDEN = 2
    PICK = 3
    """The first of four in a row: a pick by habit takes up to four numbers."""
    OUTCOME = 7
    LEVEL = 8
    ROUNDNESS = 9
    ANSWER = 10
    RECORD = 11
    KEEP = 12
    FIRST = 13
    BET = 14
    EXPLORE = 15
    EASE = 16
    """How hard the board of a round is."""


def mix_bits(z: int) -> int:
    """A 64-bit number well mixed."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def game_key(seed: int, game: int) -> int:
    """The key from which all numbers of a game come."""
    return mix_bits(mix_bits(seed & MASK) + (game + 1) * GOLDEN & MASK)


def uniform_number(key: int, purpose: int, round_: int, place: int) -> float:
    """The number from 0 to 1 of a game's key, purpose, round (0 or 1) and place."""
    index = (purpose * 2 + round_) * PLACES + place + 1
    return (mix_bits(key + index * STRIDE & MASK) >> 11) * 2.0**-53
