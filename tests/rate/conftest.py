"""Simulated decisions for the tests of ratings."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import Unit
from kibitz.rate import Sample


def simulated_positions(n: int, width: int, seed: int, events: int = 0) -> Sample:
    """Decisions like chess positions: a best value near 0, gaps that differ from one decision to the next, ties."""
    rng = np.random.default_rng(seed)
    gaps = rng.exponential(1.0, (n, width)) * rng.uniform(0.03, 0.5, (n, 1)) * (rng.random((n, width)) > 0.05)
    gaps[:, 0] = 0.0
    values = rng.normal(0.0, 0.8, (n, 1)) - np.cumsum(gaps, axis=1)
    options = rng.integers(2, width + 1, n)
    values[np.arange(width) >= options[:, None]] = -np.inf
    names = None if events == 0 else [f"event {i * events // n}" for i in range(n)]
    return Sample.from_arrays(values, np.zeros(n, dtype=int), unit=Unit.PAWNS, events=names)


@pytest.fixture(scope="session")
def positions() -> Sample:
    """A thousand decisions with up to 30 options in 40 events, the best option chosen everywhere."""
    return simulated_positions(1000, 30, seed=11, events=40)


@pytest.fixture(scope="session")
def make_positions():
    """The function that makes simulated decisions."""
    return simulated_positions
