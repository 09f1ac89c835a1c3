"""How far apart two points of a parameter domain are: features of a point, and a norm of their differences.

The paper measures 2x2 games by L2 on raw payoffs. Adding a constant to all payoffs, or multiplying them by a positive
one, changes no optimal strategy, so a distance that ignores both needs far fewer samples (`shift_scale_invariant`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError

Features = Callable[[FloatArray], FloatArray]
"""From (N, d) points to (N, f) features."""


def raw_parameters(points: FloatArray) -> FloatArray:
    """The parameters themselves."""
    return points


@dataclass(frozen=True, slots=True)
class Distance:
    """The ``norm`` (1, 2 or infinity) of the difference of ``features``."""

    name: str
    norm: float
    features: Features = raw_parameters

    def __post_init__(self) -> None:
        if not self.norm >= 1:
            raise InputError(f"norm: must be a number from 1 up, not {self.norm}")

    def between(self, points: FloatArray, others: FloatArray) -> FloatArray:
        """Distances of all pairs as a (len(points), len(others)) array."""
        gaps = self.features(points)[:, np.newaxis] - self.features(others)[np.newaxis]
        return np.asarray(np.linalg.norm(gaps, ord=self.norm, axis=2))

    def nearest(self, points: FloatArray, samples: FloatArray) -> NDArray[np.int64]:
        """For each of the points the index of the nearest sample."""
        from scipy.spatial import cKDTree

        if not len(samples):
            raise InputError("samples: give at least one")
        result = cKDTree(self.features(samples)).query(self.features(points), p=self.norm)[1]
        return np.asarray(result, dtype=np.int64)


L1 = Distance("l1", 1.0)
L2 = Distance("l2", 2.0)
LINF = Distance("linf", np.inf)
DISTANCES = {distance.name: distance for distance in (L1, L2, LINF)}


def shift_scale_features(rows: int, columns: int) -> Features:
    """Differences of payoffs within columns and within rows, divided by their norm.

    For points that are the payoffs of zero-sum matrix games, row by row. A 2x2 game (a c / e g) has the features
    (a - e, c - g, a - c, e - g) / norm. A game whose payoffs are all equal has the features 0.
    """
    if rows < 1 or columns < 1 or rows * columns < 2:
        raise InputError(f"a matrix must have at least two payoffs, not {rows} x {columns}")

    def features(points: FloatArray) -> FloatArray:
        if points.ndim != 2 or points.shape[1] != rows * columns:
            raise InputError(f"points: must be the {rows * columns} payoffs of a {rows} x {columns} game")
        games = points.reshape(-1, rows, columns)
        down = [games[:, i] - games[:, j] for i, j in combinations(range(rows), 2)]
        along = [games[:, :, i] - games[:, :, j] for i, j in combinations(range(columns), 2)]
        differences = np.concatenate([*down, *along], axis=1)
        norms = np.linalg.norm(differences, axis=1, keepdims=True)
        return differences / np.where(norms > 0, norms, 1.0)

    return features


def shift_scale_invariant(rows: int, columns: int) -> Distance:
    """L2 between features that neither a shift nor a positive scale of all payoffs changes."""
    return Distance(f"shift-scale {rows}x{columns}", 2.0, shift_scale_features(rows, columns))
