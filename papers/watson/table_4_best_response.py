"""Table 4: win rates of people and of the best response to the models of the others."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table 4", "Win rates of the best response in Final"
PUBLISHED = {"A": 67.9, "B": 34.4, "C": 10.5}
CONSTRAINED = 67.0
OTHER_GAMES = "the archive has grown and been corrected: other games than the paper's 2,092"


def compute(run: Run) -> Iterator[Row]:
    if run.data is None:
        for role, published in PUBLISHED.items():
            yield Row(f"{role}, percent", None, published, missing="needs recorded games")
        yield Row("A, always covering, percent", None, CONSTRAINED, missing="needs recorded games")
        return
    from kibitz.games.jeopardy.datasets.final_replacement import (
        best_response,
        replace_wagers,
        subsample_games,
        unlocked_games,
    )
    from kibitz.games.jeopardy.datasets.finals import recorded_finals
    from kibitz.games.jeopardy.datasets.games import DatasetFolder
    from kibitz.games.jeopardy.final.equities import final_model
    from kibitz.games.jeopardy.show import Era

    games = unlocked_games(recorded_finals(DatasetFolder.at(run.data / "jeopardy"), Era.PAPER))
    if run.short:
        games = subsample_games(games, 200)
    # A sample of 200 games has a standard error of three points.
    tolerance = 8.0 if run.short else 1.5
    for index, (role, published) in enumerate(PUBLISHED.items()):
        result = replace_wagers(games, index, best_response(final_model(index, era=Era.PAPER)))
        rate = 100 * float(result.rates[1])
        yield Row(f"{role}, percent", rate, published, tolerance, 1, explained=OTHER_GAMES)
        gain = 100 * float(result.rates[1] - result.rates[0])
        yield Row(f"{role}, gain over people, points", gain, digits=1, se=100 * float(result.gain_se))
    cover = replace_wagers(games, 0, best_response(final_model(0, era=Era.PAPER), cover=True))
    yield Row(
        "A, always covering, percent", 100 * float(cover.rates[1]), CONSTRAINED, tolerance, 1, explained=OTHER_GAMES
    )
