"""Every rack that can still become a seven-letter word: the lattice below the seven-letter classes.

The report mined letter-sets level by level from below (section 2.2, `apriori`); here they are found from above, since
every part of a word is a larger part without one letter. One level needs the level above it and no more, so memory
stays bounded: 2,484,184 classes of seven letters can be spelt with the tiles, and even a list with all of them
(3,225,005 racks, 18,428,624 steps) is indexed within 1.2 GB.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.games.sevens.words.tiles import RACK_SIZE, IntArray, key_of

_SIZE_SHIFT = 5 * RACK_SIZE
_LETTERS = (1 << _SIZE_SHIFT) - 1
_NODE_BITS = 23
"""Bits for a rack inside its level: more than the multisets of seven letters, of which there are 3.4 million."""

_SORTED_AT_ONCE = 5_000_000
"""Number of keys that are collected before duplicates are removed; it bounds memory."""

Int32Array = NDArray[np.int32]
Int8Array = NDArray[np.int8]


def _less_one(keys: IntArray, size: int) -> Iterator[tuple[NDArray[np.bool_], IntArray, IntArray]]:
    """Racks of a size without one letter: which racks have it, the letter (1 to 26), and the keys of the rest.

    Of equal letters only the first is removed, so that each smaller rack occurs once.
    """
    held = keys & _LETTERS
    for place in range(size):
        shift = _SIZE_SHIFT - 5 * (place + 1)
        letter = held >> shift & 31
        has = np.ones(len(keys), dtype=np.bool_) if place == 0 else letter != (held >> (shift + 5) & 31)
        mine = held[has]
        stored = mine >> (shift + 5) << (shift + 5) | (mine & ((1 << shift) - 1)) << 5
        yield has, letter[has], stored | (size - 1) << _SIZE_SHIFT


def sub_multisets(classes: IntArray) -> list[IntArray]:
    """The keys of every multiset inside some class, by size from 0 to 7, each size rising."""
    levels = [np.empty(0, dtype=np.int64)] * (RACK_SIZE + 1)
    for size in range(RACK_SIZE, -1, -1):
        result = [classes[classes >> _SIZE_SHIFT == size]]
        for _, _, smaller in _less_one(levels[size + 1], size + 1) if size < RACK_SIZE else ():
            result.append(smaller)
            if sum(map(len, result)) > _SORTED_AT_ONCE:
                result = [_distinct(result)]
        levels[size] = _distinct(result)
    return levels


def _distinct(keys: list[IntArray]) -> IntArray:
    together = np.concatenate(keys)
    together.sort()
    return together[np.concatenate([[True], together[1:] != together[:-1]])] if len(together) else together


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Racks that some seven-letter class contains, by size and then key, and the edges to one more letter.

    Edges of rack ``i`` are ``first[i] : first[i + 1]`` of ``letter`` (0 for A) and ``child``. ``best`` is the score of
    the best word in the rack, the bonus included when it is full.
    """

    keys: IntArray
    size: Int8Array
    first: IntArray
    letter: Int8Array
    child: Int32Array
    best: Int32Array

    def __len__(self) -> int:
        return len(self.keys)

    def find(self, rack: str) -> int:
        """Index of the rack, or -1 if no seven-letter word contains it."""
        if len(rack) > RACK_SIZE:
            return -1
        key = key_of(rack)
        place = int(np.searchsorted(self.keys, key))
        return place if place < len(self.keys) and self.keys[place] == key else -1


def build_lattice(classes: IntArray, points: Int32Array) -> Lattice:
    """The lattice below the seven-letter ones of these classes; both arrays go by rising key."""
    levels = sub_multisets(classes[classes >> _SIZE_SHIFT == RACK_SIZE])
    offsets = np.cumsum([0, *(len(level) for level in levels)])
    letters, children, counts = [], [], []
    bests: list[Int32Array] = []
    for size, level in enumerate(levels):
        # A word counts for its own rack and, through the levels, for all larger ones.
        place = np.minimum(np.searchsorted(classes, level), len(classes) - 1)
        best = np.where(classes[place] == level, points[place], 0).astype(np.int32)
        if size:
            below = levels[size - 1]
            steps = []
            for has, letter, smaller in _less_one(level, size):
                parent = np.searchsorted(below, smaller)
                best[has] = np.maximum(best[has], bests[-1][parent])
                steps.append(((parent << 5 | letter) << _NODE_BITS) | np.flatnonzero(has))
            edges = np.concatenate(steps)
            del steps
            edges.sort()
            children.append((edges & ((1 << _NODE_BITS) - 1)).astype(np.int32) + np.int32(offsets[size]))
            edges >>= _NODE_BITS
            letters.append(((edges & 31) - 1).astype(np.int8))
            counts.append(np.bincount(edges >> 5, minlength=len(below)))
        bests.append(best)
    first = np.concatenate([[0], np.cumsum(np.concatenate([*counts, np.zeros(len(levels[-1]), dtype=np.int64)]))])
    sizes = np.repeat(np.arange(RACK_SIZE + 1, dtype=np.int8), [len(level) for level in levels])
    return Lattice(
        np.concatenate(levels),
        sizes,
        first.astype(np.int64),
        np.concatenate(letters),
        np.concatenate(children),
        np.concatenate(bests),
    )
