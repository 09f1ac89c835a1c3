"""Smooth functions of (log s, log c) in a box, known from a few Chebyshev points.

A bootstrap needs thousands of fits, a posterior thousands of likelihoods. All of them are weighted sums of analytic
functions, so a few dozen evaluations and a polynomial suffice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class ChebyshevSurface:
    """A parallelogram ``centre + frame u``, u in [-1, 1]^2, with ``degree + 1`` Chebyshev points along each axis."""

    centre: FloatArray
    frame: FloatArray
    degree: int

    @classmethod
    def around(cls, centre: FloatArray, covariance: FloatArray, widths: float, degree: int) -> ChebyshevSurface:
        """The parallelogram along the principal axes of a covariance, with its half-widths in standard deviations.

        s and c are correlated: along these axes functions of them are smoothest.
        """
        variances, axes = np.linalg.eigh(covariance)
        return cls(np.asarray(centre, dtype=np.float64), widths * axes * np.sqrt(variances.clip(1e-10, 1.0)), degree)

    @property
    def nodes(self) -> FloatArray:
        """The points of evaluation (G, 2)."""
        along = np.cos(np.pi * (np.arange(self.degree + 1) + 0.5) / (self.degree + 1))
        return self.to_parameters(np.stack(np.meshgrid(along, along, indexing="ij"), axis=-1).reshape(-1, 2))

    def to_parameters(self, u: FloatArray) -> FloatArray:
        """(log s, log c) of points given inside the frame."""
        return np.asarray(self.centre + u @ self.frame.T)

    def to_frame(self, points: FloatArray) -> FloatArray:
        """Coordinates inside the frame of points (log s, log c)."""
        return np.asarray(np.linalg.solve(self.frame, (points - self.centre).T).T)

    def evaluate_at_nodes(self, function: Callable[[FloatArray], FloatArray]) -> FloatArray:
        """``function`` at all nodes (G, ...)."""
        return np.stack([function(node) for node in self.nodes])

    def interpolation_weights(self, u: FloatArray) -> FloatArray:
        """Weights (P, G) that give the value at each point inside the frame from the values at the nodes."""
        along = self.degree + 1
        angle = (np.arange(along) + 0.5) * np.pi / along
        order = np.arange(along)
        # The discrete cosine transform: from values at the nodes to coefficients, along one axis.
        transform = np.cos(order[:, None] * angle) * np.where(order == 0, 1.0, 2.0)[:, None] / along
        weights = [np.polynomial.chebyshev.chebvander(u[:, j], self.degree) @ transform for j in (0, 1)]
        return np.asarray(np.einsum("pi,pj->pij", *weights).reshape(len(u), -1))

    def interpolate(self, values: FloatArray, points: FloatArray) -> FloatArray:
        """The function at other points (P, ...), exact for polynomials up to the degree."""
        return np.asarray(np.tensordot(self.interpolation_weights(self.to_frame(points)), values, axes=1))

    def contains(self, points: FloatArray) -> NDArray[np.bool_]:
        """Which points lie in the parallelogram."""
        return np.asarray((np.abs(self.to_frame(points)) <= 1 + 1e-9).all(axis=-1))
