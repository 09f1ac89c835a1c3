"""A point of a learning curve: the record alone, so that reading a stored answer loads no NumPy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A point of a learning curve: stage, amount done in it, CPU seconds from the start, and the error rate.

    The error rate is the mean equity loss per decision in thousandths of a point, measured with the shipped weights.
    """

    stage: str
    done: int
    unit: str
    seconds: float
    error: float
