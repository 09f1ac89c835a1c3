"""Intrinsic ratings: a player's choices rated on a scale, always with an interval and the number of decisions.

Two methods, each with its own line: the adjusted error (`kibitz.rate.ratings.adjusted`), where the scale has the shape
it needs, and the paper's (section VII), here: fit FF to the player's own decisions, project the expected loss on the
reference set, apply the line. The interval comes from resampling whole events; the paper's formula (steps 5 and 6)
is available too.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.bounds import blind_loss, loss_bounds, worst_loss
from kibitz.rate.fitting.first_choice_falloff import NoSolutionError
from kibitz.rate.fitting.fits import Fit, fit
from kibitz.rate.fitting.projections import ERROR_WIDENING
from kibitz.rate.model.moments import chose_best, moments
from kibitz.rate.ratings.adjusted import adjusted_rating, why_not_adjusted
from kibitz.rate.ratings.field_rating import LossTable, formulas_agree
from kibitz.rate.ratings.resampling import (
    DEFAULT_DRAWS,
    FEW_EVENTS,
    average_errors,
    event_counts,
    ff_covariance,
    interval_reference,
    mean_loss,
    one_event_per_decision,
    refit_draws,
)
from kibitz.rate.ratings.result import MIN_DECISIONS, Rating, student_95
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.records.sample import Sample

IntervalMethod = Literal["auto", "bootstrap", "robust", "formula"]
RatingMethod = Literal["adjusted", "ff"]


def intrinsic_rating(
    sample: Sample,
    scale: Scale,
    *,
    interval: IntervalMethod = "bootstrap",
    draws: int = DEFAULT_DRAWS,
    seed: int = 0,
    method: RatingMethod | None = None,
    known: Fit | None = None,
    table: LossTable | None = None,
) -> Rating:
    """Rate the choices of a sample on a scale; the sample's engine and scaling must be the scale's own.

    ``method`` is by default ``adjusted`` where the scale has an adjusted line, the sample what that line needs, and the
    interval is by ``bootstrap`` or ``auto``; otherwise ``ff``. What follows is about ``ff``.

    ``interval``: ``bootstrap`` resamples whole events (decisions, widened by 1.4, when there are few events),
    ``robust`` uses the sandwich formula, ``formula`` the paper's own with its multiplier. ``auto`` uses the sandwich
    formula where it agrees with the plain one, and otherwise the bootstrap. Where FF has no solution the rating is by
    ``ml-lapse``, with the sandwich formula; where every choice was best, or none, there are bounds only. ``known`` is
    the FF fit of the sample if there is one already, ``table`` that of losses on the reference set
    (`kibitz.rate.ratings.field_rating`).
    """
    lacking = why_not_adjusted(sample, scale)
    if method == "adjusted" and lacking:
        raise InputError(f"method: {lacking}, so use ff")
    if method == "adjusted" or (method is None and not lacking and interval in ("auto", "bootstrap")):
        return adjusted_rating(sample, scale, draws=draws, seed=seed)
    result = _ff_rating(scale.conform(sample), scale, (interval, draws, seed), known, table)
    if method is None and scale.adjusted is not None and lacking:
        return replace(
            result, note="; ".join(part for part in (result.note, f"rated by ff, because {lacking}") if part)
        )
    return result


def _ff_rating(
    sample: Sample,
    scale: Scale,
    spread: tuple[IntervalMethod, int, int],
    known: Fit | None,
    table: LossTable | None,
) -> Rating:
    """The rating by FF; ``spread`` is the kind of interval, the number of draws and the seed."""
    if len(sample) < MIN_DECISIONS:
        return _no_rating(sample, scale, too_few_message(len(sample)))
    try:
        result = known or fit(sample, "ff", best=scale.best, lapse=scale.lapse)
    except NoSolutionError as error:
        return _rating_bounds(sample, scale, str(error)) if error.bounded else _with_lapses(sample, scale, str(error))
    covered = table if table is not None and table.contains(result.theta) else None
    loss = (
        mean_loss(scale.reference, result.s, result.c, result.lapse) if covered is None else covered.loss(result.theta)
    )
    log_se, width, notes = _loss_spread(sample, result, scale, spread, covered)
    return _rating_of_fit(sample, scale, result, loss, log_se, width, notes)


def too_few_message(n: int) -> str:
    """Sentence for a sample that is too small."""
    return f"{n:,} decision{'s are' if n != 1 else ' is'} too few for a rating, which needs at least {MIN_DECISIONS}"


def _rating_of_fit(
    sample: Sample, scale: Scale, result: Fit, loss: float, log_se: float, width: float, notes: list[str]
) -> Rating:
    """The rating of a fit, its interval ``width`` each way on the logarithmic scale of the loss.

    Only deliberate losers lose more than a random chooser: that bounds the interval.
    """
    value, line = scale.rating(loss), scale.line_error(loss)
    own = abs(scale.slope) * loss * log_se
    total = math.hypot(own, line)
    # The line's error widens the interval about the value, in the same proportion on both sides.
    stretch = total / own if own > 0 else 1.0
    blind = blind_loss(scale.reference)
    most = blind if loss <= blind else worst_loss(scale.reference)
    losses = [loss * math.exp(-width), max(min(loss * math.exp(min(width, 700.0)), most), loss)]
    ends = sorted(value + (scale.rating(x) - value) * stretch for x in losses)
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
        fit=result,
        best_rate=result.projection.best_rate_observed,
        average_error=result.projection.error_observed,
        extrapolated=scale.extrapolates(value),
        note="; ".join(notes),
        method=result.method,
    )


def _loss_spread(
    sample: Sample, result: Fit, scale: Scale, spread: tuple[IntervalMethod, int, int], table: LossTable | None
) -> tuple[float, float, list[str]]:
    """Relative standard error of the expected loss, the half-width of its interval on the logarithmic scale, and notes.

    Rare blunders make the scatter within one sample a poor guide, so resampling never gives less than the model's own
    formula; the interval is symmetric on the logarithmic scale, with Student's factor for the number of units.
    """
    formula = result.projection.error_se / result.projection.error
    notes, units = [], max(sample.n_events, 2)
    interval, draws, seed = spread
    if interval == "auto":
        interval = "bootstrap"
        few = sample.n_events < FEW_EVENTS
        parts = one_event_per_decision(sample) if few else sample
        covariance = ff_covariance(parts, result) if few else result.covariance
        relative = robust_relative_error(replace(result, covariance=covariance), scale.reference, table)
        if formulas_agree(relative, formula):
            relative = (ERROR_WIDENING if few else 1.0) * max(relative, formula)
            unit = "decisions" if few else "events"
            note = f"interval by formula, with {unit} as units"
            return relative, student_95(parts.n_events - 1) * relative, [note]
    if interval == "formula":
        relative, units = ERROR_WIDENING * formula, len(sample)
    elif interval == "robust":
        relative = max(robust_relative_error(result, scale.reference), formula)
    elif interval == "bootstrap":
        few = sample.n_events < FEW_EVENTS
        parts = one_event_per_decision(sample) if few else sample
        counts = event_counts(parts.n_events, draws, np.random.default_rng(seed))
        part = interval_reference(scale.reference)
        own = mean_loss(part, result.s, result.c, result.lapse)
        again = refit_draws(parts, result, part, counts)
        solved = np.isfinite(again.expected_loss)
        # Draws without a solution are mostly those with the largest errors: left out, they would narrow the interval.
        plain = average_errors(parts, counts) / result.projection.error_observed
        losses = np.where(solved, again.expected_loss / own, plain)
        logs = np.log(losses[losses > 0])
        if few:
            notes.append(
                f"only {sample.n_events} event{'s' if sample.n_events != 1 else ''}: the bootstrap resampled decisions "
                f"instead and widened the interval by {ERROR_WIDENING}"
            )
        if not solved.all():
            notes.append(
                f"{again.n_failed} of {draws} resampled fits had no solution and use their average error instead"
            )
        scatter = float(logs.std(ddof=1)) if len(logs) > 1 else 0.0
        relative = (ERROR_WIDENING if few else 1.0) * max(scatter, formula)
        units = parts.n_events
    else:
        raise InputError(f"interval: must be bootstrap, robust or formula, not {interval!r}")
    return relative, student_95(units - 1) * relative, notes


def robust_relative_error(result: Fit, reference: Sample, table: LossTable | None = None) -> float:
    """Standard error of log expected loss on the reference set, from the robust covariance of (log s, log c), and of
    the lapse where it was fitted."""
    covariance = result.covariance if result.lapse_covariance is None else result.lapse_covariance
    if covariance is None:
        raise InputError(f"interval: method {result.method} has no robust covariance; use bootstrap")
    gradient = loss_gradient(result, reference) if table is None else table.gradient(result.theta)
    if result.lapse_covariance is not None:
        loss = mean_loss(reference, result.s, result.c, result.lapse)
        aware = (loss - result.lapse * (blind := blind_loss(reference))) / (1 - result.lapse)
        gradient = np.append(gradient, result.lapse * (1 - result.lapse) * (blind - aware) / loss)
    return math.sqrt(max(float(gradient @ covariance @ gradient), 0.0))


def loss_gradient(result: Fit, reference: Sample) -> FloatArray:
    """Derivatives of log expected loss on the reference set by log s and log c."""
    m = moments(reference, result.s, result.c, lapse=result.lapse)
    return np.asarray((reference.weights @ m.by_loss) / (reference.weights @ m.loss))


def _with_lapses(sample: Sample, scale: Scale, reason: str) -> Rating:
    """The rating by the model with a fitted lapse, where FF has no solution."""
    few = sample.n_events < FEW_EVENTS
    parts = one_event_per_decision(sample) if few else sample
    result = replace(fit(parts, "ml-lapse", best=scale.best), n_events=sample.n_events)
    loss = mean_loss(scale.reference, result.s, result.c, result.lapse)
    formula = result.projection.error_se / result.projection.error
    own = robust_relative_error(result, scale.reference)
    relative = (ERROR_WIDENING if few else 1.0) * max(own if math.isfinite(own) else 0.0, formula)
    blind = f"{100 * result.lapse:.1f} % lapses" if result.lapse > 5e-4 else "no lapses"
    note = f"{reason}; the rating is by the model with lapses (ml-lapse), with {blind}"
    return _rating_of_fit(sample, scale, result, loss, relative, student_95(parts.n_events - 1) * relative, [note])


def _rating_bounds(sample: Sample, scale: Scale, reason: str) -> Rating:
    """Bounds where every choice was best, or none, with the typical consistency of the scale's marks."""
    c = float(np.median([mark.c for mark in scale.marks])) if scale.marks else None
    losses = loss_bounds(sample, scale.reference) if c is None else loss_bounds(sample, scale.reference, c)
    ends = sorted(scale.rating(x) for x in losses)
    plain = _no_rating(sample, scale, f"{reason}; the bounds come from the likelihood with typical consistency")
    return replace(plain, low=ends[0], high=ends[1], loss_low=losses[0], loss_high=losses[1])


def _no_rating(sample: Sample, scale: Scale, note: str) -> Rating:
    """No rating and no bounds, only the observed averages."""
    share = sample.weights / sample.weights.sum()
    best, error = float(share @ chose_best(sample, scale.best)), float(share @ sample.losses)
    return Rating(
        scale.name,
        None,
        -math.inf,
        math.inf,
        None,
        len(sample),
        sample.n_events,
        None,
        math.nan,
        math.nan,
        None,
        best,
        error,
        note=note,
    )
