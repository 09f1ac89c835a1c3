"""Intrinsic ratings: a player's choices, put on a scale, always with an interval and the number of decisions.

The procedure of section VII: fit FF to the player's own decisions, project the expected loss on the reference set,
apply the line. The interval comes from resampling whole events; the paper's formula (steps 5 and 6) stands beside it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.bounds import loss_bounds
from kibitz.rate.fitting.fits import NORMAL_95, Fit, fit
from kibitz.rate.fitting.means import NoSolutionError
from kibitz.rate.fitting.projections import ERROR_WIDENING
from kibitz.rate.model.moments import moments
from kibitz.rate.ratings.resampling import DRAWS, FEW_EVENTS, by_decision, event_counts, mean_loss, resampled
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.records.sample import Sample, check_comparable

Method = Literal["bootstrap", "robust", "formula"]


@dataclass(frozen=True, slots=True, eq=False)
class Rating:
    """A rating on a scale with its 95 % interval, never without ``n``.

    ``value`` is ``None`` where the choices give bounds only. ``expected_loss`` and its bounds are scaled losses per
    decision of the reference set; ``standard_error`` is in rating points and includes the line's own error.
    ``extrapolated`` marks a value outside the marks of the scale, ``note`` says what else to keep in mind.
    """

    scale: str
    value: float | None
    low: float
    high: float
    standard_error: float | None
    n: int
    n_events: int
    expected_loss: float | None
    loss_low: float
    loss_high: float
    fit: Fit | None
    extrapolated: bool = False
    note: str = ""


def intrinsic_rating(
    sample: Sample, scale: Scale, *, interval: Method = "bootstrap", draws: int = DRAWS, seed: int = 0
) -> Rating:
    """Rate the choices of a sample on a scale; the sample's engine and scaling must be the scale's own.

    ``interval``: ``bootstrap`` resamples whole events (decisions, widened by 1.4, when there are few events),
    ``robust`` uses the sandwich formula, ``formula`` the paper's own with its multiplier.
    """
    check_comparable(sample, scale.reference)
    try:
        found = fit(sample, "ff", best=scale.best, lapse=scale.lapse)
    except NoSolutionError as error:
        return _bounded(sample, scale, str(error))
    loss = mean_loss(scale.reference, found.s, found.c, found.lapse)
    log_se, factors, failed = _spread(sample, found, scale, loss, interval, draws, seed)
    value, line = scale.rating(loss), scale.line_error(loss)
    own = abs(scale.slope) * loss * log_se
    total = math.hypot(own, line)
    # The line's error widens the interval about the value, in the same proportion on both sides.
    stretch = total / own if own > 0 else 1.0
    losses = sorted(loss * factor for factor in factors)
    ends = sorted(value + (scale.rating(x) - value) * stretch for x in losses)
    notes = []
    if sample.n_events < FEW_EVENTS and interval == "bootstrap":
        notes.append(f"only {sample.n_events} event{'s' if sample.n_events != 1 else ''}: decisions were resampled "
                     f"instead, and the interval widened by {ERROR_WIDENING}")  # fmt: skip
    if failed:
        notes.append(f"{failed} of {draws} resampled fits had no solution: the interval is too narrow")
    return Rating(
        scale=scale.name,
        value=value,
        low=ends[0],
        high=ends[1],
        standard_error=total,
        n=len(sample),
        n_events=sample.n_events,
        expected_loss=loss,
        loss_low=losses[0],
        loss_high=losses[1],
        fit=found,
        extrapolated=scale.extrapolates(value),
        note="; ".join(notes),
    )


def _spread(
    sample: Sample, found: Fit, scale: Scale, loss: float, interval: Method, draws: int, seed: int
) -> tuple[float, tuple[float, float], int]:
    """Relative standard error of the expected loss, factors to its interval's ends, and draws without a solution.

    Rare blunders make the scatter within one sample a poor guide, so resampling never gives less than the model's own
    formula; the interval is symmetric on the logarithmic scale, with Student's factor for the number of units.
    """
    formula = found.projection.error_se / found.projection.error
    failed, units = 0, max(sample.n_events, 2)
    if interval == "formula":
        relative, units = ERROR_WIDENING * formula, len(sample)
    elif interval == "robust":
        relative = max(robust_relative_error(found, scale.reference), formula)
    elif interval == "bootstrap":
        few = sample.n_events < FEW_EVENTS
        parts = by_decision(sample) if few else sample
        rng = np.random.default_rng(seed)
        again = resampled(parts, found, scale.reference, event_counts(parts.n_events, draws, rng))
        logs = np.log(again.expected_loss[np.isfinite(again.expected_loss)] / loss)
        if len(logs) < 2:
            raise InputError("draws: too few resampled fits have a solution; use the formula interval")
        relative = (ERROR_WIDENING if few else 1.0) * max(float(logs.std(ddof=1)), formula)
        failed, units = again.failed, parts.n_events
    else:
        raise InputError(f"interval: bootstrap, robust or formula is accepted, not {interval!r}")
    width = student_95(units - 1) * relative
    return relative, (math.exp(-width), math.exp(width)), failed


def student_95(degrees: int) -> float:
    """The two-sided 95 % point of Student's distribution, by its expansion in 1/degrees; too small below 3."""
    z, n = NORMAL_95, max(degrees, 1)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def robust_relative_error(found: Fit, reference: Sample) -> float:
    """Standard error of log expected loss on the reference set, from the robust covariance of (log s, log c)."""
    if found.covariance is None:
        raise InputError(f"interval: method {found.method} has no robust covariance; use bootstrap")
    gradient = loss_gradient(found, reference)
    return math.sqrt(max(float(gradient @ found.covariance @ gradient), 0.0))


def loss_gradient(found: Fit, reference: Sample) -> FloatArray:
    """Derivatives of log expected loss on the reference set by log s and log c."""
    m = moments(reference, found.s, found.c, lapse=found.lapse)
    return np.asarray((reference.weights @ m.by_loss) / (reference.weights @ m.loss))


def _bounded(sample: Sample, scale: Scale, reason: str) -> Rating:
    """Bounds where FF has no solution, with the usual consistency of the scale's marks."""
    c = float(np.median([mark.c for mark in scale.marks])) if scale.marks else None
    losses = loss_bounds(sample, scale.reference) if c is None else loss_bounds(sample, scale.reference, c)
    ends = sorted(scale.rating(x) for x in losses)
    return Rating(scale.name, None, ends[0], ends[1], None, len(sample), sample.n_events, None, losses[0], losses[1],
                  None, note=f"{reason}; bounds are from the likelihood with the usual consistency")  # fmt: skip
