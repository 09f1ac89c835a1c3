"""Fit of the shared shape to players of known skill, and its log loss on held-out events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.depth_model.depth_sample import DepthSample, depth_sample
from kibitz.rate.depth_model.parameters import PARAMETER_NAMES, DepthParameters, initial_parameters, last_depth
from kibitz.rate.fitting.holdout import HoldOut, event_folds, mean_by_event
from kibitz.rate.records.sample import IntArray, Sample

_BOUNDS = {
    "a": (-20, 20),
    "g": (-6, 6),
    "b": (-10, 12),
    "k": (-3, 3),
    "c": (-3, 1.5),
    "r": (-2.5, 1.5),
    "e0": (-12, 1),
    "e1": (-4, 4),
    "h": (-3, 3),
    "v0": (-2, 6),
    "v1": (-4, 4),
    "f": (0, 4),
}
LOSS_WEIGHT = 1.0
"""Weight of the expected losses in a fit: half the squared z-score of each skill counts as so many nats in total."""


@dataclass(frozen=True, slots=True)
class FittedDepthParameters:
    """A fitted shape, its mean log loss per decision on the same sample, and the number of decisions."""

    shape: DepthParameters
    nats: float
    n: int


class ChoiceStatistics(NamedTuple):
    """Log chance of each choice made (N) and its derivatives (N, 12) by the numbers of `DepthParameters.vector`; the
    expected loss (N) and its derivatives (N, 12)."""

    log_chosen: FloatArray
    by_log_chosen: FloatArray
    expected: FloatArray
    by_expected: FloatArray


def likelihood(sight: DepthSample, shape: DepthParameters, thetas: FloatArray) -> ChoiceStatistics:
    """The statistics of a sample under a shape, each decision with the skill of its player."""
    from kibitz.rate.depth_model import kernels

    many = len(shape.depths) > 1
    vector = shape.vector()
    if not many:
        vector[1:3] = 0.0
    return ChoiceStatistics(
        *kernels.log_likelihood(
            sight.log_deltas,
            sight.counts,
            sight.first,
            sight.losses,
            sight.chosen,
            np.ascontiguousarray(thetas, dtype=np.float64),
            vector,
            np.log(np.array(shape.depths, dtype=np.float64)) * many,
            shape.depth_slopes,
            last_depth(shape.depths),
        )
    )


@dataclass(frozen=True, slots=True, eq=False)
class LossTargets:
    """What the players of each skill lost on average, and the standard error of it: rows of ``shares`` (G, N) average
    over the decisions of a skill."""

    shares: FloatArray
    observed: FloatArray
    errors: FloatArray


def loss_targets(sample: Sample, thetas: FloatArray) -> LossTargets:
    """The targets of all skills that have at least two events and some loss."""
    shares, observed, errors = [], [], []
    for theta in np.unique(thetas):
        rows = np.flatnonzero(thetas == theta)
        own = sample.take(rows)
        mean, error = mean_by_event(own, own.losses)
        if error > 0:
            share = np.zeros(len(sample))
            share[rows] = own.weights / own.weights.sum()
            shares.append(share)
            observed.append(mean)
            errors.append(error)
    return LossTargets(np.array(shares).reshape(len(observed), len(sample)), np.array(observed), np.array(errors))


def fit_depth_parameters(
    sample: Sample, thetas: FloatArray, start: DepthParameters | None = None, loss_weight: float = LOSS_WEIGHT
) -> FittedDepthParameters:
    """The shape under which the choices are most probable and the expected losses right, each decision with the skill
    of its player.

    The most likely shape alone lets strong players lose a quarter too much. So the z-scores of the losses of each
    skill, expected against observed, are part of what is minimised, as if they were independent observations.
    ``start`` gives the depths; by default one, or all depths of the sample, counted from 1.
    """
    from scipy.optimize import minimize

    if start is None:
        start = initial_parameters((1,) if sample.by_depth is None else tuple(range(1, sample.by_depth.shape[1] + 1)))
    if len(thetas) != len(sample):
        raise InputError("skills: give one for each decision")
    sight = depth_sample(sample, start)
    free = np.array([PARAMETER_NAMES.index(name) for name in start.free_names])
    fixed, share = start.vector(), sample.weights / sample.weights.sum()
    targets, weight = loss_targets(sample, thetas), loss_weight / len(sample)

    def badness(moving: FloatArray) -> tuple[float, FloatArray]:
        vector = fixed.copy()
        vector[free] = moving
        at = likelihood(sight, start.with_vector(vector), thetas)
        z = (targets.shares @ at.expected - targets.observed) / targets.errors
        by_z = (targets.shares @ at.by_expected) / targets.errors[:, None]
        value = -(share @ at.log_chosen) + weight * 0.5 * (z @ z)
        return float(value), (-(share @ at.by_log_chosen) + weight * (z @ by_z))[free]

    bounds = [_BOUNDS[name] for name in start.free_names]
    result = minimize(
        badness,
        fixed[free],
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxiter": 300, "ftol": 1e-10, "gtol": 1e-6},
    )
    fixed[free] = result.x
    shape = start.with_vector(fixed)
    nats = float(-(share @ likelihood(sight, shape, thetas).log_chosen))
    return FittedDepthParameters(shape, nats, len(sample))


def depth_model_hold_out(
    sample: Sample,
    thetas: FloatArray,
    start: DepthParameters | None = None,
    *,
    strata: FloatArray | None = None,
    seed: int = 0,
) -> tuple[HoldOut, tuple[DepthParameters, ...]]:
    """Log loss of each fold of whole events under the shape learned from the others, and those shapes.

    ``strata`` assigns the events of each group (for example a rating) to the folds separately.
    """
    fold = hold_out_folds(sample, np.zeros(len(sample)) if strata is None else strata, seed)
    nats, shapes = np.empty(len(sample)), []
    for f in range(int(fold.max()) + 1):
        train, test = np.flatnonzero(fold != f), np.flatnonzero(fold == f)
        learned = fit_depth_parameters(sample.take(train), thetas[train], start)
        shapes.append(learned.shape)
        nats[test] = -likelihood(depth_sample(sample.take(test), learned.shape), learned.shape, thetas[test])[0]
    held = HoldOut("seeing", *mean_by_event(sample, nats), nats)
    return held, tuple(shapes)


def hold_out_folds(sample: Sample, strata: FloatArray, seed: int = 0) -> IntArray:
    """The fold of each decision in `depth_model_hold_out`."""
    fold = np.empty(len(sample), dtype=np.intp)
    for group in np.unique(strata):
        rows = np.flatnonzero(strata == group)
        fold[rows] = event_folds(sample.take(rows), None, seed)
    return fold
