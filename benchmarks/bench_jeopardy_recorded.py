"""Recorded games: calibration of win chances after each round, habits of players, and Watson's sparring games.

Run ``python benchmarks/bench_jeopardy_recorded.py FOLDER`` with the folder of recorded games (``kibitz jeopardy fit``
reads the same one). Calibration uses ten bins of predicted chance and the three seats of every regular game. Brier
scores are compared with those of a logistic regression on the three scores, fitted to the same games.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from results import ROOT, save_result

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.datasets.clues import recorded_season
from kibitz.games.jeopardy.datasets.games import DatasetFolder, recorded_scores
from kibitz.games.jeopardy.endgame.before_final import win_chances
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout.full_games import simulate_full_games
from kibitz.games.jeopardy.rollout.seating import (
    FinalRule,
    LateSelectRule,
    SeatStrategy,
    SelectRule,
    WagerRule,
    seating,
    usual_seat,
)
from kibitz.games.jeopardy.rollout.state_rows import opening_row
from kibitz.games.jeopardy.show import Era, rules_of
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.evaluator import load_shipped_evaluator
from kibitz.games.jeopardy.value.features import KnownAbilities
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import players_of

IntArray = NDArray[np.int64]
BINS = 10


def after_first(scores: IntArray, era: Era) -> FloatArray:
    """Win chances of the three seats at the start of round 2, by the network for three people."""
    evaluator = load_shipped_evaluator(Matchup(era, EvaluatorRole.PEOPLE))
    rows = np.tile(opening_row(0), (len(scores), 1))
    rows[:, :3], rows[:, 4] = scores, 1
    rows[:, 3] = scores.argmin(axis=1)
    looks = np.stack([evaluator.own_chances(rows, seat, KnownAbilities(champion=0)) for seat in range(3)], axis=1)
    return np.asarray(looks / looks.sum(axis=1, keepdims=True))


def before_final(scores: IntArray, era: Era) -> FloatArray:
    """Exact win chances of the three seats before Final, if all bet like people."""
    players = players_of(era, era.ties)
    values = np.stack([win_chances(scores, players.final_setup(seat)) for seat in range(3)], axis=1)
    return np.asarray(values / np.maximum(values.sum(axis=1, keepdims=True), 1e-9))


def logistic(scores: IntArray, won: FloatArray) -> FloatArray:
    """Win chances by a logistic regression on a seat's own score and on those of the better and the other opponent."""
    n = len(scores)
    ranked = np.stack([-np.sort(-np.delete(scores, seat, axis=1), axis=1) for seat in range(3)], axis=1)
    x = np.concatenate([np.ones((n, 3, 1)), scores[:, :, None] / 1e4, ranked / 1e4], axis=2).reshape(-1, 4)
    y, w = won.reshape(-1), np.zeros(4)
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        w += np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + 1e-9 * np.eye(4), x.T @ (y - p))
    return np.asarray((1 / (1 + np.exp(-x @ w))).reshape(n, 3))


def calibration(chances: FloatArray, won: FloatArray) -> list[dict[str, float]]:
    """Predicted and observed wins in ten bins, and their difference in standard errors."""
    p, y = chances.reshape(-1), won.reshape(-1)
    bins = []
    for k in range(BINS):
        inside = (p >= k / BINS) & (p < (k + 1) / BINS + (k == BINS - 1))
        n = int(inside.sum())
        if n < 10:
            continue
        error = np.sqrt(max(float((p[inside] * (1 - p[inside])).sum()), 1e-9)) / n
        predicted, observed = float(p[inside].mean()), float(y[inside].mean())
        bins.append(
            {
                "n": n,
                "predicted": round(predicted, 4),
                "observed": round(observed, 4),
                "errors apart": round((observed - predicted) / float(error), 2),
            }
        )
    return bins


def recorded_games(folder: DatasetFolder) -> None:
    """Calibration after both rounds in both eras."""
    figures: dict[str, Any] = {}
    for era in Era:
        games = recorded_scores(folder, era)
        best = games.final.max(axis=1, keepdims=True)
        won = ((games.final == best) & (games.final > 0)).astype(float)
        won /= np.maximum(won.sum(axis=1, keepdims=True), 1)
        for name, scores, chances in (
            ("after round 1", games.first_round, after_first(games.first_round, era)),
            ("after round 2", games.entering_final, before_final(games.entering_final, era)),
        ):
            plain = logistic(scores, won)
            figures[f"{int(era)} {name}"] = {
                "games": len(scores),
                "bins": calibration(chances, won),
                "brier": round(float(((chances - won) ** 2).mean()), 5),
                "brier of the logistic": round(float(((plain - won) ** 2).mean()), 5),
            }
            print(era, name, figures[f"{int(era)} {name}"], flush=True)
    weights = [f"src/kibitz/games/jeopardy/data/nets/{int(era)}-people.npz" for era in Era]
    save_result("jeopardy_recorded", figures, [*weights, "src/kibitz/games/jeopardy/data/final_wagers.json"])


