"""All that the compiled evaluation needs, as one bundle of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.work import Progress, no_progress
from kibitz.games.backgammon.bearoff.index import binomials
from kibitz.games.backgammon.bearoff.tables import one_sided, two_sided
from kibitz.games.backgammon.nets.inputs import INPUTS
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.learn.network import Floats, Network


class Layers(NamedTuple):
    """A network with one hidden layer; ``w2`` is (outputs, hidden)."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats


class Engine(NamedTuple):
    """Networks and bearoff tables for `kernels`."""

    contact: Layers
    race: Layers
    pruning: Layers
    rolls: Floats
    first: Floats
    small: Floats
    choose: NDArray[np.int64]


class Room(NamedTuple):
    """Scratch space of a search, one slice a level, and its memory of evaluated positions; not shared by threads."""

    results: NDArray[np.int8]
    hashes: NDArray[np.int64]
    scores: NDArray[np.float64]
    boards: NDArray[np.int8]
    sums: Floats
    outs: Floats
    x: Floats
    hidden: Floats
    p: Floats
    keys: NDArray[np.int64]
    values: Floats


LEVELS = 5
MEMORY = 1 << 16
"""Positions remembered by a search; a power of two."""


def new_room(memory: int = MEMORY) -> Room:
    """Fresh scratch space; its memory belongs to one set of weights."""
    from kibitz.games.backgammon.moves.kernels import MAX_RESULTS

    return Room(
        np.zeros((LEVELS, MAX_RESULTS, 2, 25), dtype=np.int8),
        np.zeros((LEVELS, MAX_RESULTS), dtype=np.int64),
        np.zeros((LEVELS, MAX_RESULTS)),
        np.zeros((LEVELS, 2, 25), dtype=np.int8),
        np.zeros((LEVELS, 5), dtype=np.float32),
        np.zeros((LEVELS, 5), dtype=np.float32),
        np.zeros(INPUTS, dtype=np.float32),
        np.zeros(1024, dtype=np.float32),
        np.zeros(5, dtype=np.float32),
        np.zeros(memory, dtype=np.int64),
        np.zeros((memory, 5), dtype=np.float32),
    )


def layers(network: Network) -> Layers:
    """A network's arrays as the compiled code wants them."""
    (w1, w2), (b1, b2) = network.weights, network.biases
    return Layers(_own(w1), _own(b1), _own(w2.T), _own(b2))


def engine_of(weights: Weights, progress: Progress = no_progress) -> Engine:
    """The bundle for these weights; reads, or computes on first need, the bearoff tables."""
    table = one_sided(progress)
    small = two_sided(progress).table[:, :, 0]
    return Engine(
        layers(weights.contact),
        layers(weights.race),
        layers(weights.pruning),
        _own(table.rolls),
        _own(table.first),
        _own(small),
        binomials(),
    )


def _own(array: Any) -> Floats:
    """A contiguous, writable copy, so that compiled code sees one type of array."""
    return np.array(array, dtype=np.float32, order="C")
