"""Fits the shipped tables from a folder of recorded games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.datasets.clues import (
    Season,
    recorded_season,
    season_bets,
    season_clues_played,
    season_picks,
)
from kibitz.games.jeopardy.datasets.finals import accuracy_by_standing, answers_of_three, recorded_finals
from kibitz.games.jeopardy.datasets.games import (
    CLUE_WINDOWS,
    DatasetFolder,
    clues_played,
    daily_double_wagers,
    exceptional_dates,
    final_results,
    out_of_order,
    outcome_counts,
    placement_counts,
    recorded_scores,
)
from kibitz.games.jeopardy.fit.bets import fit_bet_model
from kibitz.games.jeopardy.fit.clues import fit_final_correlation, fit_rates
from kibitz.games.jeopardy.fit.final_wagers import fit_final_wagers
from kibitz.games.jeopardy.fit.hunting import fit_hunt_start
from kibitz.games.jeopardy.fit.moments import refine_population, score_moments
from kibitz.games.jeopardy.fit.population import FitTargets, fit_population
from kibitz.games.jeopardy.people.contestant import PAPER_LEVELS, Level
from kibitz.games.jeopardy.people.latent import normal_cdf, normal_quantile
from kibitz.games.jeopardy.play.machine import (
    FREE_PARAMETERS,
    calibrate_machine,
    sparring_statistics,
    sparring_tables,
    standardised_distances,
)
from kibitz.games.jeopardy.play.selection import load_habits
from kibitz.games.jeopardy.play.statistics import simulate_games
from kibitz.games.jeopardy.show import ROUNDS, ROWS, Era

Table = dict[str, Any]

PAPER_STAY = 0.60
"""Section 2.5; picks of the paper's window are not recorded, only how many were out of order."""
SEVERAL_OPEN = 0.8
"""Share of picks in a category with more than one square open: four of five when categories are played top down."""
CHECK_GAMES = 60_000
SOURCE = "recorded regular games, fan records of the broadcasts (mainly J! Archive)"


CLUES = ("clue_outcome_counts", "clue_outcomes_s35", "games")
NEEDED: dict[str, tuple[str, ...]] = {
    "contestants": (*CLUES, "daily_doubles", "final_jeopardy"),
    "placement": ("daily_doubles",),
    "selection": CLUES,
    "daily_double_bets": (*CLUES, "daily_doubles"),
    "final_wagers": ("final_jeopardy",),
}
"""Each shipped table that comes straight from recorded games, and the recorded tables it needs."""


def fit_tables(
    folder: DatasetFolder, simulated: bool = False, report: Callable[[str], None] = lambda line: None
) -> dict[str, Table]:
    """The tables that the folder suffices for, by the name of their file.

    With ``simulated`` also those that need millions of simulated games: the population and the machine.
    """
    possible = [name for name, needed in NEEDED.items() if all(folder.holds(each) for each in needed)]
    if not possible:
        wanted = ", ".join(f"{name}.csv.gz" for name in NEEDED["contestants"])
        raise InputError(f"{folder.name}: give tables of recorded games, some of {wanted}")
    season = recorded_season(folder) if "selection" in possible else None
    fits: dict[str, Callable[[], Table]] = {
        "contestants": lambda: _contestants(folder),
        "placement": lambda: _placement(folder),
        "selection": lambda: _selection(folder, _require_season(season)),
        "daily_double_bets": lambda: _bets(folder, _require_season(season)),
        "final_wagers": lambda: fit_final_wagers(folder),
    }
    tables = {}
    for name in possible:
        report(name.replace("_", " "))
        tables[name] = fits[name]()
    if simulated and "contestants" in possible:
        tables["population"] = fit_population_table(folder, report)
        report("selection: from which clue people hunt")
        for era in Era:
            tables["selection"]["eras"][str(int(era))]["hunt"] = fit_hunt_start(folder, era)
        report("machine: calibrating to Table 2")
        tables["machine"] = fit_machine_table()
    return tables


def _require_season(season: Season | None) -> Season:
    assert season is not None
    return season


