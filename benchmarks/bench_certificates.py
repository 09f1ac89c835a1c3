"""How many tampered certificates the independent checker of the tests refuses, and how many true ones it accepts.

Run ``python benchmarks/bench_certificates.py`` (some minutes; ``--short`` tampers with twenty and saves nothing). The
checker shares no code with kibitz. Random zero-sum games of three actions and one parameter are learnt, one number of
the list of each certificate is changed, and lists that really lose or have no answer at some exact point are checked.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from results import save_result

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "rules"))

from independent_checker import RefusedError, check_certificate  # noqa: E402
from small_games import random_game  # noqa: E402
from test_certificates import as_text, certificates, loses_somewhere, tamper  # noqa: E402

from kibitz.core import InputError  # noqa: E402
from kibitz.rules.proof.proof import Proof  # noqa: E402

N_TAMPERED, N_SHORT = 1_000, 20
PER_LIST = 12
"""Changed numbers of one list, so that many lists take part."""


def measure(wanted: int) -> dict[str, object]:
    """True certificates accepted, and tampered ones refused and accepted, until ``wanted`` were tampered with."""
    rng = np.random.default_rng(1)
    counts = {"true, accepted": 0, "tampered, refused": 0, "tampered, accepted": 0, "lists": 0}
    seed, start = 0, time.process_time()
    while counts["tampered, refused"] + counts["tampered, accepted"] < wanted:
        game = random_game(seed, 3, 1)
        seed += 1
        checked = as_text(game)
        for text in certificates(game):
            check_certificate(checked, text)
            counts["true, accepted"] += 1
            if Proof.from_json(text).decision_list.depth < 2:
                continue
            counts["lists"] += 1
            for _, other in zip(range(PER_LIST), tamper(text, rng), strict=False):
                try:
                    if not loses_somewhere(game, other):
                        continue
                except InputError:
                    continue
                try:
                    check_certificate(checked, other)
                except RefusedError:
                    counts["tampered, refused"] += 1
                else:
                    counts["tampered, accepted"] += 1
    return {**counts, "games": seed, "cpu seconds": round(time.process_time() - start, 1)}


def main() -> int:
    """Exit status 1 where a tampered certificate is accepted."""
    short = "--short" in sys.argv
    figures = measure(N_SHORT if short else N_TAMPERED)
    print(figures)
    if not short:
        save_result("certificates", figures)
    return int(bool(figures["tampered, accepted"]))


if __name__ == "__main__":
    sys.exit(main())
