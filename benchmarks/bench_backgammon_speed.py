"""Speed on one core compared with GNU Backgammon: evaluations, move generation, 2-ply decisions, self-play.

    python benchmarks/bench_backgammon_speed.py --referee PYTHON

Both programs evaluate the same positions in one run. Also measured are a cold ``move``, in pairs with a cold
``jeopardy final``, and a warm ``move``. Rates are per CPU second; on a shared machine only the ratios count.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
from bench_backgammon import DATA, WEIGHTS
from bench_start import cpu_seconds
from benchmark_table import Line, least
from results import add_to_result

from kibitz.core.work import WorkContext
from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.moves.dice import ROLLS
from kibitz.games.backgammon.moves.kernels import MAX_RESULTS, count_results
from kibitz.games.backgammon.notation.position_id import format_position_id, parse_position_id
from kibitz.games.backgammon.play.game import dice_stream, play_game
from kibitz.games.backgammon.play.players import NetPlayer
from kibitz.games.backgammon.questions.positions import BestMoveRequest
from kibitz.games.backgammon.search.engine_arrays import new_workspace
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


MOVE = ["-m", "kibitz", "backgammon", "move", "4HPwATDgc/ABMA", "31"]
FINAL = ["-m", "kibitz", "jeopardy", "final", "20000", "14000", "8000", "--me", "2"]
PAIRS = 12
WARM_BAR = 0.005


def cold(count: int = PAIRS) -> dict[str, float]:
    """Mean CPU seconds of two cold commands and their ratio; pairs see the same load."""
    pairs = [(cpu_seconds(MOVE), cpu_seconds(FINAL)) for _ in range(count)]
    move, final = (sum(times) for times in zip(*pairs, strict=True))
    return {"move": move / count, "jeopardy_final": final / count, "ratio": move / final}


def warm(repeat: int = 10) -> float:
    """Seconds of a warm ``move`` at 0 plies without compiled code, the best of ``repeat`` batches."""
    request = BestMoveRequest(position="4HPwATDgc/ABMA", dice="31")
    request.answer(WorkContext())
    return least(lambda: request.answer(WorkContext()), repeat, 20)


def positions_of(n: int) -> list[str]:
    """Position IDs for both programs: from the development data, or from random plays if that is missing."""
    file = DATA / "wildbg_positions_contact.txt"
    if file.exists():
        return file.read_text().split()[:n]
    rng, result, board = np.random.default_rng(1), list[str](), START
    searcher = shipped_searcher()
    while len(result) < n:
        results = searcher.results(board, ROLLS[int(rng.integers(21))])
        board = Position.from_array(results[int(rng.integers(len(results)))])
        board = START if board.winner_points else board
        result.append(format_position_id(board))
    return result


def gnubg(referee: str, ids: list[str]) -> dict[str, float] | None:
    """Rates of GNU Backgammon on the positions, or ``None`` if that Python does not have it."""
    sent = json.dumps([ids, [list(roll) for roll in ROLLS]])
    try:
        run = subprocess.run([referee, "-c", THEIRS], input=sent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    rates: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return rates


def own(ids: list[str], deep: int) -> dict[str, float]:
    """Rates of kibitz on the positions, kernels loaded."""
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

    def plies() -> None:
        for k, position in enumerate(positions[:deep]):
            searcher.clear_cache()
            searcher.rank(position, ROLLS[k % 21], 2)

    big = np.tile(boards, (10, 1, 1))
    return {
        "evaluations": len(big) / least(lambda: evaluate_many(big, engine), 1),
        "moves": len(many) / least(lambda: count_results(many, rolls, out, hashes), 1),
        "two_ply": deep / least(plies, 1),
    }


def self_play(games: int = 60) -> float:
    """Games per second that the shipped network plays against itself."""
    player, room = NetPlayer(shipped_searcher()), new_workspace(16)

    def play() -> None:
        for game in range(games):
            rng = np.random.default_rng(game)
            play_game((player, player), 0, dice_stream(rng), rng, room, keep=False)

    return games / least(play, 1)


def lines(short: bool) -> Iterator[Line]:
    """Rates compared with GNU Backgammon (in the Python KIBITZ_REFEREE), and a move compared with a Final."""
    ids = positions_of(100 if short else 1000)
    theirs = gnubg(os.environ.get("KIBITZ_REFEREE", sys.executable), ids) or {}
    bars = {"evaluations": 1.0, "moves": 1.0, "two_ply": 0.5}
    for name, rate in own(ids, 3 if short else 30).items():
        peer = theirs.get(name)
        yield Line(f"backgammon {name.replace('_', '-')}", rate, "per second", "GNU Backgammon", peer, bars[name], True)
    yield Line("a warm move at 0 plies", warm(5 if short else 10), "s", "at most", WARM_BAR, 1)
    pairs = cold(1 if short else PAIRS)
    yield Line("a cold move", pairs["move"], "s", "a cold jeopardy final", pairs["jeopardy_final"])


def main() -> None:
    """Measure everything and save it with the hash of the weights."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--referee", default="python")
    ids = positions_of(1000)
    theirs = gnubg(parser.parse_args().referee, ids)
    if theirs is None:
        raise SystemExit("--referee: give a Python that has gnubg and gnubg_nn")
    ours = own(ids, 30)
    figures = {
        "ours": ours,
        "gnubg": theirs,
        "ratio": {name: ours[name] / theirs[name] for name in ours},
        "self_play_games_a_second": self_play(),
        "cold": cold(),
        "warm_move_ms": 1000 * warm(),
    }
    add_to_result("backgammon_speed", figures, [WEIGHTS])
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
