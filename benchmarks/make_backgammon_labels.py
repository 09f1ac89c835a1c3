"""Label positions of self-play with GNU Backgammon, for ``kibitz backgammon train labelled`` (development only).

    python benchmarks/make_backgammon_labels.py --referee PYTHON --decisions 20000 --plies 1 LABELS.npz
    python benchmarks/make_backgammon_labels.py --referee PYTHON --decisions 400000 --plies 0 --races RACES.npz

Writes the arrays that `kibitz.games.backgammon.train.labelled_positions` documents. Positions of referee tables given
with ``--exclude`` are skipped. ``--races`` starts games at random races, half of them with a gammon to save.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
from pathlib import Path

import numpy as np
from bench_backgammon import referee_table

from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.moves.dice import roll_dice
from kibitz.games.backgammon.notation.position_id import keys_from_boards
from kibitz.games.backgammon.search.searcher import shipped_searcher

TEACHER = """
import json, sys
import gnubg
cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
contexts = [gnubg.evalcontext(0, plies, 1, 1, 0.0) for plies in range(3)]
for line in sys.stdin:
    ids, plies = json.loads(line)
    boards = [gnubg.positionfromid(i) for i in ids]
    found = [[gnubg.evaluate(b, cube, contexts[p])[:5] for b in boards] for p in range(plies + 1)]
    print(json.dumps(found), flush=True)
"""


BATCH = 2_000
"""Positions sent to the teacher at once."""


def random_race(rng: np.random.Generator) -> np.ndarray:
    """A random race: the checkers of both sides have passed each other; in half of them one side is almost done."""
    board = np.zeros((2, 25), dtype=np.int8)
    line = int(rng.integers(6, 19))
    for side, points in ((0, line), (1, 24 - line)):
        middle, spread = rng.uniform(0, points), rng.uniform(1.5, 6)
        places = np.clip(np.rint(rng.normal(middle, spread, 15)), 0, points - 1).astype(int)
        np.add.at(board[side], places, 1)
    if rng.random() < 0.5:
        ahead, left = int(rng.integers(2)), int(rng.integers(1, 13))
        board[ahead] = 0
        np.add.at(board[ahead], rng.integers(0, int(rng.integers(1, 7)), left), 1)
    return board


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--referee", default="python")
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--plies", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--races", action="store_true")
    parser.add_argument("--exclude", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    apart = {p.to_array().tobytes() for table in options.exclude for row in referee_table(table, 10**9) for p in row[2]}
    rng = np.random.default_rng(options.seed)
    searcher = shipped_searcher()
    teacher = subprocess.Popen(
        [options.referee, "-c", TEACHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert teacher.stdin is not None
    assert teacher.stdout is not None
    keys, labels, groups, seen = [], [], [], set(apart)
    waiting: list[np.ndarray] = []
    board, noise, group, turns = START.to_array(), 0.0, 0, 0
    while group < options.decisions:
        turns += 1
        if not board.any(axis=1).all() or (options.races and turns > 6):
            board, noise = START.to_array(), float(rng.choice([0, 0, 0.05, 0.15, 0.35]))
            if options.races:
                board, turns = random_race(rng), 0
        results = searcher.results(Position.from_array(board), roll_dice(rng))
        worth = -(searcher.static(results) @ np.array([2, 1, 1, -1, -1]))
        order = np.argsort(-worth)
        if len(order) > 1 and rng.random() < (1.0 if options.races else 0.4):
            picked = [results[order[0]], results[order[int(rng.integers(1, min(7, len(order))))]]]
            known = not options.races  # the bearoff table covers races with all checkers home
            picked = [
                b for b in picked if b.any(axis=1).all() and b.tobytes() not in seen and (known or b[:, 6:].any())
            ]
            if picked:
                seen |= {b.tobytes() for b in picked}
                waiting += picked
                groups += [group] * len(picked)
                group += 1
        pick = int(rng.integers(len(order))) if rng.random() < noise else int(order[0])
        board = results[pick]
        if len(waiting) >= BATCH or (waiting and group == options.decisions):
            key = keys_from_boards(np.stack(waiting))
            ids = [base64.b64encode(k.tobytes()).decode()[:14] for k in key]
            teacher.stdin.write(json.dumps([ids, options.plies]) + "\n")
            teacher.stdin.flush()
            labels.append(np.rint(65535 * np.array(json.loads(teacher.stdout.readline()))).astype(np.uint16))
            keys.append(key)
            waiting = []
    teacher.stdin.close()
    teacher.wait()
    stacked = np.concatenate(labels, axis=1)
    plies = {f"p{ply}": stacked[ply] for ply in range(options.plies + 1)}
    np.savez_compressed(options.file, key=np.concatenate(keys), group=np.array(groups, dtype=np.uint32), **plies)
    print(len(groups), "rows")


if __name__ == "__main__":
    main()
