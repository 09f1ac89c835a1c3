"""The arrays that the compiled evaluation needs, in one bundle."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.work import Progress, no_progress
from kibitz.games.backgammon.bearoff.index import binomials
from kibitz.games.backgammon.bearoff.tables import one_sided_table, two_sided_table
from kibitz.games.backgammon.cube.cube_arrays import MAX_STATES
from kibitz.games.backgammon.nets.inputs import N_INPUTS
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.learn.network import Floats, Network


class Layers(NamedTuple):
    """A network with one hidden layer; ``w2`` is (outputs, hidden)."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats


class EngineArrays(NamedTuple):
    """Networks and bearoff tables for `kernels`; ``small`` is the two-sided table with its four columns."""

    contact: Layers
    race: Layers
    pruning: Layers
    rolls: Floats
    first: Floats
    small: Floats
    choose: NDArray[np.int64]


class SearchWorkspace(NamedTuple):
    """Scratch space of a search, one slice per level, and its cache of evaluated positions; not shared by threads."""

    results: NDArray[np.int8]
    hashes: NDArray[np.int64]
    scores: NDArray[np.float64]
    boards: NDArray[np.int8]
    rolls: NDArray[np.int64]
    sums: Floats
    outs: Floats
    x: Floats
    hidden: Floats
    p: Floats
    keys: NDArray[np.int64]
    values: Floats
    cubes: NDArray[np.float64]
    cube_room: NDArray[np.float64]


WORKSPACE_LEVELS = 5
CACHE_ENTRIES = 1 << 16
"""Positions in the cache of a search; a power of two."""


def new_workspace(memory: int = CACHE_ENTRIES) -> SearchWorkspace:
    """Fresh scratch space; its cache belongs to one set of weights."""
    from kibitz.games.backgammon.moves.kernels import MAX_RESULTS

    return SearchWorkspace(
        np.zeros((WORKSPACE_LEVELS, MAX_RESULTS, 2, 25), dtype=np.int8),
        np.zeros((WORKSPACE_LEVELS, MAX_RESULTS), dtype=np.int64),
        np.zeros((WORKSPACE_LEVELS, MAX_RESULTS)),
        np.zeros((WORKSPACE_LEVELS, 2, 25), dtype=np.int8),
        np.zeros(WORKSPACE_LEVELS, dtype=np.int64),
        np.zeros((WORKSPACE_LEVELS, 5), dtype=np.float32),
        np.zeros((WORKSPACE_LEVELS, 5), dtype=np.float32),
        np.zeros(N_INPUTS, dtype=np.float32),
        np.zeros(1024, dtype=np.float32),
        np.zeros(5, dtype=np.float32),
        np.zeros(memory, dtype=np.int64),
        np.zeros((memory, 5), dtype=np.float32),
        np.zeros((WORKSPACE_LEVELS, 2, MAX_STATES)),
        np.zeros((4, 2 * MAX_STATES)),
    )


def layers(network: Network) -> Layers:
    """A network's arrays in the layout of the compiled code."""
    (w1, w2), (b1, b2) = network.weights, network.biases
    return Layers(_contiguous_copy(w1), _contiguous_copy(b1), _contiguous_copy(w2.T), _contiguous_copy(b2))


def build_engine(weights: Weights, progress: Progress = no_progress) -> EngineArrays:
    """The bundle for these weights; reads, or computes on first need, the bearoff tables."""
    table = one_sided_table(progress)
    small = two_sided_table(progress).table
    return EngineArrays(
        layers(weights.contact),
        layers(weights.race),
        layers(weights.pruning),
        _contiguous_copy(table.rolls),
        _contiguous_copy(table.first),
        _contiguous_copy(small),
        binomials(),
    )


def _contiguous_copy(array: Any) -> Floats:
    """A contiguous, writable copy, so that compiled code sees one type of array."""
    return np.array(array, dtype=np.float32, order="C")
