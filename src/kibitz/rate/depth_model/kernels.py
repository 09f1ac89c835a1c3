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


@njit(cache=True)
def probabilities(powers: Floats, counts: Ints, first: Floats, weights: Floats, r: float, lapse: float) -> Floats:
    """Chance of each option (N, K) for one skill; ``powers`` are delta^c (N, D, K), ``first`` those at first sight."""
    n, _, width = powers.shape
    result = np.zeros((n, width))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, above = np.empty(width), np.empty(width), np.empty(width)
    ys, xs, logs, order = np.empty(width), np.empty(width), np.empty(width), np.empty(width, np.intp)
    for t in range(n):
        m = counts[t]
        _fill_attractions(powers[t], m, weights, r, ys, xs, order, logs)
        lam, live = _solve_row(logs, m, 0.0, 1.0, log_k, alphas, log_x, above, False)
        for at in range(live):
            result[t, order[at]] = exp(-lam * alphas[at]) if m > 1 else 1.0
        for k in range(m):
            result[t, k] = (1 - lapse) * result[t, k] + lapse * first[t, k]
    return result


@njit(cache=True)
def by_skill(
    powers: Floats, counts: Ints, first: Floats, losses: Floats, chosen: Ints, weights: Floats, r: float, lapses: Floats
) -> tuple[Floats, Floats]:
    """Log chance of the choice made, and expected loss, of each decision (N) at each skill (T).

    ``weights`` (T, D) and ``lapses`` (T) belong to the skills.
    """
    n, _, width = powers.shape
    steps = len(weights)
    logs_chosen, expected = np.empty((n, steps)), np.empty((n, steps))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, above = np.empty(width), np.empty(width), np.empty(width)
    ys, xs, logs, order = np.empty(width), np.empty(width), np.empty(width), np.empty(width, np.intp)
    for t in range(n):
        m, j = counts[t], chosen[t]
        sight = 0.0
        for k in range(m):
            sight += first[t, k] * losses[t, k]
        for s in range(steps):
            _fill_attractions(powers[t], m, weights[s], r, ys, xs, order, logs)
            lam, live = _solve_row(logs, m, 0.0, 1.0, log_k, alphas, log_x, above, False)
            loss, made = 0.0, 0.0
            for at in range(live):
                p = exp(-lam * alphas[at]) if m > 1 else 1.0
                k = order[at]
                loss += p * losses[t, k]
                if k == j:
                    made = p
            e = lapses[s]
            logs_chosen[t, s] = log((1 - e) * made + e * first[t, j])
            expected[t, s] = (1 - e) * loss + e * sight
    return logs_chosen, expected


@njit(cache=True)
def log_likelihood(
    log_deltas: Floats,
    counts: Ints,
    first: Floats,
    chosen: Ints,
    thetas: Floats,
    vector: Floats,
    log_depths: Floats,
    turns: Floats,
) -> tuple[Floats, Floats]:
    """Log chance of each choice made (N), and its derivatives by the eight numbers (N, 8), c and r as logarithms."""
    n, depths, width = log_deltas.shape
    a, g, b, k_turn = vector[0], vector[1], vector[2], vector[3]
    c, r, e0, e1 = exp(vector[4]), exp(vector[5]), vector[6], vector[7]
    values, slopes = np.empty(n), np.zeros((n, 8))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, above = np.empty(width), np.empty(width), np.empty(width)
    ys, xs, logs, order = np.empty(width), np.empty(width), np.empty(width), np.empty(width, np.intp)
    powers, weights = np.zeros((depths, width)), np.empty(depths)
    for t in range(n):
        m, j, theta = counts[t], chosen[t], thetas[t]
        for d in range(depths):
            weights[d] = exp(a + g * log_depths[d] + (b if d == 0 else 0.0) + k_turn * theta * turns[d])
            for k in range(m):
                powers[d, k] = exp(c * log_deltas[t, d, k])
        _fill_attractions(powers, m, weights, r, ys, xs, order, logs)
        lam, live = _solve_row(logs, m, 0.0, 1.0, log_k, alphas, log_x, above, False)
        e = 1 / (1 + exp(-(e0 + e1 * theta)))
        total = 0.0
        for at in range(live):
            total += exp(-lam * alphas[at]) * alphas[at]
        reach = lam * exp(min(xs[j] - xs[order[0]], LARGEST_EXPONENT))
        made = exp(-reach) if m > 1 else 1.0
        mixed = (1 - e) * made + e * first[t, j]
        values[t] = log(mixed)
        by_e = (first[t, j] - made) * e * (1 - e) / mixed
        slopes[t, 6] = by_e
        slopes[t, 7] = by_e * theta
        share = (1 - e) * made / mixed * reach
        if m == 1 or share == 0.0:
            continue
        for at in range(m):
            i = order[at]
            if at >= live and i != j:
                continue
            push = exp(-lam * alphas[at]) * alphas[at] / total if at < live else 0.0
            push = share * (push - (1.0 if i == j else 0.0))
            y = ys[i]
            if y <= 0:
                continue
            rise = r * xs[i] / y
            by_depth, turned, bent = 0.0, 0.0, 0.0
            for d in range(depths):
                part = weights[d] * powers[d, i]
                if part > 0:
                    by_depth += part * log_depths[d]
                    turned += part * turns[d]
                    bent += part * c * log_deltas[t, d, i]
            slopes[t, 0] += push * rise * y
            slopes[t, 1] += push * rise * by_depth
            slopes[t, 2] += push * rise * weights[0] * powers[0, i]
            slopes[t, 3] += push * rise * turned * theta
            slopes[t, 4] += push * rise * bent
            slopes[t, 5] += push * r * xs[i] * log(y)
    return values, slopes
