"""Agents of a rating, a skill or (s, c): the chance of each option, to predict or to simulate choices (section VIII).

A rating has two kinds of agent. *people* uses the shared shape of the scale, which predicts choices best, with the
skill whose adjusted error has that rating. *loss* uses the (s, c) whose mean loss on the reference set is right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.depth_model.depth_sample import depth_model_probabilities
from kibitz.rate.depth_model.parameters import DepthParameters
from kibitz.rate.fitting.fits import fit
from kibitz.rate.model.moments import probabilities
from kibitz.rate.ratings.intrinsic import intrinsic_rating
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.records.sample import IntArray, Sample

ErrorModel = Literal["people", "loss"]


@dataclass(frozen=True, slots=True)
class Agent:
    """A simulated player: a shared shape with a skill, or (s, c) with a lapse (chance of a random choice).

    The (s, c) of a rating belongs to the values that its ``scale`` was calibrated with, whatever else a record holds.
    """

    name: str
    s: float | None = None
    c: float | None = None
    lapse: float = 0.0
    shape: DepthParameters | None = None
    skill: float | None = None
    scale: Scale | None = None

    def chances(self, sample: Sample) -> FloatArray:
        """Chance of each option (N, K), in the order of the sample's columns."""
        if self.shape is not None and self.skill is not None:
            return depth_model_probabilities(sample, self.shape, self.skill)
        assert self.s is not None
        assert self.c is not None
        own_values = sample if self.scale is None else self.scale.conform(sample)
        return probabilities(own_values, self.s, self.c, lapse=self.lapse)


def agent_of_rating(sample: Sample, scale: Scale, rating: float, like: ErrorModel = "people") -> Agent:
    """The agent of a rating for the decisions of a sample."""
    line = scale.line_for(sample)
    if like == "people" and line is not None:
        return Agent(f"{scale.name} {rating:.0f}", shape=line.shape, skill=line.skill(rating))
    s, c = scale.agent(rating)
    return Agent(f"{scale.name} {rating:.0f}", s, c, scale.lapse, scale=scale)


def agent_like(sample: Sample, player: str, scale: Scale | None, like: ErrorModel = "people") -> Agent:
    """The agent that chooses like a player of the sample: with the same rating, or fitted where there is no scale."""
    own = sample.take(sample.players == player)
    if scale is None:
        result = fit(own, "ml-lapse")
        return Agent(player, result.s, result.c, result.lapse)
    rating = intrinsic_rating(own, scale, draws=50).value
    if rating is None:
        raise InputError(f"player: {player!r} has only bounds and no rating, so kibitz cannot simulate this player")
    return replace(agent_of_rating(sample, scale, rating, like), name=player)


def draw_choices(chances: FloatArray, sample: Sample, rng: np.random.Generator) -> IntArray:
    """The column chosen in each decision, drawn by the chances."""
    edges = np.cumsum(chances, axis=1)
    at = rng.random(len(sample)) * edges[:, -1]
    return np.asarray(np.minimum((edges <= at[:, None]).sum(axis=1), sample.counts - 1), dtype=np.intp)
