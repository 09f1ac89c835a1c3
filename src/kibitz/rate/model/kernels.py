"""The choice model compiled: what `kibitz.rate.model.choice` computes, for large samples. Imported lazily.

Rows ascend (see `kibitz.rate.records.sample.Perception`). Tests compare each kernel with its NumPy reference.
"""

from __future__ import annotations

from math import exp, expm1, log

import numpy as np
from numba import njit
from numpy.typing import NDArray

from kibitz.rate.model.choice import LARGEST_EXPONENT, MAX_STEPS, RELATIVE_STEP

_LOG_LARGEST = float(np.log(LARGEST_EXPONENT))
_NEGLIGIBLE = 40.0
"""An option less likely than exp(-40) times the second one cannot move the sum."""

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@njit(cache=True, inline="always")
def _solve_row(
    log_deltas: Floats,
    n: int,
    log_s: float,
    c: float,
    log_k: Floats,
    alphas: Floats,
    log_x: Floats,
    xs: Floats,
    whole: bool,
) -> tuple[float, int]:
    """Fill alpha, log x and x of one row; lambda, and how many options have a probability worth summing.

    Unless ``whole``, options beyond those are left out.
    """
    alphas[0] = 1.0
    log_x[0] = -np.inf
    xs[0] = 0.0
    if n == 1:
        return 0.0, 1
    total, lam, live = 1.0, 0.0, n
    for k in range(1, n):
        e = min(c * (log_deltas[k] - log_s), _LOG_LARGEST)
        log_x[k] = e
        xs[k] = exp(e)
        a = exp(xs[k])
        alphas[k] = a
        if live == n:
            total += a
            lam = max(lam, log_k[k] * (k + 1) / total)
            if lam * (a - alphas[1]) > _NEGLIGIBLE:
                live = k
                if not whole:
                    break
    second = alphas[1]
    for _ in range(MAX_STEPS):
        terms, mean, square = 1.0, 0.0, 0.0
        for k in range(2, live):
            y = lam * (alphas[k] - second)
            e = exp(-y)
            terms += e
            mean += e * y
            square += e * y * y
        mean /= terms
        ratio = lam / expm1(lam)
        slope = mean + lam * second + ratio
        newton = (log(terms) - lam * second - log(-expm1(-lam))) / slope
        bend = 0.5 * newton * (square / terms - mean * mean + ratio * (ratio + lam)) / slope
        step = newton / max(1.0 - bend, 0.5)
        lam *= max(1.0 + step, 0.1)
        if abs(step) <= RELATIVE_STEP:
            break
    return lam, live


@njit(cache=True, inline="always")
def _drifts(
    lam: float, live: int, c: float, alphas: Floats, log_x: Floats, xs: Floats, p: Floats
) -> tuple[float, float]:
    """Derivatives of log lambda by log s and by log c; fills the probabilities of the live options."""
    mean, drift_s, drift_c = 0.0, 0.0, 0.0
    for k in range(live):
        p[k] = exp(-lam * alphas[k])
        w = p[k] * alphas[k]
        mean += w
        if xs[k] > 0:
            drift_s += w * c * xs[k]
            drift_c -= w * xs[k] * log_x[k]
    return drift_s / mean, drift_c / mean


@njit(cache=True, inline="always")
def _bends(
    lam: float, live: int, c: float, alphas: Floats, log_x: Floats, xs: Floats, p: Floats, by_s: float, by_c: float
) -> tuple[float, float, float]:
    """Second derivatives of log lambda: by log s twice, by log s and log c, by log c twice."""
    mean, ss, sc, cc = 0.0, 0.0, 0.0, 0.0
    for k in range(live):
        w = p[k] * alphas[k]
        mean += w
        x = xs[k]
        lx = log_x[k] if x > 0 else 0.0
        g_s, g_c, push = by_s - c * x, by_c + x * lx, lam * alphas[k] - 1.0
        ss += w * (push * g_s * g_s - c * c * x)
        sc += w * (push * g_s * g_c + c * x * (1.0 + lx))
        cc += w * (push * g_c * g_c - x * lx * (lx + 1.0))
    return ss / mean, sc / mean, cc / mean


