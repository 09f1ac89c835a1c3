"""Duels of the shipped program: against pubeval, a hand-written evaluator, Neurogammon 1.0, and GNU Backgammon.

    python benchmarks/bench_backgammon_duels.py pubeval --games 2000
    python benchmarks/bench_backgammon_duels.py gnubg --referee PYTHON --games 1000 [--plies 2]
    python benchmarks/bench_backgammon_duels.py match --games 200

Results are added to benchmarks/results/backgammon_duels.json.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from typing import Any

import numpy as np
from bench_backgammon import DATA, write_result
from gnubg_pipe import GnubgPipe, GnubgPlayer

from kibitz.games.backgammon.neurogammon.program import shipped_neurogammon
from kibitz.games.backgammon.play.conventional import HandPlayer, LinearPlayer
from kibitz.games.backgammon.play.duel import DuelResult, duel, match_duel
from kibitz.games.backgammon.play.players import NetPlayer, Player
from kibitz.games.backgammon.search.searcher import shipped_searcher


def pubeval() -> LinearPlayer:
    """Tesauro's public evaluator of 1993 from its published weights."""
    with (DATA / "pubeval_weights.csv").open() as stream:
        rows = [(float(row["contact"]), float(row["race"])) for row in csv.DictReader(stream)]
    weights = np.array(rows)
    return LinearPlayer(weights[:, 0], weights[:, 1], "pubeval")


def shown(result: DuelResult) -> dict[str, Any]:
    line: dict[str, Any] = {"players": list(result.names), "games": result.games, "raw": result.raw.to_json()}
    if result.adjusted is not None:
        line["luck_adjusted"] = result.adjusted.to_json()
    return line


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["pubeval", "gnubg", "match"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--length", type=int, default=11)
    parser.add_argument("--referee", default="python")
    parser.add_argument("--only", nargs="*", help="names of match pairs, as in kibitz_pubeval")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    searcher = shipped_searcher()
    ours = NetPlayer(searcher, options.plies)
    linear, hand = pubeval(), HandPlayer()
    begun = time.process_time()
    if options.what == "pubeval":
        result = duel(lambda: (ours, linear), options.games, options.seed, adjust=options.games <= 400)
        write_result("duels", {f"pubeval_{options.plies}ply": shown(result)}, searcher)
        print(json.dumps(shown(result)))
    elif options.what == "gnubg":
        pipe = GnubgPipe(options.referee)
        opponent = GnubgPlayer(pipe)
        result = duel(lambda: (ours, opponent), options.games, options.seed)
        pipe.close()
        write_result("duels", {f"gnubg_{options.plies}ply": shown(result)}, searcher)
        print(json.dumps(shown(result)))
    else:
        neuro = shipped_neurogammon()
        pairs: list[tuple[str, Player, Player]] = [
            ("kibitz_pubeval", ours, linear), ("kibitz_hand", ours, hand), ("kibitz_neurogammon", ours, neuro),
            ("neurogammon_hand", neuro, hand), ("neurogammon_pubeval", neuro, linear),
        ]  # fmt: skip
        for name, first, second in pairs:
            if options.only and name not in options.only:
                continue
            result = match_duel(lambda a=first, b=second: (a, b), options.length, options.games, options.seed)  # type: ignore[misc]
            write_result("duels", {f"match{options.length}_{name}": shown(result)}, searcher)
            print(name, result.raw, round(time.process_time() - begun), flush=True)
    print("cpu seconds", round(time.process_time() - begun))


if __name__ == "__main__":
    main()
