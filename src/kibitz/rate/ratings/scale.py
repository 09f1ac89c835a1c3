"""Scales: from the expected loss of (s, c) on a fixed reference set to rating points (section VII, equation 8).

A scale belongs to one engine, version, depth and number of lines; samples of another are rejected. Games without a
rating system use `loss_scale`: the expected loss itself.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.depth_model.parameters import SKILL_RANGE, DepthParameters
from kibitz.rate.fitting.bounds import DEFAULT_CONSISTENCY
from kibitz.rate.fitting.chebyshev import ChebyshevSurface
from kibitz.rate.fitting.fits import fit
from kibitz.rate.model.moments import BestRule, moments
from kibitz.rate.ratings.resampling import mean_loss
from kibitz.rate.records.sample import Sample, check_comparable

TYPICAL_SCATTER = 2.2
"""Standard deviation of people's log error times the root of the number of decisions, alike at 25, 75 and 225."""
BISECTION_LOG_S = (-40.0, 20.0)
"""Range of log s that is searched for the agent of a rating."""
TABLE_DEGREE, TABLE_MARGINS = 4, (0.8, 0.02)
"""Degree of the table of losses of a scale, and how far it reaches beyond the log s and log c of the marks."""


@dataclass(frozen=True, slots=True)
class CalibrationMark:
    """One group of players of known rating, as fitted: a point of the line."""

    rating: float
    s: float
    c: float
    expected_loss: float
    n: int
    n_events: int

    def to_json(self) -> dict[str, Any]:
        """The mark as a JSON object."""
        return {
            "rating": self.rating,
            "s": self.s,
            "c": self.c,
            "expected_loss": self.expected_loss,
            "n": self.n,
            "events": self.n_events,
        }


