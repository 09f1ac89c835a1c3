"""Coverage and width of the adaptive tests of `kibitz rate me`: simulated players of known level, twenty questions.

nice python benchmarks/bench_rate_me.py      (saves results/rate_me.json; finished tests are kept)
"""

from __future__ import annotations

import time

import numpy as np
from results import load_result, result_names, save_result

from kibitz.app.position_pools import POOL_NAMES, load_test
from kibitz.rate.adaptive_test import simulate_tests

PLAYERS, QUESTIONS = 200, 20
BARS = {"coverage": [0.93, 0.97], "width_ratio": 2 / 3, "next_seconds": 0.1}


def main() -> None:
    figures = load_result("rate_me")["figures"] if "rate_me" in result_names() else {}
    for name in POOL_NAMES:
        if name in figures:
            continue
        test = load_test(name)
        start = time.process_time()
        test.information(test.prior)
        seconds = time.process_time() - start
        chosen = simulate_tests(test, PLAYERS, QUESTIONS, np.random.default_rng(1))
        random = simulate_tests(test, PLAYERS, QUESTIONS, np.random.default_rng(1), adaptive=False)
        error = np.sqrt(((chosen.values - chosen.truths) ** 2).mean())
        figures[name] = {
            "positions": len(test.sample),
            "coverage": round(chosen.coverage, 4),
            "coverage_random": round(random.coverage, 4),
            "width": round(chosen.width, 3),
            "width_random": round(random.width, 3),
            "width_ratio": round(chosen.width / random.width, 3),
            "rms_error": round(float(error), 3),
            "next_seconds": round(seconds, 4),
        }
        print(name, figures[name], flush=True)
        pools = [f"src/kibitz/app/data/{each}.json.gz" for each in POOL_NAMES if each in figures]
        save_result("rate_me", figures | {"players": PLAYERS, "questions": QUESTIONS, "bars": BARS}, pools)


if __name__ == "__main__":
    main()
