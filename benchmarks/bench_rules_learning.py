"""Lists learned for every game: depth, width, proved loss and CPU seconds of each role.

Run ``python benchmarks/bench_rules_learning.py``. With names of games it learns only these and saves nothing. Every
proof is written, read back and verified from scratch. `BEFORE` holds the games that could be learned before
conjunctions, general-sum games and quotients: their lists must not get longer or lose their proof. Exit status 1 if a
bar is missed.
"""

from __future__ import annotations

import sys
import time

from results import save_result

from kibitz.app.rule_questions.game_families import find_game
from kibitz.games.parlour.kuhn import lists as kuhn_lists
from kibitz.games.parlour.kuhn import strategies
from kibitz.games.parlour.kuhn.family import KuhnGame
from kibitz.rules.learning.lists import learn
from kibitz.rules.proof.proof import Proof
from kibitz.rules.proof.verification import verify_proof
from kibitz.simulate import no_progress

BEFORE = {
    "final-5-3": {"depths": [2, 2], "widths": [1, 1]},
    "final-7-4": {"depths": [1, 1], "widths": [0, 0]},
    "final-10-6": {"depths": [1, 1], "widths": [0, 0]},
    "final-5-4": {"depths": [1, 1], "widths": [0, 0]},
    "final-4-3": {"depths": [3, 3], "widths": [1, 1]},
    "weakest-link": {"depths": [2], "widths": [1]},
    "relance-4": {"depths": [3, 4], "widths": [1, 1]},
}
"""Depths and widths of each role, all with loss 0 proved."""
BARS = {
    "two-by-two": (5, 2),
    "two-by-two-zero-sum": (5, 2),
    "penalty": (5, 2),
    "diagonal": (3, 1),
    "hawk-dove": (2, 1),
    "battle-of-the-sexes": (3, 1),
    "inspection": (3, 1),
    "tullock": (3, 1),
    "relance-5": (4, 1),
    "relance-6": (5, 1),
    "weakest-link-p1-bank": (2, 1),
}
"""Largest depth and width of a list with loss 0."""
SECONDS = 120.0
"""Bar: CPU seconds for each role."""


def learn_game(name: str) -> dict[str, list[object] | float]:
    """Depth, width, proved loss and number of undefined points of each role of a game, and CPU seconds a role."""
    game = find_game(name)
    start = time.process_time()
    learned = learn(game, seed=1)
    seconds = time.process_time() - start
    bounds = []
    for role in learned.roles:
        proof = None if role.proof is None else Proof.from_json(role.proof.to_json())
        bounds.append(None if proof is None else float(verify_proof(proof, game, role.decision_list).epsilon))
    return {
        "roles": [role.role for role in learned.roles],
        "depths": [role.depth for role in learned.roles],
        "widths": [role.width for role in learned.roles],
        "epsilons": list(bounds),
        "undefined": [len(role.undefined) for role in learned.roles],
        "seconds_a_role": round(seconds / len(learned.roles), 2),
    }


def measure(name: str) -> dict[str, list[object] | float]:
    """Learn the lists of a game and print the figures."""
    result = learn_game(name)
    print(f"{name:<24}{result}", flush=True)
    return result


def kuhn_figures() -> dict[str, object]:
    """Kuhn poker: the gap of the learned lists in all decks from 3 to 60 cards, and the proof for every deck."""
    start = time.process_time()
    lists = KuhnGame().learn(no_progress)
    gap = max(strategies.duality_gap(*kuhn_lists.strategies(lists, n)) for n in range(3, 61))
    bounds = KuhnGame().prove(lists, no_progress)
    seconds = time.process_time() - start
    return {
        "depths": [each.depth for each in lists],
        "worst_gap": float(gap),
        "proved_for_every_deck": float(max(bounds.values())),
        "seconds": round(seconds, 2),
    }


def main() -> int:
    """Learn, print and save; return the exit status."""
    measure("final-7-4")  # load the compiled kernels before the clock starts
    if sys.argv[1:]:
        for name in sys.argv[1:]:
            measure(name)
        return 0
    figures: dict[str, object] = {name: measure(name) for name in (*BEFORE, *BARS)}
    figures["kuhn"] = kuhn_figures()
    print(figures["kuhn"])
    missed = []
    for name, before in BEFORE.items():
        now = figures[name]
        if now["epsilons"] != [0.0] * len(before["depths"]) or now["depths"] > before["depths"]:  # type: ignore[index]
            missed.append(name)
    for name, (depth, width) in BARS.items():
        now = figures[name]
        exact = all(bound == 0 for bound in now["epsilons"])  # type: ignore[index]
        if not exact or max(now["depths"]) > depth or max(now["widths"]) > width or now["seconds_a_role"] > SECONDS:  # type: ignore[index]
            missed.append(name)
    save_result("rules_learning", figures)
    print("missed: " + ", ".join(missed) if missed else "all bars reached")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
