"""Percentiles without a rating system: in a comparison group of players, or among simulated agents, on the reference
set."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.bounds import blind_loss
from kibitz.rate.fitting.starting_points import representative_subsample
from kibitz.rate.ratings.resampling import mean_loss
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.records.sample import Sample, check_comparable

N_AGENTS = 300
CONSISTENCIES = (0.3, 0.7)
STRONGEST_LOSS_SHARE, WEAKEST_LOSS_SHARE = 0.01, 0.9
"""Expected loss of the strongest and weakest agents, as a share of a random chooser's."""


@dataclass(frozen=True, slots=True, eq=False)
class LossPopulation:
    """Expected losses of many players, ascending, and who they are."""

    losses: FloatArray
    who: str = "simulated agents"

    def percentile(self, expected_loss: float) -> float:
        """Percentage of the players that lose more than this; 100 is best."""
        return 100 * float((self.losses > expected_loss).mean())


def simulated_population(reference: Sample, rng: np.random.Generator, agents: int = N_AGENTS) -> LossPopulation:
    """Agents with log s spread evenly and c between 0.3 and 0.7.

    The spread runs from agents that lose a hundredth of what a random chooser loses to agents that lose nine tenths
    of it: a convention, since nobody knows who plays a game, but the same for every player of one reference set.
    """
    if not 1 <= agents <= 10_000:
        raise InputError(f"agents: must be from 1 to 10,000, not {agents}")
    some = representative_subsample(reference)
    low, high = (_log_s(some, share * blind_loss(some)) for share in (STRONGEST_LOSS_SHARE, WEAKEST_LOSS_SHARE))
    draws = zip(rng.uniform(low, high, size=agents), rng.uniform(*CONSISTENCIES, size=agents), strict=True)
    return LossPopulation(np.sort([mean_loss(some, math.exp(log_s), c) for log_s, c in draws]))


MIN_PEOPLE = 5
"""Smallest comparison group for which a percentile is reported."""


def recorded_population(people: Sample, scale: Scale, who: str = "people") -> LossPopulation:
    """The players of a sample with enough decisions, each by the expected loss on the scale's reference set."""
    from kibitz.rate.ratings.intrinsic import intrinsic_rating
    from kibitz.rate.ratings.result import MIN_DECISIONS

    check_comparable(people, scale.reference)
    losses = [
        intrinsic_rating(own, scale, draws=2).expected_loss
        for own in people.by_player().values()
        if len(own) >= MIN_DECISIONS
    ]
    known = [loss for loss in losses if loss is not None]
    if len(known) < MIN_PEOPLE:
        raise InputError(
            f"comparison-group: give at least {MIN_PEOPLE} players with {MIN_DECISIONS} or more decisions, "
            f"not {len(known)}"
        )
    return LossPopulation(np.sort(known), f"{len(known)} {who}")


def _log_s(reference: Sample, loss: float) -> float:
    low, high = -60.0, 30.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        if mean_loss(reference, math.exp(middle), sum(CONSISTENCIES) / 2) < loss:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)
