"""Strength on the referee table of weights that ``kibitz backgammon train scratch`` trains without a teacher.

    python benchmarks/bench_backgammon_td.py [--games 150000] [--decisions 60000] [--rounds 2]

A stopped run continues from the same checkpoints as the command. Saves benchmarks/results/backgammon_td.json. CPU
seconds are those of this process, without the scoring on the table.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bench_backgammon import DATA, referee_table, table_errors
from results import save_result

from kibitz.core.work import WorkContext
from kibitz.files import FileCheckpointStore
from kibitz.games.backgammon.nets.weights import unpack_weights
from kibitz.games.backgammon.questions.training import TrainRequest
from kibitz.games.backgammon.search.searcher import Searcher

BACKGAMMON = "src/kibitz/games/backgammon"


def main() -> None:
    parser = argparse.ArgumentParser()
    request = TrainRequest()
    parser.add_argument("--games", type=int, default=request.games)
    parser.add_argument("--decisions", type=int, default=request.decisions)
    parser.add_argument("--rounds", type=int, default=request.rounds)
    parser.add_argument("--epochs", type=int, default=request.epochs)
    parser.add_argument("--hidden", type=int, default=request.hidden)
    parser.add_argument("--seed", type=int, default=request.seed)
    parser.add_argument("--weights", type=Path)
    options = parser.parse_args()
    settings = {name: getattr(options, name) for name in ("games", "decisions", "rounds", "epochs", "hidden", "seed")}

    def report(done: int, total: int, note: str) -> None:
        print(f"\r{note} {done:,} of {total:,}   ", end="", file=sys.stderr, flush=True)

    answer = TrainRequest(stage="scratch", **settings).answer(
        WorkContext(on_progress=report, store=FileCheckpointStore())
    )
    assert answer.weights is not None
    if options.weights:
        options.weights.write_bytes(answer.weights.content)
    table = referee_table(DATA / "bench_gnubg2ply_dev.jsonl.gz", 1000)
    weights = unpack_weights(answer.weights.content, "weights")
    figures = {
        **settings,
        "cpu_seconds": answer.seconds,
        "referee_0ply": table_errors(Searcher(weights), table, 0),
        "curve": [[p.stage, p.done, p.unit, p.seconds, p.error] for p in answer.curve],
    }
    save_result("backgammon_td", figures)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