@dataclass(frozen=True, slots=True, eq=False)
class AdjustedLine:
    """``rating = intercept + slope * adjusted error``, and all that an adjusted error needs.

    ``shape`` is the shared shape of the depth model; it was first fitted with skill ``(rating - zero) / unit``.
    ``expected`` is the expected loss per decision of the reference set at the skills of
    `kibitz.rate.depth_model.depth_sample.SKILL_GRID`, ``cuts`` its terciles of sharpness, ``errors`` the adjusted error
    of each mark. Few decisions use the prior and ``log_intercept + log_slope * log(adjusted + .001)``.
    """

    shape: DepthParameters
    zero: float
    unit: float
    intercept: float
    slope: float
    log_intercept: float
    log_slope: float
    prior_mean: float
    prior_sd: float
    cuts: tuple[float, float]
    expected: FloatArray
    ratings: tuple[float, ...]
    errors: tuple[float, ...]
    covariance: tuple[tuple[float, float], tuple[float, float]] = ((0.0, 0.0), (0.0, 0.0))

    def rating(self, adjusted: float) -> float:
        """The rating of a player with this adjusted error."""
        return self.intercept + self.slope * adjusted

    def skill(self, rating: float) -> float:
        """theta of the typical player with this rating: the one whose expected loss on the reference set has it.

        So what plays like people at a rating is rated there. A scale whose skills do not span its marks uses the skills
        of the fit. Beyond its ends the last skill serves. Raises for a rating far beyond the marks.
        """
        grid = np.linspace(*SKILL_RANGE, len(self.expected))
        falling = int(np.argmax(self.expected))
        losses, skills = self.expected[falling:][::-1], grid[falling:][::-1]
        low, high = self.rating(float(losses[-1])), self.rating(float(losses[0]))
        if low <= min(self.ratings) and max(self.ratings) <= high:
            wanted = (rating - self.intercept) / self.slope
            skill = float(np.interp(math.log(max(wanted, 1e-300)), np.log(losses), skills))
        else:
            skill = (rating - self.zero) / self.unit
        ends = [self.zero + end * self.unit for end in SKILL_RANGE]
        low, high = min(low, ends[0]), max(high, ends[1])
        if not low <= rating <= high:
            raise InputError(f"rating: must be from {low:.0f} to {high:.0f} on this scale, not {rating:g}")
        return skill

    @property
    def residuals(self) -> FloatArray:
        """Rating of each mark minus what the line gives it."""
        return np.array([r - self.rating(x) for r, x in zip(self.ratings, self.errors, strict=True)])

    def line_error(self, adjusted: float) -> float:
        """Standard error of the line at this error, in rating points."""
        return line_error(self.covariance, adjusted)


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """``rating = intercept + slope * expected loss``, the loss being scaled and per decision of ``reference``.

    ``slope`` is negative for rating points and 1 for the plain loss scale, where smaller is better.
    ``line_covariance`` is that of (intercept, slope), zero where there are too few marks. ``adjusted`` is the
    line of adjusted errors, where the scale has one: expected losses are never put on it, nor the reverse;
    ``at_last`` the same for decisions with values at the last depth alone, where ``adjusted`` asks for several.
    """

    name: str
    intercept: float
    slope: float
    reference: Sample
    marks: tuple[CalibrationMark, ...] = ()
    best: BestRule = "any"
    lapse: float = 0.0
    line_covariance: tuple[tuple[float, float], tuple[float, float]] = ((0.0, 0.0), (0.0, 0.0))
    adjusted: AdjustedLine | None = None
    at_last: AdjustedLine | None = None

    def line_for(self, sample: Sample) -> AdjustedLine | None:
        """The line of adjusted errors whose depths a sample has: all of its depths if possible, otherwise the last."""
        depths = 1 if sample.by_depth is None else sample.by_depth.shape[1]
        known = [line for line in (self.adjusted, self.at_last) if line is not None]
        return next((line for line in known if len(line.shape.depths) in (1, depths)), None)

    @property
    def residuals(self) -> FloatArray:
        """Rating of each mark minus what the line gives it."""
        return np.array([mark.rating - self.rating(mark.expected_loss) for mark in self.marks])

    @property
    def r_squared(self) -> float:
        """Share of the variance of the marks that the line explains; NaN without marks."""
        ratings = np.array([mark.rating for mark in self.marks])
        spread = float(((ratings - ratings.mean()) ** 2).sum()) if len(ratings) else 0.0
        return 1 - float((self.residuals**2).sum()) / spread if spread else math.nan

    def conform(self, sample: Sample) -> Sample:
        """A sample as the scale was calibrated: with perceived values where its reference set has them, else without.

        Raises for another unit, scaling or engine, and for a sample that lacks the values of the scale.
        """
        check_comparable(sample, self.reference)
        if self.reference.perceived is None:
            return sample if sample.perceived is None else sample.drop_perceived()
        if sample.perceived is not None:
            return sample
        if self.marks:
            raise InputError("perceived: the scale was calibrated with perceived values, which these decisions lack")
        return replace(sample, perceived=sample.deltas)

    def rating(self, expected_loss: float) -> float:
        """The rating of a player with this expected loss on the reference set."""
        return self.intercept + self.slope * expected_loss

    def expected_loss(self, rating: float) -> float:
        """The expected loss on the reference set of a player with this rating."""
        return (rating - self.intercept) / self.slope

    def line_error(self, expected_loss: float) -> float:
        """Standard error of the line at this loss, in rating points."""
        return line_error(self.line_covariance, expected_loss)

    def extrapolates(self, rating: float) -> bool:
        """Whether a rating lies outside the marks the line was fitted to."""
        ratings = [mark.rating for mark in self.marks]
        return bool(ratings) and not min(ratings) <= rating <= max(ratings)

    def consistency(self, rating: float) -> float:
        """The typical c of players with this rating, interpolated between the marks."""
        if not self.marks:
            return DEFAULT_CONSISTENCY
        known = sorted((mark.rating, mark.c) for mark in self.marks)
        return float(np.interp(rating, [r for r, _ in known], [c for _, c in known]))

    def agent(self, rating: float) -> tuple[float, float]:
        """(s, c) of a typical player with this rating: the typical c, and the s that gives the expected loss (together
        with the scale's lapse, if it has one)."""
        return _solve_agent(self, float(rating))


@functools.lru_cache(maxsize=4_096)
def _solve_agent(scale: Scale, rating: float) -> tuple[float, float]:
    """`Scale.agent`, read off the table of losses and improved by one Newton step; outside the table by bisection."""
    target, c = scale.expected_loss(rating), scale.consistency(rating)
    if scale.marks and target > 0 and (guess := _read_log_s(scale, math.log(target), math.log(c))) is not None:
        m = moments(scale.reference, math.exp(guess), c, lapse=scale.lapse)
        weights = scale.reference.weights
        loss, slope = float(weights @ m.loss), float(weights @ m.by_loss[:, 0])
        return math.exp(guess - math.log(loss / weights.sum() / target) * loss / slope), c
    low, high = BISECTION_LOG_S
    if not 0 < target < mean_loss(scale.reference, math.exp(high), c, scale.lapse):
        raise InputError(f"rating: {rating:g} is outside the scale; no player of the model has it")
    for _ in range(60):
        middle = 0.5 * (low + high)
        if mean_loss(scale.reference, math.exp(middle), c, scale.lapse) < target:
            low = middle
        else:
            high = middle
    return math.exp(0.5 * (low + high)), c


