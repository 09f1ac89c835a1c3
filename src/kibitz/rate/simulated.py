"""Simulated decisions: positions without a game, for trying out fits, ratings and agents."""

from __future__ import annotations

import numpy as np

from kibitz.core import InputError, Unit
from kibitz.rate.sample import MAX_ELEMENTS, Sample


def simulated_positions(n: int, options: int, rng: np.random.Generator, events: int = 0, fewest: int = 2) -> Sample:
    """Decisions shaped like chess positions, in pawns, the best option chosen everywhere.

    The best value is near 0, gaps between options differ from one decision to the next, some are ties, and each
    decision has ``fewest`` to ``options`` options. They are dealt out in order to ``events`` events, or are independent.
    """
    if not (n >= 1 and 1 <= fewest <= options and n * options <= MAX_ELEMENTS):
        raise InputError(f"n and options: up to {MAX_ELEMENTS:,} options in all are accepted, at least one each")
    gaps = rng.exponential(1.0, (n, options)) * rng.uniform(0.03, 0.5, (n, 1)) * (rng.random((n, options)) > 0.05)
    gaps[:, 0] = 0.0
    values = rng.normal(0.0, 0.8, (n, 1)) - np.cumsum(gaps, axis=1)
    values[np.arange(options) >= rng.integers(fewest, options + 1, n)[:, None]] = -np.inf
    names = [f"event {i * events // n + 1:03}" for i in range(n)] if events else None
    return Sample.from_arrays(values, np.zeros(n, dtype=np.intp), unit=Unit.PAWNS, events=names)
