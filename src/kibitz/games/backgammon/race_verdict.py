"""What a race count advises: the record alone, so that reading a stored answer loads no NumPy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RaceVerdict:
    """One method: the counts of the player on roll and the opponent, and what it advises in money play."""

    method: str
    own: float
    opponent: float
    double: bool
    redouble: bool
    take: bool