def habits(folder: DatasetFolder) -> None:
    """Season 2018-19: whether earlier answers in a category predict its Daily Double, and the drift to the left."""
    doubles, jumps = [], []
    for game in recorded_season(folder).ordinary():
        answers: dict[tuple[str, str, str], tuple[int, int]] = {}
        opened: dict[tuple[str, int], int] = {}
        current: dict[str, int] = {}
        for row in game:
            column, round_ = int(row["col"]), row["round"]
            free = [c for c in range(1, 7) if opened.get((round_, c), 0) < 5 and c != current.get(round_)]
            if round_ in current and column in free:
                jumps.append((column, free))
            opened[round_, column] = opened.get((round_, column), 0) + 1
            current[round_] = column
            wrong = [seat.strip() for seat in row["wrong_seats"].replace(";", ",").split(",") if seat.strip()]
            if row["is_dd"] == "1":
                seat = row["right_seat"] or wrong[0]
                known = answers.get((round_, row["col"], seat), (0, 0))
                doubles.append((round_, row["row"], *known, bool(row["right_seat"])))
                continue
            for seat, right in [(seat, 0) for seat in wrong] + ([(row["right_seat"], 1)] if row["right_seat"] else []):
                k, n = answers.get((round_, row["col"], seat), (0, 0))
                answers[round_, row["col"], seat] = (k + right, n + 1)
    by_row: dict[tuple[str, str], list[bool]] = {}
    for round_, row_, _, _, right_ in doubles:
        by_row.setdefault((round_, row_), []).append(right_)
    likelihood = {}
    for spread in (2.0, 4.0, 9.33, 20.0, 100.0, 1e9):
        total = 0.0
        for round_, row_, k, n, right_ in doubles:
            base = min(max(float(np.mean(by_row[round_, row_])), 0.3), 0.95)
            p = live_confidence(base, k, n, spread)
            total += float(np.log(p if right_ else 1 - p))
        likelihood[f"{spread:g}"] = round(total, 2)
    drifts = np.linspace(-0.1, 0.3, 41)
    fits = [sum(-d * c - np.log(sum(np.exp(-d * k) for k in free)) for c, free in jumps) for d in drifts]
    figures = {
        "daily doubles": len(doubles),
        "log likelihood by concentration": likelihood,
        "jumps": len(jumps),
        "drift to the left, a column": round(float(drifts[int(np.argmax(fits))]), 3),
    }
    print(figures, flush=True)
    save_result("jeopardy_habits", figures)


def series(games: int = 60_000) -> None:
    """Watson's two series of sparring games, out of sample. In series 1 the early machine (attempt .52, precision .82)
    plays Average contestants by heuristics; in series 2 the full machine plays Champions."""
    machine = load_machine().contestant
    early = replace(machine, attempt=0.52, precision=0.82)
    figures: dict[str, Any] = {}
    network = load_shipped_evaluator(Matchup(Era.PAPER, EvaluatorRole.MACHINE, Level.CHAMPION)).network
    for name, mine, level in (
        (
            "series 1",
            SeatStrategy(fixed_seat(early), SelectRule.LRTB, LateSelectRule.LRTB, WagerRule.SAFE, FinalRule.BEST),
            Level.AVERAGE,
        ),
        (
            "series 2",
            SeatStrategy(
                fixed_seat(machine), SelectRule.BAYES, LateSelectRule.PEOPLE, WagerRule.LIVE, FinalRule.BEST, network
            ),
            Level.CHAMPION,
        ),
    ):
        other = usual_seat(fixed_seat(contestant(level)))
        tally = simulate_full_games(seating((mine, other, other), rules_of(Era.PAPER)), games, 3)
        result = {key: tally.estimates(key) for key in ("win_rates", "final_leads", "lockouts", "mean_scores")}
        figures[name] = {key: [round(result[key][0].mean, 4), round(result[key][0].se, 4)] for key in result}
        figures[name]["human score"] = round(sum(each.mean for each in result["mean_scores"][1:]) / 2)
        figures[name]["places"] = places(seating((mine, other, other), rules_of(Era.PAPER)), games)
        print(name, figures[name], flush=True)
    save_result("jeopardy_series", figures, ["src/kibitz/games/jeopardy/data/nets/1996-machine-champion.npz"])


def places(place: Any, games: int) -> list[float]:
    """Shares of first, second and third places of seat 0."""
    from kibitz.games.jeopardy.rollout.full_games import play_full_games

    final = play_full_games(place, min(games, 20_000), 5).finals.scores
    above = (final[:, 1:] > final[:, :1]).sum(axis=1)
    return [round(float((above == k).mean()), 4) for k in range(3)]


def main() -> None:
    """Run all parts; those on recorded games only if their folder exists."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data" / "jeopardy"
    if folder.exists():
        recorded_games(DatasetFolder.at(folder))
        habits(DatasetFolder.at(folder))
    series()


if __name__ == "__main__":
    main()
