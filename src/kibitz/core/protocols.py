"""Protocols between games and machinery: `Evaluator` values choices, `Policy` chooses.

The third extension point, where tasks run, is any `concurrent.futures.Executor` (see `kibitz.simulate.executors`).
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np

from kibitz.core.equities import Equities
from kibitz.core.ids import ChoiceIndex

Position_contra = TypeVar("Position_contra", contravariant=True)


class Evaluator(Protocol[Position_contra]):
    """Values each choice in a position for the player who decides."""

    def equities(self, position: Position_contra) -> Equities:
        """Equities of all choices in this position."""
        ...


class Policy(Protocol[Position_contra]):
    """Chooses, possibly at random; all randomness comes from ``rng``."""

    def choose(self, position: Position_contra, rng: np.random.Generator) -> ChoiceIndex:
        """Index of the choice in this position."""
        ...
