"""How sure a player is of the answer: a Beta density of confidence (equation 5, appendix B.2).

A player who buzzes above a threshold attempts as often as there is density above it, and is right as often as its mean
there says; the Beta that meets a contestant's attempt rate and precision is found from the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray

MACHINE_THRESHOLD = 0.5
"""Watson's default (section 3.4)."""
PEOPLE_THRESHOLD = 0.572
"""People's, with which Beta(0.69, 0.40) gives b = 0.61 and p = 0.87 (appendix B.2)."""
N_CELLS = 50
"""Cells of equal width that approximate a density; one more begins at the threshold."""
MIN_RATE, MAX_RATE = 0.01, 0.99
"""Bounds of attempt rates and precisions, so that a density exists."""


@dataclass(frozen=True, slots=True)
class ConfidenceDensity:
    """Beta(alpha, beta), and the confidence from which its player buzzes by default."""

    alpha: float
    beta: float
    threshold: float

    @property
    def attempt(self) -> float:
        """Chance to be surer than the threshold."""
        from scipy.special import betainc

        return float(1 - betainc(self.alpha, self.beta, self.threshold))

    @property
    def precision(self) -> float:
        """Mean confidence above the threshold."""
        return float(_moment_above(self.alpha, self.beta, self.threshold)) / self.attempt

    def cells(self, number: int = N_CELLS) -> tuple[FloatArray, FloatArray]:
        """The density cut into cells: mean confidence in each, and the chance of each (they sum to 1)."""
        from scipy.special import betainc

        edges = np.unique([*np.linspace(0, 1, number + 1), self.threshold])
        masses = np.diff(betainc(self.alpha, self.beta, edges))
        moments = self.alpha / (self.alpha + self.beta) * np.diff(betainc(self.alpha + 1, self.beta, edges))
        held = masses > 0
        means = np.where(held, moments / np.where(held, masses, 1.0), (edges[:-1] + edges[1:]) / 2)
        return np.clip(means, edges[:-1], edges[1:]), masses / masses.sum()


def _moment_above(alpha: float, beta: float, threshold: float) -> float:
    from scipy.special import betainc

    return float(alpha / (alpha + beta) * (1 - betainc(alpha + 1, beta, threshold)))


@lru_cache(maxsize=1024)
def fit_confidence_density(attempt: float, precision: float, threshold: float = PEOPLE_THRESHOLD) -> ConfidenceDensity:
    """The Beta with this attempt rate and precision above a threshold; the threshold is lowered for a precision that
    cannot lie above it."""
    from scipy.optimize import least_squares

    if not (0 <= attempt <= 1 and 0 <= precision <= 1):
        raise InputError(f"attempt rate and precision: must be numbers from 0 to 1, not {attempt}, {precision}")
    b, p = min(max(attempt, MIN_RATE), MAX_RATE), min(max(precision, MIN_RATE), MAX_RATE)
    cut = min(threshold, 0.8 * p)

    def off(logs: FloatArray) -> list[float]:
        result = ConfidenceDensity(float(np.exp(logs[0])), float(np.exp(logs[1])), cut)
        return [result.attempt - b, _moment_above(result.alpha, result.beta, cut) - b * p]

    best, cost = np.zeros(2), np.inf
    for start in STARTS:
        result = least_squares(off, np.log(start), bounds=(-7, 7), xtol=1e-14, ftol=1e-14, gtol=1e-14)
        if result.cost < cost:
            best, cost = np.asarray(result.x), float(result.cost)
        if cost < MAX_RESIDUAL:
            break
    alpha, beta = np.exp(best).tolist()
    return ConfidenceDensity(alpha, beta, cut)


STARTS = ((0.7, 0.4), (3.0, 1.0), (0.3, 1.0))
"""Where the search for a Beta begins, one after another until it is found."""
MAX_RESIDUAL = 1e-18
