"""Starting points of fits: a coarse grid over (s, c) on a small part of the sample."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.core import FloatArray
from kibitz.rate.fitting.optimum import Evaluation, Optimum, minimise
from kibitz.rate.records.sample import Sample

_PART = 120
_TAIL = 30
_CONSISTENCIES = (0.25, 0.5, 1.0)
_SENSITIVITIES = 2.0 ** np.arange(-10, 5, 1.5)
_STAGE, _STAGE_FROM = 1_500, 5_000
LOG_C = (np.log(0.03), np.log(20.0))


def typical_difference(sample: Sample) -> float:
    """A typical scaled difference between options, the natural unit of s."""
    seen = sample.perception.log_deltas
    finite = seen[np.isfinite(seen)]
    return float(np.exp(np.median(finite))) if finite.size else 1.0


def parameter_box(sample: Sample) -> tuple[FloatArray, FloatArray]:
    """Smallest and largest (log s, log c) that fits consider."""
    middle = np.log(typical_difference(sample))
    return np.array([middle - 25.0, LOG_C[0]]), np.array([middle + 12.0, LOG_C[1]])


def representative_subsample(sample: Sample) -> Sample:
    """A representative sample of 150 decisions: evenly spaced ones and the worst ones."""
    if len(sample) <= _PART + _TAIL:
        return sample
    rows = np.linspace(0, len(sample) - 1, _PART).astype(np.intp)
    worst = np.argsort(sample.losses, kind="stable")[-_TAIL:]
    return sample.take(np.union1d(rows, worst))


def best_grid_points(sample: Sample, badness: Callable[[Sample, FloatArray], float], n: int = 3) -> list[FloatArray]:
    """The ``n`` grid points of (log s, log c) with the least ``badness`` on a part of the sample, best first."""
    some, points = representative_subsample(sample), parameter_grid(sample)
    ranked = sorted(range(len(points)), key=lambda i: badness(some, points[i]))
    return [points[i] for i in ranked[:n]]


def parameter_grid(sample: Sample) -> list[FloatArray]:
    """Points (log s, log c) over the whole range of human players."""
    unit = np.log(typical_difference(sample))
    return [np.array([unit + np.log(a), np.log(b)]) for a in _SENSITIVITIES for b in _CONSISTENCIES]


def minimise_in_stages(
    sample: Sample,
    objective: Callable[[Sample, FloatArray], Evaluation],
    first: list[FloatArray],
    low: FloatArray,
    high: FloatArray,
    enough: float = -np.inf,
) -> Optimum:
    """The best minimum from several starts; a value of ``enough`` ends the search.

    For a large sample the starts are tried on evenly spaced decisions, and the best one goes on with all of them.
    """
    large = len(sample) > _STAGE_FROM
    stage = sample.take(np.linspace(0, len(sample) - 1, _STAGE).astype(np.intp)) if large else sample
    result: Optimum | None = None
    for at in first:
        again = minimise(lambda theta: objective(stage, theta), at, low, high)
        if result is None or again.value < result.value:
            result = again
        if result.value <= enough:
            break
    assert result is not None
    return minimise(lambda theta: objective(sample, theta), result.at, low, high) if large else result
