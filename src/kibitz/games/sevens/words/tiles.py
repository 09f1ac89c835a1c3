"""Letters: the bag, what a letter scores, racks as text, and racks as numbers.

A rack is text, its letters in alphabetical order (``EST``). Counts are arrays of 26 whole numbers, A first. A key is
one integer for a rack of at most seven letters, five bits per letter, so that racks can be sorted and searched in
arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RACK_SIZE = 7
"""Letters of a full rack, and of the words that earn the bonus."""

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TileSet:
    """How many tiles of each letter the bag holds, and what each letter scores; A first."""

    counts: tuple[int, ...]
    points: tuple[int, ...]

    def __post_init__(self) -> None:
        for name, values in (("counts", self.counts), ("points", self.points)):
            if len(values) != 26:
                raise InputError(f"{name}: give 26 whole numbers, one per letter, not {len(values)}")
            if not all(isinstance(value, int) and 0 <= value <= 99 for value in values):
                raise InputError(f"{name}: must be whole numbers from 0 to 99")

    @property
    def total(self) -> int:
        """Tiles in the full bag."""
        return sum(self.counts)

    def bag(self) -> IntArray:
        """A fresh array of the counts."""
        return np.array(self.counts, dtype=np.int64)

    def tiles(self) -> IntArray:
        """Every tile of the bag as a letter number, 0 for A, in alphabetical order."""
        return np.repeat(np.arange(26), self.counts)

    def worth(self, letters: str) -> int:
        """Points of these letters, without any bonus."""
        return sum(self.points[ord(letter) - 65] for letter in letters)


SCRABBLE = TileSet(
    counts=(9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1),
    points=(1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10),
)
"""The 98 lettered tiles of English-language Scrabble; the two blanks are left out."""


_SEPARATORS = {ord(sign): None for sign in " ,\t"}


def parse_rack(text: str, name: str = "rack", limit: int = RACK_SIZE) -> str:
    """The letters of ``text`` in alphabetical order, capitals; spaces and commas may separate them."""
    letters = text.upper().translate(_SEPARATORS)
    if len(letters) > limit or not all("A" <= letter <= "Z" for letter in letters):
        raise InputError(f"{name}: must be at most {limit} letters from A to Z, not {text[:40]!r}")
    return "".join(sorted(letters))


def with_letter(rack: str, letter: str) -> str:
    """The rack with one more letter, still in alphabetical order."""
    return "".join(sorted(rack + letter))


def counts_of(letters: str) -> IntArray:
    """How often each letter occurs, A first."""
    return np.bincount(np.frombuffer(letters.encode("ascii"), dtype=np.uint8) - 65, minlength=26).astype(np.int64)


def rack_of(counts: NDArray[np.integer]) -> str:
    """The rack with these counts."""
    return "".join(letter * int(n) for letter, n in zip(LETTERS, counts, strict=True))


def key_of(rack: str) -> int:
    """The key of a rack: its size, then five bits per letter, first letter highest."""
    key = 0
    for letter in rack:
        key = key << 5 | (ord(letter) - 64)
    return len(rack) << 35 | key << 5 * (RACK_SIZE - len(rack))


def rack_of_key(key: int) -> str:
    """The rack that has this key."""
    return "".join(chr(64 + (key >> 5 * (RACK_SIZE - 1 - place) & 31)) for place in range(key >> 35))


def keys_of(letters: NDArray[np.uint8]) -> IntArray:
    """Keys of many racks: one row per rack, letters as 1 to 26 in rising order, then zeros."""
    key = np.zeros(len(letters), dtype=np.int64)
    for place in range(RACK_SIZE):
        key = key << 5 | letters[:, place]
    return np.asarray((letters > 0).sum(axis=1, dtype=np.int64) << 35 | key)
