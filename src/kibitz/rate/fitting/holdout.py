"""Log loss of a fit on held-out decisions, whole events at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.fits import METHODS, fit
from kibitz.rate.model.logit import logit_nats, temperature_fit
from kibitz.rate.model.moments import moments
from kibitz.rate.records.sample import IntArray, Sample

FOLDS = 5
BASELINES = ("uniform", "logit")
"""Baselines: all options equally likely, and the multinomial logit."""


@dataclass(frozen=True, slots=True, eq=False)
class HoldOut:
    """Mean log loss per decision in nats, its standard error with whole events as units, and each decision's own."""

    method: str
    nats: float
    standard_error: float
    each: FloatArray


def hold_out_nats(
    sample: Sample, method: str = "ml-lapse", *, folds: int | None = None, seed: int = 0, lapse: float = 0.0
) -> HoldOut:
    """Log loss of each fold under the fit of the others; no event is in both. ``lapse`` goes to method ``ff``."""
    if method not in METHODS and method not in BASELINES:
        raise InputError(f"method: must be one of {', '.join((*METHODS, *BASELINES))}, not {method!r}")
    fold = event_folds(sample, folds, seed)
    nats = np.empty(len(sample))
    for k in range(int(fold.max()) + 1):
        test = fold == k
        nats[test] = _nats(sample.take(~test), sample.take(test), method, lapse)
    return HoldOut(method, *mean_by_event(sample, nats), nats)


def _nats(train: Sample, test: Sample, method: str, lapse: float) -> FloatArray:
    if method == "uniform":
        return np.log(test.counts)
    if method == "logit":
        return logit_nats(test, temperature_fit(train))
    result = fit(train, method, lapse=lapse)
    return -moments(test, result.s, result.c, lapse=result.lapse).log_chosen


def event_folds(sample: Sample, folds: int | None, seed: int) -> IntArray:
    """The fold of each decision: events are shuffled and assigned in turn to `FOLDS` folds, or one fold per event."""
    present, codes = np.unique(sample.events, return_inverse=True)
    if len(present) < 2:
        raise InputError("hold-out: these decisions come from one event; give at least two events")
    folds = min(FOLDS, len(present)) if folds is None else folds
    if not 2 <= folds <= len(present):
        raise InputError(f"folds: must be from 2 to {len(present)}, the number of events, not {folds}")
    dealt = np.random.default_rng(seed).permutation(len(present)) % folds
    return np.asarray(dealt[codes], dtype=np.intp)


def mean_by_event(sample: Sample, values: FloatArray) -> tuple[float, float]:
    """Weighted mean of one value per decision, and its standard error when events, not decisions, are independent."""
    share = sample.weights / sample.weights.sum()
    mean = float(share @ values)
    _, codes = np.unique(sample.events, return_inverse=True)
    sums = np.bincount(codes, weights=share * (values - mean))
    n = len(sums)
    return mean, float(np.sqrt((sums**2).sum() * (n / (n - 1)))) if n > 1 else float("nan")
