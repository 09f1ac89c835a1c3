"""Bounds on s from the likelihood with fixed consistency, for samples where FF has no solution."""

from __future__ import annotations

import numpy as np

from kibitz.rate.fitting.starting_points import parameter_box
from kibitz.rate.model.moments import moments
from kibitz.rate.ratings.resampling import mean_loss
from kibitz.rate.records.sample import Sample

DEFAULT_CONSISTENCY = 0.5
"""Typical c of people, which hardly varies: 0.54-0.55 in chess at all ratings, 0.32-0.41 in backgammon."""
_LIKELIHOOD_DROP = 1.920729
"""Half the 95 % point of chi-square with one degree of freedom."""
_POINTS = 149


def sensitivity_bounds(sample: Sample, c: float = DEFAULT_CONSISTENCY) -> tuple[float, float]:
    """About 95 % interval of s with c fixed: all s whose log likelihood is within 1.92 of the best.

    0 or infinity where nothing bounds s on that side (all choices best; choices no better than random).
    """
    low, high = parameter_box(sample)
    grid = np.linspace(low[0], high[0], _POINTS)
    height = np.array([float(sample.weights @ moments(sample, np.exp(at), c).log_chosen) for at in grid])
    above = height - (height.max() - _LIKELIHOOD_DROP)
    stored = np.flatnonzero(above >= 0)

    def crossing(outside: int, inside: int) -> float:
        a, b = max(above[outside], -1e6), above[inside]
        return float(np.exp(grid[outside] + (grid[inside] - grid[outside]) * (-a / (b - a) if b > a else 1.0)))

    first, last = int(stored[0]), int(stored[-1])
    return (
        0.0 if first == 0 else crossing(first - 1, first),
        np.inf if last == _POINTS - 1 else crossing(last + 1, last),
    )


def loss_bounds(sample: Sample, reference: Sample, c: float = DEFAULT_CONSISTENCY) -> tuple[float, float]:
    """Bounds on the expected loss on a reference set, from the bounds on s."""
    return tuple(_loss_at(reference, s, c) for s in sensitivity_bounds(sample, c))  # type: ignore[return-value]


def _loss_at(reference: Sample, s: float, c: float) -> float:
    if s == 0:
        return 0.0
    return blind_loss(reference) if np.isinf(s) else mean_loss(reference, s, c)


def worst_loss(reference: Sample) -> float:
    """Scaled loss per decision of a player who always takes the worst option."""
    worst = np.where(reference.mask, reference.deltas, 0.0).max(axis=1)
    return float(reference.weights @ worst / reference.weights.sum())


def blind_loss(reference: Sample) -> float:
    """Expected scaled loss per decision of a player who chooses at random."""
    mean = np.where(reference.mask, reference.deltas, 0.0).sum(axis=1) / reference.counts
    return float(reference.weights @ mean / reference.weights.sum())
