"""The block bootstrap: whole blocks of dependent results are drawn again, never single results.

A block is one deal with all its seat rotations, or a stretch of rounds of it. What happens inside a block may be as
dependent as it likes; blocks must be independent, or nearly so.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kibitz.core import FloatArray, InputError
from kibitz.simulate.intervals import LEVEL, Estimate

RESAMPLES = 10_000
_CHUNK = 2_000


def resampled_sums(blocks: FloatArray, rng: np.random.Generator, resamples: int = RESAMPLES) -> FloatArray:
    """Column sums of ``blocks`` (one row a block) in each of many bootstrap samples: resamples by columns."""
    n = len(blocks)
    if n < 2:
        raise InputError("blocks: at least two are needed for an error; play more deals or more rounds")
    parts = []
    for start in range(0, resamples, _CHUNK):
        weights = rng.multinomial(n, np.full(n, 1 / n), size=min(_CHUNK, resamples - start))
        parts.append(weights @ blocks)
    return np.concatenate(parts)


def ratio_estimate(
    numerators: FloatArray,
    denominators: FloatArray,
    rng: np.random.Generator,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> Estimate:
    """The ratio of two sums over blocks (a mean when the denominators count), with a percentile interval."""
    sums = resampled_sums(np.column_stack([numerators, denominators]).astype(np.float64), rng, resamples)
    ratios = _safe_ratio(sums[:, 0], sums[:, 1])
    value = float(_safe_ratio(np.sum(numerators), np.sum(denominators)))
    return estimate_from_resamples(value, ratios, level)


def difference_estimate(
    left: tuple[FloatArray, FloatArray],
    right: tuple[FloatArray, FloatArray],
    rng: np.random.Generator,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> tuple[Estimate, float]:
    """The paired difference of two ratios over the same blocks, and the two-sided p-value of no difference.

    Each side is (numerators, denominators) by block. Blocks are drawn for both sides at once, so what the blocks have
    in common cancels.
    """
    columns = np.column_stack([*left, *right]).astype(np.float64)
    sums = resampled_sums(columns, rng, resamples)
    differences = _safe_ratio(sums[:, 0], sums[:, 1]) - _safe_ratio(sums[:, 2], sums[:, 3])
    whole = columns.sum(axis=0)
    value = float(_safe_ratio(whole[0], whole[1]) - _safe_ratio(whole[2], whole[3]))
    below, above = int((differences <= 0).sum()), int((differences >= 0).sum())
    p = min(1.0, 2 * (min(below, above) + 1) / (len(differences) + 1))
    return estimate_from_resamples(value, differences, level), p


def estimate_from_resamples(value: float, resampled: FloatArray, level: float = LEVEL) -> Estimate:
    """An estimate with the spread and the percentiles of its bootstrap distribution."""
    low, high = np.quantile(resampled, [0.5 - level / 2, 0.5 + level / 2])
    return Estimate(value, float(resampled.std(ddof=1)), float(low), float(high), level)


def _safe_ratio(numerator: ArrayLike, denominator: ArrayLike) -> FloatArray:
    """The ratio, 0 where nothing was counted."""
    top, bottom = np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    return np.divide(top, bottom, out=np.zeros_like(top), where=bottom != 0)
