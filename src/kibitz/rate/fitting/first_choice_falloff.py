"""First-choice and falloff (FF): the (s, c) that project exactly the observed best-choice rate and average error.

The method of all ratings (section IV.C): two equations, two unknowns. It has no solution when every choice was the
best one, when none was, or when a sample is so small that the two averages contradict each other.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.optimum import Evaluation, minimise
from kibitz.rate.fitting.starting_points import best_grid_points, minimise_in_stages, parameter_box
from kibitz.rate.model.moments import BestRule, Moments, chose_best, moments
from kibitz.rate.records.sample import Sample

MAX_RESIDUAL = 1e-7
"""Relative residual up to which the two equations count as solved; steps continue until rounding stops them."""


class NoSolutionError(InputError):
    """The two equations of FF have no solution for these decisions; the sentence says why.

    ``bounded`` where every choice was best, or none: then skill has a bound on one side, but no estimate.
    """

    def __init__(self, reason: str, bounded: bool = True) -> None:
        super().__init__(reason)
        self.bounded = bounded


def ff_fit(
    sample: Sample,
    best: BestRule = "any",
    lapse: float = 0.0,
    tie_first: float | None = None,
    start: FloatArray | None = None,
) -> FloatArray:
    """(log s, log c) of the FF fit; a lapse, if any, is inside both equations. Raises `NoSolutionError`."""
    share = sample.weights / sample.weights.sum()
    rate, error = float(share @ chose_best(sample, best)), float(share @ sample.losses)
    _refuse_extremes(sample, rate, error)
    objective = _objective(rate, error, best, lapse, tie_first)
    low, high = parameter_box(sample)
    if start is not None:
        result = minimise(lambda at: objective(sample, at), start, low, high)
        if result.value < MAX_RESIDUAL**2:
            return result.at
    result = minimise_in_stages(
        sample,
        objective,
        best_grid_points(sample, _distance(best, lapse, tie_first)),
        low,
        high,
        enough=MAX_RESIDUAL**2,
    )
    if result.value < MAX_RESIDUAL**2:
        return result.at
    near = float(share @ moments(sample, *np.exp(result.at), lapse=lapse, best=best, tie_first=tie_first).loss)
    raise NoSolutionError(
        f"no player of the model makes {100 * rate:.1f} % best choices and loses {error:.4g} on average in these "
        f"{len(sample):,} decisions; that loss is too {'large' if error > near else 'small'}",
        bounded=False,
    )


def _objective(
    rate: float, error: float, best: BestRule, lapse: float, tie_first: float | None
) -> Callable[[Sample, FloatArray], Evaluation]:
    """Squared relative distance of the two projected averages from those observed, with derivatives."""
    scales = np.array([max(rate * (1 - rate), 1e-6), error])

    def objective(some: Sample, theta: FloatArray) -> Evaluation:
        part = some.weights / some.weights.sum()
        m = moments(some, *np.exp(theta), lapse=lapse, best=best, tie_first=tie_first)
        residual = np.array([part @ m.best - rate, part @ m.loss - error]) / scales
        jacobian = np.stack([part @ m.by_best, part @ m.by_loss]) / scales[:, None]
        return float(residual @ residual), 2 * jacobian.T @ residual, 2 * jacobian.T @ jacobian

    return objective


def ff_fit_near(
    sample: Sample, start: FloatArray, best: BestRule, lapse: float, low: FloatArray, high: FloatArray
) -> FloatArray | None:
    """(log s, log c) of the FF fit as Newton steps from one start find it, else ``None``: for resampled decisions,
    most of which have their solution near that of the sample."""
    share = sample.weights / sample.weights.sum()
    rate, error = float(share @ chose_best(sample, best)), float(share @ sample.losses)
    if not 0 < rate < 1 or error <= 0:
        return None
    objective = _objective(rate, error, best, lapse, None)
    result = minimise(lambda at: objective(sample, at), start, low, high, steps=40)
    return result.at if result.value < MAX_RESIDUAL**2 else None


def _distance(best: BestRule, lapse: float, tie_first: float | None) -> Callable[[Sample, FloatArray], float]:
    def distance(sample: Sample, theta: FloatArray) -> float:
        m = moments(sample, *np.exp(theta), lapse=lapse, best=best, tie_first=tie_first)
        share = sample.weights / sample.weights.sum()
        rate, error = share @ chose_best(sample, best), max(float(share @ sample.losses), 1e-12)
        return float(abs(share @ m.best - rate) + abs(np.log(max(float(share @ m.loss), 1e-300) / error)))

    return distance


def ff_scores(sample: Sample, m: Moments, best: BestRule) -> tuple[FloatArray, FloatArray]:
    """The equations decision by decision (N, 2), and the matrix of their mean derivatives, for robust errors."""
    share = sample.weights / sample.weights.sum()
    scores = np.stack([m.best - chose_best(sample, best), m.loss - sample.losses], axis=1)
    return scores, np.stack([share @ m.by_best, share @ m.by_loss])


def _refuse_extremes(sample: Sample, rate: float, error: float) -> None:
    if (sample.counts == 1).all():
        raise NoSolutionError("every decision has only one option, so the choices say nothing about skill")
    if rate >= 1 or error <= 0:
        all_best = f"all {len(sample):,} choices were best" if len(sample) > 1 else "the only choice was best"
        raise NoSolutionError(f"{all_best}, so skill has a lower bound but no estimate")
    if rate <= 0:
        raise NoSolutionError(
            f"none of the {len(sample):,} choices was best, so skill has an upper bound but no estimate"
        )