def _read_log_s(scale: Scale, log_target: float, log_c: float) -> float | None:
    """log s at which the table of a scale has this log loss; ``None`` beyond its ends."""
    surface, values = _loss_table(scale)
    places = np.linspace(-1.0, 1.0, 401)
    across = float(surface.to_frame(np.array([[surface.centre[0], log_c]]))[0, 1])
    weights = surface.interpolation_weights(np.stack([places, np.full(len(places), across)], axis=1))
    losses = (weights @ values)[:, 0]
    if not losses[0] <= log_target <= losses[-1] or not (np.diff(losses) > 0).all():
        return None
    return float(surface.centre[0] + surface.frame[0, 0] * np.interp(log_target, losses, places))


@functools.lru_cache(maxsize=16)
def _loss_table(scale: Scale) -> tuple[ChebyshevSurface, FloatArray]:
    """Log expected loss over the (s, c) of the marks of a scale and somewhat beyond."""
    known = np.log([(mark.s, mark.c) for mark in scale.marks])
    low, high = known.min(axis=0) - TABLE_MARGINS, known.max(axis=0) + TABLE_MARGINS
    surface = ChebyshevSurface((low + high) / 2, np.diag(high - low) / 2, TABLE_DEGREE)
    return surface, surface.evaluate_at_nodes(
        lambda at: np.log([mean_loss(scale.reference, math.exp(at[0]), math.exp(at[1]), scale.lapse)])
    )


def line_error(covariance: tuple[tuple[float, float], tuple[float, float]], at: float) -> float:
    """Standard error of a line with this covariance of intercept and slope."""
    point = np.array([1.0, at])
    return math.sqrt(max(float(point @ np.array(covariance) @ point), 0.0))


def calibrate(
    samples: Mapping[float, Sample],
    *,
    name: str = "Elo",
    reference: Sample | None = None,
    best: BestRule = "any",
    lapse: float = 0.0,
    doubts: Mapping[float, float] | None = None,
) -> Scale:
    """The line through groups of players of known rating, each fitted by FF; the union is the default reference set.

    ``doubts`` are the uncertainties of the marks in rating points; marks are then weighted by them (`mark_weights`).
    Without them all marks have the same weight, as in the paper.
    """
    if len(samples) < 2:
        raise InputError("marks: give at least two groups of players of known rating")
    groups = sorted(samples.items())
    reference = Sample.union([sample for _, sample in groups]) if reference is None else reference
    marks = []
    for rating, sample in groups:
        check_comparable(sample, reference)
        result = fit(sample, "ff", best=best, lapse=lapse)
        marks.append(
            CalibrationMark(
                float(rating),
                result.s,
                result.c,
                mean_loss(reference, result.s, result.c, lapse),
                result.n,
                result.n_events,
            )
        )
    losses, ratings = (np.array([getattr(mark, name) for mark in marks]) for name in ("expected_loss", "rating"))
    weights = None if doubts is None else mark_weights(ratings, losses, np.array([mark.n for mark in marks]), doubts)
    intercept, slope, covariance = regression(losses, ratings, weights)
    if slope >= 0:
        raise InputError("marks: groups with a higher rating do not lose less, so kibitz cannot fit a scale")
    return Scale(
        name,
        intercept,
        slope,
        reference,
        tuple(marks),
        best,
        lapse,
        ((float(covariance[0, 0]), float(covariance[0, 1])), (float(covariance[1, 0]), float(covariance[1, 1]))),
    )


def mark_weights(
    ratings: FloatArray, losses: FloatArray, sizes: FloatArray, doubts: Mapping[float, float]
) -> FloatArray:
    """Inverse variances of marks as points of a line, in rating points: the scatter of their decisions at the slope
    of the plain line, and the uncertainty of the mark itself."""
    _, slope, _ = regression(losses, ratings)
    scatter = slope * losses * TYPICAL_SCATTER / np.sqrt(sizes)
    return np.asarray(1 / (scatter**2 + np.array([doubts[float(rating)] for rating in ratings]) ** 2))


def regression(x: FloatArray, y: FloatArray, weights: FloatArray | None = None) -> tuple[float, float, FloatArray]:
    """Intercept, slope and their covariance by least squares; covariance zero with fewer than three points.

    ``weights`` are inverse variances, up to a factor.
    """
    w = np.ones(len(x)) if weights is None else np.asarray(weights / weights.mean())
    design = np.stack([np.ones(len(x)), x], axis=1)
    root = np.sqrt(w)
    (intercept, slope), *_ = np.linalg.lstsq(design * root[:, None], y * root, rcond=None)
    residual = y - intercept - slope * x
    if len(x) < 3:
        return float(intercept), float(slope), np.zeros((2, 2))
    variance = float((w * residual**2).sum()) / (len(x) - 2)
    return float(intercept), float(slope), variance * np.linalg.inv(design.T @ (design * w[:, None]))


def loss_scale(reference: Sample, best: BestRule = "any") -> Scale:
    """The scale of games without a rating system: expected scaled loss per decision of the reference set."""
    return Scale("expected loss", 0.0, 1.0, reference, best=best)
