"""Speed of the choice model and of all fits, beside scipy's brentq on each decision. One core, one run.

OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benchmarks/bench_rate.py
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from kibitz.core import FloatArray
from kibitz.rate import METHODS, choice, fit, kernels, played_by
from kibitz.rate.records.simulated import simulated_positions

DECISIONS, OPTIONS = 20_000, 30
PARAMETERS = ((0.25, 0.54), (0.1, 0.55), (0.02, 0.3), (0.05, 1.5))
REQUIRED_RATIO, REQUIRED_SECONDS = 20.0, 5.0


def brentq_log_probabilities(deltas: FloatArray, s: float, c: float) -> FloatArray:
    """One decision by scipy: the root of sum exp(-lambda alpha) = 1 between 0 and log n."""
    from scipy.optimize import brentq

    alphas = np.exp(np.minimum((deltas / s) ** c, 600.0))
    root = brentq(lambda lam: np.exp(-lam * alphas).sum() - 1.0, 1e-300, math.log(len(alphas)) + 1e-9, xtol=1e-14)
    return np.asarray(-root * alphas)


def fastest(run: Callable[[], object], times: int) -> float:
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def main() -> None:
    rng = np.random.default_rng(4)
    sample = simulated_positions(DECISIONS, OPTIONS, rng, events=45, fewest=OPTIONS)
    seen = sample.perception
    kernels.log_probabilities(seen.log_deltas[:10], seen.counts[:10], 0.0, 0.5)  # load or compile once
    print(f"choice probabilities, {DECISIONS:,} decisions x {OPTIONS} options, microseconds a decision")
    print("    s     c   brentq   NumPy  compiled   ratio NumPy  ratio compiled   largest difference of p")
    ratios = []
    some = range(0, DECISIONS, DECISIONS // 400)
    for s, c in PARAMETERS:
        brent = fastest(lambda s=s, c=c: [brentq_log_probabilities(sample.deltas[i], s, c) for i in some], 3) / len(
            some
        )
        plain = fastest(lambda s=s, c=c: choice.log_probabilities(seen.log_deltas, seen.counts, s, c), 3) / DECISIONS
        fast = fastest(lambda s=s, c=c: kernels.log_probabilities(seen.log_deltas, seen.counts, math.log(s), c), 3)
        fast /= DECISIONS
        ours = kernels.log_probabilities(seen.log_deltas, seen.counts, math.log(s), c)
        theirs = np.stack([brentq_log_probabilities(sample.deltas[i], s, c) for i in some])
        gap = np.abs(np.exp(ours[some]) - np.exp(theirs)).max()
        ratios.append(brent / fast)
        print(f"{s:5.2f} {c:5.2f} {1e6 * brent:8.1f} {1e6 * plain:7.2f} {1e6 * fast:9.2f} {brent / plain:13.1f}"
              f" {brent / fast:15.1f} {gap:20.1e}")  # fmt: skip
    verdict = "PASS" if min(ratios) >= REQUIRED_RATIO else "FAIL"
    print(f"{verdict}: at least {min(ratios):.0f} times faster than brentq (bar: {REQUIRED_RATIO:.0f})\n")

    chosen = played_by(sample, 0.15, 0.5, rng, lapse=0.01)
    fit(chosen, "ml-lapse")  # load the kernels
    total = 0.0
    print(f"fits of {DECISIONS:,} decisions x {OPTIONS} options, seconds of one core (true s 0.15, c 0.50, lapse 0.01)")
    for method in METHODS:
        start = time.process_time()
        found = fit(chosen, method)
        seconds = time.process_time() - start
        total += seconds
        print(f"{method:>12} {seconds:6.2f} s   s {found.s:.4f}  c {found.c:.4f}  ORF {found.orf:6.2f}  "
              f"{found.nats:.4f} nats")  # fmt: skip
    print(
        f"{'PASS' if total < REQUIRED_SECONDS else 'FAIL'}: all fits in {total:.2f} s (bar: {REQUIRED_SECONDS:.0f} s)"
    )


if __name__ == "__main__":
    main()
