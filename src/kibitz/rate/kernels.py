"""The choice model compiled: what `kibitz.rate.choice` computes, for large samples. Imported lazily.

Rows ascend (see `kibitz.rate.sample.Perception`). Tests compare each kernel with its NumPy reference.
"""

from __future__ import annotations

from math import exp, expm1, log

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kibitz.rate.choice import LARGEST_EXPONENT, MAX_STEPS, RELATIVE_STEP

_LOG_LARGEST = float(np.log(LARGEST_EXPONENT))
_NEGLIGIBLE = 45.0
"""An option less likely than exp(-45) times the second one cannot move the sum."""

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@njit(cache=True, inline="always")
def _solve_row(
    log_deltas: Floats, n: int, log_s: float, c: float, log_k: Floats, alphas: Floats, log_x: Floats
) -> tuple[float, int]:
    """Fill alphas and log x of one row; lambda, and how many options have a probability worth summing."""
    alphas[0] = 1.0
    log_x[0] = -np.inf
    if n == 1:
        return 0.0, 1
    total, lam, live = 1.0, 0.0, n
    for k in range(1, n):
        e = min(c * (log_deltas[k] - log_s), _LOG_LARGEST)
        log_x[k] = e
        a = exp(exp(e))
        alphas[k] = a
        total += a
        lam = max(lam, log_k[k] * (k + 1) / total)
        if live == n and lam * (a - alphas[1]) > _NEGLIGIBLE:
            live = k
    second = alphas[1]
    for _ in range(MAX_STEPS):
        terms, slope = 1.0, 0.0
        for k in range(2, live):
            d = alphas[k] - second
            e = exp(-lam * d)
            terms += e
            slope += e * d
        step = (log(terms) - lam * second - log(-expm1(-lam))) / (slope / terms + second + 1.0 / expm1(lam))
        lam += step
        if abs(step) <= RELATIVE_STEP * lam:
            break
    return lam, live


@njit(cache=True)
def log_probabilities(log_deltas: Floats, counts: Ints, log_s: float, c: float) -> Floats:
    """Log probabilities (N, K); see `kibitz.rate.choice.log_probabilities`."""
    n, width = log_deltas.shape
    result = np.full((n, width), -np.inf)
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x = np.empty(width), np.empty(width)
    for t in range(n):
        lam, _ = _solve_row(log_deltas[t], counts[t], log_s, c, log_k, alphas, log_x)
        for k in range(counts[t]):
            result[t, k] = -lam * alphas[k]
    return result


@njit(cache=True)
def log_probability_gradients(
    log_deltas: Floats, counts: Ints, log_s: float, c: float
) -> tuple[Floats, Floats, Floats]:
    """Log probabilities and derivatives by log s and log c; see `kibitz.rate.choice.log_probability_gradients`."""
    n, width = log_deltas.shape
    log_p = np.full((n, width), -np.inf)
    by_s, by_c = np.zeros((n, width)), np.zeros((n, width))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x = np.empty(width), np.empty(width)
    for t in range(n):
        lam, live = _solve_row(log_deltas[t], counts[t], log_s, c, log_k, alphas, log_x)
        mean, drift_s, drift_c = 0.0, 0.0, 0.0
        for k in range(live):
            w = exp(-lam * alphas[k]) * alphas[k]
            mean += w
            if log_x[k] > -np.inf:
                x = exp(log_x[k])
                drift_s -= w * c * x
                drift_c += w * x * log_x[k]
        drift_s /= mean
        drift_c /= mean
        for k in range(counts[t]):
            log_p[t, k] = -lam * alphas[k]
            x = exp(log_x[k])
            by_s[t, k] = lam * alphas[k] * (drift_s + c * x)
            by_c[t, k] = lam * alphas[k] * (drift_c - (x * log_x[k] if x > 0 else 0.0))
    return log_p, by_s, by_c


@njit(cache=True)
def moments(
    log_deltas: Floats, counts: Ints, losses: Floats, best: NDArray[np.bool_], chosen: Ints, log_s: float, c: float
) -> Floats:
    """Per decision (N, 10): chance of a best choice, expected loss, expected squared loss, log chance of the choice
    made, then the derivatives by log s and log c of the first, second and fourth. Reference: `kibitz.rate.moments`.
    """
    n, width = log_deltas.shape
    result = np.zeros((n, 10))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, p = np.empty(width), np.empty(width), np.empty(width)
    for t in range(n):
        lam, live = _solve_row(log_deltas[t], counts[t], log_s, c, log_k, alphas, log_x)
        mean, drift_s, drift_c = 0.0, 0.0, 0.0
        for k in range(live):
            p[k] = exp(-lam * alphas[k])
            w = p[k] * alphas[k]
            mean += w
            if log_x[k] > -np.inf:
                x = exp(log_x[k])
                drift_s -= w * c * x
                drift_c += w * x * log_x[k]
        drift_s /= mean
        drift_c /= mean
        out = result[t]
        for k in range(live):
            x = exp(log_x[k])
            scale = lam * alphas[k]
            by_s = p[k] * scale * (drift_s + c * x)
            by_c = p[k] * scale * (drift_c - (x * log_x[k] if x > 0 else 0.0))
            loss = losses[t, k]
            if best[t, k]:
                out[0] += p[k]
                out[4] += by_s
                out[5] += by_c
            out[1] += p[k] * loss
            out[2] += p[k] * loss * loss
            out[6] += by_s * loss
            out[7] += by_c * loss
        k = chosen[t]
        x = exp(log_x[k])
        out[3] = -lam * alphas[k]
        out[8] = lam * alphas[k] * (drift_s + c * x)
        out[9] = lam * alphas[k] * (drift_c - (x * log_x[k] if x > 0 else 0.0))
    return result
