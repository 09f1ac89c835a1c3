"""Two questions of the paper's last section, on equal data: several experts, and weights shared along the points.

    python benchmarks/bench_neurogammon_questions.py [--every 6] [--epochs 8]

Trains the phase "other" on one player, on the other, on all, and tests on each; then a network that shares its 12
hidden units along the 24 points beside the dense one. Adds to benchmarks/results/backgammon_questions.json.
"""

from __future__ import annotations

import argparse
import json

import numpy as np
from bench_backgammon import DATA, write_result

from kibitz.games.backgammon.neurogammon.expert import comparison_choices, read_expert_plays
from kibitz.games.backgammon.neurogammon.inputs import MOVE_INPUTS, point_windows
from kibitz.games.backgammon.neurogammon.phases import Phase
from kibitz.games.backgammon.neurogammon.training import HIDDEN, split
from kibitz.games.backgammon.search.searcher import shipped_searcher
from kibitz.learn.comparison import ComparisonPlan, best_options, train_by_comparison
from kibitz.learn.network import random_network
from kibitz.learn.shared import random_shared_network


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=6)
    parser.add_argument("--epochs", type=int, default=8)
    options = parser.parse_args()
    plays = [
        p for p in read_expert_plays(DATA / "bglab_checker_4ply.csv.gz", every=options.every) if p.phase is Phase.OTHER
    ]
    learn, stop, test = split(plays)
    plan = ComparisonPlan(epochs=options.epochs)
    tests = {side: comparison_choices([p for p in test if p.side == side]) for side in "PLO"}
    size = min(sum(p.side == side for p in learn) for side in "PLO")
    figures: dict[str, object] = {"plays_each": size}
    for side in ("P", "L", "O", "all"):
        own = [p for p in learn if side in (p.side, "all")]
        order = np.random.default_rng(1).permutation(len(own))[:size]
        start = random_network((MOVE_INPUTS, HIDDEN, 1), np.random.default_rng(1), linear=True)
        net, _ = train_by_comparison(start, comparison_choices([own[i] for i in order]), comparison_choices(stop), plan)
        figures[f"trained_on_{side}"] = {
            name: {"agree": float(np.mean(best_options(net, c) == c.chosen)), "n": len(c)} for name, c in tests.items()
        }
        print(side, json.dumps(figures[f"trained_on_{side}"]), flush=True)
    some = [learn[i] for i in np.random.default_rng(2).permutation(len(learn))[:3000]]
    data, held, final = comparison_choices(some), comparison_choices(stop), comparison_choices(test)
    agree = {}
    for name in ("dense", "shared"):
        rng = np.random.default_rng(3)
        if name == "dense":
            dense, _ = train_by_comparison(random_network((MOVE_INPUTS, HIDDEN, 1), rng, linear=True), data, held, plan)
            agree[name], n = best_options(dense, final) == final.chosen, dense.n_parameters
        else:
            shared, _ = train_by_comparison(
                random_shared_network(point_windows(), MOVE_INPUTS, HIDDEN, rng), data, held, plan
            )
            agree[name], n = best_options(shared, final) == final.chosen, shared.n_parameters
        figures[name] = {"agree": float(agree[name].mean()), "parameters": n}
        print(name, json.dumps(figures[name]), flush=True)
    gap = agree["shared"].astype(float) - agree["dense"].astype(float)
    figures["shared_minus_dense"] = {"mean": float(gap.mean()), "se": float(gap.std(ddof=1) / np.sqrt(len(gap)))}
    write_result("questions", figures, shipped_searcher())
    print(json.dumps(figures["shared_minus_dense"]))


if __name__ == "__main__":
    main()
