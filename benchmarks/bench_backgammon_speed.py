"""Speed on one core beside GNU Backgammon's in one run: evaluations, move generation, 2-ply decisions, self-play.

    python benchmarks/bench_backgammon_speed.py --referee PYTHON

Also a cold ``move`` in pairs with a cold ``jeopardy final``, and a warm one. Both sides see the same positions. Rates
are CPU-time rates; the ratio is what counts on a shared machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from bench_backgammon import DATA, write_result
from bench_start import cpu_seconds

from kibitz.core.work import Work
from kibitz.games.backgammon.moves.dice import ROLLS
from kibitz.games.backgammon.moves.kernels import MAX_RESULTS, count_results
from kibitz.games.backgammon.notation.position_id import parse_position_id
from kibitz.games.backgammon.play.game import dice_stream, play_game
from kibitz.games.backgammon.play.players import NetPlayer
from kibitz.games.backgammon.questions.positions import BestMove
from kibitz.games.backgammon.search.engine import new_room
from kibitz.games.backgammon.search.kernels import evaluate_many
from kibitz.games.backgammon.search.searcher import shipped_searcher

THEIRS = """
import json, sys, time
import gnubg, gnubg_nn
ids, rolls = json.load(sys.stdin)
cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
flat, deep = gnubg.evalcontext(0, 0, 1, 0, 0.0), gnubg.evalcontext(0, 2, 1, 1, 0.0)
boards = [gnubg.positionfromid(i) for i in ids]
nn = [gnubg_nn.board_from_position_id(i) for i in ids]
def rate(f, n):
    t = time.process_time(); f(); return n / (time.process_time() - t)
def evaluations():
    for b in boards: gnubg.evaluate(b, cube, flat)
def moves():
    for b in nn:
        for d in rolls: gnubg_nn.moves(b, *d)
def plies():
    for k, b in enumerate(boards[:30]): gnubg.find_best_moves(b, cube, deep, tuple(rolls[k % 21]))
gnubg.evaluate(gnubg.positionfromid("4HPwATDgc/ABMA"), cube, flat)  # its memory must not know the others
found = {"evaluations": rate(evaluations, len(ids))}
found["moves"] = rate(moves, 21 * len(ids))
found["two_ply"] = rate(plies, 30)
print(json.dumps(found))
"""


def rate(work: Callable[[], object], n: int) -> float:
    """Things done a CPU second."""
    begun = time.process_time()
    work()
    return n / (time.process_time() - begun)


MOVE = ["-m", "kibitz", "backgammon", "move", "4HPwATDgc/ABMA", "31"]
FINAL = ["-m", "kibitz", "jeopardy", "final", "20000", "14000", "8000", "--me", "2"]
PAIRS = 12


def cold() -> dict[str, float]:
    """CPU seconds of cold commands in pairs, which share the load of the moment, and the ratio of their sums."""
    pairs = [(cpu_seconds(MOVE), cpu_seconds(FINAL)) for _ in range(PAIRS)]
    move, final = (sum(times) for times in zip(*pairs, strict=True))
    return {"move": move / PAIRS, "jeopardy_final": final / PAIRS, "ratio": move / final}


def warm() -> float:
    """Milliseconds of a warm ``move`` at 0 plies without compiled code, the best of ten batches."""
    asked = BestMove(position="4HPwATDgc/ABMA", dice="31")
    asked.answer(Work())
    return 1000 / max(rate(lambda: [asked.answer(Work()) for _ in range(20)], 20) for _ in range(10))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--referee", default="python")
    options = parser.parse_args()
    ids = Path(DATA / "wildbg_positions_contact.txt").read_text().split()[:1000]
    sent = json.dumps([ids, [list(roll) for roll in ROLLS]])
    run = subprocess.run([options.referee, "-c", THEIRS], input=sent, capture_output=True, text=True, check=True)
    theirs = json.loads(run.stdout.splitlines()[-1])
    searcher = shipped_searcher()
    engine, _ = searcher.engine()
    positions = [parse_position_id(i) for i in ids]
    boards = np.stack([position.to_array() for position in positions])
    many = np.repeat(boards, 21, axis=0)
    rolls = np.tile(np.array(ROLLS, dtype=np.int8), (len(boards), 1))
    out, hashes = np.zeros((MAX_RESULTS, 2, 25), dtype=np.int8), np.zeros(MAX_RESULTS, dtype=np.int64)
    evaluate_many(boards[:2], engine)
    count_results(many[:2], rolls[:2], out, hashes)
    searcher.rank(positions[0], (3, 1), 2)

    def deep() -> None:
        for k, position in enumerate(positions[:30]):
            searcher.forget()
            searcher.rank(position, ROLLS[k % 21], 2)

    def games() -> None:
        player, room = NetPlayer(searcher), new_room(16)
        for game in range(60):
            rng = np.random.default_rng(game)
            play_game((player, player), 0, dice_stream(rng), rng, room, keep=False)

    big = np.tile(boards, (10, 1, 1))
    ours = {
        "evaluations": rate(lambda: evaluate_many(big, engine), len(big)),
        "moves": rate(lambda: count_results(many, rolls, out, hashes), len(many)),
        "two_ply": rate(deep, 30),
    }
    ratios = {name: ours[name] / theirs[name] for name in ours}
    figures = {
        "ours": ours,
        "gnubg": theirs,
        "ratio": ratios,
        "self_play_games_a_second": rate(games, 60),
        "cold": cold(),
        "warm_move_ms": warm(),
    }
    write_result("speed", figures, searcher)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