@njit(cache=True)
def log_probabilities(log_deltas: Floats, counts: Ints, log_s: float, c: float) -> Floats:
    """Log probabilities (N, K); see `kibitz.rate.model.choice.log_probabilities`."""
    n, width = log_deltas.shape
    result = np.full((n, width), -np.inf)
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, xs = np.empty(width), np.empty(width), np.empty(width)
    for t in range(n):
        lam, _ = _solve_row(log_deltas[t], counts[t], log_s, c, log_k, alphas, log_x, xs, True)
        for k in range(counts[t]):
            result[t, k] = -lam * alphas[k]
    return result


@njit(cache=True)
def moments(
    log_deltas: Floats,
    counts: Ints,
    losses: Floats,
    best: NDArray[np.bool_],
    chosen: Ints,
    log_s: float,
    c: float,
    bends: bool,
) -> Floats:
    """Per decision (N, 13): chance of a best choice, expected loss, expected squared loss, log chance of the choice
    made, then the derivatives by log s and log c of the first, second and fourth, and the three second derivatives
    of the fourth. Reference: `kibitz.rate.model.moments.reference_moments`.
    """
    n, width = log_deltas.shape
    result = np.zeros((n, 13))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, xs, p = np.empty(width), np.empty(width), np.empty(width), np.empty(width)
    for t in range(n):
        lam, live = _solve_row(log_deltas[t], counts[t], log_s, c, log_k, alphas, log_x, xs, False)
        by_s, by_c = _drifts(lam, live, c, alphas, log_x, xs, p)
        out = result[t]
        for k in range(live):
            scale = lam * alphas[k]
            p_s = -p[k] * scale * (by_s - c * xs[k])
            p_c = -p[k] * scale * (by_c + (xs[k] * log_x[k] if xs[k] > 0 else 0.0))
            loss = losses[t, k]
            if best[t, k]:
                out[0] += p[k]
                out[4] += p_s
                out[5] += p_c
            out[1] += p[k] * loss
            out[2] += p[k] * loss * loss
            out[6] += p_s * loss
            out[7] += p_c * loss
        k = chosen[t]
        lx = min(c * (log_deltas[t, k] - log_s), _LOG_LARGEST)
        x = exp(lx)
        lx = lx if x > 0 else 0.0
        scale = lam * exp(x)
        g_s, g_c = by_s - c * x, by_c + x * lx
        out[3] = -scale
        out[8] = -scale * g_s
        out[9] = -scale * g_c
        if not bends:
            continue
        ss, sc, cc = _bends(lam, live, c, alphas, log_x, xs, p, by_s, by_c)
        out[10] = -scale * (g_s * g_s + ss + c * c * x)
        out[11] = -scale * (g_s * g_c + sc - c * x * (1.0 + lx))
        out[12] = -scale * (g_c * g_c + cc + x * lx * (lx + 1.0))
    return result


@njit(cache=True)
def rank_moments(
    log_deltas: Floats, counts: Ints, rank: Ints, chosen: Ints, share: Floats, log_s: float, c: float
) -> tuple[Floats, Floats]:
    """Weighted frequency of each rank with its derivatives by log s and log c (K, 3), and per decision the chance of
    all better options and of the chosen one, each followed by its two derivatives (N, 6).

    ``rank`` (N, K) is the authoritative rank of each column, ``chosen`` the rank chosen. Reference:
    `kibitz.rate.model.moments`.
    """
    n, width = log_deltas.shape
    ranks, each = np.zeros((width, 3)), np.zeros((n, 6))
    log_k = np.log(np.arange(1.0, width + 1.0))
    alphas, log_x, xs, p = np.empty(width), np.empty(width), np.empty(width), np.empty(width)
    for t in range(n):
        lam, live = _solve_row(log_deltas[t], counts[t], log_s, c, log_k, alphas, log_x, xs, False)
        by_s, by_c = _drifts(lam, live, c, alphas, log_x, xs, p)
        out = each[t]
        for k in range(live):
            scale = lam * alphas[k]
            p_s = -p[k] * scale * (by_s - c * xs[k])
            p_c = -p[k] * scale * (by_c + (xs[k] * log_x[k] if xs[k] > 0 else 0.0))
            r = rank[t, k]
            ranks[r, 0] += share[t] * p[k]
            ranks[r, 1] += share[t] * p_s
            ranks[r, 2] += share[t] * p_c
            if r <= chosen[t]:
                at = 3 if r == chosen[t] else 0
                out[at] += p[k]
                out[at + 1] += p_s
                out[at + 2] += p_c
    return ranks, each
