"""Comparison training against relative-score training beyond Table 1: duels, and the share of large errors.

    python benchmarks/bench_neurogammon_paradigms.py [--every 4] [--epochs 10] [--games 400]

Trains both kinds of networks on the same plays as `train_neurogammon.py`. They play luck-adjusted cubeless money games
with the same dice from both seats, and both are scored on the referee table. Saves
benchmarks/results/neurogammon_paradigms.json.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from bench_backgammon import DATA, mean_se, referee_table
from results import save_result

from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.neurogammon.expert import read_expert_plays
from kibitz.games.backgammon.neurogammon.inputs import score_inputs
from kibitz.games.backgammon.neurogammon.phases import Phase, phase_of
from kibitz.games.backgammon.neurogammon.program import Neurogammon, load_shipped_neurogammon
from kibitz.games.backgammon.neurogammon.training import train_phase
from kibitz.games.backgammon.play.conventional import RaceCube
from kibitz.games.backgammon.play.duel import duel
from kibitz.games.backgammon.play.players import Player
from kibitz.learn.comparison import ComparisonPlan
from kibitz.learn.network import Network

BACKGAMMON = "src/kibitz/games/backgammon"
LARGE = 80
"""Thousandths of a point; larger errors are called large."""


@dataclass(frozen=True, slots=True, eq=False)
class RelativePlayer(RaceCube):
    """Player that picks the transition with the highest relative score."""

    moves: dict[Phase, Network]
    name: str = "relative scores"

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """The result whose transition has the highest score; a result that ends the game always wins."""
        network = self.moves[phase_of(Position.from_array(board))]
        before = np.repeat(board[None], len(results), axis=0)
        scores = network.outputs(score_inputs(before, np.ascontiguousarray(results[:, ::-1])))[:, 0].copy()
        scores[~results[:, 1].any(axis=1)] = np.inf
        return int(np.argmax(scores))


def errors(player: Player, table: list[Any]) -> np.ndarray:
    """Loss of each decision of a referee table, in thousandths of a point."""
    rng = np.random.default_rng(0)
    lost = []
    for position, _, losses in table:
        after = list(losses)
        pick = player.choose(position.to_array(), np.stack([p.to_array() for p in after]), CubeState(), rng)
        lost.append(losses[after[pick]])
    return np.array(lost)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.process_time()
    plays = list(read_expert_plays(DATA / "bglab_checker_4ply.csv.gz", every=options.every))
    plan = ComparisonPlan(epochs=options.epochs, seed=options.seed)
    trained = {phase: train_phase(phase, plays, plan) for phase in Phase}
    comparison = Neurogammon(
        {phase: result.comparison for phase, result in trained.items()},
        load_shipped_neurogammon().doubling,
        {},
        "comparison",
    )
    relative = RelativePlayer({phase: result.relative for phase, result in trained.items() if result.relative})
    table = referee_table(DATA / "bench_gnubg2ply_dev.jsonl.gz", 1000)
    ours, theirs = errors(comparison, table), errors(relative, table)
    large = (ours > LARGE).astype(float) - (theirs > LARGE)
    result = duel(lambda: (comparison, relative), options.games, options.seed)
    assert result.adjusted is not None
    figures = {
        "plays": len(plays),
        "epochs": options.epochs,
        "seed": options.seed,
        "games": result.games,
        "points_a_game": result.adjusted.to_json(),
        "raw": result.raw.to_json(),
        "comparison": {**mean_se(ours), "large": float((ours > LARGE).mean())},
        "relative": {**mean_se(theirs), "large": float((theirs > LARGE).mean())},
        "difference": mean_se(ours - theirs),
        "difference_large": mean_se(large),
        "cpu_seconds": round(time.process_time() - start),
    }
    save_result("neurogammon_paradigms", figures)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
