"""Choice probabilities from utilities: equations 6 and 7 of the paper, solved for many decisions at once.

With ``x_i = (delta_i/s)^c`` and ``alpha_i = exp(x_i)``, option i is chosen with ``p_i = p_0^alpha_i``, and the
probabilities sum to 1. Put ``lambda = -log p_0``; then ``p_i = exp(-lambda alpha_i)`` and lambda is the root of

    phi(lambda) = log(sum over i > 0 of exp(-lambda alpha_i)) - log(1 - exp(-lambda)),

which is convex and decreasing, and close to a straight line both where one option dominates (lambda down to 1e-260)
and where all are alike. The Jensen bound ``lambda >= log(k) / mean(alpha_0..alpha_(k-1))``, best k, starts near it,
and three or four of Halley's steps suffice at every (s, c). Probabilities are logarithms throughout, so none of
them is ever rounded to zero.

Everything here is plain NumPy; `kibitz.rate.model.kernels` does the same, compiled, for large samples.
"""

from __future__ import annotations

import math

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.records.sample import BoolArray, IntArray

LARGEST_EXPONENT = 600.0
"""x is clipped here: alpha is then 1e260, and p far below anything that can happen."""
_LOG_LARGEST = math.log(LARGEST_EXPONENT)
MAX_STEPS = 60
RELATIVE_STEP = 1e-5
"""Halley's step is cubic, so a last step of this size leaves an error near 1e-15."""
_BLOCK = 60_000
"""Elements solved together: temporaries stay in the processor's cache."""


def choice_log_probabilities(
    deltas: FloatArray,
    mask: BoolArray,
    s: float,
    c: float,
    *,
    lapse: float = 0.0,
    tie_first: float | None = None,
    multiplicities: FloatArray | None = None,
) -> FloatArray:
    """Logarithm of the probability of each option (N, K), minus infinity where ``mask`` is false.

    ``deltas`` are scaled differences to the best option, not negative, in any order. ``lapse`` mixes in a random
    choice, ``(1 - e) p + e/n``. ``tie_first`` is the share of the first-listed of two options tied at the top (0.5
    is the paper's law; of more than two each gets the same share of what is left). ``multiplicities`` count each
    option that often: ``p_i = m_i exp(-lambda alpha_i)``, for grids finer than people see them; their sum in a row
    must exceed 1.
    """
    check_parameters(s, c, lapse)
    deltas = np.atleast_2d(np.asarray(deltas, dtype=np.float64))
    mask = np.broadcast_to(np.asarray(mask, dtype=bool), deltas.shape)
    if not mask.any(axis=1).all():
        raise InputError("mask: each decision needs at least one option")
    seen = np.where(mask, deltas, np.inf)
    if not (seen.min(axis=1) == 0).all():
        raise InputError("deltas: in each decision the best option must have difference 0 and the others more than 0")
    order = None
    if (seen[:, 1:] < seen[:, :-1]).any():
        order = np.argsort(seen, axis=1, kind="stable")
        seen = np.take_along_axis(seen, order, 1)
    with np.errstate(divide="ignore"):
        log_deltas = np.log(seen)
    counts = np.asarray(mask.sum(axis=1), dtype=np.intp)
    if multiplicities is None:
        log_p = log_probabilities(log_deltas, counts, s, c)
    else:
        m = np.broadcast_to(np.asarray(multiplicities, dtype=np.float64), deltas.shape)
        m = m if order is None else np.take_along_axis(m, order, 1)
        log_p = _with_multiplicities(log_deltas, counts, m, s, c)
    if tie_first is not None:
        log_p = log_p + tie_log_adjustment(seen, tie_first)
    log_p = with_lapse(log_p, counts, lapse)
    if order is None:
        return log_p
    result = np.empty_like(log_p)
    np.put_along_axis(result, order, log_p, axis=1)
    return result


def check_parameters(s: float, c: float, lapse: float = 0.0) -> None:
    """Raise for parameters outside the model."""
    if not (s > 0 and c > 0 and math.isfinite(s) and math.isfinite(c)):
        raise InputError(f"s and c: must be positive numbers, not {s} and {c}")
    if not 0 <= lapse <= 1:
        raise InputError(f"lapse: must be a chance from 0 to 1, not {lapse}")


