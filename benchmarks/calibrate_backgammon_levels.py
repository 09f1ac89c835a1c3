"""Find the sensitivity of each level, or measure the error rate that the levels play at.

    python benchmarks/calibrate_backgammon_levels.py [--games 12] [--check]

A level plays against itself. Its error rate is the mean loss of its plays over decisions with a choice, by the static
evaluation. ``--check`` saves benchmarks/results/backgammon_levels.json.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np
from bench_backgammon import WEIGHTS
from results import add_to_result

from kibitz.games.backgammon.cube.state import MONEY
from kibitz.games.backgammon.play.game import dice_stream, play_game
from kibitz.games.backgammon.play.levels import LEVELS, Level, calibrate_sensitivity, level_player
from kibitz.games.backgammon.search.engine_arrays import new_workspace
from kibitz.games.backgammon.search.searcher import Searcher, shipped_searcher


def decisions(searcher: Searcher, level: Level, games: int, seed: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Values of the plays of each decision with a choice, and the loss of the play made, in thousandths of a point."""
    player = level_player(searcher, level)
    room, seen, lost = new_workspace(16), [], []
    from kibitz.games.backgammon.board.position import Position

    for game in range(games):
        rng = np.random.default_rng([seed, game])
        played = play_game((player, player), 0, dice_stream(rng), rng, room)
        for turn in played.turns:
            results = searcher.results(Position.from_array(turn.board), turn.dice)
            if len(results) < 2:
                continue
            worths = player.worths(results, MONEY)
            index = int(np.flatnonzero((results == turn.after).all(axis=(1, 2)))[0])
            seen.append(worths)
            lost.append(1000 * (worths.max() - worths[index]))
    return seen, np.array(lost)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--check", action="store_true", help="measure the error rates and save them")
    options = parser.parse_args()
    searcher = shipped_searcher()
    figures = {}
    for level in LEVELS:
        if options.check:
            _, lost = decisions(searcher, level, options.games, 77)
            se = float(lost.std(ddof=1) / np.sqrt(len(lost)))
            figures[level.name] = {"named": level.error_rate, "played": float(lost.mean()), "se": se, "n": len(lost)}
            print(level.name, figures[level.name], flush=True)
            continue
        for turn in range(2):
            seen, _ = decisions(searcher, level, options.games, turn)
            pick = np.random.default_rng(turn).permutation(len(seen))[:400]
            level = replace(level, s=calibrate_sensitivity([seen[i] for i in pick], level.error_rate))
        print(f'    Level("{level.name}", {level.error_rate}, {level.s:.5f}),', flush=True)
    if options.check:
        add_to_result("backgammon_levels", {"games": options.games, "levels": figures}, [WEIGHTS])


if __name__ == "__main__":
    main()
