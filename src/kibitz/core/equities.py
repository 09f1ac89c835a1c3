"""Equities: the value of each choice, with unit, point of view, standard error and provenance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.core.choices import ChoiceSet
from kibitz.core.errors import InputError
from kibitz.core.ids import ChoiceIndex, PlayerId
from kibitz.core.provenance import Provenance
from kibitz.core.units import Unit

FloatArray: TypeAlias = NDArray[np.float64]


def frozen_array(values: ArrayLike) -> FloatArray:
    """A read-only float64 copy, so that a frozen value cannot change."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


@dataclass(frozen=True, slots=True, eq=False)
class Equities:
    """Expected utility of each choice for ``player``, in ``unit``.

    ``values`` may contain minus infinity (a choice that is ruled out) but no NaN. ``standard_errors`` is ``None`` for
    exact values. Arrays are read-only copies.
    """

    choices: ChoiceSet
    values: FloatArray
    unit: Unit
    player: PlayerId
    provenance: Provenance
    standard_errors: FloatArray | None = field(default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen_array(self.values))
        if self.values.shape != (len(self.choices),):
            raise InputError(f"equities: {len(self.choices)} choices but {self.values.size} values")
        if np.isnan(self.values).any() or np.isposinf(self.values).any():
            raise InputError("equities: values must be numbers or minus infinity")
        if np.isneginf(self.values).all():
            raise InputError("equities: at least one choice must have a finite value")
        if self.standard_errors is not None:
            object.__setattr__(self, "standard_errors", frozen_array(self.standard_errors))
            if self.standard_errors.shape != self.values.shape:
                raise InputError("equities: give one standard error for each value")
            if not (self.standard_errors >= 0).all():
                raise InputError("equities: standard errors must not be negative")

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, label: str) -> float:
        """The equity of the choice with this label."""
        return float(self.values[self.choices.index(label)])

    @property
    def best(self) -> ChoiceIndex:
        """Index of the choice with the largest equity; the first one in a tie."""
        return ChoiceIndex(int(np.argmax(self.values)))

    @property
    def losses(self) -> FloatArray:
        """The loss of each choice against the best one; never negative."""
        return np.asarray(self.values[self.best] - self.values)

    def _key(self) -> tuple[object, ...]:
        errors = None if self.standard_errors is None else (self.standard_errors + 0.0).tobytes()
        return (self.choices, (self.values + 0.0).tobytes(), self.unit, self.player, self.provenance, errors)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Equities) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())
