"""Forecasts against recorded games: lengths of champions' streaks, and winners of the tournaments of champions.

Run ``python benchmarks/bench_jeopardy_forecast.py FOLDER`` with the folder of recorded games. Streaks are those since
five-time champions stay (September 2003), in five groups of seasons; the shipped tables were fitted to all of them.
A tournament is forecast from each player's mean score before Final in regular games before it, and scored by the
logarithm of the chance given to the winner, against equal chances.
"""

from __future__ import annotations

import csv
import gzip
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from results import save_result

from kibitz.games.jeopardy.forecast.forecasts import Field, champion_line, forecast_tournament
from kibitz.games.jeopardy.forecast.game_bank import game_bank
from kibitz.games.jeopardy.people.profile import Profile, parse_profile
from kibitz.games.jeopardy.show import Era, era_of

Game = dict[str, str]
SEATS = ("left", "middle", "right")
FIRST_DATE, DOLLARS_DOUBLED, RECENT_DATE = "2003-09-01", "2001-11-26", "2014-09-01"
GROUPS, LONGEST = 5, 6
MIN_GAMES = 3


def load_games(folder: Path) -> list[Game]:
    """All games with scores, in order of date."""
    with gzip.open(folder / "games.csv.gz", "rt", encoding="utf-8") as file:
        games = [game for game in csv.DictReader(file) if game["has_scores"] == "1"]
    return sorted(games, key=lambda game: game["air_date"])


def recorded_streaks(games: list[Game]) -> list[tuple[int, int]]:
    """Season and games won of each champion whose first and last game are recorded."""
    streaks, champion, wins = [], "", 0
    for game in games:
        scores, names = ([game[f"{what}_{seat}"] for seat in SEATS] for what in ("final", "name"))
        totals = [int(score) for score in scores]
        winner = int(np.argmax(totals))
        clear = totals.count(max(totals)) == 1 and max(totals) > 0
        if champion and names[0] == champion and clear and winner == 0:
            wins += 1
        elif champion and names[0] == champion and clear:
            streaks.append((int(game["season"]), wins))
            champion, wins = names[winner], 1
        else:
            champion, wins = (names[winner], 1) if clear and winner != 0 else ("", 0)
    return streaks


def streak_figures(games: list[Game], era: Era) -> dict[str, Any]:
    """Shares of streaks of 1 to 6 or more wins: predicted, recorded, and chi-square by group of seasons."""
    regular = [
        game
        for game in games
        if game["game_type"] == "regular"
        and game["air_date"] >= FIRST_DATE
        and (game["air_date"] >= RECENT_DATE) == (era is Era.RECENT)
    ]
    streaks = recorded_streaks(regular)
    line = champion_line(game_bank(era), era, np.random.default_rng(2), 4_000)
    ended = []
    for _ in range(150):
        before = line.wins
        line.play()
        ended.append(before[line.wins == 1])
    predicted = _shares(np.concatenate(ended))
    seasons = sorted({season for season, _ in streaks})
    groups = np.array_split(np.array(seasons), GROUPS)
    by_group = []
    for group in groups:
        wins = np.array([won for season, won in streaks if season in group])
        chi = float(len(wins) * (((_shares(wins) - predicted) ** 2) / predicted).sum())
        by_group.append({"seasons": f"{group[0]}-{group[-1]}", "n": len(wins), "chi_square_5": round(chi, 2)})
    return {
        "predicted": [round(share, 4) for share in predicted.tolist()],
        "recorded": [round(share, 4) for share in _shares(np.array([won for _, won in streaks])).tolist()],
        "n": len(streaks),
        "groups": by_group,
    }


def _shares(wins: Any) -> Any:
    return np.bincount(np.minimum(wins, LONGEST), minlength=LONGEST + 1)[1:] / len(wins)


def tournament_figures(games: list[Game]) -> dict[str, Any]:
    """Log score of the winners of 15-player tournaments of champions, and of equal chances."""
    records: dict[str, list[int]] = defaultdict(list)
    tournaments: dict[str, dict[str, list[Game]]] = defaultdict(lambda: defaultdict(list))
    known: dict[str, dict[str, list[int]]] = {}
    for game in games:
        note = game["note"]
        if "Tournament of Champions" in note and "Ultimate" not in note:
            year = note[:4]
            known.setdefault(year, {name: list(scores) for name, scores in records.items()})
            stage = next((s for s in ("quarterfinal", "semifinal", "final") if s in note), "")
            tournaments[year][stage].append(game)
        elif game["game_type"] == "regular":
            factor = 2 if game["air_date"] < DOLLARS_DOUBLED else 1
            for seat in SEATS:
                records[game[f"name_{seat}"]].append(factor * int(game[f"r2_{seat}"]))
    rows = []
    for year, stages in sorted(tournaments.items()):
        if (len(stages["quarterfinal"]), len(stages["final"])) != (5, 2):
            continue
        players = [game[f"name_{seat}"] for game in stages["quarterfinal"] for seat in SEATS]
        if any(len(known[year].get(name, ())) < MIN_GAMES for name in players):
            missing = sum(len(known[year].get(name, ())) < MIN_GAMES for name in players)
            if missing > 3:
                continue
        totals: dict[str, int] = defaultdict(int)
        for game in stages["final"]:
            for seat in SEATS:
                totals[game[f"name_{seat}"]] += int(game[f"final_{seat}"])
        winner = max(totals, key=lambda name: totals[name])
        if winner not in players:
            continue
        rows.append((year, len(players), _chance(players, known[year], winner, int(year))))
    scores = np.array([np.log(chance) for _, _, chance in rows])
    uniform = np.array([-np.log(n) for _, n, _ in rows])
    gain = scores - uniform
    return {
        "n": len(rows),
        "mean_log_score": round(float(scores.mean()), 4),
        "mean_log_score_of_equal_chances": round(float(uniform.mean()), 4),
        "gain": round(float(gain.mean()), 4),
        "gain_error": round(float(gain.std(ddof=1) / np.sqrt(len(gain))), 4),
        "chances_of_winners": {year: round(chance, 4) for year, _, chance in rows},
    }


def _chance(players: list[str], records: dict[str, list[int]], winner: str, year: int) -> float:
    """The forecast chance of the winner."""
    era = era_of(year)

    def profile(name: str) -> Profile:
        games = records.get(name, [])
        if not games:
            return parse_profile("champion")
        return parse_profile(f"score:{np.mean(games):.0f}:{len(games)}")

    field = Field(game_bank(era), [profile(name) for name in players], era, 100, 200, np.random.default_rng(year))
    return forecast_tournament(field).win[players.index(winner)].mean


def main(folder: Path) -> None:
    """Compute both checks and save them."""
    games = load_games(folder)
    figures: dict[str, Any] = {f"streaks_{era.name.lower()}": streak_figures(games, era) for era in Era}
    figures["tournaments"] = tournament_figures(games)
    data = "src/kibitz/games/jeopardy/data"
    save_result("jeopardy_forecast", figures, [f"{data}/population.json", f"{data}/final_wagers.json"])
    print(figures)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
