"""Two players, or one player over time: differences on one reference set, with intervals.

Raw averages cannot be compared, because harder decisions cause larger losses. So each player is fitted on their own
decisions, and both are projected on the same reference set.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.first_choice_falloff import NoSolutionError
from kibitz.rate.fitting.fits import Fit, fit
from kibitz.rate.fitting.projections import ERROR_WIDENING
from kibitz.rate.ratings.intrinsic import intrinsic_rating, robust_relative_error, too_few_message
from kibitz.rate.ratings.resampling import (
    DEFAULT_DRAWS,
    FEW_EVENTS,
    event_counts,
    mean_loss,
    one_event_per_decision,
    refit_draws,
)
from kibitz.rate.ratings.result import MIN_DECISIONS, Rating, student_95
from kibitz.rate.ratings.scale import Scale, loss_scale
from kibitz.rate.records.sample import UNNAMED_EVENT, Sample, check_comparable


@dataclass(frozen=True, slots=True, eq=False)
class RatingComparison:
    """Player a against player b on one scale: ``difference`` is a minus b in the scale's points, with its 95 %
    interval. ``a_better`` is the share of resampled pairs in which a loses less.
    """

    scale: str
    a: Rating
    b: Rating
    difference: float
    low: float
    high: float
    a_better: float
    shared_events: int
    resampled_together: bool


def compare(
    a: Sample, b: Sample, scale: Scale | None = None, *, draws: int = DEFAULT_DRAWS, seed: int = 0
) -> RatingComparison:
    """Compare two players on a scale, by default the expected loss on the union of their decisions.

    Events that both took part in are resampled together; decisions without an event are shared by nobody. Players are
    fitted by ``ff``, or both by ``ml-lapse`` where it has no solution for one of them. Raises
    `kibitz.rate.fitting.first_choice_falloff.NoSolutionError` where one has bounds only.
    """
    check_comparable(a, b)
    scale = loss_scale(Sample.union([a, b])) if scale is None else scale
    a, b = scale.conform(a), scale.conform(b)
    if min(len(a), len(b)) < MIN_DECISIONS:
        raise InputError(f"{'a' if len(a) < MIN_DECISIONS else 'b'}: {too_few_message(min(len(a), len(b)))}")
    fits = _fits(a, b, scale)
    losses = [mean_loss(scale.reference, f.s, f.c, f.lapse) for f in fits]
    names = [_event_names(a, "a"), _event_names(b, "b")]
    together = sorted(set(names[0]) | set(names[1]))
    shared = len(set(names[0]) & set(names[1]))
    few = min(len(names[0]), len(names[1])) < FEW_EVENTS
    rng = np.random.default_rng(seed)
    if few:
        units = [one_event_per_decision(a), one_event_per_decision(b)]
        counts = [event_counts(len(sample), draws, rng) for sample in (a, b)]
    else:
        place = {name: i for i, name in enumerate(together)}
        drawn = event_counts(len(together), draws, rng)
        units = [a, b]
        counts = [drawn[:, [place[name] for name in own]] for own in names]
    ratings = [intrinsic_rating(sample, scale, draws=draws, seed=seed, method="ff") for sample in (a, b)]
    if fits[0].method != "ff":
        return _compare_by_sandwich(fits, losses, ratings, scale, units, shared)
    again = [
        refit_draws(unit, f, scale.reference, count).expected_loss
        for unit, f, count in zip(units, fits, counts, strict=True)
    ]
    good = np.isfinite(again[0]) & np.isfinite(again[1])
    if good.sum() < 2:
        raise InputError("decisions: too few resampled fits have a solution; give more decisions")
    gaps = again[0][good] - again[1][good]
    middle = losses[0] - losses[1]
    # As for ratings: never narrower than the model's own formula, unless shared events carry it.
    formula = (
        0.0
        if shared
        else math.hypot(*(x * f.projection.error_se / f.projection.error for x, f in zip(losses, fits, strict=True)))
    )
    spread = (ERROR_WIDENING if few else 1.0) * max(float(gaps.std(ddof=1)), formula)
    width = student_95(min(unit.n_events for unit in units) - 1) * spread
    ends = sorted((scale.slope * (middle - width), scale.slope * (middle + width)))
    return RatingComparison(
        scale.name,
        ratings[0],
        ratings[1],
        scale.slope * middle,
        ends[0],
        ends[1],
        float((gaps < 0).mean()),
        shared,
        bool(shared) and not few,
    )


def _fits(a: Sample, b: Sample, scale: Scale) -> list[Fit]:
    """Both players by ``ff``, or both with lapses: two methods are never compared with each other."""
    try:
        return [fit(sample, "ff", best=scale.best, lapse=scale.lapse) for sample in (a, b)]
    except NoSolutionError as error:
        if error.bounded:
            raise
        return [fit(sample, "ml-lapse", best=scale.best) for sample in (a, b)]


def _compare_by_sandwich(
    fits: Sequence[Fit],
    losses: Sequence[float],
    ratings: Sequence[Rating],
    scale: Scale,
    units: Sequence[Sample],
    shared: int,
) -> RatingComparison:
    """The difference of two fits with lapses, by the sandwich formula: a bootstrap of such fits would take minutes.

    Shared events are taken as independent, which makes the interval too wide rather than too narrow.
    """
    errors = []
    for result, loss, unit in zip(fits, losses, units, strict=True):
        own = robust_relative_error(result, scale.reference)
        formula = result.projection.error_se / result.projection.error
        wide = ERROR_WIDENING if unit.n_events > result.n_events else 1.0
        errors.append(loss * wide * max(own if math.isfinite(own) else 0.0, formula))
    middle, spread = losses[0] - losses[1], math.hypot(*errors)
    width = student_95(min(result.n_events for result in fits) - 1) * spread
    ends = sorted((scale.slope * (middle - width), scale.slope * (middle + width)))
    better = 0.5 * (1 + math.erf(-middle / spread / math.sqrt(2))) if spread else float(middle < 0)
    return RatingComparison(
        scale.name, ratings[0], ratings[1], scale.slope * middle, ends[0], ends[1], better, shared, False
    )


def _event_names(sample: Sample, side: str) -> list[str]:
    """Names of the events with decisions, in the order of their codes. An event without a name belongs to its side, so
    that two players never share it."""
    names = [sample.event_names[code] for code in np.unique(sample.events)]
    return [f"{name} of {side}" if name.startswith(UNNAMED_EVENT) else name for name in names]


@dataclass(frozen=True, slots=True, eq=False)
class Trend:
    """One player's ratings in successive periods, and the weighted straight line through them.

    ``slope`` is in points per period, with its standard error; ``chi_square`` tests that nothing changed, on
    ``len(ratings) - 1`` degrees of freedom.
    """

    periods: tuple[str, ...]
    ratings: tuple[Rating, ...]
    slope: float
    slope_se: float
    chi_square: float


def trend(periods: Mapping[str, Sample], scale: Scale, *, draws: int = DEFAULT_DRAWS, seed: int = 0) -> Trend:
    """Ratings of one player in successive periods, and a test of whether they change."""
    if len(periods) < 2:
        raise InputError("periods: give at least two")
    ratings = tuple(intrinsic_rating(sample, scale, draws=draws, seed=seed) for sample in periods.values())
    known = [(i, r.value, r.standard_error) for i, r in enumerate(ratings) if r.value is not None and r.standard_error]
    if len(known) < 2:
        raise InputError("periods: fewer than two of them have enough decisions for a rating; use longer periods")
    x, y = np.array([k[0] for k in known], dtype=float), np.array([k[1] for k in known])
    weight: FloatArray = 1 / np.array([k[2] for k in known]) ** 2
    mean_x, mean_y = float(weight @ x / weight.sum()), float(weight @ y / weight.sum())
    spread = float(weight @ (x - mean_x) ** 2)
    slope = float(weight @ ((x - mean_x) * (y - mean_y))) / spread
    return Trend(tuple(periods), ratings, slope, spread**-0.5, float(weight @ (y - mean_y) ** 2))


DEFAULT_PERIODS = 4
"""Default number of periods; fewer where there are fewer events, or where a period could not be rated."""


def split_into_periods(sample: Sample, parts: int | None = None) -> dict[str, Sample]:
    """A sample divided into successive periods of whole events, with about the same number of decisions each, in order
    of appearance."""
    present, first = np.unique(sample.events, return_index=True)
    if len(present) < 2:
        raise InputError("periods: these decisions come from one event; give at least two events")
    parts = max(min(DEFAULT_PERIODS, len(present), len(sample) // MIN_DECISIONS), 2) if parts is None else parts
    if not 2 <= parts <= len(present):
        raise InputError(f"periods: must be from 2 to {len(present)}, the number of events, not {parts}")
    in_order = present[np.argsort(first)]
    sizes = np.array([(sample.events == code).sum() for code in in_order])
    period = np.minimum(((np.cumsum(sizes) - sizes / 2) * parts / sizes.sum()).astype(int), parts - 1)
    return {str(k + 1): sample.take(np.isin(sample.events, in_order[period == k])) for k in np.unique(period)}
