"""Rasch and partial-credit fits by marginal likelihood: abilities are normal about 0, items have steps.

With ability a, credit k of an item with steps d_1 .. d_m has a chance proportional to ``exp(k a - d_1 - ... - d_k)``;
one step is the Rasch model. Abilities are integrated out on a grid; gradients are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError

NODES = 41
ABILITY_RANGE_SD = 5.0
MISSING = -1
SPREAD_BOUNDS = (0.02, 20.0)
"""Range of the standard deviation of ability."""

Credits = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class CreditFit:
    """Steps of each item (``None`` where its answers do not determine them), standard deviation of ability, and the
    ability of each person with its standard error, all in logits; ``log_likelihood`` is the marginal one."""

    steps: tuple[FloatArray | None, ...]
    steps_se: tuple[FloatArray | None, ...]
    spread: float
    abilities: FloatArray
    abilities_se: FloatArray
    log_likelihood: float

    @property
    def difficulties(self) -> FloatArray:
        """Mean step of each item, NaN where it has none."""
        return np.array([np.nan if d is None else float(d.mean()) for d in self.steps])


def collapse_credits(credits: Credits) -> tuple[Credits, list[int]]:
    """Credits of each item renumbered to those that occur, and the number of steps; a step that nobody took
    cannot be estimated."""
    result, steps = credits.copy(), []
    for item in range(credits.shape[1]):
        seen = np.unique(credits[:, item][credits[:, item] != MISSING])
        for place, credit in enumerate(seen):
            result[credits[:, item] == credit, item] = place
        steps.append(max(len(seen) - 1, 0))
    return result, steps


def credit_fit(credits: Credits) -> CreditFit:
    """The model fitted to credits (persons, items), whole numbers from 0, -1 where a person did not see an item."""
    from scipy.optimize import minimize

    given, counts = collapse_credits(credits)
    if len(credits) < 2 or not any(counts):
        raise InputError("exam: give at least two players whose answers differ")
    stored = [item for item, m in enumerate(counts) if m]
    nodes = np.linspace(-ABILITY_RANGE_SD, ABILITY_RANGE_SD, NODES)
    prior = np.exp(-(nodes**2) / 2)
    log_prior = np.log(prior / prior.sum())
    edges = np.cumsum([0, *(counts[item] for item in stored)])

    def parts(vector: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        spread = np.exp(vector[-1])
        ability = spread * nodes
        heights = np.tile(log_prior, (len(given), 1))
        tails = []
        for at, item in enumerate(stored):
            log_p, tail = _item(ability, vector[edges[at] : edges[at + 1]])
            tails.append(tail)
            there = given[:, item] != MISSING
            heights[there] += log_p[given[there, item]]
        top = heights.max(axis=1, keepdims=True)
        weights = np.exp(heights - top)
        total = weights.sum(axis=1, keepdims=True)
        weights /= total
        slope = np.zeros(len(vector))
        for at, item in enumerate(stored):
            there = given[:, item] != MISSING
            for j in range(edges[at + 1] - edges[at]):
                taken = (given[there, item] > j).sum()
                slope[edges[at] + j] = taken - (weights[there] @ tails[at][j]).sum()
            expected = weights[there] @ (nodes * tails[at].sum(axis=0))
            slope[-1] -= spread * float((weights[there] @ nodes * given[there, item] - expected).sum())
        return float(-(np.log(total) + top).sum()), slope, weights

    def badness(vector: FloatArray) -> tuple[float, FloatArray]:
        value, slope, _ = parts(vector)
        return value, slope

    start = np.zeros(edges[-1] + 1)
    for at, item in enumerate(stored):
        there = given[:, item] != MISSING
        share = (given[there, item].mean() + 0.3) / (counts[item] + 0.6)
        start[edges[at] : edges[at + 1]] = np.log((1 - share) / share)
    bounds = [(-12.0, 12.0)] * edges[-1] + [tuple(np.log(SPREAD_BOUNDS))]
    result = minimize(badness, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500})
    value, _, weights = parts(result.x)
    covariance = np.linalg.pinv(_information(badness, result.x))
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    spread = float(np.exp(result.x[-1]))
    mean = weights @ (spread * nodes)
    steps: list[FloatArray | None] = [None] * credits.shape[1]
    steps_se: list[FloatArray | None] = [None] * credits.shape[1]
    for at, item in enumerate(stored):
        steps[item] = result.x[edges[at] : edges[at + 1]]
        steps_se[item] = errors[edges[at] : edges[at + 1]]
    sd = np.sqrt(np.maximum(weights @ (spread * nodes) ** 2 - mean**2, 0.0))
    return CreditFit(tuple(steps), tuple(steps_se), spread, mean, sd, -value)


def _item(ability: FloatArray, steps: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Log chance of each credit (m + 1, Q), and the chance of reaching each step (m, Q)."""
    credit = np.arange(len(steps) + 1)
    heights = credit[:, None] * ability - np.concatenate([[0.0], np.cumsum(steps)])[:, None]
    heights -= heights.max(axis=0)
    log_p = heights - np.log(np.exp(heights).sum(axis=0))
    return log_p, np.cumsum(np.exp(log_p)[::-1], axis=0)[::-1][1:]


def _information(
    badness: Callable[[FloatArray], tuple[float, FloatArray]], at: FloatArray, step: float = 1e-4
) -> FloatArray:
    """Curvature of the marginal log likelihood, by differences of its exact gradient."""
    rows = [(badness(at + step * e)[1] - badness(at - step * e)[1]) / (2 * step) for e in np.eye(len(at))]
    return np.asarray((np.array(rows) + np.array(rows).T) / 2)
