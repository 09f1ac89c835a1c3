"""Table 2: statistics of 55 sparring games against simulated ones."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.jeopardy.play.machine import WATSON_RESULTS, load_machine, sparring_statistics, sparring_tables
from kibitz.games.jeopardy.play.statistics import simulate_games
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table 2", "Watson's 55 sparring games against champions"
NOTE = (
    "The published numbers are those of the games played. The tolerance is twice their standard error, "
    "which the paper prints."
)


def compute(run: Run) -> Iterator[Row]:
    games = simulate_games(sparring_tables(load_machine()), run.pick(10_000, 200_000), seed=55)
    statistics = sparring_statistics(games)
    for name, (actual, error) in WATSON_RESULTS.items():
        digits = 0 if actual > 100 else 3
        ours = statistics[name]
        yield Row(name, ours.mean, actual, 2 * error, digits, se=ours.se)
