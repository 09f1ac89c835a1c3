"""Racks that a rack can grow into, with the steps of one letter between them: what `plan` solves.

There are two graphs above a rack. `sublattice` has the racks that some seven-letter word contains; any other letter
leaves it. `superset_graph` has all multisets of letters that can be added: with four open places there are 27,405 full
ones, few enough to follow each to the end. It settles the report's late choice between an increment now and holding out
(section 5), because a letter that rules out a seven leads to a rack like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.sevens.words.best_words import BINOMIALS
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE, IntArray, counts_of

MAX_CACHED_GRAPHS = 16
"""Graphs that are cached: one for each seat of a table."""
MAX_OPEN_PLACES = 4
"""Open places up to which all racks above a rack are followed."""


@dataclass(frozen=True, slots=True, eq=False)
class RackGraph:
    """Racks above a root, the root first, by rising size; steps of rack ``i`` are ``first[i] : first[i + 1]``.

    A step adds ``letter`` (0 for A) to its ``owner`` and leads to ``child``; ``taken`` counts the copies of the letter
    added since the root. ``room`` holds the open places of each rack, ``best`` the score of its best word, and
    ``sevens`` is 1 where all of it is a seven-letter word.
    """

    rack: str
    first: IntArray
    owner: IntArray
    letter: NDArray[np.int8]
    child: NDArray[np.int32]
    taken: NDArray[np.int8]
    room: NDArray[np.int8]
    best: NDArray[np.float32]
    sevens: NDArray[np.float32]

    def next_racks(self, node: int = 0) -> dict[int, int]:
        """The racks one letter above the root, or above another rack, by letter."""
        edges = slice(int(self.first[node]), int(self.first[node + 1]))
        return dict(zip(self.letter[edges].tolist(), self.child[edges].tolist(), strict=True))


@lru_cache(maxsize=MAX_CACHED_GRAPHS)
def sublattice(lexicon: Lexicon, rack: str) -> RackGraph:
    """The part of the lattice that the rack can still reach."""
    lattice = lexicon.lattice
    root = lattice.find(rack)
    if root < 0:
        raise InputError(f"rack: {rack} is part of no seven-letter word")
    reached = np.zeros(len(lattice), dtype=np.bool_)
    reached[root] = True
    for size in range(len(rack), RACK_SIZE):
        low, high = np.searchsorted(lattice.size, (size, size + 1))
        reached[lattice.child[_step_numbers(lattice.first, low + np.flatnonzero(reached[low:high]))]] = True
    nodes = np.flatnonzero(reached)
    place = np.empty(len(lattice), dtype=np.int32)
    place[nodes] = np.arange(len(nodes))
    edges, counts = _step_numbers(lattice.first, nodes), lattice.first[nodes + 1] - lattice.first[nodes]
    letter = lattice.letter[edges]
    owner = np.repeat(np.arange(len(nodes)), counts)
    keys = lattice.keys[nodes][owner]
    taken = -counts_of(rack).astype(np.int8)[letter]
    for shift in range(RACK_SIZE):
        taken += (keys >> (5 * shift) & 31) == letter + 1
    first = np.concatenate([[0], np.cumsum(counts)])
    room = (RACK_SIZE - lattice.size[nodes]).astype(np.int8)
    best, sevens = lattice.best[nodes].astype(np.float32), (room == 0).astype(np.float32)
    return RackGraph(rack, first, owner, letter, place[lattice.child[edges]], taken, room, best, sevens)


def _step_numbers(first: IntArray, nodes: IntArray) -> IntArray:
    """Numbers of all steps of these racks, rack by rack."""
    counts = first[nodes + 1] - first[nodes]
    ends = np.cumsum(counts)
    return np.asarray(np.arange(int(ends[-1])) + np.repeat(first[nodes] - (ends - counts), counts))


def superset_graph(lexicon: Lexicon, rack: str) -> RackGraph:
    """All racks above a rack with at most `MAX_OPEN_PLACES` open places, numbered by `multiset_numbers` per size."""
    room = RACK_SIZE - len(rack)
    if not 0 < room <= MAX_OPEN_PLACES:
        raise InputError(f"rack: must have {RACK_SIZE - MAX_OPEN_PLACES} to {RACK_SIZE - 1} letters, not {len(rack)}")
    return RackGraph(rack, *_superset_steps(room), *best_supersets(lexicon, rack))


@lru_cache(maxsize=MAX_OPEN_PLACES)
def _superset_steps(
    room: int,
) -> tuple[IntArray, IntArray, NDArray[np.int8], NDArray[np.int32], NDArray[np.int8], NDArray[np.int8]]:
    """The part of `superset_graph` that is the same for all racks with this number of open places."""
    sizes = [comb(25 + added, added) for added in range(room + 1)]
    n_open = sum(sizes[:-1])
    starts = np.cumsum([0, *sizes])
    child = np.concatenate([child_multisets(added) + np.int32(starts[added + 1]) for added in range(room)])
    taken = np.concatenate([multisets(added) for added in range(room)])
    first = np.concatenate([np.arange(n_open + 1) * 26, np.full(sizes[-1], n_open * 26)])
    letter = np.tile(np.arange(26, dtype=np.int8), n_open)
    rooms = np.repeat(np.arange(room, -1, -1, dtype=np.int8), sizes)
    return first, np.repeat(np.arange(n_open), 26), letter, child.ravel(), taken.ravel(), rooms


def best_supersets(lexicon: Lexicon, rack: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Scores of the best words of all racks above a rack, by letters added and number; which of them are a seven."""
    letters = lexicon.letters
    copies = np.zeros((len(letters), 27), dtype=np.int8)
    rows = np.arange(len(letters))
    for place in range(RACK_SIZE):
        copies[rows, letters[:, place]] += 1
    missing = np.maximum(copies[:, 1:] - counts_of(rack).astype(np.int8), 0)
    size = missing.sum(axis=1)
    levels: list[NDArray[np.float32]] = []
    for added in range(RACK_SIZE - len(rack) + 1):
        here = np.flatnonzero(size == added)
        result = np.zeros(comb(25 + added, added), dtype=np.float32)
        numbers = multiset_numbers(missing[here])
        np.maximum.at(result, numbers, lexicon.points[here].astype(np.float32))
        if added:
            for larger in child_multisets(added - 1).T:  # one letter takes different racks to different ones
                result[larger] = np.maximum(result[larger], levels[-1])
        levels.append(result)
    best = np.concatenate(levels)
    sevens = np.zeros(len(best), dtype=np.float32)
    sevens[len(best) - len(result) + numbers[letters[here, -1] > 0]] = 1.0
    return best, sevens


