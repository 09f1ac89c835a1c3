"""Table 1: win rates of people and of the betting models put in their place."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table 1", "Win rates of people and of the models of their Final bets"
PUBLISHED = {"A": (65.3, 64.8), "B": (28.2, 28.1), "C": (7.5, 7.4)}
OTHER_GAMES = "the archive has grown and been corrected: other games than the paper's 2,092"


def compute(run: Run) -> Iterator[Row]:
    if run.data is None:
        for role, (real, model) in PUBLISHED.items():
            yield Row(f"{role}, people, percent", None, real, missing="needs recorded games")
            yield Row(f"{role}, model, percent", None, model, missing="needs recorded games")
        return
    from kibitz.games.jeopardy.datasets.final_replacement import people_chances, replace_wagers, unlocked_games
    from kibitz.games.jeopardy.datasets.finals import recorded_finals
    from kibitz.games.jeopardy.datasets.games import DatasetFolder
    from kibitz.games.jeopardy.final.people_wagers import people_mixtures
    from kibitz.games.jeopardy.show import Era

    games = unlocked_games(recorded_finals(DatasetFolder.at(run.data / "jeopardy"), Era.PAPER))
    for index, (role, (real, model)) in enumerate(PUBLISHED.items()):
        actual, ours = replace_wagers(games, index, people_chances(people_mixtures(Era.PAPER))).rates
        yield Row(f"{role}, people, percent", 100 * float(actual), real, 1.5, 1, explained=OTHER_GAMES)
        yield Row(f"{role}, model, percent", 100 * float(ours), model, 1.5, 1, explained=OTHER_GAMES)
