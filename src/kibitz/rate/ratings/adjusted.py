"""Ratings by adjusted error: the line, its interval, few decisions as a posterior, and flags of misfit.

The player's mean error, times the relative difficulty of the reference set at the same skill, is converted to rating
points by a straight line. The interval is computed on the logarithm of the error: whole events are resampled, their
scatter is pooled with the typical scatter of people, and Student's factor and the error of the line are added. So is
half of the log difficulty of the player's positions, since nobody plays different kinds of positions equally well.
Below `FEW_DECISIONS` the answer is a posterior with a stated prior.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.depth_model.adjusted_error import (
    LOG_OFFSET,
    AdjustedErrors,
    EventTable,
    adjusted_errors,
    event_table,
    sharpness_cuts,
)
from kibitz.rate.depth_model.depth_sample import skill_table
from kibitz.rate.depth_model.fitting import fit_depth_parameters
from kibitz.rate.depth_model.parameters import DepthParameters, initial_parameters
from kibitz.rate.fitting.fits import NORMAL_95
from kibitz.rate.model.moments import chose_best
from kibitz.rate.ratings.resampling import DEFAULT_DRAWS, FEW_EVENTS, event_counts
from kibitz.rate.ratings.result import Adjustment, Rating, student_95
from kibitz.rate.ratings.scale import TYPICAL_SCATTER, AdjustedLine, Scale, mark_weights, regression
from kibitz.rate.records.sample import Sample

FEW_DECISIONS = 200
"""Number of decisions below which a rating is a posterior with a stated prior."""
POSTERIOR_SCATTER = 2.32
"""`TYPICAL_SCATTER` in the posterior."""
PRIOR_EVENTS = 8
"""Weight of the typical scatter, in events, against the scatter of the player's own events."""
DIFFICULTY_GAP_SD_SHARE = 0.5
"""Share of the log difficulty of the player's positions that counts as one standard deviation."""
UNLIKE_REFERENCE_LOG_DIFFICULTY = 0.15
"""Log difficulty beyond which a note says that the positions differ from the reference set."""
TYPICAL_CONTRAST, LARGE_CONTRAST, CONTRAST_ERRORS = 0.2, 0.7, 2.5
"""Contrast of quiet and sharp thirds: typical value, distance that raises a flag, and least distance in standard
errors."""
LARGE_GAP = 0.35
OTHERS_STEP = 25.0
"""Rating points to which the ratings of further players are rounded, so that their losses have an error."""
FEWEST_IN_A_THIRD = 25
LAST_DEPTH_NATS = 3.0
"""Log likelihood by which the last depth must explain a player's choices better than all depths, to be used alone."""
LAST_DEPTH_NOTE = "the choices follow the values of the last depth, so difficulty is measured on these alone"
MISFIT_NOTE = (
    "this player errs in other kinds of positions than people do, so the rating applies only to positions like these"
)


def why_not_adjusted(sample: Sample, scale: Scale) -> str:
    """Clause that says why a scale cannot adjust the error of a sample; empty where it can."""
    if scale.adjusted is None:
        return "the scale has no line for adjusted errors"
    if scale.line_for(sample) is None:
        depths = len(scale.adjusted.shape.depths)
        return f"the scale needs values at {depths} depths, which these decisions lack"
    return ""


@dataclass(frozen=True, slots=True)
class AdjustedEstimate:
    """An adjusted error on its line: value, ends and standard error in rating points, the error and its ends as scaled
    loss, the method, the basis of the adjustment, and caveats."""

    value: float
    ends: tuple[float, float]
    standard_error: float
    adjusted: float
    losses: tuple[float, float]
    method: str
    adjustment: Adjustment
    notes: tuple[str, ...]


