"""The share of choices that follow the best option, estimated from a mixture of a person and that option.

A person of a known rating takes option i with the chance ``p_i`` of the choice model. Somebody who takes a best option
in a share ``x`` of the decisions, whatever it looks like, takes it with

    (1 - x) p_i + x e_i        e_i = 1 / number of best options for a best one, else 0

The log likelihood of the choices is concave in ``x``, so its maximum is where the slope is 0. It is sought below 0 too,
as far as every choice made keeps a chance: then the signed root of the likelihood ratio is close to a standard normal
deviate for a person who is what the model says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.projections import BEST_WIDENING
from kibitz.rate.records.sample import Sample

HALVINGS = 40
"""Steps of bisection: the share is exact to 1e-12."""
EDGE = 1e-9
"""How far from impossible choices the search stays, as a part of its range."""
INTERVAL_95 = 1.959964
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class ShareEstimate:
    """The share of choices that follow a best option, its 95 % interval, and ``z``: the signed root of the likelihood
    ratio against a share of 0, in standard errors widened as those of the best-choice rate are."""

    share: float
    low: float
    high: float
    z: float


def best_option_chances(sample: Sample) -> FloatArray:
    """Chance of each option (N, K) for somebody who takes a best one: ties share it evenly."""
    is_best = (sample.deltas == 0) & sample.mask
    return np.asarray(is_best / is_best.sum(axis=1, keepdims=True))


def estimate_share(own: FloatArray, best: FloatArray) -> ShareEstimate:
    """The share of best-option choices, from the chances of the choices made (N): by the person, by a best option.

    The interval holds the shares whose likelihood ratio is within a widened 1.96 standard errors, cut to 0 and 1.
    """
    if not len(own) or len(own) != len(best):
        raise InputError("chances: give both chances of at least one choice")
    if not ((own > 0) & (own <= 1 + EDGE) & (best >= 0) & (best <= 1)).all():
        raise InputError("chances: a choice that was made must have a chance above 0 and at most 1")
    rows = own[None], best[None]
    share = float(_most_likely(*rows)[0])
    low_end, high_end = (float(end[0]) for end in _search_range(*rows))
    top = float(_log_ratio(*rows, np.array([share]))[0])
    drop = 0.5 * (BEST_WIDENING * INTERVAL_95) ** 2

    def boundary(end: float) -> float:
        inside, outside = share, end
        if top - float(_log_ratio(*rows, np.array([end]))[0]) <= drop:
            return end
        for _ in range(HALVINGS):
            middle = 0.5 * (inside + outside)
            if top - float(_log_ratio(*rows, np.array([middle]))[0]) <= drop:
                inside = middle
            else:
                outside = middle
        return inside

    low, high = (min(max(boundary(end), 0.0), 1.0) for end in (low_end, high_end))
    return ShareEstimate(min(max(share, 0.0), 1.0), low, high, float(share_deviates(*rows)[0]))


def share_deviates(own: FloatArray, best: FloatArray) -> FloatArray:
    """The deviate ``z`` of each row of choices (R, N)."""
    share = _most_likely(own, best)
    ratio = np.maximum(_log_ratio(own, best, share), 0.0)
    return np.asarray(np.sign(share) * np.sqrt(2 * ratio) / BEST_WIDENING)


def _search_range(own: FloatArray, best: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The shares between which every choice of a row has a chance above 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.where(best > own, -own / (best - own), -np.inf).max(axis=1)
        most = np.where(best < own, own / (own - best), np.inf).min(axis=1)
    # Where all choices are as likely by both, every share fits alike: the range is that of shares, and the answer 0.
    low, high = np.maximum(least, -1.0), np.minimum(most, 1.0)
    width = high - low
    return low + EDGE * width, high - EDGE * width


def _most_likely(own: FloatArray, best: FloatArray) -> FloatArray:
    """The share of greatest likelihood of each row: bisection on the slope, which falls."""
    low, high = _search_range(own, best)
    difference = best - own
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        rising = (difference / (own + middle[:, None] * difference)).sum(axis=1) > 0
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    share = 0.5 * (low + high)
    return np.asarray(np.where(np.abs(difference).max(axis=1) > EDGE, share, 0.0))


def _log_ratio(own: FloatArray, best: FloatArray, share: FloatArray) -> FloatArray:
    """Log likelihood of each row at its share, less that at 0."""
    return np.asarray(np.log1p(share[:, None] * (best / own - 1)).sum(axis=1))
