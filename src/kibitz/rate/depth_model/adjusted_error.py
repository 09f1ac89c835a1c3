"""Adjusted error: a player's own mean error times how much harder the reference set is for a player of the same skill.

    adjusted = own error x E_S(theta) / E_own(theta)

``theta`` is the most likely skill under the shared shape. It enters only through a ratio, so on positions like those of
the reference set the result is the plain mean error for every player. All quantities are sums over events of tables by
skill, so bootstrap samples are cheap.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray
from kibitz.rate.depth_model.depth_sample import SKILL_GRID, SkillTable, skill_table
from kibitz.rate.depth_model.parameters import DepthParameters
from kibitz.rate.records.sample import Sample

SHARPEST_OPTIONS = 4
"""Sharpness of a decision is the mean difference of the second to fifth option."""
LOG_OFFSET = 1e-3
"""Scaled loss added before taking the logarithm of an error that may be 0."""


@dataclass(frozen=True, slots=True, eq=False)
class EventTable:
    """Weighted sums over each event present: weights (E,), losses (E,), log likelihood and expected loss (E, T).

    ``thirds`` hold the same of the quiet and the sharp third: weights and losses (E, 2), expected loss (E, 2, T).
    """

    weights: FloatArray
    losses: FloatArray
    log_chosen: FloatArray
    expected: FloatArray
    third_weights: FloatArray
    third_losses: FloatArray
    third_expected: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class AdjustedErrors:
    """Results of B players or bootstrap samples, each (B,): skill, own mean error, log difficulty of the own decisions
    against the reference set, adjusted error, log of expected over own error, and the contrast of quiet and sharp
    decisions (NaN where there are none of either)."""

    theta: FloatArray
    own: FloatArray
    log_difficulty: FloatArray
    adjusted: FloatArray
    gap: FloatArray
    contrast: FloatArray


def sharpness(sample: Sample) -> FloatArray:
    """Mean scaled difference of the second to fifth option of each decision; 0 where there is only one option."""
    some = sample.mask[:, 1 : 1 + SHARPEST_OPTIONS]
    total = np.where(some, sample.deltas[:, 1 : 1 + SHARPEST_OPTIONS], 0.0).sum(axis=1)
    return np.asarray(total / np.maximum(some.sum(axis=1), 1))


def sharpness_cuts(reference: Sample) -> tuple[float, float]:
    """Sharpness below which a decision is quiet and above which it is sharp: the terciles of a reference set."""
    low, high = np.quantile(sharpness(reference), [1 / 3, 2 / 3])
    return float(low), float(high)


def event_table(
    sample: Sample, shape: DepthParameters, cuts: tuple[float, float], table: SkillTable | None = None
) -> EventTable:
    """The sums over each event of a sample, events in the order of their codes; ``table`` is that of the sample, where
    it is known."""
    table = skill_table(sample, shape) if table is None else table
    _, codes = np.unique(sample.events, return_inverse=True)
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    w = sample.weights

    def sum_groups(columns: FloatArray) -> FloatArray:
        return np.asarray(np.add.reduceat(columns[order], starts, axis=0))

    sharp = sharpness(sample)
    thirds = np.stack([sharp <= cuts[0], sharp > cuts[1]], axis=1) * w[:, None]
    return EventTable(
        sum_groups(w),
        sum_groups(w * sample.losses),
        sum_groups(w[:, None] * table.log_chosen),
        sum_groups(w[:, None] * table.expected),
        sum_groups(thirds),
        sum_groups(thirds * sample.losses[:, None]),
        np.stack([sum_groups(thirds[:, [j]] * table.expected) for j in (0, 1)], axis=1),
    )


def most_likely_skills(log_likelihood: FloatArray) -> FloatArray:
    """The skill at which each row (B, T) is highest, by the parabola through the three points about it."""
    at = np.clip(log_likelihood.argmax(axis=1), 1, len(SKILL_GRID) - 2)
    rows = np.arange(len(at))
    low, middle, high = (log_likelihood[rows, at + j] for j in (-1, 0, 1))
    bend = low - 2 * middle + high
    step = np.where(bend < 0, 0.5 * (low - high) / np.where(bend < 0, bend, -1.0), 0.0)
    return np.asarray(SKILL_GRID[at] + np.clip(step, -1, 1) * (SKILL_GRID[1] - SKILL_GRID[0]))


def interpolate_at_skill(table: FloatArray, thetas: FloatArray) -> FloatArray:
    """Rows of positive values by skill (B, T), or one row for all, interpolated at one skill each on a log scale."""
    place = np.clip((thetas - SKILL_GRID[0]) / (SKILL_GRID[1] - SKILL_GRID[0]), 0, len(SKILL_GRID) - 1 - 1e-9)
    left = place.astype(np.intp)
    rows = np.arange(len(thetas)) if len(table) > 1 else np.zeros(len(thetas), dtype=np.intp)
    logs = np.log(np.maximum(table, 1e-300))
    return np.asarray(np.exp(logs[rows, left] + (place - left) * (logs[rows, left + 1] - logs[rows, left])))


def adjusted_errors(table: EventTable, counts: FloatArray, reference_expected: FloatArray) -> AdjustedErrors:
    """Adjusted errors of each row of ``counts`` (B, E), which says how often each event counts.

    ``reference_expected`` (T,) is the expected loss per decision of the reference set at the skills of the grid.
    """
    weight = np.maximum(counts @ table.weights, 1e-300)
    own = counts @ table.losses / weight
    theta = most_likely_skills(counts @ table.log_chosen)
    expected = interpolate_at_skill(counts @ table.expected / weight[:, None], theta)
    difficulty = np.log(expected / interpolate_at_skill(reference_expected[None, :], theta))
    thirds = counts @ table.third_weights
    there = (thirds > 0).all(axis=1)
    safe = np.maximum(thirds, 1e-300)
    actual = counts @ table.third_losses / safe
    predicted = np.stack(
        [
            interpolate_at_skill(np.maximum(counts @ table.third_expected[:, j, :] / safe[:, [j]], 1e-12), theta)
            for j in (0, 1)
        ],
        1,
    )
    logs = np.log((actual + LOG_OFFSET) / (predicted + LOG_OFFSET))
    return AdjustedErrors(
        theta,
        own,
        difficulty,
        own * np.exp(-difficulty),
        np.log((expected + LOG_OFFSET) / (own + LOG_OFFSET)),
        np.where(there, logs[:, 0] - logs[:, 1], np.nan),
    )
