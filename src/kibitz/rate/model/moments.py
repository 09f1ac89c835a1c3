"""Moments of each decision of a sample under the model at given (s, c), with exact derivatives.

All fits use them: chance of a best choice, expected loss and its square, log chance of the choice made.
Small samples are computed in NumPy, large ones by a compiled kernel; the two agree to 1e-12.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.model import choice
from kibitz.rate.records.sample import BoolArray, Sample

KERNEL_FROM = 5_000
"""Number of elements above which the compiled kernel is faster despite its import."""

BestRule: TypeAlias = Literal["any", "first"]
"""Whether any option tied at the top counts as a best choice, or only the one listed first."""


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Per decision, at one (s, c) and lapse; ``by_...`` are derivatives (N, 2) by log s and log c.

    ``bend_log_chosen`` (N, 3) are second derivatives: by log s twice, by log s and log c, by log c twice.
    """

    best: FloatArray
    loss: FloatArray
    squared_loss: FloatArray
    log_chosen: FloatArray
    by_best: FloatArray
    by_loss: FloatArray
    by_log_chosen: FloatArray
    bend_log_chosen: FloatArray

    def __len__(self) -> int:
        return len(self.best)


def best_columns(sample: Sample, rule: BestRule) -> BoolArray:
    """Which columns, in perceived order, count as a best choice (N, K)."""
    if rule == "any":
        present = np.arange(sample.deltas.shape[1]) < sample.counts[:, None]
        return np.asarray((sample.perception.losses == 0) & present)
    if rule != "first":
        raise InputError(f"best: must be 'any' or 'first', not {rule!r}")
    if sample.perception.rank is None:
        return np.broadcast_to(np.arange(sample.deltas.shape[1]) == 0, sample.deltas.shape)
    return np.asarray(sample.perception.rank == 0)


def chose_best(sample: Sample, rule: BestRule) -> FloatArray:
    """1 where a best option was chosen, else 0."""
    return np.asarray(sample.losses == 0 if rule == "any" else sample.chosen == 0, dtype=np.float64)


def moments(
    sample: Sample,
    s: float,
    c: float,
    *,
    lapse: float = 0.0,
    best: BestRule = "any",
    tie_first: float | None = None,
    bends: bool = False,
) -> Moments:
    """Moments of all decisions at (s, c); second derivatives only with ``bends``, else they are 0."""
    choice.check_parameters(s, c, lapse)
    seen, columns = sample.perception, best_columns(sample, best)
    if seen.log_deltas.size >= KERNEL_FROM:
        from kibitz.rate.model import kernels

        table = kernels.moments(
            seen.log_deltas, seen.counts, seen.losses, np.ascontiguousarray(columns), seen.chosen, math.log(s), c, bends
        )
    else:
        table = reference_moments(sample, s, c, columns, bends)
    result = Moments(
        table[:, 0], table[:, 1], table[:, 2], table[:, 3], table[:, 4:6], table[:, 6:8], table[:, 8:10], table[:, 10:]
    )
    if tie_first is not None:
        result = _with_tie_law(result, sample, best, tie_first)
    return with_lapse(result, sample, lapse, columns) if lapse else result


def reference_moments(sample: Sample, s: float, c: float, best: BoolArray, bends: bool = True) -> FloatArray:
    """The table of the compiled kernel (N, 13), in NumPy."""
    seen = sample.perception
    log_p, by_s, by_c = choice.log_probability_gradients(seen.log_deltas, seen.counts, s, c)
    p, rows = np.exp(log_p), np.arange(len(sample))
    table = np.zeros((len(sample), 13))
    table[:, 0] = (p * best).sum(axis=1)
    table[:, 1] = (p * seen.losses).sum(axis=1)
    table[:, 2] = (p * seen.losses**2).sum(axis=1)
    table[:, 3] = log_p[rows, seen.chosen]
    for j, gradient in enumerate((by_s, by_c)):
        table[:, 4 + j] = (p * gradient * best).sum(axis=1)
        table[:, 6 + j] = (p * gradient * seen.losses).sum(axis=1)
        table[:, 8 + j] = gradient[rows, seen.chosen]
    if bends:
        table[:, 10:] = choice.log_probability_curvatures(log_p, seen.log_deltas, s, c)[rows, seen.chosen]
    return table