def exponents(log_deltas: FloatArray, s: float, c: float) -> FloatArray:
    """``x = (delta/s)^c``, clipped; 0 at the best option."""
    return np.asarray(np.exp(np.minimum(c * (log_deltas - math.log(s)), _LOG_LARGEST)))


def log_probabilities(log_deltas: FloatArray, counts: IntArray, s: float, c: float) -> FloatArray:
    """Log probabilities for rows that ascend, the readable reference of the compiled kernel."""
    n, width = log_deltas.shape
    result = np.empty((n, width))
    absent = np.arange(width) >= counts[:, None]
    for rows in row_blocks(n, width):
        alphas = np.exp(exponents(log_deltas[rows], s, c))
        alphas[absent[rows]] = np.inf
        lam = lambda_roots(alphas)
        with np.errstate(invalid="ignore"):  # a single option has lambda 0, next to absent ones
            result[rows] = -lam[:, None] * alphas
        result[rows][absent[rows]] = -np.inf
    return result


def log_probability_gradients(
    log_deltas: FloatArray, counts: IntArray, s: float, c: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Log probabilities and their derivatives by log s and log c, each (N, K); 0 where there is no option."""
    log_p = log_probabilities(log_deltas, counts, s, c)
    absent = np.isneginf(log_p)
    log_x = np.minimum(c * (log_deltas - math.log(s)), _LOG_LARGEST)
    x = np.where(absent, 0.0, np.exp(log_x))
    alphas = np.where(absent, 0.0, np.exp(x))
    lam = -log_p[:, 0]
    p_alpha = np.exp(log_p) * alphas
    mean = p_alpha.sum(axis=1)
    gradients = []
    for rate in (-c * x, x * np.where(x > 0, log_x, 0.0)):  # d alpha / alpha by log s and by log c
        drift = (p_alpha * rate).sum(axis=1) / mean
        gradients.append(lam[:, None] * alphas * (drift[:, None] - rate))
    return log_p, gradients[0], gradients[1]


def log_probability_curvatures(log_p: FloatArray, log_deltas: FloatArray, s: float, c: float) -> FloatArray:
    """Second derivatives of the log probabilities (N, K, 3): by log s twice, by log s and log c, by log c twice.

    With ``log p = -exp(u + x)`` and ``g`` the gradient of ``u + x``, the curvature is
    ``log p (g g' + u'' + x'')``, and that of ``u = log lambda`` follows from the probabilities summing to 1:
    ``u''`` is the mean of ``(lambda alpha - 1) g g' - x''`` with weights ``p alpha``.
    """
    absent = np.isneginf(log_p)
    log_x = np.minimum(c * (log_deltas - math.log(s)), _LOG_LARGEST)
    x = np.where(absent, 0.0, np.exp(log_x))
    log_x = np.where(x > 0, log_x, 0.0)
    log_p = np.where(absent, 0.0, log_p)
    weights = np.where(absent, 0.0, np.exp(log_p + x))
    weights /= weights.sum(axis=1, keepdims=True)
    slopes = [-c * x, x * log_x]
    g = [slope - (weights * slope).sum(axis=1, keepdims=True) for slope in slopes]
    bends = (c * c * x, -c * x * (1 + log_x), x * log_x * (log_x + 1))
    result = []
    for (i, j), bend in zip(((0, 0), (0, 1), (1, 1)), bends, strict=True):
        product = g[i] * g[j]
        drift = (weights * (np.where(weights > 0, (-log_p - 1) * product, 0.0) - bend)).sum(axis=1, keepdims=True)
        result.append(log_p * (product + drift + bend))
    return np.stack(result, axis=-1)


def lambda_roots(alphas: FloatArray) -> FloatArray:
    """Lambda of each row: the root of phi. Rows ascend from 1; infinity where there is no option."""
    n, width = alphas.shape
    lam = np.zeros(n)
    if width == 1:
        return lam
    rows = np.flatnonzero(np.isfinite(alphas[:, 1]))
    alphas = alphas[rows]
    k = np.arange(1, width + 1)
    root = (np.log(k) * k / np.cumsum(alphas, axis=1)).max(axis=1, initial=0.0)
    second = alphas[:, 1].copy()
    excess = alphas[:, 1:] - second[:, None]
    at = np.arange(len(rows))
    for _ in range(MAX_STEPS):
        # All derivatives are by log lambda, so that nothing overflows when lambda is 1e-260 and alpha 1e260.
        y = root[:, None] * excess
        terms = np.exp(-y)
        y[terms == 0] = 0.0
        total = terms.sum(axis=1)
        mean = np.einsum("ij,ij->i", terms, y) / total
        variance = np.einsum("ij,ij,ij->i", terms, y, y) / total - mean**2
        ratio = root / np.expm1(root)
        slope = mean + root * second + ratio
        newton = (np.log(total) - root * second - np.log(-np.expm1(-root))) / slope
        bend = 0.5 * newton * (variance + ratio * (ratio + root)) / slope
        step = newton / np.maximum(1 - bend, 0.5)
        root = root * np.maximum(1 + step, 0.1)
        lam[rows[at]] = root
        moving = np.abs(step) > RELATIVE_STEP
        if not moving.any():
            break
        if moving.mean() < 0.7:
            at, root, second, excess = at[moving], root[moving], second[moving], excess[moving]
    return lam


def _with_multiplicities(log_deltas: FloatArray, counts: IntArray, m: FloatArray, s: float, c: float) -> FloatArray:
    """Log probabilities ``log m_i - lambda alpha_i``, lambda by bisection on its logarithm.

    Slower than Newton and without its conditions: weights may have any size.
    """
    width = log_deltas.shape[1]
    present = np.arange(width) < counts[:, None]
    weights = np.where(present, m, 0.0)
    if not (np.isfinite(weights).all() and (weights >= 0).all() and (weights.sum(axis=1) > 1).all()):
        raise InputError("multiplicities: must not be negative and must sum to more than 1 in each decision")
    alphas = np.where(present, np.exp(exponents(log_deltas, s, c)), 1.0)
    low = np.full(len(weights), -LARGEST_EXPONENT - 80.0)
    high = np.log(np.log(weights.sum(axis=1)) + 1e-12) + 1e-9  # lambda <= log of the total, since alpha >= 1
    for _ in range(100):
        middle = 0.5 * (low + high)
        above = (weights * np.exp(-np.exp(middle)[:, None] * alphas)).sum(axis=1) > 1
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    lam = np.exp(0.5 * (low + high))
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(present, np.log(weights) - lam[:, None] * alphas, -np.inf))


def tie_log_adjustment(deltas: FloatArray, first: float) -> FloatArray:
    """What to add to log probabilities so that the first-listed of two options tied at the top is taken with chance
    ``first``; rows ascend, ties in the order of the list."""
    if not 0 < first < 1:
        raise InputError(f"tie_first: must be a chance between 0 and 1, not {first}")
    top = deltas == 0
    size = top.sum(axis=1, keepdims=True)
    # Two tied options are taken first : 1 - first; each further one is as likely as the second.
    odds = np.where(np.arange(deltas.shape[1]) == 0, first, 1 - first)
    share = odds / (first + (size - 1) * (1 - first))
    return np.asarray(np.where(top & (size > 1), np.log(share * size), 0.0))


def with_lapse(log_p: FloatArray, counts: IntArray, lapse: float) -> FloatArray:
    """Log of ``(1 - e) p + e/n``."""
    if lapse == 0:
        return log_p
    blind = math.log(lapse) - np.log(counts)[:, None]
    mixed = np.logaddexp(log_p + math.log1p(-lapse), blind) if lapse < 1 else np.broadcast_to(blind, log_p.shape)
    return np.where(np.isneginf(log_p), -np.inf, mixed)


def logit_log_probabilities(deltas: FloatArray, mask: BoolArray, temperature: float) -> FloatArray:
    """Log probabilities of the multinomial logit ``p_i ~ exp(-delta_i/temperature)``, the baseline to beat."""
    if not temperature > 0:
        raise InputError(f"temperature: must be a positive number, not {temperature}")
    exponent = np.where(mask, -np.where(mask, deltas, 0.0) / temperature, -np.inf)
    return np.asarray(exponent - np.logaddexp.reduce(exponent, axis=1, keepdims=True))


def row_blocks(n: int, width: int) -> list[slice]:
    """Row ranges of about `_BLOCK` elements each."""
    rows = max(1, _BLOCK // width)
    return [slice(start, min(n, start + rows)) for start in range(0, n, rows)]
