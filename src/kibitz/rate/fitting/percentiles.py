"""Percentile fitting (PF, section IV.B): the (s, c) whose percentiles the choices hit as often as they should."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.core import FloatArray
from kibitz.rate.fitting.optimum import Evaluation
from kibitz.rate.fitting.starting_points import best_grid_points, minimise_in_stages, parameter_box
from kibitz.rate.model.moments import rank_moments
from kibitz.rate.records.sample import Sample

PERCENTILES = 40
"""Midpoints of the integral over q; 100 move s and c by less than 1 %."""


def hit_scores(before: FloatArray, chance: FloatArray, q: FloatArray) -> FloatArray:
    """Hit score of each decision at each percentile (N, Q).

    ``before`` is the probability of all better options than the chosen one, ``chance`` that of the chosen one.
    """
    width = np.maximum(chance, 1e-300)[:, None]
    return np.clip((q - before[:, None]) / width, 0.0, 1.0)


def percentile_fit(
    sample: Sample, percentiles: int = PERCENTILES, weight: Callable[[FloatArray], FloatArray] | None = None
) -> FloatArray:
    """(log s, log c) that minimise the integral of H(q) (q - f_q)^2; H is 1 unless ``weight`` is given."""
    q = (np.arange(percentiles) + 0.5) / percentiles
    root = np.sqrt(np.ones(percentiles) if weight is None else np.asarray(weight(q), dtype=np.float64))

    def objective(some: Sample, theta: FloatArray) -> Evaluation:
        residual, jacobian = _residuals(some, theta, q)
        residual, jacobian = residual * root, jacobian * root[:, None]
        return float(residual @ residual), 2 * jacobian.T @ residual, 2 * jacobian.T @ jacobian

    def badness(some: Sample, theta: FloatArray) -> float:
        return float((_residuals(some, theta, q)[0] ** 2).sum())

    return minimise_in_stages(sample, objective, best_grid_points(sample, badness, n=1), *parameter_box(sample)).at


def _residuals(sample: Sample, theta: FloatArray, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean hit score minus q (Q,), and its derivatives by log s and log c (Q, 2)."""
    share = sample.weights / sample.weights.sum()
    m = rank_moments(sample, *np.exp(theta))
    scores = hit_scores(m.before, m.chance, q)
    inside = (scores > 0) & (scores < 1)
    over = (share / np.maximum(m.chance, 1e-300))[:, None]
    jacobian = -(inside.T @ (over * m.by_before) + (scores * inside).T @ (over * m.by_chance))
    return share @ scores - q, jacobian
