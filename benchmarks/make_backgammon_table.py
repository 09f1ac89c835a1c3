"""Make a new referee table: natural decisions, every legal result, and its equity by GNU Backgammon.

    python benchmarks/make_backgammon_table.py --referee PYTHON --rows 1000 --seed 7 TABLE.jsonl.gz

The games are 0-ply self-play with some random plays. Up to 8 results within 0.16 of the best at 0 plies have 2-ply
equities. Then kibitz and the referee at 0 plies are compared on the table, decision by decision; ``--score`` does only
this.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
from bench_backgammon import WEIGHTS, mean_se, referee_table
from gnubg_pipe import GnubgPipe
from results import add_to_result

from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.moves.dice import format_dice, roll_dice
from kibitz.games.backgammon.notation.position_id import format_position_id
from kibitz.games.backgammon.search.searcher import shipped_searcher


def make(path: Path, rows: int, seed: int, pipe: GnubgPipe) -> None:
    rng = np.random.default_rng(seed)
    searcher = shipped_searcher()
    board = START.to_array()
    lines: list[str] = []
    while len(lines) < rows:
        if not board.any(axis=1).all():
            board = START.to_array()
        position, dice = Position.from_array(board), roll_dice(rng)
        results = searcher.results(position, dice)
        worth = -(searcher.static(results) @ np.array([2, 1, 1, -1, -1]))
        if len(results) > 1 and rng.random() < 0.12:
            static = -pipe.equities(results)
            near = np.argsort(-static)[:8]
            near = near[static[near] >= static[near[0]] - 0.16]
            plies = np.zeros(len(results), dtype=int)
            if len(near) > 1:
                plies[near] = 2
                static = static.copy()
                static[near] = -pipe.equities(results[near], 2)
            keep = results.any(axis=2).all(axis=1)
            if keep.all():
                c = [
                    [format_position_id(Position.from_array(b)), round(float(e), 5), int(k)]
                    for b, e, k in zip(results, static, plies, strict=True)
                ]
                lines.append(json.dumps({"id": format_position_id(position), "d": format_dice(dice), "c": c}))
        pick = int(rng.integers(len(results))) if rng.random() < 0.05 else int(np.argmax(worth))
        board = results[pick]
    with gzip.open(path, "wt") as stream:
        stream.write("\n".join(lines) + "\n")


def score(path: Path, pipe: GnubgPipe) -> None:
    searcher = shipped_searcher()
    ours, theirs = [], []
    for position, dice, losses in referee_table(path, 1_000_000):
        ours.append(losses[searcher.rank(position, dice)[0].after])
        results = list(losses)
        equities = pipe.equities(np.stack([p.to_array() for p in results]))
        theirs.append(losses[results[int(np.argmin(equities))]])
    a, b = np.array(ours), np.array(theirs)
    figures = {"kibitz_0ply": mean_se(a), "gnubg_0ply": mean_se(b), "difference": mean_se(a - b)}
    add_to_result("backgammon_second_table", figures, [WEIGHTS])
    print(json.dumps(figures))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("table", type=Path)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--referee", default="python")
    parser.add_argument("--score", action="store_true")
    options = parser.parse_args()
    pipe = GnubgPipe(options.referee)
    if not options.score:
        make(options.table, options.rows, options.seed, pipe)
    score(options.table, pipe)
    pipe.close()


if __name__ == "__main__":
    main()
