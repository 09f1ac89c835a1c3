"""Train Neurogammon 1.0 from human plays (development data) and write its weights and the figures of Table 1.

    python benchmarks/train_neurogammon.py [--every 4] [--epochs 20]

Plays are split by the first hex digit of their game: 0 and 1 are test games, 2 stops training. Prints Table 1 with the
numbers of the paper.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import time
from dataclasses import replace

import numpy as np
from bench_backgammon import DATA, NEUROGAMMON
from results import ROOT, load_result, save_result

from kibitz.games.backgammon.neurogammon.doubling import doubling_category, score_accuracy
from kibitz.games.backgammon.neurogammon.expert import read_expert_plays
from kibitz.games.backgammon.neurogammon.inputs import cube_inputs
from kibitz.games.backgammon.neurogammon.phases import Phase
from kibitz.games.backgammon.neurogammon.program import Neurogammon, load_neurogammon, save_neurogammon
from kibitz.games.backgammon.neurogammon.training import train_doubling, train_phase
from kibitz.games.backgammon.notation.position_id import parse_position_id
from kibitz.learn.comparison import ComparisonPlan
from kibitz.learn.network import Network
from kibitz.learn.supervised import TrainingPlan

TARGET = ROOT / NEUROGAMMON
RESULT = "backgammon_neurogammon"
PAPER = {
    "bearoff": (0.82, 0.83),
    "bearin": (0.49, 0.63),
    "opp. bearoff": (0.56, 0.59),
    "opp. bearin": (0.49, 0.61),
    "other": (0.55, 0.69),
}


def doubling_network() -> tuple[Network, float, float]:
    """Train the doubling network; also the shares of test games within 0.5 of the category and off by more than 1.5."""
    import kibitz.games.backgammon.nets.kernels  # noqa: F401 - inputs are then computed by compiled code

    with gzip.open(DATA / "bglab_cube_4ply.csv.gz", "rt") as stream:
        cubes = [row for row in csv.DictReader(stream) if row["win"]]
    boards = np.stack([parse_position_id(row["position_id"]).to_array() for row in cubes])
    p = np.array([[float(row[k]) for k in ("win", "win_g", "win_bg", "lose_g", "lose_bg")] for row in cubes])
    strength = doubling_category(p @ np.array([2, 1, 1, -1, -1]) - 1)
    test = np.array([row["game"][0] in "01" for row in cubes])
    doubling = train_doubling(boards, strength, test.astype(float), TrainingPlan(40, 3e-3, 1e-5, 128))
    close, far = score_accuracy(doubling.outputs(cube_inputs(boards[test])), strength[test])
    return doubling, close, far


def retrain_doubling() -> None:
    """Train the doubling network again and replace it in the shipped program."""
    program = load_neurogammon(TARGET)
    doubling, close, far = doubling_network()
    save_neurogammon(TARGET, replace(program, doubling=doubling))
    figures = load_result(RESULT)["figures"]  # the weights have just changed, the other figures stay
    figures |= {"doubling_within_half": close, "doubling_off_by_more_than_1.5": far}
    save_result(RESULT, figures, [NEUROGAMMON])
    print(close, far)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--doubling-only", action="store_true")
    options = parser.parse_args()
    begun = time.process_time()
    if options.doubling_only:
        retrain_doubling()
        return
    plays = list(read_expert_plays(DATA / "bglab_checker_4ply.csv.gz", every=options.every))
    plan = ComparisonPlan(epochs=options.epochs, seed=options.seed)
    moves, rows = {}, []
    pooled: list[np.ndarray] = []
    for phase in Phase:
        result = train_phase(phase, plays, plan)
        moves[phase] = result.comparison
        difference = result.agree_comparison - result.agree_relative
        pooled.append(difference)
        se = float(difference.std(ddof=1) / np.sqrt(len(difference)))
        rows.append(
            {
                "phase": phase.value,
                "test": len(difference),
                "relative": float(result.agree_relative.mean()),
                "comparison": float(result.agree_comparison.mean()),
                "difference": float(difference.mean()),
                "se": se,
                "paper": PAPER.get(phase.value),
            }
        )
        print(json.dumps(rows[-1]), flush=True)
    every = np.concatenate(pooled)
    doubling, close, far = doubling_network()
    about = {
        "teacher": "choices of human players (bglab, MIT), cube categories from analysed equities",
        "plays": len(plays),
        "seed": options.seed,
        "epochs": options.epochs,
        "cpu_seconds": round(time.process_time() - begun),
        "table": rows,
    }
    save_neurogammon(TARGET, Neurogammon(moves, doubling, about))
    report = {
        **about,
        "pooled_difference": float(every.mean()),
        "pooled_se": float(every.std(ddof=1) / np.sqrt(len(every))),
        "doubling_within_half": close,
        "doubling_off_by_more_than_1.5": far,
        "paper_doubling": [0.61, 0.06],
    }
    save_result(RESULT, report, [NEUROGAMMON])
    print(json.dumps({k: v for k, v in report.items() if k != "table"}))


if __name__ == "__main__":
    main()
