"""Figure 6: the best bet on a Daily Double by confidence."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Figure 6", "Best bets at 11,000 against 4,200 and 4,200"
PUBLISHED = {"0.45": 5, "0.75": 9_300, "0.85": 11_000}
MACHINE = "another machine: ours is calibrated to Table 2, and the paper does not print the one of this game"


def compute(run: Run) -> Iterator[Row]:
    figures, date = run.saved("jeopardy_wagers")
    for confidence, bet in figures["figure 6"]["bets"].items():
        published = PUBLISHED.get(confidence)
        label = f"best bet at {float(confidence):.0%}, dollars"
        yield Row(label, bet, published, 1_000 if published else 0, 0, saved_on=date, explained=MACHINE)
