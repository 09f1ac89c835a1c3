"""From equities to advice: the ranking, the loss of each choice, the plateau, and the mixed strategy if there is
one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import Equities, FloatArray, frozen_array
from kibitz.core.errors import InputError
from kibitz.core.ids import ChoiceIndex

SIGNIFICANCE_SE = 2.0
"""Two sampled equities count as equal if they differ by less than this many standard errors."""


@dataclass(frozen=True, slots=True, eq=False)
class Advice:
    """What to do. Everything but the equities, the tolerance and the mix is derived on demand.

    ``tolerance`` is the loss, in the unit of the equities, up to which a choice is "as good as the best".
    ``mix`` gives the probability of each choice where a mixed strategy is right (a choice in the mix is
    correct however its equity compares), otherwise ``None``.
    """

    equities: Equities
    tolerance: float = 0.0
    mix: FloatArray | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.tolerance < np.inf:
            raise InputError(f"tolerance: must be a number from 0 up, not {self.tolerance}")
        if self.mix is not None:
            object.__setattr__(self, "mix", frozen_array(self.mix))
            if self.mix.shape != self.equities.values.shape:
                raise InputError("mix: give one probability for each choice")
            if not (self.mix >= 0).all() or abs(float(self.mix.sum()) - 1) > 1e-9:
                raise InputError("mix: probabilities must not be negative and must sum to 1")

    @property
    def best(self) -> ChoiceIndex:
        """Index of the choice to make: the best one, or the most probable one of a mix."""
        return self.equities.best if self.mix is None else ChoiceIndex(int(np.argmax(self.mix)))

    @property
    def ranking(self) -> NDArray[np.intp]:
        """Indices of all choices, best first; ties keep their order."""
        return np.argsort(-self.equities.values, kind="stable")

    @property
    def losses(self) -> FloatArray:
        """The loss of each choice, in the order of the choices; never negative."""
        return self.equities.losses

    @property
    def good(self) -> NDArray[np.bool_]:
        """Whether each choice is near-best: within the tolerance, inside the error bars, or in the mix."""
        slack = np.full(len(self.equities), self.tolerance + 1e-12)
        errors = self.equities.standard_errors
        if errors is not None:
            slack += SIGNIFICANCE_SE * np.hypot(errors, errors[self.equities.best])
        good = self.losses <= slack
        return good if self.mix is None else good | (self.mix > 0)

    @property
    def plateau(self) -> tuple[ChoiceIndex, ChoiceIndex]:
        """First and last index of the run of near-best choices around the best one. Meant for grids, where neighbours
        are similar; for a list use `good`."""
        bad = np.flatnonzero(~self.good)
        cut = int(np.searchsorted(bad, self.best))
        first = int(bad[cut - 1]) + 1 if cut > 0 else 0
        last = int(bad[cut]) - 1 if cut < len(bad) else len(self.equities) - 1
        return ChoiceIndex(first), ChoiceIndex(last)

    def to_json(self, top: int | None = None) -> dict[str, Any]:
        """Choices best first, with equity and loss; with ``top``, only that many."""
        choices, values, errors = self.equities.choices, self.equities.values, self.equities.standard_errors
        good, losses = self.good, self.losses
        rows = []
        for i in self.ranking[:top]:
            finite = bool(np.isfinite(values[i]))
            row: dict[str, Any] = {
                "choice": choices[int(i)],
                "equity": float(values[i]) if finite else None,
                "loss": float(losses[i]) if finite else None,
                "good": bool(good[i]),
            }
            if errors is not None:
                row["standard_error"] = float(errors[i])
            if self.mix is not None:
                row["probability"] = float(self.mix[i])
            rows.append(row)
        return {
            "best": choices[self.best],
            "unit": self.equities.unit.value,
            "player": self.equities.player,
            "ranked": rows,
            "provenance": self.equities.provenance.to_json(),
        }

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Advice) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (self.equities, self.tolerance, None if self.mix is None else (self.mix + 0.0).tobytes())