def adjusted_rating(sample: Sample, scale: Scale, *, draws: int = DEFAULT_DRAWS, seed: int = 0) -> Rating:
    """The rating of a sample by adjusted error; the sample's engine and scaling must be the scale's own."""
    sample = scale.conform(sample)
    n = float(sample.weights.sum() ** 2 / (sample.weights**2).sum())
    line, table = _choose_line(sample, scale)
    result = estimate_adjusted(table, n, line, draws, seed)
    if line is not scale.line_for(sample):
        result = replace(result, notes=(*result.notes, LAST_DEPTH_NOTE))
    share = sample.weights / sample.weights.sum()
    return Rating(
        scale=scale.name,
        value=result.value,
        low=result.ends[0],
        high=result.ends[1],
        standard_error=result.standard_error,
        n=len(sample),
        n_events=sample.n_events,
        expected_loss=result.adjusted,
        loss_low=result.losses[0],
        loss_high=result.losses[1],
        fit=None,
        best_rate=float(share @ chose_best(sample, scale.best)),
        average_error=float(share @ sample.losses),
        extrapolated=scale.extrapolates(result.value),
        note="; ".join(result.notes),
        method=result.method,
        adjustment=result.adjustment,
    )


def _choose_line(sample: Sample, scale: Scale) -> tuple[AdjustedLine, EventTable]:
    """The line of a player with the sums over the events: all depths, or the last one where it explains the choices
    better. People err where shallow values mislead; players of the model (s, c) do not, and difficulty by all depths
    would misjudge them on quiet and sharp positions."""
    usual, last = scale.line_for(sample), scale.at_last
    assert usual is not None
    table = event_table(sample, usual.shape, usual.cuts)
    if last is None or last is usual:
        return usual, table
    other = event_table(sample, last.shape, last.cuts)
    return (last, other) if explains_better(other, table) else (usual, table)


def explains_better(last: EventTable, usual: EventTable) -> bool:
    """Whether the last depth explains a player's choices better than all depths, by `LAST_DEPTH_NATS`, each at its most
    likely skill."""
    gain = last.log_chosen.sum(axis=0).max() - usual.log_chosen.sum(axis=0).max()
    return bool(gain > LAST_DEPTH_NATS)


def estimate_adjusted(
    table: EventTable, n: float, line: AdjustedLine, draws: int = DEFAULT_DRAWS, seed: int = 0
) -> AdjustedEstimate:
    """The events of one player on a line, ``n`` decisions in total."""
    units = len(table.weights)
    result = adjusted_errors(table, np.ones((1, units)), line.expected)
    again = adjusted_errors(table, event_counts(units, draws, np.random.default_rng(seed)), line.expected)
    adjustment = _adjustment(result, again, table.third_weights.sum(axis=0) * n / table.weights.sum())
    difficulty, adjusted = float(result.log_difficulty[0]), float(result.adjusted[0])
    notes = _misfit_notes(adjustment, difficulty)
    if n < FEW_DECISIONS or adjusted == 0:
        return _posterior(line, adjustment, adjusted, n, notes)
    if units < FEW_EVENTS:
        own = TYPICAL_SCATTER / math.sqrt(n)
        notes.append(f"only {units} event{'s' * (units != 1)}, so the interval uses the typical scatter of people")
    else:
        logs = np.log(np.maximum(again.adjusted, adjusted / 100) / adjusted)
        # Rare blunders make the scatter of a few events unreliable: the typical scatter of people counts as more
        # events.
        degrees = PRIOR_EVENTS + units - 1
        squares = PRIOR_EVENTS * TYPICAL_SCATTER**2 / n + (units - 1) * float(logs.var(ddof=1))
        own = math.sqrt(squares / degrees) * student_95(degrees) / NORMAL_95
    log_se = math.hypot(own, DIFFICULTY_GAP_SD_SHARE * difficulty)
    points, error = abs(line.slope) * adjusted * log_se, line.line_error(adjusted)
    total, value = math.hypot(points, error), line.rating(adjusted)
    width = NORMAL_95 * log_se
    losses = (adjusted * math.exp(-width), adjusted * math.exp(width))
    low, high = sorted(value + (line.rating(x) - value) * total / points for x in losses)
    return AdjustedEstimate(value, (low, high), total, adjusted, losses, "adjusted", adjustment, tuple(notes))


