"""Difficulty of a decision, and the perceived values of its options (section IX).

Difficulty is projected error: what players of a given skill are expected to lose. Values by depth give two more
things: the *perceived* value of an option, a blend over depths that explains choices better than the deepest value
alone, and the *swing*, how much values move with depth, which needs no player at all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kibitz.core import FloatArray, InputError
from kibitz.rate.model.moments import moments
from kibitz.rate.model.scaling import Scaling
from kibitz.rate.records.sample import Sample

DEPTH_POWER = 2.0
"""Depth d counts as d^2 in the blend: of some twenty blends the best on held-out chess moves."""


def difficulties(sample: Sample, s: float, c: float, lapse: float = 0.0) -> FloatArray:
    """Expected scaled loss of a player (s, c) at each decision."""
    return moments(sample, s, c, lapse=lapse).loss


def perceived_values(by_depth: ArrayLike, scaling: Scaling, power: float = DEPTH_POWER) -> FloatArray:
    """What options look like over all depths, in the unit of the utilities: the blend of scaled values with weights
    ``depth^power``.

    ``by_depth`` is (depths, options), shallowest first, NaN where an option was not seen at a depth: it then counts
    as much as the worst one seen there.
    """
    scaled = _scale_by_depth(by_depth, scaling)
    weights = np.arange(1.0, len(scaled) + 1) ** power
    return scaling.invert(weights @ scaled / weights.sum())


def depth_swing(by_depth: ArrayLike, scaling: Scaling) -> float:
    """How much values move with depth: the variance over depths of the scaled differences to the depth's best
    option, averaged over the options. An intrinsic difficulty: no player's parameters enter."""
    scaled = _scale_by_depth(by_depth, scaling)
    differences = scaled.max(axis=1, keepdims=True) - scaled
    return float(differences.var(axis=0).mean())


def _scale_by_depth(by_depth: ArrayLike, scaling: Scaling) -> FloatArray:
    values = np.asarray(by_depth, dtype=np.float64)
    if values.ndim != 2 or values.size == 0:
        raise InputError("values by depth: give a table with one row per depth and one column per option")
    unseen = np.isnan(values)
    if unseen.all(axis=1).any():
        raise InputError("values by depth: each depth needs at least one value")
    floor = np.where(unseen, np.inf, values).min(axis=1, keepdims=True)
    return scaling.apply(np.where(unseen, floor, values))
