"""The shared shape compiled: what `kibitz.rate.depth_model.parameters.reference_probabilities` computes, with exact
gradients.

Imported lazily. Arrays are those of `kibitz.rate.depth_model.depth_sample.DepthSample`; tests compare with the plain
reference and with differences.
"""

from __future__ import annotations

from math import exp, log

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kibitz.rate.depth_model.parameters import LEAST_DOUBT
from kibitz.rate.model.choice import LARGEST_EXPONENT
from kibitz.rate.model.kernels import _solve_row

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@njit(cache=True, inline="always")
def _fill_attractions(
    powers: Floats, n: int, weights: Floats, r: float, ys: Floats, xs: Floats, order: Ints, logs: Floats
) -> None:
    """Fill y and x of one row, the order of the options by x, and the log of x above the least, in that order."""
    for k in range(n):
        y = 0.0
        for d in range(len(weights)):
            y += weights[d] * powers[d, k]
        ys[k] = y
        x = y**r if y > 0 else 0.0
        xs[k] = x
        at = k
        while at > 0 and xs[order[at - 1]] > x:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k
    least = xs[order[0]]
    for at in range(n):
        above = min(xs[order[at]] - least, LARGEST_EXPONENT)
        logs[at] = log(above) if above > 0 else -np.inf


@njit(cache=True, inline="always")
def _tilt_chances(
    lam: float, alphas: Floats, live: int, n: int, order: Ints, losses: Floats, aversion: float, chances: Floats
) -> float:
    """Fill the chances of the options of one row, losses shunned; returns the largest."""
    for k in range(n):
        chances[k] = 0.0
    total = 0.0
    for at in range(live):
        k = order[at]
        chances[k] = exp(-lam * alphas[at] - aversion * losses[k]) if n > 1 else 1.0
        total += chances[k]
    top = 0.0
    for k in range(n):
        chances[k] /= total
        top = max(top, chances[k])
    return top


@njit(cache=True, inline="always")
def _fade(lapse: float, top: float, fading: float) -> float:
    """Chance of a choice at first sight where the best option has chance ``top``."""
    return float(lapse * max(1 - top, LEAST_DOUBT) ** fading)


@njit(cache=True)
def probabilities(
    powers: Floats,
    counts: Ints,
    first: Floats,
    losses: Floats,
    weights: Floats,
    r: float,
    lapse: float,
    aversion: float,
    fading: float,
) -> Floats:
    """Chance of each option (N, K) for one skill; ``powers`` are delta^c (N, D, K), ``first`` those at first sight."""
    n, _, width = powers.shape
    result = np.zeros((n, width))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, above = np.empty(width), np.empty(width), np.empty(width)
    ys, xs, logs, order = np.empty(width), np.empty(width), np.empty(width), np.empty(width, np.intp)
    chances = np.empty(width)
    for t in range(n):
        m = counts[t]
        _fill_attractions(powers[t], m, weights, r, ys, xs, order, logs)
        lam, live = _solve_row(logs, m, 0.0, 1.0, log_k, alphas, log_x, above, False)
        e = _fade(lapse, _tilt_chances(lam, alphas, live, m, order, losses[t], aversion, chances), fading)
        for k in range(m):
            result[t, k] = (1 - e) * chances[k] + e * first[t, k]
    return result


@njit(cache=True)
def by_skill(
    powers: Floats,
    counts: Ints,
    first: Floats,
    losses: Floats,
    chosen: Ints,
    weights: Floats,
    r: float,
    lapses: Floats,
    aversions: Floats,
    fading: float,
) -> tuple[Floats, Floats]:
    """Log chance of the choice made, and expected loss, of each decision (N) at each skill (T).

    ``weights`` (T, D), ``lapses`` and ``aversions`` (T) belong to the skills.
    """
    n, _, width = powers.shape
    steps = len(weights)
    logs_chosen, expected = np.empty((n, steps)), np.empty((n, steps))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, above = np.empty(width), np.empty(width), np.empty(width)
    ys, xs, logs, order = np.empty(width), np.empty(width), np.empty(width), np.empty(width, np.intp)
    chances = np.empty(width)
    for t in range(n):
        m, j = counts[t], chosen[t]
        sight = 0.0
        for k in range(m):
            sight += first[t, k] * losses[t, k]
        for s in range(steps):
            _fill_attractions(powers[t], m, weights[s], r, ys, xs, order, logs)
            lam, live = _solve_row(logs, m, 0.0, 1.0, log_k, alphas, log_x, above, False)
            top = _tilt_chances(lam, alphas, live, m, order, losses[t], aversions[s], chances)
            e = _fade(lapses[s], top, fading)
            loss = 0.0
            for k in range(m):
                loss += chances[k] * losses[t, k]
            logs_chosen[t, s] = log((1 - e) * chances[j] + e * first[t, j])
            expected[t, s] = (1 - e) * loss + e * sight
    return logs_chosen, expected