def _posterior(
    line: AdjustedLine, adjustment: Adjustment, adjusted: float, n: float, notes: list[str]
) -> AdjustedEstimate:
    """Normal prior of the scale's marks, normal noise on the logarithmic line: a closed form for any number of
    decisions, also where no error was made."""
    seen = line.log_intercept + line.log_slope * math.log(adjusted + LOG_OFFSET)
    noise = abs(line.log_slope) * math.hypot(
        POSTERIOR_SCATTER / math.sqrt(n), DIFFICULTY_GAP_SD_SHARE * math.log(adjustment.difficulty)
    )
    noise = math.hypot(noise, line.line_error(adjusted))
    precision = 1 / line.prior_sd**2 + 1 / noise**2
    value = (line.prior_mean / line.prior_sd**2 + seen / noise**2) / precision
    sd = precision**-0.5
    ends = (value - NORMAL_95 * sd, value + NORMAL_95 * sd)
    high, low = (max(math.exp((end - line.log_intercept) / line.log_slope) - LOG_OFFSET, 0.0) for end in ends)
    alone = f"the {n:,.0f} decisions alone give" if round(n) != 1 else "the 1 decision alone gives"
    prior = f"posterior with prior {line.prior_mean:.0f} ± {line.prior_sd:.0f}; {alone} {seen:.0f} ± {noise:.0f}"
    return AdjustedEstimate(value, ends, sd, adjusted, (low, high), "posterior", adjustment, (prior, *notes))


def _adjustment(result: AdjustedErrors, again: AdjustedErrors, thirds: FloatArray) -> Adjustment:
    contrast, scatter = float(result.contrast[0]), again.contrast[np.isfinite(again.contrast)]
    enough = bool((thirds >= FEWEST_IN_A_THIRD).all()) and math.isfinite(contrast) and len(scatter) > 1
    return Adjustment(
        theta=float(result.theta[0]),
        own_error=float(result.own[0]),
        difficulty=float(np.exp(result.log_difficulty[0])),
        gap=float(result.gap[0]),
        contrast=contrast if enough else None,
        contrast_se=float(scatter.std(ddof=1)) if enough else None,
    )


def is_misfit(adjustment: Adjustment) -> bool:
    """Whether the errors are distributed over quiet and sharp decisions unlike those of people. Never a verdict."""
    if adjustment.contrast is None or adjustment.contrast_se is None:
        return False
    bar = max(LARGE_CONTRAST, CONTRAST_ERRORS * adjustment.contrast_se)
    return abs(adjustment.contrast - TYPICAL_CONTRAST) > bar


def _misfit_notes(adjustment: Adjustment, difficulty: float) -> list[str]:
    notes = []
    if is_misfit(adjustment):
        notes.append(MISFIT_NOTE)
    elif adjustment.contrast is not None and adjustment.gap > LARGE_GAP:
        notes.append("the errors are smaller than the choices suggest, so this player does not choose like most people")
    if abs(difficulty) > UNLIKE_REFERENCE_LOG_DIFFICULTY:
        kind = "harder" if difficulty > 0 else "easier"
        notes.append(f"the positions are {100 * abs(math.expm1(difficulty)):.0f} % {kind} than the reference set")
    return notes