def with_lapse(m: Moments, sample: Sample, lapse: float, best: BoolArray) -> Moments:
    """The same moments when a choice is random with chance ``lapse``."""
    n, losses, keep = sample.counts, sample.perception.losses, 1.0 - lapse
    with np.errstate(divide="ignore"):
        log_blind = math.log(lapse) - np.log(n)
        log_mixed = np.logaddexp(m.log_chosen + np.log(keep), log_blind)
    aware = np.exp(m.log_chosen + np.log(keep) - log_mixed) if keep > 0 else np.zeros(len(m))
    # Where the choice is certainly random, derivatives of 1e250 would overflow on squaring.
    g_s, g_c = np.where((aware > 0)[:, None], m.by_log_chosen, 0.0).T
    return Moments(
        best=keep * m.best + lapse * best.sum(axis=1) / n,
        loss=keep * m.loss + lapse * losses.sum(axis=1) / n,
        squared_loss=keep * m.squared_loss + lapse * (losses**2).sum(axis=1) / n,
        log_chosen=log_mixed,
        by_best=keep * m.by_best,
        by_loss=keep * m.by_loss,
        by_log_chosen=aware[:, None] * m.by_log_chosen,
        bend_log_chosen=aware[:, None] * m.bend_log_chosen
        + (aware * (1 - aware))[:, None] * np.stack([g_s * g_s, g_s * g_c, g_c * g_c], axis=1),
    )


def _with_tie_law(m: Moments, sample: Sample, rule: BestRule, first: float) -> Moments:
    if sample.perceived is not None:
        raise InputError(
            "tie_first: cannot be combined with perceived values, because the tie law needs the order of the list"
        )
    shift = choice.tie_log_adjustment(sample.deltas, first)
    factor = np.exp(shift[:, 0]) if rule == "first" else np.ones(len(sample))
    return Moments(
        factor * m.best,
        m.loss,
        m.squared_loss,
        m.log_chosen + shift[np.arange(len(sample)), sample.chosen],
        factor[:, None] * m.by_best,
        m.by_loss,
        m.by_log_chosen,
        m.bend_log_chosen,
    )


def probabilities(
    sample: Sample, s: float, c: float, *, lapse: float = 0.0, tie_first: float | None = None
) -> FloatArray:
    """Probability of each option (N, K), columns in the order of the sample (best first)."""
    choice.check_parameters(s, c, lapse)
    seen = sample.perception
    if seen.log_deltas.size >= KERNEL_FROM:
        from kibitz.rate.model import kernels

        log_p = kernels.log_probabilities(seen.log_deltas, seen.counts, math.log(s), c)
    else:
        log_p = choice.log_probabilities(seen.log_deltas, seen.counts, s, c)
    if tie_first is not None:
        if sample.perceived is not None:
            raise InputError("tie_first: cannot be combined with perceived values")
        log_p = log_p + choice.tie_log_adjustment(sample.deltas, first=tie_first)
    return np.exp(seen.to_rank_order(choice.with_lapse(log_p, sample.counts, lapse)))


@dataclass(frozen=True, slots=True, eq=False)
class RankMoments:
    """Projected frequency of each rank (K,) and its derivatives by log s and log c (K, 2); per decision the chance of
    all options better than the chosen one and of the chosen one itself (N,), and their derivatives (N, 2)."""

    ranks: FloatArray
    by_ranks: FloatArray
    before: FloatArray
    by_before: FloatArray
    chance: FloatArray
    by_chance: FloatArray


def rank_moments(sample: Sample, s: float, c: float) -> RankMoments:
    """What percentile and rank fits need, at (s, c)."""
    choice.check_parameters(s, c)
    seen, share = sample.perception, sample.weights / sample.weights.sum()
    if seen.log_deltas.size >= KERNEL_FROM:
        from kibitz.rate.model import kernels

        rank = np.broadcast_to(np.arange(sample.deltas.shape[1]), sample.deltas.shape)
        ranks, each = kernels.rank_moments(
            seen.log_deltas,
            seen.counts,
            np.ascontiguousarray(rank if seen.rank is None else seen.rank),
            sample.chosen,
            share,
            math.log(s),
            c,
        )
    else:
        ranks, each = reference_rank_moments(sample, s, c)
    return RankMoments(ranks[:, 0], ranks[:, 1:], each[:, 0], each[:, 1:3], each[:, 3], each[:, 4:])


def reference_rank_moments(sample: Sample, s: float, c: float) -> tuple[FloatArray, FloatArray]:
    """The tables of the compiled kernel, (K, 3) and (N, 6), in NumPy."""
    seen, share = sample.perception, sample.weights / sample.weights.sum()
    log_p, by_s, by_c = choice.log_probability_gradients(seen.log_deltas, seen.counts, s, c)
    p = np.exp(log_p)
    columns = [seen.to_rank_order(array) for array in (p, p * by_s, p * by_c)]
    better = np.arange(p.shape[1]) < sample.chosen[:, None]
    rows = np.arange(len(sample))
    ranks = np.stack([share @ column for column in columns], axis=1)
    each = [(column * better).sum(axis=1) for column in columns] + [column[rows, sample.chosen] for column in columns]
    return ranks, np.stack(each, axis=1)
