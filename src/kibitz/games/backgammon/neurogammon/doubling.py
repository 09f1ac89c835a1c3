"""The doubling network: nine outputs, their sum a score from 0 to 9, a tenth of it a winning chance (section 3).

The paper's nine categories come from a book's commentary. Here they come from equities: category k, 1
to 9, is the nearest to ten times (cubeless money equity + 1) / 2. Output j, 1 to 9, should be 1 where the category is
j or more, so that the outputs sum to it.
"""

from __future__ import annotations

import numpy as np

from kibitz.core import FloatArray
from kibitz.learn.network import Floats

CATEGORIES = 9


def doubling_category(equity: FloatArray) -> FloatArray:
    """Doubling strength from 1 to 9 of cubeless money equities for the player on roll."""
    return np.clip(np.rint(5 * (np.asarray(equity) + 1)), 1, CATEGORIES)


def category_targets(categories: FloatArray) -> Floats:
    """Targets ``(n, 9)`` of the nine outputs."""
    return np.asarray(categories[:, None] >= np.arange(1, CATEGORIES + 1), dtype=np.float32)


def network_chance(outputs: Floats) -> FloatArray:
    """p_n: a tenth of the sum of the nine outputs."""
    return np.asarray(outputs.sum(axis=1) / 10, dtype=np.float64)


def blended_chance(p_network: float, p_race: float, contact: float) -> float:
    """The interpolated chance: the network's where fully engaged, the race's where disengaged."""
    return contact * p_network + (1 - contact) * p_race


def score_accuracy(outputs: Floats, categories: FloatArray) -> tuple[float, float]:
    """The paper's measures: shares of scores within 0.5 of the category, and off by more than 1.5."""
    sigma = np.abs(outputs.sum(axis=1) - categories)
    return float((sigma < 0.5).mean()), float((sigma > 1.5).mean())
