"""A pipe to `referee_gnubg.py`, and GNU Backgammon as a player in duels; for benchmarks only."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path

import numpy as np

from kibitz.games.backgammon.board.position import Boards
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.notation.position_id import keys_from_boards
from kibitz.games.backgammon.play.conventional import RaceCube

SERVER = Path(__file__).parent / "referee_gnubg.py"


class GnubgPipe:
    """Cubeless money equities by GNU Backgammon, for the side on roll."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def equities(self, boards: Boards, plies: int = 0) -> np.ndarray:
        """Equities of boards; finished games are scored here, since the referee does not accept them."""
        over = ~boards.any(axis=2).all(axis=1)
        result = np.empty(len(boards))
        for i in np.flatnonzero(over):
            loser_men = int(boards[i, 0].sum())
            points = 1 if loser_men < 15 else 3 if boards[i, 0, 18:].any() else 2
            result[i] = -points  # the side that moved has finished
        live = np.flatnonzero(~over)
        if len(live):
            ids = [base64.b64encode(key.tobytes()).decode()[:14] for key in keys_from_boards(boards[live])]
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.write(json.dumps([ids, plies]) + "\n")
            self.process.stdin.flush()
            result[live] = json.loads(self.process.stdout.readline())
        return result

    def close(self) -> None:
        """End the referee."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()


class GnubgPlayer(RaceCube):
    """Player that picks the best result by GNU Backgammon's static evaluation."""

    name = "gnubg 0-ply"

    def __init__(self, pipe: GnubgPipe) -> None:
        self.pipe = pipe

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """The result that is worst for the opponent, who is then on roll."""
        return int(np.argmin(self.pipe.equities(results)))