@njit(cache=True, inline="always")
def _add_slopes(
    pull: Floats,
    chances: Floats,
    n: int,
    losses: Floats,
    lapse_pull: float,
    e: float,
    base: float,
    top: float,
    theta: float,
    fading: float,
    lam: float,
    alphas: Floats,
    live: int,
    order: Ints,
    slopes: Floats,
    x_pull: Floats,
) -> None:
    """Derivatives of a sum of chances, backwards from ``pull`` (by each chance before first sight) and ``lapse_pull``
    (by the chance of first sight) to the numbers of lapse, aversion and fading, and to x in ``x_pull``."""
    slopes[6] += lapse_pull * e * (1 - base)
    slopes[7] += lapse_pull * e * (1 - base) * theta
    slopes[11] += lapse_pull * e * log(max(1 - top, LEAST_DOUBT))
    if 1 - top > LEAST_DOUBT:
        by_top = -lapse_pull * e * fading / (1 - top)
        for k in range(n):
            if chances[k] == top:
                pull[k] += by_top
                break
    mean = 0.0
    for k in range(n):
        mean += chances[k] * pull[k]
    together, shunned, total = 0.0, 0.0, 0.0
    for at in range(live):
        k = order[at]
        pull[k] = chances[k] * (pull[k] - mean)
        shunned -= pull[k] * losses[k]
        together += pull[k] * lam * alphas[at]
        total += exp(-lam * alphas[at]) * alphas[at]
    slopes[9] += shunned
    slopes[10] += shunned * theta
    for at in range(live):
        k = order[at]
        x_pull[k] = exp(-lam * alphas[at]) * alphas[at] / total * together - pull[k] * lam * alphas[at]


@njit(cache=True)
def log_likelihood(
    log_deltas: Floats,
    counts: Ints,
    first: Floats,
    losses: Floats,
    chosen: Ints,
    thetas: Floats,
    vector: Floats,
    log_depths: Floats,
    turns: Floats,
    last: Floats,
) -> tuple[Floats, Floats, Floats, Floats]:
    """Log chance of each choice made (N) and its derivatives (N, 12) by the numbers of ``vector``, c and r as
    logarithms; expected loss (N) and its derivatives (N, 12)."""
    n, depths, width = log_deltas.shape
    a, g, b, k_turn, h = vector[0], vector[1], vector[2], vector[3], vector[8]
    c, r, e0, e1 = exp(vector[4]), exp(vector[5]), vector[6], vector[7]
    values, expected = np.empty(n), np.zeros(n)
    slopes, loss_slopes = np.zeros((n, 12)), np.zeros((n, 12))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, above = np.empty(width), np.empty(width), np.empty(width)
    ys, xs, logs, order = np.empty(width), np.empty(width), np.empty(width), np.empty(width, np.intp)
    powers, weights = np.zeros((depths, width)), np.empty(depths)
    chances, pull, x_pull, x_loss = np.empty(width), np.empty(width), np.empty(width), np.empty(width)
    for t in range(n):
        m, j, theta = counts[t], chosen[t], thetas[t]
        for d in range(depths):
            turn = k_turn * turns[d] + h * last[d]
            weights[d] = exp(a + g * log_depths[d] + (b if d == 0 else 0.0) + turn * theta)
            for k in range(m):
                powers[d, k] = exp(c * log_deltas[t, d, k])
        _fill_attractions(powers, m, weights, r, ys, xs, order, logs)
        lam, live = _solve_row(logs, m, 0.0, 1.0, log_k, alphas, log_x, above, False)
        aversion = vector[9] + vector[10] * theta
        top = _tilt_chances(lam, alphas, live, m, order, losses[t], aversion, chances)
        base = 1 / (1 + exp(-(e0 + e1 * theta)))
        e = _fade(base, top, vector[11])
        mixed = (1 - e) * chances[j] + e * first[t, j]
        values[t] = log(mixed)
        by_lapse = 0.0
        for k in range(m):
            expected[t] += ((1 - e) * chances[k] + e * first[t, k]) * losses[t, k]
            by_lapse += (first[t, k] - chances[k]) * losses[t, k]
            pull[k], x_pull[k], x_loss[k] = (1 - e) * losses[t, k], 0.0, 0.0
        if m == 1:
            continue
        _add_slopes(
            pull, chances, m, losses[t], by_lapse, e, base, top, theta, vector[11], lam, alphas, live, order,
            loss_slopes[t], x_loss,
        )  # fmt: skip
        for k in range(m):
            pull[k] = (1 - e) / mixed if k == j else 0.0
        _add_slopes(
            pull, chances, m, losses[t], (first[t, j] - chances[j]) / mixed, e, base, top, theta, vector[11], lam,
            alphas, live, order, slopes[t], x_pull,
        )  # fmt: skip
        for i in range(m):
            y = ys[i]
            if y <= 0 or (x_pull[i] == 0.0 and x_loss[i] == 0.0):
                continue
            rise = r * xs[i] / y
            by_depth, turned, bent = 0.0, 0.0, 0.0
            for d in range(depths):
                part = weights[d] * powers[d, i]
                if part > 0:
                    by_depth += part * log_depths[d]
                    turned += part * turns[d]
                    bent += part * c * log_deltas[t, d, i]
            at_last = weights[depths - 1] * powers[depths - 1, i] * last[depths - 1]
            for push, target in ((x_pull[i], slopes[t]), (x_loss[i], loss_slopes[t])):
                target[0] += push * rise * y
                target[1] += push * rise * by_depth
                target[2] += push * rise * weights[0] * powers[0, i]
                target[3] += push * rise * turned * theta
                target[4] += push * rise * bent
                target[5] += push * r * xs[i] * log(y)
                target[8] += push * rise * at_last * theta
    return values, slopes, expected, loss_slopes
