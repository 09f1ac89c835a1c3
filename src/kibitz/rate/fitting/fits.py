"""Fit a player's sensitivity s and consistency c to the choices made: seven methods, one result.

| method | what it does | section |
|---|---|---|
| ``ff`` | projects exactly the observed best-choice rate and average error; ratings use it | IV.C |
| ``ml`` | maximum likelihood | IV.A |
| ``ml-lapse`` | the same with a fitted lapse (chance of a random choice); predicts best | - |
| ``bayes`` | posterior mean on a grid of (log s, log c), flat prior | IV.A |
| ``pf`` | percentile fitting | IV.B |
| ``or``, ``or-weighted`` | least ordinal-rank error, plain or weighted by frequency | IV.D |
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.first_choice_falloff import ff_fit, ff_scores
from kibitz.rate.fitting.likelihood import Posterior, likelihood_fit, likelihood_scores, posterior
from kibitz.rate.fitting.percentiles import percentile_fit
from kibitz.rate.fitting.projections import Projection, project
from kibitz.rate.fitting.ranks import rank_fit
from kibitz.rate.model.moments import BestRule, moments
from kibitz.rate.records.sample import Sample

METHODS = ("ff", "ml", "ml-lapse", "bayes", "pf", "or", "or-weighted")
NORMAL_95 = 1.959963984540054


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A player of the model, and how well it describes the sample it was fitted to.

    ``covariance`` is that of (log s, log c), robust against dependence within events, where the method has one.
    ``nats`` is the mean log loss per decision on the same sample (the lapse included, if there is one). In the
    projection of ``ml-lapse`` the lapse is included too.
    """

    method: str
    s: float
    c: float
    lapse: float
    best: BestRule
    n: int
    n_events: int
    projection: Projection
    nats: float
    covariance: FloatArray | None = None
    posterior: Posterior | None = None
    lapse_covariance: FloatArray | None = None
    """Of (log s, log c, logit of the lapse), where the lapse was fitted."""

    @property
    def theta(self) -> FloatArray:
        """(log s, log c)."""
        return np.log([self.s, self.c])

    @property
    def orf(self) -> float:
        """Ordinal rank fit, see `Projection.orf`."""
        return self.projection.orf

    def interval(self, parameter: int, z: float = NORMAL_95) -> tuple[float, float] | None:
        """About 95 % interval of s (``parameter`` 0) or c (1), on the logarithmic scale."""
        if self.posterior is not None:
            return self.posterior.interval(parameter)
        if self.covariance is None:
            return None
        width = z * math.sqrt(max(float(self.covariance[parameter, parameter]), 0.0))
        middle = float(self.theta[parameter])
        return math.exp(middle - width), math.exp(min(middle + width, 700.0))


def fit(
    sample: Sample,
    method: str = "ff",
    *,
    best: BestRule = "any",
    lapse: float = 0.0,
    tie_first: float | None = None,
    start: FloatArray | None = None,
) -> Fit:
    """Fit the sample; ``ff`` raises `kibitz.rate.fitting.first_choice_falloff.NoSolutionError` where its equations
    have none.

    ``best`` says whether any option tied at the top is a best choice, or only the first listed. ``lapse`` is a fixed
    chance of a random choice inside the equations of ``ff``; ``ml-lapse`` fits its own. ``tie_first``: see
    `kibitz.rate.model.choice.choice_log_probabilities`; for ``ff`` and the likelihood fits. ``start`` is a first guess
    of (log s, log c) for ``ff``.
    """
    if method not in METHODS:
        raise InputError(f"method: must be one of {', '.join(METHODS)}, not {method!r}")
    if lapse and method != "ff":
        raise InputError("lapse: only method ff takes a fixed lapse; ml-lapse fits its own")
    if (sample.counts == 1).all():
        raise InputError("every decision has only one option, so the choices say nothing about skill")
    covariance, grid, likely, with_lapse = None, None, None, None
    if method == "ff":
        theta = ff_fit(sample, best, lapse, tie_first, start)
    elif method in ("ml", "ml-lapse", "bayes"):
        likely = likelihood_fit(sample, method == "ml-lapse", tie_first)
        theta, lapse = likely.at, likely.lapse
        if method == "bayes":
            grid = posterior(sample, likely, tie_first=tie_first)
            theta, covariance = grid.mean, grid.covariance
    elif method == "pf":
        theta = percentile_fit(sample)
    else:
        theta = rank_fit(sample, weighted=method == "or-weighted")
    s, c = (float(value) for value in np.exp(theta[:2]))
    m = moments(sample, s, c, lapse=lapse, best=best, tie_first=tie_first)
    if method == "ff":
        covariance = robust_covariance(sample, *ff_scores(sample, m, best))
    elif likely is not None and grid is None:
        scores = likelihood_scores(sample, theta, tie_first)[1] if lapse else m.by_log_chosen
        whole = robust_covariance(sample, scores, likely.curvature)
        covariance, with_lapse = whole[:2, :2], whole if len(whole) == 3 else None
    return Fit(
        method=method,
        s=s,
        c=c,
        lapse=lapse,
        best=best,
        n=len(sample),
        n_events=sample.n_events,
        projection=project(sample, s, c, lapse=lapse, best=best, tie_first=tie_first, known=m),
        nats=float(-(sample.weights @ m.log_chosen) / sample.weights.sum()),
        covariance=covariance,
        posterior=grid,
        lapse_covariance=with_lapse,
    )


def robust_covariance(sample: Sample, scores: FloatArray, derivative: FloatArray) -> FloatArray:
    """Covariance of the parameters that solve ``mean(scores) = 0``, by the sandwich formula with whole events as the
    independent units. ``derivative`` is the matrix of mean derivatives of the scores (its sign does not matter).

    The scores of all events add up to zero, so one event would show no scatter at all and two the same scatter twice:
    then decisions are the units.
    """
    share = sample.weights / sample.weights.sum()
    sums = event_sums(sample, share[:, None] * scores)
    if len(sums) < 3:
        sums = share[:, None] * scores
    n = len(sums)
    middle = sums.T @ sums * (n / (n - 1) if n > 1 else 1.0)
    inverse = np.linalg.pinv(derivative)
    return np.asarray(inverse @ middle @ inverse.T)


def event_sums(sample: Sample, columns: FloatArray) -> FloatArray:
    """Columns of an array (N, M) added up within each event present (E, M)."""
    _, codes = np.unique(sample.events, return_inverse=True)
    return np.stack([np.bincount(codes, weights=column) for column in columns.T], axis=1)
