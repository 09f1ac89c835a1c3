"""Minimise a smooth function of two or three parameters: damped Newton steps inside a box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from kibitz.core import FloatArray

Evaluation: TypeAlias = tuple[float, FloatArray, FloatArray]
"""Value, gradient and (approximate) matrix of second derivatives."""

STEP_TOLERANCE = 1e-7
"""Steps are quadratic near the end, so after one of this size the error is near 1e-14."""
_MAX_STEP = 1.5
_EIGENVALUE_FLOOR = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """Where the minimum is, its value, the curvature there, and whether the steps had become negligible."""

    at: FloatArray
    value: float
    curvature: FloatArray
    converged: bool


def minimise(
    objective: Callable[[FloatArray], Evaluation],
    start: FloatArray,
    low: FloatArray,
    high: FloatArray,
    steps: int = 100,
) -> Optimum:
    """A local minimum within ``low`` and ``high``.

    Directions of negative curvature are followed downhill (absolute eigenvalues); damping rises until a step
    improves the value.
    """
    at = np.clip(start, low, high)
    value, gradient, curvature = objective(at)
    damping = 1e-5
    for _ in range(steps):
        weights, vectors = np.linalg.eigh(curvature)
        weights = np.abs(weights)
        largest = max(float(weights.max()), np.finfo(float).tiny)
        step = -vectors @ (
            (vectors.T @ gradient) / np.maximum(weights + damping * largest, _EIGENVALUE_FLOOR * largest)
        )
        step *= min(1.0, _MAX_STEP / max(float(np.abs(step).max()), 1e-300))
        trial = np.clip(at + step, low, high)
        moved = float(np.abs(trial - at).max())
        new_value, new_gradient, new_curvature = objective(trial)
        if new_value <= value:
            at, value, gradient, curvature = trial, new_value, new_gradient, new_curvature
            damping = damping / 30 if damping > 1e-13 else 0.0
            if moved < STEP_TOLERANCE:
                return Optimum(at, value, curvature, converged=True)
        elif moved < STEP_TOLERANCE:
            # Rounding decides from here on: nothing nearby is better.
            return Optimum(at, value, curvature, converged=True)
        else:
            damping = max(damping, 1e-8) * 10
            if damping > 1e12:
                break
    return Optimum(at, value, curvature, converged=False)
