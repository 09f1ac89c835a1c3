"""Smooth functions of (log s, log c) in a box, known from a few Chebyshev points.

Resampling needs thousands of fits, a posterior thousands of likelihoods; all of them are weighted sums of analytic
functions, so a few dozen evaluations and a polynomial give the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A box ``centre`` ± ``half`` with ``degree + 1`` Chebyshev points along each axis."""

    centre: FloatArray
    half: FloatArray
    degree: int

    @classmethod
    def around(cls, centre: FloatArray, half: FloatArray, degree: int) -> Surface:
        """The box with this centre and these half widths."""
        return cls(np.asarray(centre, dtype=np.float64), np.asarray(half, dtype=np.float64), degree)

    @property
    def nodes(self) -> FloatArray:
        """The points of evaluation (G, 2)."""
        along = np.cos(np.pi * (np.arange(self.degree + 1) + 0.5) / (self.degree + 1))
        grid = np.stack(np.meshgrid(along, along, indexing="ij"), axis=-1).reshape(-1, 2)
        return self.centre + grid * self.half

    def values(self, function: Callable[[FloatArray], FloatArray]) -> FloatArray:
        """``function`` at all nodes (G, ...)."""
        return np.stack([function(node) for node in self.nodes])

    def basis(self, points: FloatArray) -> FloatArray:
        """Weights (P, G) that give the value at each point from the values at the nodes."""
        along = self.degree + 1
        inside = (points - self.centre) / self.half
        angle = (np.arange(along) + 0.5) * np.pi / along
        order = np.arange(along)
        # The discrete cosine transform: from values at the nodes to coefficients, along one axis.
        transform = np.cos(order[:, None] * angle) * np.where(order == 0, 1.0, 2.0)[:, None] / along
        weights = [np.polynomial.chebyshev.chebvander(inside[:, j], self.degree) @ transform for j in (0, 1)]
        return np.asarray(np.einsum("pi,pj->pij", *weights).reshape(len(points), -1))

    def interpolated(self, values: FloatArray, points: FloatArray) -> FloatArray:
        """The function at other points (P, ...), exact for polynomials up to the degree."""
        return np.asarray(np.tensordot(self.basis(points), values, axes=1))

    def contains(self, points: FloatArray) -> NDArray[np.bool_]:
        """Which points lie in the box."""
        return np.asarray((np.abs(points - self.centre) <= self.half * (1 + 1e-9)).all(axis=-1))
