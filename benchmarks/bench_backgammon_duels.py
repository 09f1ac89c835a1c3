"""Duels of kibitz with pubeval, a hand-written evaluator, Neurogammon 1.0 and GNU Backgammon.

    python benchmarks/bench_backgammon_duels.py pubeval --games 2000
    python benchmarks/bench_backgammon_duels.py gnubg --referee PYTHON --games 1000 [--plies 2]
    python benchmarks/bench_backgammon_duels.py match --games 200
    python benchmarks/bench_backgammon_duels.py depth --games 400 [--only neurogammon_1ply]

``match`` plays matches to 11 and ``depth`` measures what plies of look-ahead add to Neurogammon and pubeval; both use
the request of ``kibitz backgammon duel``. Every pair of games has the same dice from both seats. Results are added to
benchmarks/results/backgammon_duels.json.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import msgspec
from bench_backgammon import DATA, WEIGHTS
from gnubg_pipe import GnubgPipe, GnubgPlayer
from results import add_to_result

from kibitz.core.document import Document
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.play.duel import DuelResult, duel
from kibitz.games.backgammon.play.entrants import linear_player
from kibitz.games.backgammon.play.players import NetPlayer
from kibitz.games.backgammon.questions.matches import DuelRequest
from kibitz.games.backgammon.search.searcher import shipped_searcher

PUBEVAL = DATA / "pubeval_weights.csv"
PAIRS = {
    "kibitz_pubeval": ("kibitz", "file"),
    "kibitz_hand": ("kibitz", "hand-written"),
    "kibitz_neurogammon": ("kibitz", "neurogammon"),
    "neurogammon_hand": ("neurogammon", "hand-written"),
    "neurogammon_pubeval": ("neurogammon", "file"),
}
DEPTHS = {
    "neurogammon_1ply": ("neurogammon", 1),
    "pubeval_1ply": ("file", 1),
    "neurogammon_2ply": ("neurogammon", 2),
    "pubeval_2ply": ("file", 2),
}
"""Each plays itself without look-ahead. Two plies take about 21 times as long as one."""


def duel_row(result: DuelResult) -> dict[str, Any]:
    """The result of a duel as it is saved."""
    line: dict[str, Any] = {"players": list(result.names), "games": result.games, "raw": result.raw.to_json()}
    if result.adjusted is not None:
        line["luck_adjusted"] = result.adjusted.to_json()
    return line


def play_duel(request: DuelRequest) -> dict[str, Any]:
    """Answer a request; the result as it is saved."""
    answer = request.answer(WorkContext())
    line: dict[str, Any] = {
        "players": [answer.first, answer.second],
        "games": answer.games,
        "raw": msgspec.to_builtins(answer.result),
    }
    if answer.adjusted is not None:
        line["luck_adjusted"] = msgspec.to_builtins(answer.adjusted)
    return line


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["pubeval", "gnubg", "match", "depth"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--length", type=int, default=11)
    parser.add_argument("--referee", default="python")
    parser.add_argument("--only", nargs="*", help="names of match pairs, as in kibitz_pubeval")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    searcher = shipped_searcher()
    ours = NetPlayer(searcher, options.plies)
    pubeval = Document(name="pubeval.csv", data=PUBEVAL.read_bytes())
    start = time.process_time()
    if options.what == "pubeval":
        linear = linear_player(pubeval.content, pubeval.name, "pubeval")
        result = duel(lambda: (ours, linear), options.games, options.seed, adjust=options.games <= 400)
        add_to_result("backgammon_duels", {f"pubeval_{options.plies}ply": duel_row(result)}, [WEIGHTS])
        print(json.dumps(duel_row(result)))
    elif options.what == "gnubg":
        pipe = GnubgPipe(options.referee)
        opponent = GnubgPlayer(pipe)
        result = duel(lambda: (ours, opponent), options.games, options.seed)
        pipe.close()
        sample = "" if options.seed == 1 else f"_seed{options.seed}"
        add_to_result("backgammon_duels", {f"gnubg_{options.plies}ply{sample}": duel_row(result)}, [WEIGHTS])
        print(json.dumps(duel_row(result)))
    elif options.what == "match":
        for name, (first, second) in PAIRS.items():
            if options.only and name not in options.only:
                continue
            request = DuelRequest(
                first=first, second=second, games=options.games, match=options.length, file=pubeval, seed=options.seed
            )  # type: ignore[arg-type]
            add_to_result(
                "backgammon_duels", {f"match{options.length}_{name}": (line := play_duel(request))}, [WEIGHTS]
            )
            print(name, line["raw"], round(time.process_time() - start), flush=True)
    else:
        for name, (player, plies) in DEPTHS.items():
            if options.only and name not in options.only:
                continue
            request = DuelRequest(
                first=player, second=player, games=options.games, plies=plies, file=pubeval, seed=options.seed
            )  # type: ignore[arg-type]
            line = play_duel(request)
            add_to_result("backgammon_duels", {f"depth_{name}": line}, [WEIGHTS])
            print(name, line, round(time.process_time() - start), flush=True)
    print("cpu seconds", round(time.process_time() - start))


if __name__ == "__main__":
    main()
