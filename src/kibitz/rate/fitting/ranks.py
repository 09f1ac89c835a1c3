"""Fitting the ordinal ranks (section IV.D): the (s, c) with the least ORF, plain or weighted by frequency."""

from __future__ import annotations

import numpy as np

from kibitz.core import FloatArray
from kibitz.rate.fitting.optimum import Evaluation
from kibitz.rate.fitting.projections import observed_ranks
from kibitz.rate.fitting.starting_points import best_grid_points, minimise_in_stages, parameter_box
from kibitz.rate.model.moments import rank_moments
from kibitz.rate.records.sample import Sample


def rank_fit(sample: Sample, weighted: bool = False) -> FloatArray:
    """(log s, log c) that minimise the sum of ``(projected_k - observed_k)^2``, times ``observed_k`` if weighted."""

    def residuals(some: Sample, theta: FloatArray) -> tuple[FloatArray, FloatArray]:
        m = rank_moments(some, *np.exp(theta))
        observed = observed_ranks(some)
        root = np.sqrt(observed) if weighted else np.ones(len(observed))
        # In percent, so that the value is the ORF and steps are judged on a natural scale.
        return 100 * root * (m.ranks - observed), 100 * root[:, None] * m.by_ranks

    def objective(some: Sample, theta: FloatArray) -> Evaluation:
        residual, jacobian = residuals(some, theta)
        return float(residual @ residual), 2 * jacobian.T @ residual, 2 * jacobian.T @ jacobian

    def badness(some: Sample, theta: FloatArray) -> float:
        return float((residuals(some, theta)[0] ** 2).sum())

    return minimise_in_stages(sample, objective, best_grid_points(sample, badness, n=2), *parameter_box(sample)).at