def with_adjusted_line(
    scale: Scale,
    samples: Mapping[float, Sample],
    shape: DepthParameters | None = None,
    doubts: Mapping[float, float] | None = None,
    others: Sample | None = None,
) -> Scale:
    """The scale with a line of adjusted errors through the same groups of known rating.

    The shape is learned from their choices, with all depths that they have, or with one; ``shape`` gives a known one.
    ``others`` are further decisions of players of known rating, from which only the shape learns. Where there are
    several depths, a second line is for decisions that lack them. Skill is first 0 in the middle of the marks and 1 at
    the highest; the shape is then learned again with the skills at which expected losses are those of the line.
    ``doubts`` are those of `calibrate`.
    """
    groups = sorted(samples.items())
    ratings = np.array([rating for rating, _ in groups])
    if len(groups) < 2:
        raise InputError("marks: give at least two groups of players of known rating")
    zero, unit = float(ratings.min() + ratings.max()) / 2, float(ratings.max() - ratings.min()) / 2
    more = [] if others is None else [others]
    everybody = Sample.union([sample for _, sample in groups] + more)
    known = [np.full(len(sample), rating) for rating, sample in groups]
    known += [np.round(sample.ratings / OTHERS_STEP) * OTHERS_STEP for sample in more]
    elos = np.concatenate(known)
    reference, cuts = scale.reference, sharpness_cuts(scale.reference)
    shares = reference.weights / reference.weights.sum()
    sizes = np.array([len(sample) for _, sample in groups])

    def line(seen: DepthParameters) -> AdjustedLine:
        expected = shares @ skill_table(reference, seen).expected
        tables = [event_table(sample, seen, cuts) for _, sample in groups]
        errors = np.array(
            [adjusted_errors(table, np.ones((1, len(table.weights))), expected).adjusted[0] for table in tables]
        )
        weights = None if doubts is None else mark_weights(ratings, errors, sizes, doubts)
        return fit_adjusted_line(seen, (zero, unit), ratings, errors, cuts, expected, weights)

    def learn(start: DepthParameters | None) -> AdjustedLine:
        first = line(fit_depth_parameters(everybody, (elos - zero) / unit, start).shape)
        skills = {elo: first.skill(float(elo)) for elo in np.unique(elos)}
        return line(fit_depth_parameters(everybody, np.array([skills[elo] for elo in elos]), first.shape).shape)

    usual = learn(None) if shape is None else line(shape)
    several = len(usual.shape.depths) > 1
    return replace(scale, adjusted=usual, at_last=learn(initial_parameters()) if several else None)


def with_adjusted_line_if_possible(
    scale: Scale,
    samples: Mapping[float, Sample],
    doubts: Mapping[float, float] | None = None,
    others: Sample | None = None,
) -> Scale:
    """The scale with its line of adjusted errors, or unchanged where the marks give none."""
    try:
        return with_adjusted_line(scale, samples, doubts=doubts, others=others)
    except InputError:
        return scale


def fit_adjusted_line(
    shape: DepthParameters,
    skill: tuple[float, float],
    ratings: FloatArray,
    errors: FloatArray,
    cuts: tuple[float, float],
    expected: FloatArray,
    weights: FloatArray | None = None,
) -> AdjustedLine:
    """The straight line, and the logarithmic one for few decisions, through groups of known rating."""
    intercept, slope, covariance = regression(errors, ratings, weights)
    log_intercept, log_slope, _ = regression(np.log(errors + LOG_OFFSET), ratings, weights)
    if slope >= 0 or log_slope >= 0:
        raise InputError("marks: groups with a higher rating do not err less, so kibitz cannot fit adjusted errors")
    return AdjustedLine(
        shape=shape,
        zero=skill[0],
        unit=skill[1],
        intercept=intercept,
        slope=slope,
        log_intercept=log_intercept,
        log_slope=log_slope,
        prior_mean=float(ratings.mean()),
        prior_sd=float(ratings.std()),
        cuts=cuts,
        expected=expected,
        ratings=tuple(float(r) for r in ratings),
        errors=tuple(float(x) for x in errors),
        covariance=(
            (float(covariance[0, 0]), float(covariance[0, 1])),
            (float(covariance[1, 0]), float(covariance[1, 1])),
        ),
    )
