"""Fallible agents (section VIII): any evaluator of any game, made to err like a player of given skill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from kibitz.core import ChoiceIndex, Equities, Evaluator, FloatArray
from kibitz.rate.model.choice import check_parameters, choice_log_probabilities
from kibitz.rate.model.moments import probabilities
from kibitz.rate.model.scaling import Scaling, default_scaling
from kibitz.rate.records.sample import Sample

PositionT = TypeVar("PositionT")


@dataclass(frozen=True, slots=True)
class FallibleAgent(Generic[PositionT]):
    """A policy that chooses by the model's probabilities with sensitivity ``s`` and consistency ``c``.

    ``scaling`` defaults to that of the equities' unit; ``lapse`` is the chance of a random choice. On a grid finer
    than people use (wagers, bids) equal options would share the chance of the best one. Set ``kinds`` to the number of
    options that people distinguish: each of n options then counts ``kinds/n`` times.
    """

    s: float
    c: float
    evaluator: Evaluator[PositionT]
    scaling: Scaling | None = None
    lapse: float = 0.0
    kinds: float | None = None

    def __post_init__(self) -> None:
        check_parameters(self.s, self.c, self.lapse)

    def choose(self, position: PositionT, rng: np.random.Generator) -> ChoiceIndex:
        """Index of the choice made in this position."""
        p = self.probabilities(self.evaluator.equities(position))
        return ChoiceIndex(int(rng.choice(len(p), p=p)))

    def probabilities(self, equities: Equities) -> FloatArray:
        """Chance of each choice, in the order of the choices."""
        scaling = default_scaling(equities.unit) if self.scaling is None else self.scaling
        return fallible_probabilities(equities.values, scaling, self.s, self.c, self.lapse, self.kinds)


def fallible_probabilities(
    utilities: FloatArray, scaling: Scaling, s: float, c: float, lapse: float = 0.0, kinds: float | None = None
) -> FloatArray:
    """Chance of each option of one decision, in the order given; options of minus infinite value are never chosen."""
    scaled = scaling.apply(utilities)[None, :]
    mask = np.isfinite(scaled)
    deltas = scaled.max() - scaled
    multiplicities = None if kinds is None else np.full(deltas.shape, kinds / mask.sum())
    p = np.exp(choice_log_probabilities(deltas, mask, s, c, lapse=lapse, multiplicities=multiplicities))[0]
    return np.asarray(p / p.sum())


def simulate_choices(sample: Sample, s: float, c: float, rng: np.random.Generator, lapse: float = 0.0) -> Sample:
    """The same decisions with the choices of a simulated player (s, c)."""
    p = probabilities(sample, s, c, lapse=lapse)
    edges = np.cumsum(p, axis=1)
    draws = rng.random(len(sample)) * edges[:, -1]
    return sample.with_choices(np.minimum((edges <= draws[:, None]).sum(axis=1), sample.counts - 1))