def fit_population_table(folder: DatasetFolder, report: Callable[[str], None]) -> Table:
    """The population of contestants by era; it simulates some millions of games with the tables now shipped."""
    counts = {era: outcome_counts(folder, era) for era in Era}
    eras, notes = {}, {}
    for era in Era:
        targets = recorded_targets(folder, era)
        model = fit_population(targets, counts[era], era, report)
        report(f"{int(era)}: scores by standing")
        model = refine_population(model, recorded_moments(folder, era), era)
        eras[str(int(era))] = {
            "spread": round(model.spread, 4),
            "tail": round(model.tail, 4),
            "buzzer": round(model.buzzer, 4),
            "persistence": round(model.persistence, 4),
            "champion_bonus": round(model.champion_bonus, 4),
            "final_step": round(model.final_step, 4),
            "nerve": round(model.nerve, 4),
            "boldness": [round(x, 4) for x in model.boldness],
            "centre": [round(x, 4) for x in model.centre],
            "champion_weights": _sum_to_one(model.champion_weights),
        }
        notes[f"targets of {int(era)}"] = (
            f"Lock games {targets.locked:.4f}, champion wins {targets.champion_wins:.4f}. Final accuracy of first "
            f"minus third {targets.final_gap:.4f}, standard deviation of the leader's score {targets.leader_sd:.0f}. "
            f"A player without money {targets.broke:.4f}. Bets in round 2 {targets.wager_mean:.0f} with standard "
            f"deviation {targets.wager_sd:.0f}, sum of the three scores {targets.total:.0f}."
        )
    return {
        "provenance": _windows(
            "Ability by simulation, first to the targets below, then to scores by place after both rounds.", **notes
        ),
        "eras": eras,
    }


def recorded_moments(folder: DatasetFolder, era: Era) -> FloatArray:
    """What the population's last step is fitted to, as recorded."""
    scores = recorded_scores(folder, era)
    wins = scores.final == scores.final.max(axis=1, keepdims=True)
    wagers, _ = daily_double_wagers(folder, era, 2)
    return score_moments(scores.first_round, scores.entering_final, wins[:, 0], wagers)


def recorded_targets(folder: DatasetFolder, era: Era) -> FitTargets:
    """What the population is fitted to, as recorded."""
    scores = recorded_scores(folder, era)
    ranked = -np.sort(-scores.entering_final, axis=1)
    wins = scores.final == scores.final.max(axis=1, keepdims=True)
    first, _, third = accuracy_by_standing(recorded_finals(folder, era))
    wagers, _ = daily_double_wagers(folder, era, 2)
    return FitTargets(
        locked=float((ranked[:, 0] > 2 * np.maximum(ranked[:, 1], 0)).mean()),
        champion_wins=float(wins[:, 0].mean()),
        final_gap=first - third,
        leader_sd=float(ranked[:, 0].std()),
        broke=float((ranked[:, 2] <= 0).mean()),
        wager_mean=float(wagers.mean()),
        wager_sd=float(wagers.std()),
        total=float(ranked.sum(axis=1).mean()),
    )


def _sum_to_one(weights: tuple[float, ...]) -> list[float]:
    rounded = [round(weight, 4) for weight in weights]
    rounded[-1] = round(1 - sum(rounded[:-1]), 4)
    return rounded


def format_table(table: Table) -> str:
    """The text of a table's file: JSON, indented, with lists of numbers and named entries on one line."""

    def on_one_line(result: re.Match[str]) -> str:
        return json.dumps(json.loads(result[0]), ensure_ascii=False)

    text = re.sub(r'\{\s*"name"[^{}]*\}', on_one_line, json.dumps(table, indent=1, ensure_ascii=False))
    return re.sub(r"\[\n[^\[\]{}\"]*\]", lambda result: " ".join(result[0].split()), text) + "\n"


def _windows(what: str, **more: str) -> dict[str, str]:
    return {"source": SOURCE, "fitted": what} | {str(int(era)): "..".join(era.window) for era in Era} | more


def _round_rows(values: FloatArray | list[float]) -> list[list[float]]:
    return [[round(float(x), 5) for x in row] for row in np.reshape(values, (len(ROUNDS), ROWS))]


def _contestants(folder: DatasetFolder) -> Table:
    counts = outcome_counts(folder).reshape(-1, 7)
    attempt, precision, correlations, deviance = fit_rates(counts)
    recent = outcome_counts(folder, Era.RECENT).reshape(-1, 7)
    recent_attempt, recent_precision, _, recent_deviance = fit_rates(recent, correlations)
    rates = {Era.PAPER: (attempt, precision), Era.RECENT: (recent_attempt, recent_precision)}
    eras = {}
    for era, (b, p) in rates.items():
        doubles = daily_double_accuracy(folder, era)
        results = final_results(folder, era)
        finals = recorded_finals(folder, era)
        final, rho_final = float(results.mean()), fit_final_correlation(answers_of_three(finals))
        standing = accuracy_by_standing(finals)
        eras[str(int(era))] = {
            "correlations": [round(x, 4) for x in (*correlations, rho_final)],
            "final_standing": [round(normal_quantile(x) - normal_quantile(round(final, 4)), 4) for x in standing],
            "levels": {level.value: _level(level, b, p, doubles, final) for level in Level},
        }
    provenance = _windows(
        "Attempt and precision by round and row, with shared latent correlations, by maximum likelihood on the seven "
        "outcomes of clues. Daily Double accuracy by row. Final accuracy from explicit results, its correlation from "
        "all games in which three players bet. Steps of Final accuracy by place, on the normal scale, from all bets in "
        "games that are not lock games.",
        clues=f"{counts.sum():,} in the window of 1996 (G2 = {deviance:.0f}). {recent.sum():,} of "
        f"{'..'.join(CLUE_WINDOWS[Era.RECENT])} for 2015 (G2 = {recent_deviance:.0f}). Those players won as much per "
        "dollar played as later ones. The correlations of clues are those of 1996.",
        daily_doubles="Games of one exceptional contestant are left out.",
        champions="Average moved on the normal scale by the steps between the paper's levels (sections 2.2 to 2.4); "
        "Final accuracy as printed",
    )
    return {"provenance": provenance, "eras": eras}


