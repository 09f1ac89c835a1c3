"""A UCI engine for tests: values are drawn from the position and the move alone; ``argv[1]`` says how it misbehaves.

``ok``; ``slow`` (0.05 s a search); ``one-line`` (ignores MultiPV); ``illegal`` (names a move nobody has); ``mirage``
(with many moves the best is worth 7.5 pawns at depth 6, and only there); ``crash``, ``hang`` and ``babble`` (on one
position in four); ``crash-always``; ``crash-once`` (until the file argv[2] exists); ``garbage`` (never a greeting);
``mute`` (says nothing at all). Each search is noted in the file ``FAKE_ENGINE_LOG``, if that is set;
its version is 2.5 unless ``FAKE_ENGINE_VERSION`` says otherwise.
"""

from __future__ import annotations

import os
import sys
import time
import zlib
from pathlib import Path

import chess

HELD = 8
"""Searches after which engines wait while the file that FAKE_ENGINE_HOLD names is there."""


def draw(*words: object) -> float:
    """A number from 0 to 1 that depends on the words alone."""
    return zlib.crc32(" ".join(map(str, words)).encode()) / 2**32


def values(board: chess.Board, depths: int) -> list[dict[str, int]]:
    """Centipawns of each move at each depth: the position's level, less a loss, plus noise that fades with depth."""
    fen = board.fen()
    level = 450 if draw(fen, "level") < 0.1 else int(200 * draw(fen) - 100)
    draws = {move.uci(): draw(fen, move) for move in board.legal_moves}
    best = min(draws.values())
    return [
        {
            move: int(level - 300 * (drawn - best) ** 2 + 60 * (draw(fen, move, depth) - 0.5) / depth)
            for move, drawn in draws.items()
        }
        for depth in range(1, depths + 1)
    ]


def report(board: chess.Board, depths: int, multipv: int, only: str, illegal: bool, mirage: bool = False) -> None:
    mated = draw(board.fen(), "mated") < 0.2
    for depth, listed in enumerate(values(board, depths), start=1):
        ranked = sorted((-value, move) for move, value in listed.items() if only in ("", move))[:multipv]
        for rank, (negative, move) in enumerate(ranked, start=1):
            if mirage and depth == 6 and rank == 1 and multipv > 1:
                negative = -750
            score = "mate -2" if mated and rank == len(ranked) > 3 else f"cp {-negative}"
            name = "a1a1" if illegal and rank == 2 else move
            print(f"info depth {depth} multipv {rank} score {score} nodes {depth * 100} pv {name}")
    print(f"bestmove {ranked[0][1]}", flush=True)


def main() -> None:
    mode = sys.argv[1]
    if mode == "mute":
        time.sleep(3600)
    if mode == "garbage":
        print("\x00\xff hello\n" * 50, flush=True)
    board, multipv = chess.Board(), 1
    for order in sys.stdin:
        words = order.split()
        if order.startswith("uci\n") and mode != "garbage":
            print(
                f"id name Fakefish {os.environ.get('FAKE_ENGINE_VERSION', '2.5')}\nid author nobody\nuciok", flush=True
            )
        elif order.startswith("isready"):
            print("readyok", flush=True)
        elif order.startswith("setoption name MultiPV") and mode != "one-line":
            multipv = int(words[-1])
        elif order.startswith("position fen"):
            board = chess.Board(" ".join(words[2:8]))
        elif order.startswith("go"):
            if log := os.environ.get("FAKE_ENGINE_LOG"):
                with Path(log).open("a") as stream:
                    stream.write(board.fen() + "\n")
            unlucky = draw(board.fen(), "unlucky") < 0.25
            if mode == "crash-always" or (mode == "crash" and unlucky):
                os._exit(1)
            if mode == "crash-once" and not Path(sys.argv[2]).exists():
                Path(sys.argv[2]).touch()
                os._exit(1)
            if mode == "hang" and unlucky:
                time.sleep(3600)
            while mode == "babble" and unlucky:
                print("info string \x00 depth score cp pv pv info depth x score cp y pv z", flush=True)
            if mode == "slow":
                time.sleep(0.05)
            hold = os.environ.get("FAKE_ENGINE_HOLD")
            while log and hold and Path(hold).exists() and len(Path(log).read_text().splitlines()) > HELD:
                time.sleep(0.02)
            depth = int(words[words.index("depth") + 1]) if "depth" in words else 5
            only = words[words.index("searchmoves") + 1] if "searchmoves" in words else ""
            report(board, depth, multipv, only, mode == "illegal", mode == "mirage")
        elif order.startswith("quit"):
            return


if __name__ == "__main__":
    main()
