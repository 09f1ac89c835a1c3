"""Speed of the choice model and of all fits, compared with scipy's brentq on each decision. One core, one run.

OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benchmarks/bench_rate.py [--short]
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from benchmark_table import Line, least, run

from kibitz.core import FloatArray
from kibitz.rate import METHODS, fit, simulate_choices
from kibitz.rate.model import choice, kernels
from kibitz.rate.records.simulated import simulated_positions

DECISIONS, OPTIONS = 20_000, 30
PARAMETERS = ((0.25, 0.54), (0.1, 0.55), (0.02, 0.3), (0.05, 1.5))
REQUIRED_RATIO, REQUIRED_SECONDS = 20.0, 5.0


def brentq_log_probabilities(deltas: FloatArray, s: float, c: float) -> FloatArray:
    """Probabilities of one decision by scipy: the root of sum exp(-lambda alpha) = 1 between 0 and log n."""
    from scipy.optimize import brentq

    alphas = np.exp(np.minimum((deltas / s) ** c, 600.0))
    root = brentq(lambda lam: np.exp(-lam * alphas).sum() - 1.0, 1e-300, math.log(len(alphas)) + 1e-9, xtol=1e-14)
    return np.asarray(-root * alphas)


def lines(short: bool) -> Iterator[Line]:
    """Choice probabilities at four parameters, and all fits of one file together."""
    n = DECISIONS // 10 if short else DECISIONS
    rng = np.random.default_rng(4)
    sample = simulated_positions(n, OPTIONS, rng, events=45, fewest=OPTIONS)
    seen = sample.perception
    kernels.log_probabilities(seen.log_deltas[:10], seen.counts[:10], 0.0, 0.5)  # load or compile once
    some, gap = range(0, n, n // 400), 0.0
    for s, c in PARAMETERS:
        brent = least(lambda s=s, c=c: [brentq_log_probabilities(sample.deltas[i], s, c) for i in some], 3) / len(some)
        fast = least(lambda s=s, c=c: kernels.log_probabilities(seen.log_deltas, seen.counts, math.log(s), c), 3) / n
        yield Line(
            f"choice probabilities of one decision, s {s}, c {c}", fast, "s", "scipy brentq", brent, REQUIRED_RATIO
        )
        ours = kernels.log_probabilities(seen.log_deltas, seen.counts, math.log(s), c)
        theirs = np.stack([brentq_log_probabilities(sample.deltas[i], s, c) for i in some])
        gap = max(gap, float(np.abs(np.exp(ours[some]) - np.exp(theirs)).max()))
    yield Line("largest difference of a probability from brentq", gap, "", "at most", 1e-9, 1)
    plain = least(lambda: choice.log_probabilities(seen.log_deltas, seen.counts, s, c), 3) / n
    yield Line("choice probabilities of one decision in plain NumPy", plain, "s", "scipy brentq", brent)
    chosen = simulate_choices(sample, 0.15, 0.5, rng, lapse=0.01)
    fit(chosen, "ml-lapse")  # load the kernels
    total = sum(least(lambda method=method: fit(chosen, method), 1) for method in METHODS)
    yield Line(f"all {len(METHODS)} fits of {n:,} decisions", total, "s", "at most", REQUIRED_SECONDS, 1)


if __name__ == "__main__":
    run(lines)
