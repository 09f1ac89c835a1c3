"""Projected and observed averages of a sample, and the standard errors of their difference.

Equations 1-5 of the paper, corrected: its equation 4 is the variance of the *count* of best choices, its equation 5
the mean variance *per decision*; the standard errors here are those of the two averages. Errors are scaled by
default, as in Table I and equation 8; the raw average is included too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray
from kibitz.rate.model.moments import BestRule, Moments, chose_best, moments, probabilities
from kibitz.rate.records.sample import Sample

BEST_WIDENING = 1.15
ERROR_WIDENING = 1.4
"""Multipliers for standard errors of best-choice rate and average error, for decisions that are not quite
independent (section II.A). Measured by resampling whole chess games: 1.15-1.3 and 1.1-1.4."""

ORF_FACTOR = 10_000.0
"""Frequencies in percent, squared."""


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """Averages over a sample, weighted: projected, observed, and the standard error of the projection.

    Rates are fractions of 1, errors scaled losses per decision (``raw_error``: in the unit of the utilities).
    ``ranks`` are the frequencies of choosing the k-th best option.
    """

    best_rate: float
    best_rate_se: float
    best_rate_observed: float
    error: float
    error_se: float
    error_observed: float
    raw_error: float
    raw_error_observed: float
    ranks: FloatArray
    ranks_se: FloatArray
    ranks_observed: FloatArray

    @property
    def z_best(self) -> float:
        """Observed minus projected best-choice rate, in standard errors."""
        return _ratio(self.best_rate_observed - self.best_rate, self.best_rate_se)

    @property
    def z_error(self) -> float:
        """Observed minus projected average error, in standard errors; positive is worse play than projected."""
        return _ratio(self.error_observed - self.error, self.error_se)

    @property
    def orf(self) -> float:
        """Ordinal rank fit: the sum of squared differences of the frequencies in percent (section III)."""
        return ORF_FACTOR * float(((self.ranks - self.ranks_observed) ** 2).sum())


def project(
    sample: Sample,
    s: float,
    c: float,
    *,
    lapse: float = 0.0,
    best: BestRule = "any",
    tie_first: float | None = None,
    known: Moments | None = None,
) -> Projection:
    """Everything the model projects for this sample at (s, c); ``known`` are its moments there, if at hand."""
    m = moments(sample, s, c, lapse=lapse, best=best, tie_first=tie_first) if known is None else known
    p = probabilities(sample, s, c, lapse=lapse, tie_first=tie_first)
    share = sample.weights / sample.weights.sum()
    raw = np.where(sample.mask, sample.values[:, :1] - sample.values, 0.0)
    return Projection(
        best_rate=float(share @ m.best),
        best_rate_se=float(np.sqrt((share**2) @ (m.best * (1 - m.best)).clip(0))),
        best_rate_observed=float(share @ chose_best(sample, best)),
        error=float(share @ m.loss),
        error_se=float(np.sqrt((share**2) @ (m.squared_loss - m.loss**2).clip(0))),
        error_observed=float(share @ sample.losses),
        raw_error=float(share @ (p * raw).sum(axis=1)),
        raw_error_observed=float(share @ sample.raw_losses),
        ranks=share @ p,
        ranks_se=np.sqrt((share**2) @ (p * (1 - p)).clip(0)),
        ranks_observed=observed_ranks(sample),
    )


def project_chances(sample: Sample, chances: FloatArray, best: BestRule = "any") -> Projection:
    """The same from the chance of each option (N, K), in the order of the sample's columns, by whatever model."""
    share = sample.weights / sample.weights.sum()
    losses = np.where(sample.mask, sample.deltas, 0.0)
    raw = np.where(sample.mask, sample.values[:, :1] - sample.values, 0.0)
    is_best = (sample.deltas == 0) & sample.mask if best == "any" else np.arange(losses.shape[1]) == 0
    best_chance = (chances * is_best).sum(axis=1)
    loss, square = (chances * losses).sum(axis=1), (chances * losses**2).sum(axis=1)
    return Projection(
        best_rate=float(share @ best_chance),
        best_rate_se=float(np.sqrt((share**2) @ (best_chance * (1 - best_chance)).clip(0))),
        best_rate_observed=float(share @ chose_best(sample, best)),
        error=float(share @ loss),
        error_se=float(np.sqrt((share**2) @ (square - loss**2).clip(0))),
        error_observed=float(share @ sample.losses),
        raw_error=float(share @ (chances * raw).sum(axis=1)),
        raw_error_observed=float(share @ sample.raw_losses),
        ranks=share @ chances,
        ranks_se=np.sqrt((share**2) @ (chances * (1 - chances)).clip(0)),
        ranks_observed=observed_ranks(sample),
    )


def observed_ranks(sample: Sample) -> FloatArray:
    """How often the k-th best option was chosen, weighted; ties in the order of the list."""
    share = sample.weights / sample.weights.sum()
    return np.asarray(np.bincount(sample.chosen, weights=share, minlength=sample.deltas.shape[1]), dtype=np.float64)


def _ratio(difference: float, error: float) -> float:
    if error > 0:
        return difference / error
    return 0.0 if abs(difference) < 1e-12 else float(np.copysign(np.inf, difference))
