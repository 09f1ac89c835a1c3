"""Neurogammon compared with later programs, phase by phase, and with TD networks in late contact.

    python benchmarks/bench_neurogammon_phases.py WEIGHTS.npz [--games 200]

WEIGHTS.npz are weights that ``kibitz backgammon train scratch`` wrote, without a teacher. Errors are in thousandths of
a point per decision on the referee table. The hybrid plays luck-adjusted games with Neurogammon 1.0, with the same dice
from both seats. Saves benchmarks/results/neurogammon_phases.json.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from bench_backgammon import DATA, mean_se, referee_table
from bench_neurogammon_paradigms import errors
from results import save_result

from kibitz.core.document import Document
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.neurogammon.phases import Phase, phase_of
from kibitz.games.backgammon.neurogammon.program import Neurogammon, load_shipped_neurogammon
from kibitz.games.backgammon.play.conventional import RaceCube
from kibitz.games.backgammon.play.duel import duel
from kibitz.games.backgammon.play.entrants import Entrant
from kibitz.games.backgammon.play.players import Player

BACKGAMMON = "src/kibitz/games/backgammon"
DATA_FILES = [f"{BACKGAMMON}/data/weights.npz", f"{BACKGAMMON}/data/neurogammon.npz"]
LATE = (Phase.BEARIN, Phase.OPPONENT_BEARIN, Phase.OPPONENT_BEAROFF)


@dataclass(frozen=True, slots=True, eq=False)
class Hybrid(RaceCube):
    """Neurogammon, but another player chooses in late contact."""

    early: Neurogammon
    late: Player
    name: str = "Neurogammon with TD networks in late contact"

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """The choice of the player for this phase."""
        position = Position.from_array(board)
        player: Player = self.late if phase_of(position) in LATE and position.has_contact else self.early
        return player.choose(board, results, state, rng)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("weights", type=Path)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    pubeval = Document(name="pubeval.csv", data=(DATA / "pubeval_weights.csv").read_bytes())
    trained = Document(name="scratch.npz", data=options.weights.read_bytes())
    old, td = load_shipped_neurogammon(), Entrant("file", 0, trained).player()
    hybrid = Hybrid(old, td)
    players: dict[str, Player] = {
        "hand-written": Entrant("hand-written").player(),
        "pubeval": Entrant("file", 0, pubeval).player(),
        "Neurogammon 1.0": old,
        "hybrid": hybrid,
        "self-play alone": td,
        "shipped": Entrant("kibitz").player(),
    }
    table = referee_table(DATA / "bench_gnubg2ply_dev.jsonl.gz", 1000)
    phases = np.array([phase_of(position).value for position, _, _ in table])
    losses: dict[str, Any] = {}
    for name, player in players.items():
        lost = errors(player, table)
        losses[name] = {"all": mean_se(lost), **{p.value: mean_se(lost[phases == p.value]) for p in Phase}}
        print(name, {phase: round(row["mean"], 1) for phase, row in losses[name].items()}, flush=True)
    result = duel(lambda: (hybrid, old), options.games, 1)
    assert result.adjusted is not None
    figures = {"errors": losses, "hybrid_against_neurogammon": result.adjusted.to_json(), "games": result.games}
    save_result("neurogammon_phases", figures, DATA_FILES)
    print(json.dumps(figures["hybrid_against_neurogammon"]))


if __name__ == "__main__":
    main()
