"""Jeopardy! models compared with recorded games of both eras: Final by cross-validation, and simulated whole games.

    OMP_NUM_THREADS=1 python benchmarks/check_jeopardy_models.py [FOLDER] [--games 200000] [--keep]

FOLDER holds the tables of recorded games (see `kibitz.games.jeopardy.datasets.games`). For Final, bets and accuracies
by standing are fitted to four fifths of the games without a lock and predict the winners of the others. "slope" is the
slope of a logistic regression of wins on the predicted log odds; it is 1 for calibrated chances. ``--keep`` saves
results/jeopardy_models.json.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from results import save_result

from kibitz.games.jeopardy.datasets.clues import recorded_season
from kibitz.games.jeopardy.datasets.finals import RecordedFinals, accuracy_by_standing, recorded_finals
from kibitz.games.jeopardy.datasets.games import SEATS as PODIUMS
from kibitz.games.jeopardy.datasets.games import DatasetFolder, recorded_scores
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule, win_chances
from kibitz.games.jeopardy.endgame.daily_double import win_chances_before_clues
from kibitz.games.jeopardy.endgame.lattice import score_changes
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.people_wagers import ROLES, mixture_from_table, people_mixtures
from kibitz.games.jeopardy.fit.final_wagers import fit_roles, fit_tied_leaders
from kibitz.games.jeopardy.people.contestant import contestant, final_standing
from kibitz.games.jeopardy.people.latent import normal_quantile
from kibitz.games.jeopardy.people.population import population_seats
from kibitz.games.jeopardy.people.posterior import GameRecord, posterior_contestants
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import play_games
from kibitz.games.jeopardy.show import LEFT_PODIUM, ROWS, SEATS, Era, Rules, Ties, rules_of

FOLDS = 5


def choose(finals: RecordedFinals, rows: Any) -> RecordedFinals:
    return RecordedFinals(finals.scores[rows], finals.wagers[rows], finals.right[rows], finals.after[rows])


def slope_of(predicted: Any, won: Any) -> tuple[float, float]:
    """Slope of a logistic regression (with an intercept) and its standard error, by Newton's steps."""
    odds = np.log(np.clip(predicted, 1e-4, 1 - 1e-4) / (1 - np.clip(predicted, 1e-4, 1 - 1e-4)))
    design = np.stack([np.ones(len(odds)), odds], axis=1)
    beta = np.array([0.0, 1.0])
    for _ in range(30):
        p = 1 / (1 + np.exp(-design @ beta))
        hessian = design.T @ (design * (p * (1 - p))[:, None])
        beta = beta + np.linalg.solve(hessian, design.T @ (won - p))
    return float(beta[1]), float(np.sqrt(np.linalg.inv(hessian)[1, 1]))


def final_calibration(folder: DatasetFolder, era: Era, by_standing: bool = True) -> dict[str, Any]:
    """Predicted and recorded wins by standing in games without a lock, each fifth by models fitted to the rest."""
    finals = recorded_finals(folder, era)
    tied = fit_tied_leaders(folder)
    n = len(finals.scores)
    fold = np.arange(n) % FOLDS
    rho = contestant("average", era).correlations.final
    predicted = np.zeros((n, SEATS))
    for f in range(FOLDS):
        train = choose(finals, np.flatnonzero(fold != f))
        first, second, third = (mixture_from_table(table) for table in fit_roles(train, tied).values())
        mean = float(np.mean(accuracy_by_standing(train)))
        a, b, c = (
            normal_quantile(x) - normal_quantile(mean) if by_standing else 0.0 for x in accuracy_by_standing(train)
        )
        model = FinalModel((mean,) * 3, (rho,) * 3, (first, second, third), "train", (a, b, c))
        rows = np.flatnonzero((fold == f) & ~finals.is_locked)
        for role in range(SEATS):
            predicted[rows, role] = win_chances(
                finals.scores[rows], FinalSetup(model, role, era.ties, OwnFinalRule.PEOPLE)
            )
    finals, predicted = choose(finals, ~finals.is_locked), predicted[~finals.is_locked]
    n = len(predicted)
    playing = finals.scores > 0
    after = np.where(playing, finals.after, -1)
    won = (playing & (after == after.max(axis=1, keepdims=True))).astype(float)
    if era.ties is Ties.TIEBREAKER:
        won /= won.sum(axis=1, keepdims=True)
    slope, error = slope_of(predicted[playing], won[playing])
    return {
        "games": n,
        "predicted": {role: round(float(predicted[:, i].mean()), 4) for i, role in enumerate(ROLES)},
        "won": {role: round(float(won[:, i].mean()), 4) for i, role in enumerate(ROLES)},
        "won_se": {role: round(float(won[:, i].std() / np.sqrt(n)), 4) for i, role in enumerate(ROLES)},
        "slope": round(slope, 3),
        "slope_se": round(error, 3),
        "brier": round(float(((predicted - won)[playing] ** 2).mean()), 4),
    }


