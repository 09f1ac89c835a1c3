"""Random zero-sum games by class: is the list of the row exact, proved, shortest, without holes, and how long it takes.

Run ``python benchmarks/bench_parametric.py``, which goes on after the last class that is saved; ``--short`` learns a
few games and saves nothing. Payoffs are affine with
constants from -1 to 1 and slopes from -3 to 3 in each parameter, parameters from 0 to 1. The baseline is a tree of
constants with as many leaves as the list has lines, on the same fresh points.
"""

from __future__ import annotations

import sys
import time
from fractions import Fraction

import numpy as np
from results import load_figures, save_result

from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import Domain, Parameter
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.learning.baselines import tree_lists
from kibitz.rules.learning.lists import learn
from kibitz.rules.proof.proof import Proof
from kibitz.rules.proof.verification import verify_proof

CLASSES = {
    "3x3, 1 parameter": (3, 1, 200),
    "4x4, 1 parameter": (4, 1, 200),
    "3x3, 2 parameters": (3, 2, 30),
    "5x5, 1 parameter": (5, 1, 60),
    "2x2, 3 parameters": (2, 3, 12),
    "4x4, 2 parameters": (4, 2, 6),
}
"""Actions, parameters and number of games; the games of a class have the seeds 0, 1, 2, ..."""
SECONDS = 10.0
"""Step limit of a role, in seconds of steps."""


def random_game(seed: int, actions: int, parameters: int) -> PolynomialGame:
    """A random zero-sum game."""
    rng = np.random.default_rng([seed, actions, parameters])

    def entry() -> str:
        slopes = (f"({rng.integers(-3, 4)})*p{k + 1}" for k in range(parameters))
        return " + ".join((f"({rng.integers(-1, 2)})", *slopes))

    rows = tuple(tuple(parse_expression(entry()) for _ in range(actions)) for _ in range(actions))
    domain = Domain(tuple(Parameter(f"p{k + 1}", Fraction(0), Fraction(1)) for k in range(parameters)))
    labels = tuple("abcdefgh"[:actions])
    roles = ("row", "column")
    return PolynomialGame("random", "Random", roles, domain, Objective.EXPLOITABILITY, labels, labels, rows)


def measure(actions: int, parameters: int, n: int) -> dict[str, object]:
    """The figures of a class of games."""
    seconds, worst, depths, tree_losses = [], [], [], []
    counts = dict.fromkeys(
        ("proved exact", "exact unproved", "lossy", "with holes", "shortest", "no answer on a curve"), 0
    )
    missing = []
    for seed in range(n):
        game = random_game(seed, actions, parameters)
        start = time.process_time()
        learned = learn(game, seed=1, seconds=SECONDS, roles=("row",))["row"]
        seconds.append(time.process_time() - start)
        proof = None if learned.proof is None else Proof.from_json(learned.proof.to_json())
        bound = None if proof is None else verify_proof(proof, game, learned.decision_list).epsilon
        kind = "proved exact" if bound == 0 else "exact unproved" if learned.worst < 1e-9 else "lossy"
        counts[kind] += 1
        if kind != "proved exact":
            missing.append((seed, kind, learned.depth, round(learned.worst, 6)))
        counts["with holes"] += learned.n_undefined > 0
        counts["shortest"] += learned.is_shortest
        counts["no answer on a curve"] += bool(learned.undefined)
        worst.append(learned.worst)
        depths.append(learned.depth)
        points = game.domain.sample(np.random.default_rng(2), 1_000)
        tree = tree_lists(game, points, min(learned.depth, 12))[0]
        tree_losses.append(
            float(game.check_losses([tree], game.domain.sample(np.random.default_rng(3), 5_000))["row"].mean())
        )
    return {
        "games": n,
        **counts,
        "not proved": missing,
        "median depth": float(np.median(depths)),
        "largest depth": max(depths),
        "worst loss": max(worst),
        "mean loss of a tree of constants": float(np.mean(tree_losses)),
        "cpu seconds, median": round(float(np.median(seconds)), 2),
        "cpu seconds, 95th percentile": round(float(np.quantile(seconds, 0.95)), 2),
        "cpu seconds, largest": round(max(seconds), 2),
    }


def main() -> int:
    """Measure all classes; exit status 1 where a game of one parameter is not exact, proved and shortest."""
    short = "--short" in sys.argv
    figures = {} if short else load_figures("parametric")
    for name, (actions, parameters, n) in CLASSES.items():
        if name not in figures:
            figures[name] = measure(actions, parameters, 3 if short else n)
            print(f"{name}: {figures[name]}", flush=True)
            if not short:
                save_result("parametric", figures)
    ones = [figure for name, figure in figures.items() if name.endswith("1 parameter")]
    return int(any(figure["shortest"] != figure["games"] for figure in ones))


if __name__ == "__main__":
    sys.exit(main())
