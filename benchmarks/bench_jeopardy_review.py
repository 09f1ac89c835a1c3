"""The review measured on a recorded season: chances to win clue by clue against results, and table 3 of the paper.

Run ``python benchmarks/bench_jeopardy_review.py FOLDER`` with the folder of recorded games (``kibitz jeopardy fit``
reads the same one). Games of the season 2018-19 that were noted clue by clue; one contestant unlike all others apart.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from results import save_result

from kibitz.games.jeopardy.recorded.games import UNLIKE_OTHERS, Folder
from kibitz.games.jeopardy.review.calibration import Course, bins, brier, course_of, resampled_error, slope
from kibitz.games.jeopardy.review.history import LastDouble, bounds, last_doubles
from kibitz.games.jeopardy.taped.season import season_games

NETS = "src/kibitz/games/jeopardy/data/nets"
MODELS = ["src/kibitz/games/jeopardy/data/contestants.json", "src/kibitz/games/jeopardy/data/final_wagers.json"]


def measured(course: Course) -> dict[str, Any]:
    """Brier score beside that of the chances at the start, and the slope, with errors over games."""
    start = np.broadcast_to(course.chances[0], course.chances.shape)
    return {
        "states": len(course.game),
        "games": len(np.unique(course.game)),
        "brier": [round(brier(course), 4), round(resampled_error(course, brier), 4)],
        "brier of the start": round(brier(replace(course, chances=start)), 4),
        "slope": [round(slope(course), 3), round(resampled_error(course, slope), 3)],
    }


def calibration(course: Course) -> dict[str, Any]:
    """All states, by stage of the game, and in tenths of the scale."""
    stages = {
        "all": course.round_ > 0,
        "round 1": course.round_ == 1,
        "round 2, more than 8 clues left": (course.round_ == 2) & (course.left > 8),
        "round 2, 8 clues or fewer": (course.round_ == 2) & (course.left <= 8),
        "before Final": course.round_ == 3,
    }
    start = course.chances[0]
    figures: dict[str, Any] = {}
    for name, held in stages.items():
        part = course.only(held)
        figures[name] = measured(part)
        figures[name]["brier of the start"] = round(float(((start - part.results) ** 2).mean()), 4)
    figures["bins"] = [[b.n, round(b.chance, 4), round(b.won, 4), round(b.error, 4)] for b in bins(course)]
    return figures


def table_3(doubles: list[LastDouble]) -> dict[str, Any]:
    """The paper's rows: all, leaders, trailers; points of chance to win and dollars, each with its standard error."""
    rows = {
        "all": doubles,
        "leader": [bet for bet in doubles if bet.leader],
        "trailer": [bet for bet in doubles if not bet.leader],
    }
    figures = {}
    for name, bets in rows.items():
        found = bounds(bets)
        figures[name] = {
            "n": found.n,
            "lower": [round(100 * x, 2) for x in found.lower],
            "upper": [round(100 * x, 2) for x in found.upper],
            "bet": [round(x) for x in found.wager],
            "advised": [round(x) for x in found.advised],
            "right": round(found.right, 3),
        }
    return figures


def main() -> None:
    games = season_games(Folder.at(Path(sys.argv[1])))
    ordinary = [number for number, game in enumerate(games) if UNLIKE_OTHERS not in game.players]
    began = time.process_time()
    doubles = last_doubles(games)
    own = [bet for bet in doubles if bet.player != UNLIKE_OTHERS]
    figures = {"without the exceptional player's own bets": table_3(own), "all bets": table_3(doubles)}
    for name, rows in figures.items():
        print(name, *(f"{row}: {values}" for row, values in rows.items()), sep="\n  ")
    save_result("jeopardy_last_doubles", figures, [f"{NETS}/2015-person-average.npz", *MODELS])
    print(f"{time.process_time() - began:.0f} s")
    began = time.process_time()
    course = course_of(games)
    calibrated = calibration(course.only(np.isin(course.game, ordinary)))
    calibrated["all games"] = measured(course)
    for name, value in calibrated.items():
        print(name, value)
    save_result("jeopardy_course", calibrated, [f"{NETS}/2015-people.npz", *MODELS])
    print(f"{time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