@dataclass(frozen=True)
class LateState:
    """A recorded game near its end: the record up to then, the values of the clues left, the leader's seat, the scores
    before Final, and whether the leader won (a share of 1 in a tie)."""

    record: GameRecord
    values: tuple[int, ...]
    leader: int
    entering_final: tuple[int, ...]
    won: float


def late_states(folder: DatasetFolder, left: int) -> list[LateState]:
    """Ordinary games of season 2018-19 when ``left`` clues of round 2 were left, with no Daily Double among them."""
    season = recorded_season(folder)
    games = {row["air_date"]: row for row in folder.rows("games", Era.RECENT)}
    result = []
    for game in season.ordinary():
        second = [row for row in game if row["round"] == "2"]
        before, after = [*(row for row in game if row["round"] == "1"), *second[:-left]], second[-left:]
        if len(second) <= left or any(row["is_dd"] == "1" for row in after):
            continue
        scores = tuple(int(before[-1][f"score_{seat}"]) for seat in PODIUMS)
        played = [[0] * ROWS, [0] * ROWS]
        for row in before:
            played[int(row["round"]) - 1][int(row["row"]) - 1] += 1
        regular = [row for row in before if row["is_dd"] == "0"]
        right = tuple(sum(row["right_seat"] == seat for row in regular) for seat in PODIUMS)
        wrong = tuple(sum(seat in row["wrong_seats"].split("|") for row in regular) for seat in PODIUMS)
        ends = [int(games[game[0]["air_date"]][f"final_{seat}"]) for seat in PODIUMS]
        leader = int(np.argmax(scores))
        won = (ends[leader] == max(ends)) / ends.count(max(ends))
        record = GameRecord(scores, (tuple(played[0]), tuple(played[1])), right, wrong)
        values = tuple(Rules().value(2, int(row["row"])) for row in after)
        entering = tuple(int(after[-1][f"score_{seat}"]) for seat in PODIUMS)
        result.append(LateState(record, values, leader, entering, float(won)))
    return result


def late_calibration(folder: DatasetFolder, left: int) -> dict[str, Any]:
    """The leader's predicted win chance with equal contestants and with posterior abilities, compared with results.

    The comparison is with the same contestant's chance before Final, which is free of Final's luck, and with the share
    of leaders who won.
    """
    era = Era.RECENT
    average, model = contestant("average", era), people_in_final(era)
    states, chances, before = late_states(folder, left), [], []
    for state in states:
        standing, scores = FinalSetup(model, state.leader, era.ties, OwnFinalRule.PEOPLE), state.record.scores
        chances.append(
            [
                float(
                    win_chances_before_clues(
                        np.array([scores[state.leader]]), scores, score_changes(players, state.values), standing
                    )[0]
                )
                for players in ((average,) * 3, posterior_contestants(state.record, era))
            ]
        )
        before.append(float(win_chances(np.array([state.entering_final]), standing)[0]))
    table, outcome, then = np.array(chances), np.array([state.won for state in states]), np.array(before)
    names = ("equal", "posterior")
    return {
        "games": len(states),
        "predicted": {name: round(float(table[:, i].mean()), 4) for i, name in enumerate(names)},
        "before_final": round(float(then.mean()), 4),
        "before_final_se": {name: mean_error(then - table[:, i]) for i, name in enumerate(names)},
        "won": round(float(outcome.mean()), 4),
        "won_se": mean_error(outcome),
        "brier": {name: round(float(((table[:, i] - outcome) ** 2).mean()), 4) for i, name in enumerate(names)},
    }


def people_in_final(era: Era) -> FinalModel:
    """Model of a Final between people of an era, with accuracy by standing."""
    average = contestant("average", era)
    return FinalModel(
        (average.final,) * 3, (average.correlations.final,) * 3, people_mixtures(era), "people", final_standing(era)
    )


def mean_error(values: Any) -> float:
    """The standard error of a mean."""
    return round(float(np.std(values) / np.sqrt(len(values))), 4)


