"""Standard errors over blocks: results inside a block may depend on each other, blocks must be nearly independent.

A block is one deal with all its seat rotations, or a stretch of rounds of it. Intervals are Student's over the means of
the blocks, with blocks of different size entering by linearisation. They have the right coverage with two blocks as
with two hundred. Percentiles of a bootstrap of few blocks are far too narrow: with two blocks, half of all equal pairs
would seem different.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.simulate.intervals import CONFIDENCE_LEVEL, Estimate


def ratio_estimate(numerators: FloatArray, denominators: FloatArray, level: float = CONFIDENCE_LEVEL) -> Estimate:
    """The ratio of two sums over blocks (a mean when the denominators count), with Student's interval."""
    value, parts = _linearise_ratio(numerators, denominators)
    return _student_interval(value, parts, level)[0]


def difference_estimate(
    left: tuple[FloatArray, FloatArray], right: tuple[FloatArray, FloatArray], level: float = CONFIDENCE_LEVEL
) -> tuple[Estimate, float]:
    """The paired difference of two ratios over the same blocks, and the two-sided p-value of no difference.

    Each side is (numerators, denominators) by block, so what the blocks have in common cancels.
    """
    first, parts = _linearise_ratio(*left)
    second, others = _linearise_ratio(*right)
    return _student_interval(first - second, parts - others, level)


def _linearise_ratio(numerators: FloatArray, denominators: FloatArray) -> tuple[float, FloatArray]:
    """A ratio of sums, and how far each block pulls it from its value; 0 where nothing was counted."""
    top, bottom = np.asarray(numerators, dtype=np.float64), np.asarray(denominators, dtype=np.float64)
    total = float(bottom.sum())
    value = float(top.sum()) / total if total else 0.0
    return value, (top - value * bottom) * (len(top) / total) if total else np.zeros(len(top))


def _student_interval(value: float, parts: FloatArray, level: float) -> tuple[Estimate, float]:
    from scipy.special import stdtr, stdtrit

    n = len(parts)
    if n < 2:
        raise InputError("blocks: a standard error needs at least two; play more deals or more rounds")
    se = float(parts.std(ddof=1)) / math.sqrt(n)
    if se <= 1e-12 * max(1.0, abs(value)):
        # All blocks agree, so only their number is evidence, as in a sign test; below six it is never significant.
        p = 1.0 if abs(value) < 1e-12 else 2.0 ** (1 - n)
        half = abs(value) if p > 1 - level else 0.0
        return Estimate(value, 0.0, value - half, value + half, level), p
    half = float(stdtrit(n - 1, 0.5 + level / 2)) * se
    return Estimate(value, se, value - half, value + half, level), 2 * float(stdtr(n - 1, -abs(value) / se))
