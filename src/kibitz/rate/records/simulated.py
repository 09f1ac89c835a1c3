"""Simulated decisions that belong to no game, for experiments with fits, ratings and agents."""

from __future__ import annotations

import numpy as np

from kibitz.core import InputError, Unit
from kibitz.rate.records.sample import MAX_ELEMENTS, Sample

FIRST_GAP, GAP_DECAY, GAP_SPREAD, LARGEST_GAP, TIES = 0.16, 0.6, 1.4, 5.0, 0.08
"""Median gap between best and second option in pawns, how it falls with the rank, the standard deviation of its
logarithm, its cap, and the chance of a tie: as in chess positions valued by Stockfish 15.1 at depth 11."""


def simulated_positions(n: int, options: int, rng: np.random.Generator, events: int = 0, fewest: int = 2) -> Sample:
    """Decisions shaped like chess positions, in pawns, the best option chosen everywhere.

    The best value is near 0, gaps between options are log-normal and fall with the rank, some are ties, and each
    decision has ``fewest`` to ``options`` options. They are assigned in order to ``events`` events, or independent.
    """
    if not (n >= 1 and 1 <= fewest <= options and n * options <= MAX_ELEMENTS):
        raise InputError(f"n and options: give at least 1 of each and at most {MAX_ELEMENTS:,} options in total")
    medians = FIRST_GAP * np.arange(1, options + 1) ** -GAP_DECAY
    gaps = medians * np.exp(rng.normal(0.0, GAP_SPREAD, (n, options))) * (rng.random((n, options)) > TIES)
    drops = np.cumsum(np.minimum(gaps, LARGEST_GAP), axis=1)
    values = rng.normal(0.0, 1.0, (n, 1)) - np.concatenate([np.zeros((n, 1)), drops[:, :-1]], axis=1)
    values[np.arange(options) >= rng.integers(fewest, options + 1, n)[:, None]] = -np.inf
    names = [f"event {i * events // n + 1:03}" for i in range(n)] if events else None
    return Sample.from_arrays(values, np.zeros(n, dtype=np.intp), unit=Unit.PAWNS, events=names)
