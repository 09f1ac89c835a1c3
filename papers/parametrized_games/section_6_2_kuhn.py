"""Section 6.2 and appendix C: Kuhn poker with n cards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kibitz.games.parlour.kuhn import lists, strategies
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Section 6.2 and appendix C", "Kuhn poker with n cards"
NOTE = "The paper claims that both lists are exact. Values of decks are the paper's method with the corrected lists."


def compute(run: Run) -> Iterator[Row]:
    editions = lists.lists()
    why = "the printed card thresholds are wrong; the corrected lists are exact"
    for n in (3, 4, 5, 13) if run.short else (3, 4, 5, 6, 7, 8, 10, 13, 20, 40):
        for role, loss in lists.exploitability(editions["published"], n).items():
            yield Row(f"{n} cards: loss of {role}'s printed list", float(loss), 0, 1e-12, 4, refuted=why)
        for role, loss in lists.exploitability(editions["corrected"], n).items():
            yield Row(f"{n} cards: loss of {role}'s corrected list", float(loss), 0, 1e-12, 4)
    yield Row("value of three cards", float(strategies.value(3)), float(Fraction(-1, 18)), 1e-12, 4)
