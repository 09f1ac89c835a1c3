"""From which clue of a round people look for a Daily Double not yet found, fitted by simulation."""

from __future__ import annotations

from collections import Counter

import numpy as np

from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.people.population import population_seats
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import play_games
from kibitz.games.jeopardy.show import DAILY_DOUBLES, LEFT_PODIUM, ROUNDS, SQUARES, Era, rules_of

MAX_SHORTFALL = 0.008
"""Share of games by which fewer may be found than recorded, so that people hunt no more than the record needs."""
GAMES = 40_000


def recorded_find_rates(folder: DatasetFolder, era: Era) -> tuple[float, ...]:
    """Share of recorded games in which all Daily Doubles of a round were found, by round."""
    result = Counter((row["air_date"], int(row["round"])) for row in folder.rows("daily_doubles", era))
    dates = {row["air_date"] for row in folder.rows("games", era)}
    return tuple(sum(result[date, r] >= DAILY_DOUBLES[r] for date in dates) / len(dates) for r in ROUNDS)


def fit_hunt_start(folder: DatasetFolder, era: Era, games: int = GAMES, seed: int = 1) -> list[int]:
    """Clues played, by round, from which people hunt: the latest with which enough Daily Doubles are found."""
    wanted, rules = recorded_find_rates(folder, era), rules_of(era)
    tables = game_tables(population_seats(era, champion=LEFT_PODIUM), rules)
    hunt = [0] * len(ROUNDS)
    for clue in range(SQUARES, -1, -1):
        bets = play_games(np.random.default_rng(seed), tables._replace(hunt=np.full(2, clue)), games, rules).wagers > 0
        finds = (bets[:, 0].mean(), bets[:, 1:].all(axis=1).mean())
        for i, enough in enumerate(wanted):
            if not hunt[i] and finds[i] >= enough - MAX_SHORTFALL:
                hunt[i] = clue
        if all(hunt):
            break
    return hunt
