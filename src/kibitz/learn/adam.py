"""Adam (Kingma and Ba 2015) and its learning rate schedule: a short warm-up, then half a cosine."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from kibitz.core.errors import InputError
from kibitz.learn.network import Floats

BETA_1 = 0.9
BETA_2 = 0.999
EPSILON = 1e-8


@dataclass(frozen=True, slots=True)
class LearningRateSchedule:
    """Learning rate: rises over ``warm_up`` steps to ``first``, then falls to ``last``, ``steps`` steps in all."""

    first: float
    last: float
    steps: int
    warm_up: int = 0

    def __post_init__(self) -> None:
        if not (0 < self.last <= self.first and self.steps >= 1 and self.warm_up >= 0):
            raise InputError("schedule: learning rates must be positive and falling, and steps at least 1")

    def rate(self, step: int) -> float:
        """The learning rate of the step with this number, from 0."""
        if step < self.warm_up:
            return self.first * (step + 1) / self.warm_up
        share = min(1.0, (step - self.warm_up) / max(1, self.steps - self.warm_up))
        return self.last + 0.5 * (self.first - self.last) * (1 + math.cos(math.pi * share))


@dataclass(slots=True)
class Adam:
    """Running means of gradients and of their squares; `step` changes parameters in place."""

    means: list[Floats]
    squares: list[Floats]
    steps: int = 0
    _spare: list[Floats] = field(default_factory=list, repr=False)

    @classmethod
    def for_parameters(cls, parameters: list[Floats]) -> Adam:
        """Fresh means, all zero."""
        return cls([np.zeros_like(p) for p in parameters], [np.zeros_like(p) for p in parameters])

    def step(self, parameters: list[Floats], slopes: list[Floats], rate: float) -> None:
        """One step against the gradients."""
        if not self._spare:
            self._spare = [np.empty_like(p) for p in parameters]
        self.steps += 1
        scale = rate * math.sqrt(1 - BETA_2**self.steps) / (1 - BETA_1**self.steps)
        for p, g, m, s, spare in zip(parameters, slopes, self.means, self.squares, self._spare, strict=True):
            m *= BETA_1
            np.multiply(g, 1 - BETA_1, out=spare)
            m += spare
            s *= BETA_2
            np.multiply(g, g, out=spare)
            spare *= 1 - BETA_2
            s += spare
            np.sqrt(s, out=spare)
            spare += EPSILON
            np.divide(m, spare, out=spare)
            spare *= scale
            p -= spare
