"""The seams between games and machinery: how good is it, and what is chosen.

The third seam, where work runs, is any `concurrent.futures.Executor` (see `kibitz.simulate.executors`).
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np

from kibitz.core.equities import Equities
from kibitz.core.ids import ChoiceIndex

Position_contra = TypeVar("Position_contra", contravariant=True)


class Evaluator(Protocol[Position_contra]):
    """Says what each choice in a position is worth to the player who decides."""

    def equities(self, position: Position_contra) -> Equities:
        """Equities of all choices in this position."""
        ...


class Policy(Protocol[Position_contra]):
    """Chooses, possibly at random; all chance comes from ``rng``."""

    def choose(self, position: Position_contra, rng: np.random.Generator) -> ChoiceIndex:
        """Index of the choice made in this position."""
        ...
