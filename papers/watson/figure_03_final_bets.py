"""What people bet in Final: how much of each named bet the fitted model has, by standing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.games.jeopardy.final.people_wagers import people_mixtures, wager_distribution
from kibitz.games.jeopardy.show import Era
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Figure 3", "Final bets of the leader and of second place"
NOTE = (
    "At 20,000, 16,000 and 4,000, where B has more than 3/4 of A and at least twice C. The text of "
    "section 2.3 gives the chances for B."
)


def share_between(role: int, low: int, high: int) -> float:
    """Percent of the model's bets from ``low`` to ``high`` dollars."""
    mixture = people_mixtures(Era.PAPER)[role]
    wagers, chances = wager_distribution(role, (20_000, 16_000, 4_000), mixture=mixture)
    inside = (np.asarray(wagers) >= low) & (np.asarray(wagers) <= high)
    return float(100 * np.asarray(chances)[inside].sum())


def compute(run: Run) -> Iterator[Row]:
    yield Row("A covers B's double (2B - A to 500 more), percent", share_between(0, 12_000, 12_500), digits=0)
    fitted = "kibitz fits its own groups of bets, with more named bets, to more games"
    yield Row("B bets nearly everything, percent", share_between(1, 15_000, 16_000), 26, 6, 0, explained=fitted)
    yield Row("B keeps out C (just below B - 2C), percent", share_between(1, 7_000, 8_000), 27, 6, 0, explained=fitted)
    yield Row("B overtakes A (just above A - B), percent", share_between(1, 4_000, 4_500), 15, 6, 0, explained=fitted)
