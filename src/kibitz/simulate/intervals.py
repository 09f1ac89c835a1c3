"""Estimates with their errors: means, proportions, ratios over blocks, and many comparisons at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kibitz.core import FloatArray, InputError

CONFIDENCE_LEVEL = 0.95
"""Default confidence level of every interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate, its standard error, and an interval of confidence ``level``."""

    value: float
    se: float
    low: float
    high: float
    level: float = CONFIDENCE_LEVEL

    @property
    def excludes_zero(self) -> bool:
        """Whether the whole interval lies on one side of zero."""
        return self.low > 0 or self.high < 0

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "se": self.se, "low": self.low, "high": self.high, "level": self.level}

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.se:.2f} [{self.low:.2f}, {self.high:.2f}]"


def mean_estimate(sample: ArrayLike, level: float = CONFIDENCE_LEVEL) -> Estimate:
    """The mean of independent values with Student's interval."""
    values = np.asarray(sample, dtype=np.float64).ravel()
    n = len(values)
    if n < 2:
        raise InputError("sample: give at least two values, for a standard error")
    from scipy.stats import t as student

    mean, se = float(values.mean()), float(values.std(ddof=1) / math.sqrt(n))
    half = float(student.ppf(0.5 + level / 2, n - 1)) * se
    return Estimate(mean, se, mean - half, mean + half, level)


def proportion_estimate(successes: int, trials: int, level: float = CONFIDENCE_LEVEL) -> Estimate:
    """A proportion of independent trials with Wilson's interval, which stays inside 0 and 1."""
    if not 0 <= successes <= trials or trials < 1:
        raise InputError(
            f"trials: give at least 1, and from 0 to that number of successes, not {successes} of {trials}"
        )
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share = successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    se = math.sqrt(share * (1 - share) / trials)
    return Estimate(share, se, max(0.0, min(centre - half, share)), min(1.0, max(centre + half, share)), level)


def holm_adjusted(p_values: Sequence[float]) -> FloatArray:
    """Holm's adjusted p-values: rejecting those below 5 % makes one false claim or more with chance at most 5 %."""
    raw = np.asarray(p_values, dtype=np.float64)
    if raw.size and not ((raw >= 0) & (raw <= 1)).all():
        raise InputError("p_values: must be numbers from 0 to 1")
    order = np.argsort(raw, kind="stable")
    steps = np.minimum(raw[order] * (len(raw) - np.arange(len(raw))), 1.0)
    adjusted = np.empty_like(raw)
    adjusted[order] = np.maximum.accumulate(steps)
    return adjusted
