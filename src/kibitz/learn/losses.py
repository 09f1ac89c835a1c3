"""Training losses: errors of probabilities, of the value they add up to, and of differences of values.

Outputs y are logistic, targets t lie in 0..1. A *value* is a linear function of the outputs, ``y @ reading`` (constants
cancel); rows of one *group* are alternatives that a player chooses among, so their differences matter most.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.network import Floats


@dataclass(frozen=True, slots=True, eq=False)
class ValueLoss:
    """Cross-entropies + ``value_weight`` (value error)^2 + ``difference_weight`` (error of neighbours' difference)^2.

    Neighbours are consecutive rows of the same group. Means over the rows.
    """

    reading: Floats
    value_weight: float = 2.0
    difference_weight: float = 6.0

    def slope(self, y: Floats, t: Floats, groups: NDArray[np.int64]) -> Floats:
        """Gradient of the loss at the sums of the last layer ``(n, outputs)``."""
        slope = y - t
        if self.value_weight or self.difference_weight:
            error = slope @ self.reading
            push = self.value_weight * error
            if self.difference_weight:
                gap = (error[1:] - error[:-1]) * (groups[1:] == groups[:-1])
                push[1:] += self.difference_weight * gap
                push[:-1] -= self.difference_weight * gap
            slope = slope + (2 * push)[:, None] * self.reading * y * (1 - y)
        return np.asarray(slope / np.float32(len(y)), dtype=np.float32)

    def value(self, y: Floats, t: Floats, groups: NDArray[np.int64]) -> float:
        """The loss itself, in double precision."""
        y64 = np.clip(np.asarray(y, dtype=np.float64), 1e-7, 1 - 1e-7)
        t64 = np.asarray(t, dtype=np.float64)
        entropy = -(t64 * np.log(y64) + (1 - t64) * np.log1p(-y64)).sum()
        error = (y64 - t64) @ self.reading.astype(np.float64)
        gap = (error[1:] - error[:-1])[groups[1:] == groups[:-1]]
        total = entropy + self.value_weight * (error**2).sum() + self.difference_weight * (gap**2).sum()
        return float(total / len(y))


@dataclass(frozen=True, slots=True)
class FitErrors:
    """Fit of outputs: root mean square errors of values and of neighbours' differences, and the loss."""

    value_rmse: float
    difference_rmse: float
    loss: float


def fit_errors(loss: ValueLoss, y: Floats, t: Floats, groups: NDArray[np.int64]) -> FitErrors:
    """The fit of outputs to targets."""
    error = (y - t).astype(np.float64) @ loss.reading.astype(np.float64)
    gap = (error[1:] - error[:-1])[groups[1:] == groups[:-1]]
    difference = float(np.sqrt((gap**2).mean())) if len(gap) else 0.0
    return FitErrors(float(np.sqrt((error**2).mean())), difference, loss.value(y, t, groups))
