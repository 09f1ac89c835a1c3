"""Simulated decisions for the tests of ratings."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.rate import Sample
from kibitz.rate.records.simulated import simulated_positions


@pytest.fixture(scope="session")
def positions() -> Sample:
    """A thousand decisions with up to 30 options in 40 events, the best option chosen everywhere."""
    return simulated_positions(1000, 30, np.random.default_rng(11), events=40)
