"""Scaling of utilities before differences are taken: people notice 0.2 pawns at equality, but not when a rook ahead.

Three laws: ``log`` is the paper's ``sign(v) log(1 + |v|/unit)`` (section VI, equation 6), ``linear`` is ``v/unit``,
``win`` is the win probability ``1/(1 + exp(-v/unit))``. Which one fits a game is measured, see ``docs/rating.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kibitz.core import FloatArray, InputError, Unit

_SMALLEST, _LARGEST = 1e-12, 1e12
"""Bounds of the unit and of the cap: beyond them, differences of utilities are lost in rounding."""


class ScalingLaw(StrEnum):
    """The shape of a scaling."""

    LOG = "log"
    LINEAR = "linear"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Scaling:
    """A monotone map from utilities to the scale on which differences count.

    ``unit`` is the amount that counts as one step, in the unit of the utilities; ``cap`` clips utilities to
    ``[-cap, cap]`` first (mate scores, for instance). Minus infinity stays minus infinity: such options are never
    chosen.
    """

    law: ScalingLaw = ScalingLaw.LINEAR
    unit: float = 1.0
    cap: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("unit", self.unit), ("cap", self.cap)):
            if value is not None and not _SMALLEST <= value <= _LARGEST:
                raise InputError(f"scaling: the {name} must be from {_SMALLEST:g} to {_LARGEST:g}, not {value:g}")
        object.__setattr__(self, "law", ScalingLaw(self.law))

    def apply(self, utilities: ArrayLike) -> FloatArray:
        """Utilities on the scale of the law, in the same order."""
        values = np.asarray(utilities, dtype=np.float64)
        never = np.isneginf(values)
        v = np.where(never, 0.0, values) / self.unit
        if self.cap is not None:
            v = np.clip(v, -self.cap / self.unit, self.cap / self.unit)
        if self.law is ScalingLaw.LOG:
            v = np.sign(v) * np.log1p(np.abs(v))
        elif self.law is ScalingLaw.WIN:
            v = 0.5 * (1.0 + np.tanh(0.5 * v))
        return np.where(never, -np.inf, v)

    def invert(self, scaled: ArrayLike) -> FloatArray:
        """The utilities that have these scaled values; the inverse of `scaled` inside the cap."""
        values = np.asarray(scaled, dtype=np.float64)
        never = np.isneginf(values)
        v = np.where(never, 0.0, values)
        if self.law is ScalingLaw.LOG:
            v = np.sign(v) * np.expm1(np.abs(v))
        elif self.law is ScalingLaw.WIN:
            v = 2.0 * np.arctanh(np.clip(2.0 * v - 1.0, -1 + 1e-16, 1 - 1e-16))
        return np.where(never, -np.inf, v * self.unit)

    def to_json(self) -> dict[str, Any]:
        """Law, unit and cap as a JSON object."""
        return {"law": self.law.value, "unit": self.unit} | ({} if self.cap is None else {"cap": self.cap})

    @classmethod
    def from_json(cls, record: object) -> Scaling:
        """The scaling from the JSON object of `to_json`."""
        if not isinstance(record, dict):
            raise InputError("scaling: must be a JSON object")
        try:
            cap = record.get("cap")
            return cls(
                ScalingLaw(record.get("law", "linear")),
                float(record.get("unit", 1.0)),
                None if cap is None else float(cap),
            )
        except (TypeError, ValueError):
            raise InputError("scaling: give a law (log, linear or win), a unit and a cap") from None


def format_scaling(scaling: Scaling) -> str:
    """The notation of a scaling, ``log:1:10`` (law, unit, cap); `parse_scaling` reads it back."""
    parts = [scaling.law.value, repr(scaling.unit)] + ([] if scaling.cap is None else [repr(scaling.cap)])
    return ":".join(parts)


def parse_scaling(text: str) -> Scaling:
    """Read ``linear``, ``log:1`` or ``log:1:10``: a law, the amount of one step, and the cap, the last two optional."""
    law, *numbers = text.split(":")
    try:
        if len(numbers) > 2:
            raise ValueError(text)
        unit, cap = ([float(number) for number in numbers] + [None, None])[:2]
        return Scaling(ScalingLaw(law), 1.0 if unit is None else unit, cap)
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"scaling: must be log, linear or win, with unit and cap as in log:1:10, not {text[:40]!r}"
        ) from None


PAWNS = Scaling(ScalingLaw.LOG, 1.0, cap=10.0)
"""The paper's scaling of chess, in pawns; mate scores count as ten pawns."""

_DEFAULTS = {
    Unit.WIN: Scaling(ScalingLaw.LINEAR),
    Unit.EQUITY: Scaling(ScalingLaw.LINEAR),
    Unit.PAYOFF: Scaling(ScalingLaw.LINEAR),
    Unit.PAWNS: PAWNS,
    # Unbounded amounts: a typical swing of the game is the better unit, where it is known.
    Unit.POINTS: Scaling(ScalingLaw.LOG, 10.0),
    Unit.DOLLARS: Scaling(ScalingLaw.LOG, 1_000.0),
}


def default_scaling(unit: Unit) -> Scaling:
    """The default scaling of a unit: linear for chances and equities, logarithmic for amounts."""
    return _DEFAULTS[Unit(unit)]
