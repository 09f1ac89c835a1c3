"""From equities to advice: a ranking, what each choice costs, the plateau, and the mix where theory mixes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import Equities, FloatArray, frozen_array
from kibitz.core.errors import InputError
from kibitz.core.ids import ChoiceIndex

SIGNIFICANCE_SE = 2.0
"""Standard errors of a difference below which two sampled equities count as equal."""


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
        """The choice to make: the best one, or the most probable one of a mix."""
        return self.equities.best if self.mix is None else ChoiceIndex(int(np.argmax(self.mix)))

    @property
    def ranking(self) -> NDArray[np.intp]:
        """Indices of all choices, best first; equals keep their order."""
        return np.argsort(-self.equities.values, kind="stable")

    @property
    def losses(self) -> FloatArray:
        """What each choice gives up against the best, in the order of the choices."""
        return self.equities.losses

    @property
    def good(self) -> NDArray[np.bool_]:
        """Which choices are as good as the best: within the tolerance, inside the error bars, or in the mix."""
        slack = np.full(len(self.equities), self.tolerance + 1e-12)
        errors = self.equities.standard_errors
        if errors is not None:
            slack += SIGNIFICANCE_SE * np.hypot(errors, errors[self.equities.best])
        good = self.losses <= slack
        return good if self.mix is None else good | (self.mix > 0)

    @property
    def plateau(self) -> tuple[ChoiceIndex, ChoiceIndex]:
        """First and last index of the unbroken run of good choices around the best one.

        Meant for grids, where neighbours are similar; for a list use `good`.
        """
        bad = np.flatnonzero(~self.good)
        cut = int(np.searchsorted(bad, self.best))
        first = int(bad[cut - 1]) + 1 if cut > 0 else 0
        last = int(bad[cut]) - 1 if cut < len(bad) else len(self.equities) - 1
        return ChoiceIndex(first), ChoiceIndex(last)

    def to_json(self, top: int | None = None) -> dict[str, Any]:
        """Choices best first, with equity and loss; ``top`` keeps only the first few."""
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
