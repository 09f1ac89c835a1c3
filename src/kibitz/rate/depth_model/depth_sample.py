"""A sample in the form of the depth model: differences at every depth, and tables of likelihood and loss by skill."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.depth_model.parameters import SKILL_RANGE, DepthParameters, first_sight_probabilities
from kibitz.rate.records.sample import IntArray, Sample

N_SKILLS = 49
SKILL_GRID: FloatArray = np.linspace(*SKILL_RANGE, N_SKILLS)
"""Skills of the tables: a quarter apart, because everything is smooth in between."""


@dataclass(frozen=True, slots=True, eq=False)
class DepthSample:
    """Arrays of N decisions with up to K options at D depths, as the kernels take them.

    ``log_deltas`` (N, D, K) are minus infinity at a depth's best option; ``first`` are chances at first sight,
    ``losses`` authoritative; both are 0 where there is no option.
    """

    log_deltas: FloatArray
    first: FloatArray
    losses: FloatArray
    counts: IntArray
    chosen: IntArray
    weights: FloatArray

    def powers(self, c: float) -> FloatArray:
        """Differences to the power c (N, D, K)."""
        return np.exp(c * self.log_deltas)


def depth_deltas(sample: Sample, shape: DepthParameters) -> FloatArray:
    """Differences (N, D, K) at the depths of a shape: the sample's values by depth, or where the shape has only one
    depth its authoritative values."""
    if len(shape.depths) == 1:
        return np.asarray(sample.deltas[:, None, :])
    if sample.by_depth is None:
        raise InputError("by_depth: the scale needs values at every depth, and these decisions have none")
    if sample.by_depth.shape[1] != len(shape.depths):
        raise InputError(
            f"by_depth: the scale needs values at {len(shape.depths)} depths, "
            f"and these decisions have {sample.by_depth.shape[1]}"
        )
    return sample.by_depth


def depth_sample(sample: Sample, shape: DepthParameters) -> DepthSample:
    """The arrays of a sample for a shape."""
    deltas = np.where(sample.mask[:, None, :], depth_deltas(sample, shape), 0.0)
    with np.errstate(divide="ignore"):
        logs = np.log(deltas)
    return DepthSample(
        np.ascontiguousarray(logs),
        first_sight_probabilities(deltas, sample.mask, shape.tau),
        np.where(sample.mask, sample.deltas, 0.0),
        sample.counts,
        sample.chosen,
        sample.weights,
    )


@dataclass(frozen=True, slots=True, eq=False)
class SkillTable:
    """Log chance of each choice made and expected scaled loss of each decision (N, T) at the skills of `SKILL_GRID`."""

    log_chosen: FloatArray
    expected: FloatArray


def skill_table(sample: Sample, shape: DepthParameters) -> SkillTable:
    """Table of each decision at every skill under a shape."""
    from kibitz.rate.depth_model import kernels

    sight = depth_sample(sample, shape)
    weights = np.exp(np.stack([shape.log_weights(theta) for theta in SKILL_GRID]))
    return SkillTable(
        *kernels.by_skill(
            sight.powers(shape.c),
            sight.counts,
            sight.first,
            sight.losses,
            sight.chosen,
            weights,
            shape.r,
            np.array([shape.lapse(theta) for theta in SKILL_GRID]),
            np.array([shape.loss_aversion(theta) for theta in SKILL_GRID]),
            shape.f,
        )
    )


def depth_model_probabilities(sample: Sample, shape: DepthParameters, theta: float) -> FloatArray:
    """Chance of each option (N, K), in the order of the sample's columns, for a player of this skill."""
    from kibitz.rate.depth_model import kernels

    sight = depth_sample(sample, shape)
    return kernels.probabilities(
        sight.powers(shape.c),
        sight.counts,
        sight.first,
        sight.losses,
        np.exp(shape.log_weights(theta)),
        shape.r,
        shape.lapse(theta),
        shape.loss_aversion(theta),
        shape.f,
    )


def simulate_at_skill(sample: Sample, shape: DepthParameters, theta: float, rng: np.random.Generator) -> Sample:
    """The same decisions with the choices of a simulated player of this skill."""
    edges = np.cumsum(depth_model_probabilities(sample, shape, theta), axis=1)
    draws = rng.random(len(sample)) * edges[:, -1]
    return sample.with_choices(np.minimum((edges <= draws[:, None]).sum(axis=1), sample.counts - 1))
