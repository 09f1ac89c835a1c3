"""Compiled layers of a network with one hidden layer; `network` holds the readable version."""

from __future__ import annotations

import numba as nb
import numpy as np
from numpy.typing import NDArray

F = NDArray[np.float32]

LOG2E = np.float32(1.442695040888963)


@nb.njit(cache=True, fastmath=True, inline="always")
def fast_sigmoid(v: np.float32) -> np.float32:
    """The logistic function to about 1e-7: 2^z by a polynomial and the exponent bits, so that loops vectorise."""
    z = -v * LOG2E
    z = min(max(z, np.float32(-126.0)), np.float32(126.0))
    whole = np.floor(z)
    r = z - whole
    p = np.float32(1.8775767e-3)
    p = p * r + np.float32(8.9893397e-3)
    p = p * r + np.float32(5.5826318e-2)
    p = p * r + np.float32(2.4015361e-1)
    p = p * r + np.float32(6.9315308e-1)
    p = p * r + np.float32(9.9999994e-1)
    bits = np.int32((np.int32(whole) + np.int32(127)) << np.int32(23))
    return np.float32(np.float32(1.0) / (np.float32(1.0) + p * bits.view(np.float32)))


@nb.njit(cache=True, fastmath=True)
def hidden_layer(x: F, w1: F, b1: F, hidden: F) -> None:
    """Logistic hidden units of one input vector; inputs that are zero cost nothing."""
    n = len(b1)
    active = np.empty(len(x), dtype=np.int64)
    count = 0
    for i in range(len(x)):
        if x[i] != 0:
            active[count] = i
            count += 1
    for j in range(n):
        hidden[j] = b1[j]
    # Four rows at a time: the sums stay in registers while four rows stream past.
    k = 0
    while k + 4 <= count:
        va, vb, vc, vd = x[active[k]], x[active[k + 1]], x[active[k + 2]], x[active[k + 3]]
        ra, rb, rc, rd = w1[active[k]], w1[active[k + 1]], w1[active[k + 2]], w1[active[k + 3]]
        for j in range(n):
            hidden[j] += va * ra[j] + vb * rb[j] + vc * rc[j] + vd * rd[j]
        k += 4
    while k < count:
        va, ra = x[active[k]], w1[active[k]]
        for j in range(n):
            hidden[j] += va * ra[j]
        k += 1
    for j in range(n):
        hidden[j] = fast_sigmoid(hidden[j])


@nb.njit(cache=True, fastmath=True)
def output_layer(hidden: F, w2: F, b2: F, out: F) -> None:
    """Logistic outputs; ``w2`` is ``(outputs, hidden)`` here, so that each sum runs along memory."""
    for k in range(len(b2)):
        total = b2[k]
        row = w2[k]
        for j in range(len(hidden)):
            total += hidden[j] * row[j]
        out[k] = fast_sigmoid(total)


@nb.njit(cache=True)
def forward(x: F, w1: F, b1: F, w2: F, b2: F) -> F:
    """Outputs of many inputs ``(n, inputs)``; ``w2`` is ``(outputs, hidden)``."""
    result = np.empty((len(x), len(b2)), dtype=np.float32)
    hidden = np.empty(len(b1), dtype=np.float32)
    for i in range(len(x)):
        hidden_layer(x[i], w1, b1, hidden)
        output_layer(hidden, w2, b2, result[i])
    return result


@nb.njit(cache=True, fastmath=True)
def row_gradient_steps(x: F, targets: F, w1: F, b1: F, w2: F, b2: F, rate: float) -> None:
    """One step of gradient descent on the cross-entropy for each row, in order; ``w2`` is ``(outputs, hidden)``.

    `td_lambda.gradient_steps` is the readable version.
    """
    n = len(b1)
    hidden = np.empty(n, dtype=np.float32)
    back = np.empty(n, dtype=np.float32)
    out = np.empty(len(b2), dtype=np.float32)
    step = np.float32(rate)
    for row in range(len(x)):
        hidden_layer(x[row], w1, b1, hidden)
        output_layer(hidden, w2, b2, out)
        for j in range(n):
            back[j] = 0.0
        for k in range(len(b2)):
            slope = out[k] - targets[row, k]
            weights = w2[k]
            for j in range(n):
                back[j] += slope * weights[j]
                weights[j] -= step * slope * hidden[j]
            b2[k] -= step * slope
        for j in range(n):
            back[j] *= step * hidden[j] * (np.float32(1.0) - hidden[j])
            b1[j] -= back[j]
        for i in range(x.shape[1]):
            v = x[row, i]
            if v != 0:
                line = w1[i]
                for j in range(n):
                    line[j] -= v * back[j]
