"""Mean Daily Double bets of people in round 2, by standing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.games.jeopardy.people.population import population_seats
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import play_games
from kibitz.games.jeopardy.show import LEFT_PODIUM
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Figure 2", "Daily Double bets in round 2"
NOTE = (
    "Simulated contestants whose bets are fitted to recorded ones. The paper prints curves; its text says "
    "that bets rarely exceed $5,000."
)


def compute(run: Run) -> Iterator[Row]:
    tables = game_tables(population_seats(champion=LEFT_PODIUM))
    games = play_games(np.random.default_rng(2), tables, run.pick(20_000, 400_000))
    bets = games.wagers[:, 1:3]
    made = bets > 0
    values = bets[made].astype(float)
    error = float(values.std(ddof=1) / np.sqrt(len(values)))
    yield Row("mean bet, dollars", float(values.mean()), digits=0, se=error)
    yield Row("share of bets above $5,000, percent", float(100 * (values > 5_000).mean()), digits=1)
    if run.data is None:
        yield Row("mean bet in recorded games", None, missing="needs recorded games")
        return
    from kibitz.games.jeopardy.datasets.games import DatasetFolder, daily_double_wagers
    from kibitz.games.jeopardy.show import Era

    recorded, _ = daily_double_wagers(DatasetFolder.at(run.data / "jeopardy"), Era.PAPER, 2)
    yield Row(
        "mean bet minus recorded mean, dollars", float(values.mean() - recorded.mean()), 0, 250, digits=0, se=error
    )
