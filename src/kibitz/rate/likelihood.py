"""Maximum likelihood, with or without a lapse, and Bayes on a grid (section IV.A of the paper).

The tail of the model falls double-exponentially, so that a few blunders drive the plain likelihood fit, which then
projects too large an average error. A lapse, ``(1 - e) p + e/n``, takes them up: it predicts best of all fits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.moments import moments
from kibitz.rate.optimum import minimum
from kibitz.rate.sample import Sample
from kibitz.rate.start import box, starts
from kibitz.rate.surface import Surface

_STEP = 1e-5
"""Of the differences that give second derivatives from exact first ones."""
FIRST_LAPSE = 0.02
_LOGIT_LAPSE = (-14.0, 0.0)


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
        raise InputError("every decision has one option only, so nothing can be said about skill")
    share = sample.weights / sample.weights.sum()

    def gradient(theta: FloatArray) -> tuple[float, FloatArray]:
        nats, scores = likelihood_scores(sample, theta, tie_first)
        return float(share @ nats), -(share @ scores)

    def objective(theta: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        value, slope = gradient(theta)
        curvature = np.empty((len(theta), len(theta)))
        for j in range(len(theta)):
            moved = theta.copy()
            moved[j] += _STEP
            curvature[j] = (gradient(moved)[1] - slope) / _STEP
        return value, slope, 0.5 * (curvature + curvature.T)

    low, high = box(sample)
    extra = [np.log(FIRST_LAPSE / (1 - FIRST_LAPSE))] if with_lapse else []
    if with_lapse:
        low, high = np.append(low, _LOGIT_LAPSE[0]), np.append(high, _LOGIT_LAPSE[1])

    def badness(some: Sample, theta: FloatArray) -> float:
        nats, _ = likelihood_scores(some, np.append(theta, extra), tie_first)
        return float(some.weights @ nats)

    first = starts(sample, badness, n=1)[0]
    found = minimum(objective, np.append(first, extra), low, high)
    return LikelihoodFit(found.at, found.value, found.curvature, found.converged)


def likelihood_scores(
    sample: Sample, theta: FloatArray, tie_first: float | None = None
) -> tuple[FloatArray, FloatArray]:
    """Nats of each choice made (N,), and the derivatives of its log probability by the parameters (N, 2 or 3)."""
    m = moments(sample, *np.exp(theta[:2]), tie_first=tie_first)
    if len(theta) == 2:
        return -m.log_chosen, m.by_log_chosen
    e = float(_lapse(theta[2]))
    log_aware, log_blind = m.log_chosen + np.log1p(-e), np.log(e) - np.log(sample.counts)
    log_p = np.logaddexp(log_aware, log_blind)
    aware, blind = np.exp(log_aware - log_p), np.exp(log_blind - log_p)
    by_logit = blind * (1 - e) - aware * e
    return -log_p, np.column_stack([aware[:, None] * m.by_log_chosen, by_logit])


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
    total = sample.weights.sum()
    spread = 5 * np.sqrt(np.diag(np.linalg.pinv(mode.curvature[:2, :2] * total)).clip(1e-12, 1.0))
    surface = Surface.around(mode.at[:2], spread, degree=4 if len(sample) > 5_000 else 8)
    log_likelihood = surface.values(
        lambda theta: -np.array([sample.weights @ likelihood_scores(sample, theta, tie_first)[0]])
    )
    log_s = np.linspace(mode.at[0] - spread[0], mode.at[0] + spread[0], points)
    log_c = np.linspace(mode.at[1] - spread[1], mode.at[1] + spread[1], points)
    grid = np.stack(np.meshgrid(log_s, log_c, indexing="ij"), axis=-1).reshape(-1, 2)
    height = surface.interpolated(log_likelihood, grid)[:, 0].reshape(points, points)
    weight = np.exp(height - height.max())
    return Posterior(log_s, log_c, weight / weight.sum())