def _level(level: Level, attempt: FloatArray, precision: FloatArray, doubles: FloatArray, final: float) -> Table:
    """Rates of a level: the paper's distance from its Average Contestant, applied to the fitted one."""
    steps = [
        normal_quantile(x) - normal_quantile(y)
        for x, y in zip(PAPER_LEVELS[level], PAPER_LEVELS[Level.AVERAGE], strict=True)
    ]

    def shift_level(values: FloatArray, step: float) -> list[list[float]]:
        return _round_rows([normal_cdf(normal_quantile(float(value)) + step) for value in values.ravel()])

    return {
        "attempt": shift_level(attempt, steps[0]),
        "precision": shift_level(precision, steps[1]),
        "daily_double": shift_level(doubles, steps[2]),
        "final": round(final if level is Level.AVERAGE else PAPER_LEVELS[level][3], 4),
    }


def daily_double_accuracy(folder: DatasetFolder, era: Era) -> FloatArray:
    """Share of right answers on Daily Doubles by round and row (2 x 5); the top row, nearly empty, takes row 2's.

    Games of the contestant unlike all others are left out: he found a fifteenth of those whose result is known.
    """
    right, known = np.zeros((len(ROUNDS), ROWS)), np.zeros((len(ROUNDS), ROWS))
    unlike = exceptional_dates(folder)
    for row in folder.rows("daily_doubles", era):
        if row["correct"] and row["row"] and row["air_date"] not in unlike:
            place = int(row["round"]) - 1, int(row["row"]) - 1
            right[place] += int(row["correct"])
            known[place] += 1
    accuracy = right / np.maximum(known, 1)
    accuracy[:, 0] = accuracy[:, 1]
    return accuracy


def _placement(folder: DatasetFolder) -> Table:
    eras = {}
    for era in Era:
        counts, pairs = placement_counts(folder, era)
        eras[str(int(era))] = {"counts": counts.tolist(), "pairs": pairs.tolist()}
    return {
        "provenance": _windows("counts of Daily Doubles by round, row and column, and of column pairs in round 2"),
        "eras": eras,
    }


def _selection(folder: DatasetFolder, season: Season) -> Table:
    stay, topmost = season_picks(season)
    odd = out_of_order(folder) / SEVERAL_OPEN
    eras: dict[Era, Table] = {
        Era.PAPER: {
            "stay": PAPER_STAY,
            "topmost": [round(1 - float(x), 4) for x in odd],
            "clues_played": clues_played(folder).tolist(),
        },
        Era.RECENT: {
            "stay": round(stay, 4),
            "topmost": [round(x, 4) for x in topmost],
            "clues_played": season_clues_played(season).tolist(),
        },
    }
    provenance = _windows(
        "chance to stay in a category and to take its topmost square; counts of rounds by clues played",
        stay="1996: section 2.5 of the paper; 2015: season 2018-19 without games of its one exceptional champion",
        hunt="Number of clues played from which people look for a Daily Double not yet found. It is the latest with "
        "which, in simulation, all of a round are found nearly as often as recorded (0.8 points less).",
    )
    tables = {str(int(era)): table | {"hunt": list(load_habits(era).hunt)} for era, table in eras.items()}
    return {"provenance": provenance, "eras": tables}


def _bets(folder: DatasetFolder, season: Season) -> Table:
    bets = season_bets(season)
    eras = {str(int(era)): fit_bet_model(folder, bets, era) for era in Era}
    provenance = _windows(
        "Amounts by place, stage and bankroll from the bets of season 2018-19 (Tobit). Level, rounding and the "
        "correlation with right answers from all wagers of the era.",
        bets=str(len(bets)),
    )
    return {"provenance": provenance, "eras": eras}


def fit_machine_table() -> Table:
    """The machine calibrated to Table 2; it needs no recorded games, only simulated ones."""
    machine = calibrate_machine()
    statistics = sparring_statistics(simulate_games(sparring_tables(machine), CHECK_GAMES, seed=2))
    reached = {name: round(distance, 2) for name, distance in standardised_distances(statistics).items()}
    return {
        "provenance": {
            "source": "Table 2 of the paper: 55 sparring games of Watson against Champions",
            "fitted": "least squares in standard errors of the eight statistics, by simulation",
            "distances in standard errors": reached,
        },
        "parameters": {name: round(getattr(machine, name), 4) for name in FREE_PARAMETERS},
    }
