"""From nothing, no teacher: self-play by temporal differences, then own look-ahead labels, scored on the referee table.

    python benchmarks/bench_backgammon_td.py [--games 160000] [--decisions 30000] [--checkpoint td.npz]

Stopped and started again with the same checkpoint it goes on. Writes benchmarks/results/backgammon_td.json.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from bench_backgammon import DATA, RESULTS, referee_table, table_errors

from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.search.searcher import Searcher
from kibitz.games.backgammon.train.selfplay import SelfPlay, SelfPlayPlan, self_play
from kibitz.games.backgammon.train.stages import own_labels, train_on
from kibitz.learn.supervised import Plan


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=160_000)
    parser.add_argument("--decisions", type=int, default=30_000)
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table = referee_table(DATA / "bench_gnubg2ply_dev.jsonl.gz", 1000)

    def score(weights: Weights) -> float:
        found = table_errors(Searcher(weights), table, 0)
        print(json.dumps({k: round(v, 4) for k, v in found.items()}), flush=True)
        return float(found["mean"])

    plan = SelfPlayPlan(games=options.games, seed=options.seed)
    file = options.checkpoint
    run = SelfPlay.load(file, plan) if file is not None and file.exists() else SelfPlay.start(plan)
    run = self_play(run, file, score)
    begun = time.process_time()
    data = own_labels(run.weights, options.decisions, options.seed + 1)
    result = train_on(data, Plan(10, 1e-3, 1e-5, seed=options.seed), run.weights, networks=("contact",))
    spent = time.process_time() - begun
    final = score(result.weights)
    figures = {"games": options.games, "decisions": options.decisions, "seed": options.seed, "curve": run.curve,
               "after_own_labels": final, "cpu_seconds": round(run.seconds + spent)}  # fmt: skip
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "backgammon_td.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
