"""Racks that a rack can grow into, with the steps of one letter between them: what `plan` solves.

There are two graphs above a rack. `sublattice` has the racks that some seven-letter word contains; any other letter
leaves it. `superset_graph` has all multisets of letters that can be added: with four open places there are 27,405 full
ones, few enough to follow each to the end. It settles the report's late choice between an increment now and holding out
(section 5), because a letter that rules out a seven leads to a rack like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.multisets import best_supersets, larger_multisets, multisets
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
    """All racks above a rack with at most `MAX_OPEN_PLACES` open places, numbered by `multisets` per size."""
    room = RACK_SIZE - len(rack)
    if not 0 < room <= MAX_OPEN_PLACES:
        raise InputError(f"rack: must have {RACK_SIZE - MAX_OPEN_PLACES} to {RACK_SIZE - 1} letters, not {len(rack)}")
    levels, full = best_supersets(lexicon, rack)
    best = np.concatenate(levels).astype(np.float32)
    sevens = np.concatenate([np.zeros(len(best) - len(full)), full]).astype(np.float32)
    return RackGraph(rack, *_superset_steps(room), best, sevens)


@lru_cache(maxsize=MAX_OPEN_PLACES)
def _superset_steps(
    room: int,
) -> tuple[IntArray, IntArray, NDArray[np.int8], NDArray[np.int32], NDArray[np.int8], NDArray[np.int8]]:
    """The part of `superset_graph` that is the same for all racks with this number of open places."""
    sizes = [len(multisets(added)) for added in range(room + 1)]
    n_open = sum(sizes[:-1])
    starts = np.cumsum([0, *sizes])
    child = np.concatenate([larger_multisets(added) + np.int32(starts[added + 1]) for added in range(room)])
    letters = np.arange(26, dtype=np.int8)
    taken = np.concatenate([(multisets(added)[:, :, None] == letters).sum(axis=1) for added in range(room)])
    first = np.concatenate([np.arange(n_open + 1) * 26, np.full(sizes[-1], n_open * 26)])
    rooms = np.repeat(np.arange(room, -1, -1, dtype=np.int8), sizes)
    owner, letter = np.repeat(np.arange(n_open), 26), np.tile(letters, n_open)
    return first, owner, letter, child.ravel(), taken.astype(np.int8).ravel(), rooms