def multiset_numbers(copies: NDArray[np.integer]) -> IntArray:
    """The numbers of multisets among those of their size (`words.best_words`), from counts of the 26 letters."""
    place = np.zeros(len(copies), dtype=np.int64)
    number = np.zeros(len(copies), dtype=np.int64)
    for letter in range(26):
        for copy in range(1, int(copies[:, letter].max(initial=0)) + 1):
            here = copies[:, letter] >= copy
            place[here] += 1
            number[here] += BINOMIALS[letter + place[here] - 1, place[here]]
    return number


@lru_cache(maxsize=MAX_OPEN_PLACES + 1)
def multisets(size: int) -> NDArray[np.int8]:
    """Counts of the 26 letters of every multiset of a size, by number."""
    if not size:
        return np.zeros((1, 26), dtype=np.int8)
    result = np.zeros((comb(25 + size, size), 26), dtype=np.int8)
    smaller = multisets(size - 1)
    for letter, larger in enumerate(child_multisets(size - 1).T):
        result[larger] = smaller
        result[larger, letter] += 1
    return result


@lru_cache(maxsize=MAX_OPEN_PLACES)
def child_multisets(size: int) -> NDArray[np.int32]:
    """For every multiset of a size, by number: the numbers of those with one more letter, A to Z."""
    copies = multisets(size)
    result = np.empty((len(copies), 26), dtype=np.int32)
    for letter in range(26):
        larger = copies.copy()
        larger[:, letter] += 1
        result[:, letter] = multiset_numbers(larger)
    return result