def leaders_by_season(folder: DatasetFolder, era: Era) -> dict[str, dict[str, float]]:
    """Games without a lock before Final, by season: the leader's mean win chance, share of wins, error of the gap."""
    seen, model = recorded_scores(folder, era), people_in_final(era)
    scores, ends = seen.entering_final, seen.final
    first, games = scores.argmax(axis=1), np.arange(len(scores))
    chances = np.stack(
        [win_chances(scores, FinalSetup(model, seat, era.ties, OwnFinalRule.PEOPLE)) for seat in range(SEATS)], axis=1
    )[games, first]
    wins = (ends == ends.max(axis=1, keepdims=True)).astype(float)
    won = (wins / wins.sum(axis=1, keepdims=True))[games, first]
    days = [row["air_date"] for row in folder.rows("games", era)]
    season = np.array([int(day[:4]) - (day[5:7] < "09") for day in days])
    table = {}
    for name, rows in [("all", season > 0), *((str(year), season == year) for year in np.unique(season))]:
        chosen_rows = rows & ~is_locked(scores)
        if chosen_rows.any():
            p, w = chances[chosen_rows], won[chosen_rows]
            table[name] = {
                "games": len(p),
                "predicted": round(float(p.mean()), 4),
                "won": round(float(w.mean()), 4),
                "se": mean_error(w - p),
            }
    return table


def distance(x: Any, y: Any) -> float:
    """The Kolmogorov-Smirnov distance."""
    x, y = np.sort(x), np.sort(y)
    at = np.union1d(x, y)
    gaps = np.searchsorted(x, at, "right") / len(x) - np.searchsorted(y, at, "right") / len(y)
    return float(np.abs(gaps).max())


def whole_games(folder: DatasetFolder, era: Era, n: int) -> dict[str, Any]:
    """Scores by standing after both rounds, and shares that depend on their tails, recorded and simulated."""
    seen, rules = recorded_scores(folder, era), rules_of(era)
    games = play_games(
        np.random.default_rng(2024), game_tables(population_seats(era, champion=LEFT_PODIUM), rules), n, rules
    )
    table: dict[str, Any] = {"recorded_games": len(seen.final), "simulated_games": n}
    for name, mine, theirs in (
        ("round 1", games.first_round, seen.first_round),
        ("round 2", games.scores, seen.entering_final),
    ):
        drawn, real = -np.sort(-mine, axis=1), -np.sort(-theirs, axis=1)
        table[name] = {"mean": round(float(drawn.mean() / real.mean() - 1), 4)} | {
            role: {
                "mean": round(float(drawn[:, i].mean() / real[:, i].mean() - 1), 4),
                "sd": round(float(drawn[:, i].std() / real[:, i].std() - 1), 4),
                "ks": round(distance(drawn[:, i], real[:, i]), 4),
            }
            for i, role in enumerate(ROLES)
        }
    wins = seen.final == seen.final.max(axis=1, keepdims=True)
    shares = {
        "locked": (is_locked(games.scores), is_locked(seen.entering_final)),
        "champion_wins": (games.finals.winners[:, 0], wins[:, 0]),
        "broke": ((games.scores <= 0).any(axis=1), (seen.entering_final <= 0).any(axis=1)),
        "both_found": ((games.wagers[:, 1:] > 0).all(axis=1), find_all(folder, era)),
    }
    for name, (drawn, real) in shares.items():
        p = float(real.mean())
        se = float(np.sqrt(p * (1 - p) / len(real)))
        table[name] = {"simulated": round(float(drawn.mean()), 4), "recorded": round(p, 4), "recorded_se": round(se, 4)}
    return table


def is_locked(scores: Any) -> Any:
    ranked = -np.sort(-scores, axis=1)
    return ranked[:, 0] > 2 * np.maximum(ranked[:, 1], 0)


def find_all(folder: DatasetFolder, era: Era) -> Any:
    """Whether both Daily Doubles of round 2 were found, by game."""
    counts = {row["air_date"]: 0 for row in folder.rows("games", era)}
    for row in folder.rows("daily_doubles", era):
        if row["round"] == "2" and row["air_date"] in counts:
            counts[row["air_date"]] += 1
    return np.array([n >= 2 for n in counts.values()])


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the Jeopardy! models with recorded games.")
    default = Path(__file__).resolve().parents[2] / "shared" / "data" / "jeopardy"
    parser.add_argument("folder", type=Path, nargs="?", default=default)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--keep", action="store_true", help="save the figures in benchmarks/results")
    options = parser.parse_args()
    folder = DatasetFolder.at(options.folder)
    figures: dict[str, Any] = {}
    for era in Era:
        figures[str(int(era))] = {
            "final": final_calibration(folder, era),
            "final_one_accuracy": final_calibration(folder, era, by_standing=False),
            "games": whole_games(folder, era, options.games),
            "leaders in Final by season": leaders_by_season(folder, era),
        }
        print(era, figures[str(int(era))])
    figures["leader with clues left"] = {str(left): late_calibration(folder, left) for left in (5, 3)}
    print(figures["leader with clues left"])
    if options.keep:
        data = "src/kibitz/games/jeopardy/data/"
        data_files = [
            data + f"{name}.json"
            for name in ("contestants", "population", "selection", "daily_double_bets", "final_wagers")
        ]
        save_result("jeopardy_models", figures, data_files)


if __name__ == "__main__":
    main()
