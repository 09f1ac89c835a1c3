"""Two questions of the paper's last section, on equal data: several experts, and weights shared along the points.

    python benchmarks/bench_neurogammon_questions.py [--every 6] [--epochs 8]

First it measures cube losses by network, race and blend. Then it trains the phase "other" on each player and on all,
and tests on each. Last it compares a network that shares its 12 hidden units along the 24 points with the dense one.
Figures are added to benchmarks/results/backgammon_questions.json.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
from dataclasses import replace

import numpy as np
from bench_backgammon import DATA, NEUROGAMMON
from results import add_to_result

from kibitz.games.backgammon.neurogammon.expert import comparison_choices, read_expert_plays
from kibitz.games.backgammon.neurogammon.inputs import MOVE_INPUTS, point_windows
from kibitz.games.backgammon.neurogammon.phases import Phase
from kibitz.games.backgammon.neurogammon.program import load_shipped_neurogammon
from kibitz.games.backgammon.neurogammon.training import HIDDEN, split_by_game
from kibitz.games.backgammon.notation.match_id import parse_match_id
from kibitz.games.backgammon.notation.position_id import parse_position_id
from kibitz.learn.comparison import ComparisonPlan, best_options, train_by_comparison
from kibitz.learn.network import random_network
from papers.neurogammon.experiments.shared_weights import random_shared_network


def cube_losses(every: int) -> dict[str, dict[str, float]]:
    """Mean loss of Neurogammon's doubles on test games by network, race and blend, and shares of large errors."""
    with gzip.open(DATA / "bglab_cube_4ply.csv.gz", "rt") as stream:
        rows = [row for row in csv.DictReader(stream) if row["game"][0] in "01" and row["eq_double_take"]][::every]
    result = {}
    for cube in ("network", "race", "blend"):
        program = replace(load_shipped_neurogammon(), cube=cube)
        losses = []
        for row in rows:
            state = parse_match_id(row["match_id"]).cube_state()
            if not state.may_double:
                continue
            none, take, drop = (float(row[f"eq_{name}"]) for name in ("no_double", "double_take", "double_pass"))
            decision = program.decision(parse_position_id(row["position_id"]).to_array(), state)
            got = min(take, drop) if decision.should_double else none
            wrong = abs(take - drop) if decision.should_take != (take <= drop) else 0.0
            too_good = float(none > drop and take > drop)
            losses.append((max(none, min(take, drop)) - got, wrong, too_good))
        both = np.array(losses)
        result[cube] = {
            "double": float(both[:, 0].mean()),
            "answer": float(both[:, 1].mean()),
            "doubles_off_by_0.2": float((both[:, 0] > 0.2).mean()),
            "n": len(both),
            "share_lost_when_too_good": float((both[:, 0] * both[:, 2]).sum() / both[:, 0].sum()),
        }
        print(cube, json.dumps(result[cube]), flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=6)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--cube-only", action="store_true")
    options = parser.parse_args()
    add_to_result("backgammon_questions", {"cube": cube_losses(3)}, [NEUROGAMMON])
    if options.cube_only:
        return
    plays = [
        p for p in read_expert_plays(DATA / "bglab_checker_4ply.csv.gz", every=options.every) if p.phase is Phase.OTHER
    ]
    learn, stop, test = split_by_game(plays)
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
    add_to_result("backgammon_questions", figures, [NEUROGAMMON])
    print(json.dumps(figures["shared_minus_dense"]))


if __name__ == "__main__":
    main()
