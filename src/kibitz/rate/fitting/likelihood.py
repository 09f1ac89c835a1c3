"""Maximum likelihood, with or without a lapse, and Bayes on a grid (section IV.A of the paper).

The tail of the model falls double-exponentially, so that a few blunders drive the plain likelihood fit, which then
projects too large an average error. A lapse, ``(1 - e) p + e/n``, absorbs them; of all fits it predicts best.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.chebyshev import ChebyshevSurface
from kibitz.rate.fitting.starting_points import best_grid_points, minimise_in_stages, parameter_box
from kibitz.rate.model.moments import moments
from kibitz.rate.records.sample import Sample

FIRST_LAPSE = 0.02
_LOGIT_LAPSE = (-14.0, 0.0)
_WIDTHS = 5.0
"""Half-width of the posterior's grid in standard deviations."""


@dataclass(frozen=True, slots=True, eq=False)
class LikelihoodFit:
    """(log s, log c[, logit of the lapse]), the mean nats, and the curvature of the mean nats there."""

    at: FloatArray
    nats: float
    curvature: FloatArray
    converged: bool

    @property
    def lapse(self) -> float:
        """The fitted lapse, 0 for the plain fit."""
        return float(_lapse(self.at[2])) if len(self.at) == 3 else 0.0


def likelihood_fit(sample: Sample, with_lapse: bool = False, tie_first: float | None = None) -> LikelihoodFit:
    """The parameters under which the choices made are most probable."""
    if (sample.counts == 1).all():
        raise InputError("every decision has only one option, so the choices say nothing about skill")
    low, high = parameter_box(sample)
    extra = [np.log(FIRST_LAPSE / (1 - FIRST_LAPSE))] if with_lapse else []
    if with_lapse:
        low, high = np.append(low, _LOGIT_LAPSE[0]), np.append(high, _LOGIT_LAPSE[1])

    def objective(some: Sample, theta: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        nats, scores, curvature = likelihood_scores(some, theta, tie_first)
        share = some.weights / some.weights.sum()
        return float(share @ nats), -(share @ scores), -np.tensordot(share, curvature, axes=1)

    def badness(some: Sample, theta: FloatArray) -> float:
        return float(some.weights @ likelihood_scores(some, np.append(theta, extra), tie_first)[0])

    result = minimise_in_stages(
        sample, objective, [np.append(best_grid_points(sample, badness, n=1)[0], extra)], low, high
    )
    return LikelihoodFit(result.at, result.value, result.curvature, result.converged)


def likelihood_scores(
    sample: Sample, theta: FloatArray, tie_first: float | None = None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Nats of each choice made (N,), and the first and second derivatives of its log probability by the parameters:
    (N, m) and (N, m, m), with m = 2, or 3 with a lapse."""
    m = moments(sample, *np.exp(theta[:2]), tie_first=tie_first, bends=True)
    g, h = m.by_log_chosen, m.bend_log_chosen[:, [0, 1, 1, 2]].reshape(-1, 2, 2)
    if len(theta) == 2:
        return -m.log_chosen, g, h
    e = float(_lapse(theta[2]))
    log_aware, log_blind = m.log_chosen + np.log1p(-e), np.log(e) - np.log(sample.counts)
    log_p = np.logaddexp(log_aware, log_blind)
    aware = np.exp(log_aware - log_p)
    doubt = aware * (1 - aware)
    # Where the choice is certainly random, derivatives of 1e250 would overflow on squaring.
    g = np.where((aware > 0)[:, None], g, 0.0)
    curvature = np.empty((len(sample), 3, 3))
    curvature[:, :2, :2] = aware[:, None, None] * h + doubt[:, None, None] * g[:, :, None] * g[:, None, :]
    curvature[:, :2, 2] = curvature[:, 2, :2] = -doubt[:, None] * g
    curvature[:, 2, 2] = doubt - e * (1 - e)
    return -log_p, np.column_stack([aware[:, None] * g, 1 - e - aware]), curvature


def _lapse(logit: FloatArray | float) -> FloatArray:
    return np.asarray(1 / (1 + np.exp(-np.asarray(logit))))


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """Probability of each (log s, log c) of a grid, all points equally likely before the data."""

    log_s: FloatArray
    log_c: FloatArray
    probability: FloatArray

    @property
    def mean(self) -> FloatArray:
        """Posterior mean of (log s, log c)."""
        return np.array([self.probability.sum(axis=1) @ self.log_s, self.probability.sum(axis=0) @ self.log_c])

    @property
    def covariance(self) -> FloatArray:
        """Posterior covariance of (log s, log c)."""
        a, b = self.log_s - self.mean[0], self.log_c - self.mean[1]
        both = float(a @ self.probability @ b)
        variances = self.probability.sum(axis=1) @ a**2, self.probability.sum(axis=0) @ b**2
        return np.array([[variances[0], both], [both, variances[1]]])

    def interval(self, parameter: int, level: float = 0.95) -> tuple[float, float]:
        """Central credible interval of s (``parameter`` 0) or c (1)."""
        axis = (self.log_s, self.log_c)[parameter]
        mass = np.cumsum(self.probability.sum(axis=1 - parameter))
        middle = mass - 0.5 * np.diff(mass, prepend=0.0)
        tail = (1 - level) / 2
        low, high = np.interp([tail, 1 - tail], middle, axis)
        return float(np.exp(low)), float(np.exp(high))


def posterior(sample: Sample, mode: LikelihoodFit, points: int = 41, tie_first: float | None = None) -> Posterior:
    """The posterior around the likelihood fit, five standard deviations each way.

    The log likelihood is analytic, so it is evaluated at a few Chebyshev points and interpolated on the grid.
    """
    covariance = np.linalg.pinv(mode.curvature[:2, :2] * sample.weights.sum())
    surface = ChebyshevSurface.around(mode.at[:2], covariance, _WIDTHS, degree=4 if len(sample) > 5_000 else 8)

    def log_likelihood(theta: FloatArray) -> FloatArray:
        return np.array([-(sample.weights @ likelihood_scores(sample, theta, tie_first)[0])])

    spread = _WIDTHS * np.sqrt(np.diag(covariance).clip(1e-10, 1.0))
    log_s, log_c = (mode.at[j] + np.linspace(-spread[j], spread[j], points) for j in (0, 1))
    grid = np.stack(np.meshgrid(log_s, log_c, indexing="ij"), axis=-1).reshape(-1, 2)
    height = np.full(len(grid), -np.inf)
    near = surface.contains(grid)
    height[near] = surface.interpolate(surface.evaluate_at_nodes(log_likelihood), grid[near])[:, 0]
    weight = np.exp(height - height.max()).reshape(points, points)
    return Posterior(log_s, log_c, weight / weight.sum())
