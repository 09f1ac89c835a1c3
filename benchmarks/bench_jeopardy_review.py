"""The game review on a recorded season: calibration of win chances clue by clue, and table 3 of the paper.

Run ``python benchmarks/bench_jeopardy_review.py FOLDER`` with the folder of recorded games (``kibitz jeopardy fit``
reads the same one). It uses the games of season 2018-19 that are recorded clue by clue. One exceptional contestant is
treated separately.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from results import save_result

from kibitz.games.jeopardy.datasets.games import EXCEPTIONAL_CONTESTANT, DatasetFolder
from papers.watson.experiments.forecast_calibration import (
    Forecasts,
    bootstrap_error,
    brier_score,
    calibration_bins,
    calibration_slope,
    collect_forecasts,
)
from papers.watson.experiments.last_double_losses import LastDoubleLoss, last_double_losses, loss_bounds
from papers.watson.experiments.season_games import season_games

NETS = "src/kibitz/games/jeopardy/data/nets"
MODELS = ["src/kibitz/games/jeopardy/data/contestants.json", "src/kibitz/games/jeopardy/data/final_wagers.json"]


def measure(course: Forecasts) -> dict[str, Any]:
    """Brier score, that of the chances at the start, and the calibration slope, with standard errors over games."""
    start = np.broadcast_to(course.chances[0], course.chances.shape)
    return {
        "states": len(course.game),
        "games": len(np.unique(course.game)),
        "brier": [round(brier_score(course), 4), round(bootstrap_error(course, brier_score), 4)],
        "brier of the start": round(brier_score(replace(course, chances=start)), 4),
        "slope": [round(calibration_slope(course), 3), round(bootstrap_error(course, calibration_slope), 3)],
    }


def calibration(course: Forecasts) -> dict[str, Any]:
    """Calibration of all states, by stage of the game, and in ten bins."""
    stages = {
        "all": course.round_ > 0,
        "round 1": course.round_ == 1,
        "round 2, more than 8 clues left": (course.round_ == 2) & (course.left > 8),
        "round 2, 8 clues or fewer": (course.round_ == 2) & (course.left <= 8),
        "before Final": course.round_ == 3,
    }
    start = course.chances[0]
    figures: dict[str, Any] = {}
    for name, rows in stages.items():
        part = course.select(rows)
        figures[name] = measure(part)
        figures[name]["brier of the start"] = round(float(((start - part.results) ** 2).mean()), 4)
    figures["bins"] = [[b.n, round(b.chance, 4), round(b.won, 4), round(b.error, 4)] for b in calibration_bins(course)]
    return figures


def table_3(doubles: list[LastDoubleLoss]) -> dict[str, Any]:
    """The paper's rows (all, leaders, trailers): win chance in points and dollars, each with its standard error."""
    rows = {
        "all": doubles,
        "leader": [bet for bet in doubles if bet.leader],
        "trailer": [bet for bet in doubles if not bet.leader],
    }
    figures = {}
    for name, bets in rows.items():
        result = loss_bounds(bets)
        figures[name] = {
            "n": result.n,
            "lower": [round(100 * x, 2) for x in result.lower],
            "upper": [round(100 * x, 2) for x in result.upper],
            "bet": [round(x) for x in result.wager],
            "advised": [round(x) for x in result.advised],
            "right": round(result.right, 3),
        }
    return figures


def main() -> None:
    games = season_games(DatasetFolder.at(Path(sys.argv[1])))
    ordinary = [number for number, game in enumerate(games) if EXCEPTIONAL_CONTESTANT not in game.players]
    began = time.process_time()
    doubles = last_double_losses(games)
    own = [bet for bet in doubles if bet.player != EXCEPTIONAL_CONTESTANT]
    figures = {"without the exceptional player's own bets": table_3(own), "all bets": table_3(doubles)}
    for name, rows in figures.items():
        print(name, *(f"{row}: {values}" for row, values in rows.items()), sep="\n  ")
    save_result("jeopardy_last_doubles", figures, [f"{NETS}/2015-person-average.npz", *MODELS])
    print(f"{time.process_time() - began:.0f} s")
    began = time.process_time()
    course = collect_forecasts(games)
    calibrated = calibration(course.select(np.isin(course.game, ordinary)))
    calibrated["all games"] = measure(course)
    for name, value in calibrated.items():
        print(name, value)
    save_result("jeopardy_course", calibrated, [f"{NETS}/2015-people.npz", *MODELS])
    print(f"{time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
