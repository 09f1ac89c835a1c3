"""A personal depth d in addition to s and c (section IX of the paper): the depth whose values best explain the choices.

The values at one depth alone explain the choices; errors are counted on the deepest values. For each depth, s, c and a
lapse are fitted by likelihood, and d is the best depth. The depths that are not worse by two standard errors of the
difference, with whole events as units, are its confidence range.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.fits import fit
from kibitz.rate.fitting.holdout import hold_out_nats, mean_by_event
from kibitz.rate.model.moments import moments
from kibitz.rate.records.sample import Sample

MAX_SE_APART = 2.0
MAX_IDENTIFIED_RANGE = 1
"""Depths on either side of d, at most, for it to count as identified."""


@dataclass(frozen=True, slots=True, eq=False)
class DepthFit:
    """(s, c, d) with a lapse: ``depth`` counts from 1, ``nats`` is the log loss at each depth, ``low`` and ``high`` are
    the shallowest and the deepest depth that the choices do not rule out. ``held_out`` is the log loss on unseen events
    at each depth, where requested."""

    depth: int
    s: float
    c: float
    lapse: float
    low: int
    high: int
    nats: tuple[float, ...]
    held_out: tuple[float, ...] = ()

    @property
    def is_identified(self) -> bool:
        """Whether the choices determine d up to one depth."""
        return self.depth - self.low <= MAX_IDENTIFIED_RANGE and self.high - self.depth <= MAX_IDENTIFIED_RANGE


def at_depth(sample: Sample, depth: int) -> Sample:
    """The sample with choices explained by the values at one depth, from 1."""
    if sample.by_depth is None or not 1 <= depth <= sample.by_depth.shape[1]:
        raise InputError(f"depth: the decisions have no values at depth {depth}")
    return replace(sample, perceived=np.where(sample.mask, sample.by_depth[:, depth - 1, :], sample.deltas))


def fit_depth(sample: Sample, *, hold_out: bool = False, seed: int = 0) -> DepthFit:
    """The player (s, c, d) under whom the choices made are most probable."""
    if sample.by_depth is None:
        raise InputError("by_depth: a personal depth needs values at several depths, which these decisions lack")
    depths = range(1, sample.by_depth.shape[1] + 1)
    views = [at_depth(sample, d) for d in depths]
    result = [fit(view, "ml-lapse") for view in views]
    each: list[FloatArray] = [
        -moments(view, f.s, f.c, lapse=f.lapse).log_chosen for view, f in zip(views, result, strict=True)
    ]
    best = int(np.argmin([f.nats for f in result]))
    near = []
    for d, nats in zip(depths, each, strict=True):
        mean, error = mean_by_event(sample, nats - each[best])
        if d == best + 1 or not mean > MAX_SE_APART * error:
            near.append(d)
    held = tuple(hold_out_nats(view, "ml-lapse", seed=seed).nats for view in views) if hold_out else ()
    return DepthFit(
        best + 1,
        result[best].s,
        result[best].c,
        result[best].lapse,
        min(near),
        max(near),
        tuple(f.nats for f in result),
        held,
    )
