"""Attempt rate and precision of the Average Contestant by round and row."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.jeopardy.people.contestant import AVERAGE, contestant
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Figure 5", "Attempt rate b and precision p by round and row"
NOTE = "The paper prints curves; its pooled values are b = 0.61 and p = 0.87 (section 2.4)."


def compute(run: Run) -> Iterator[Row]:
    me = contestant(AVERAGE)
    for round_ in (1, 2):
        for row in range(1, 6):
            yield Row(f"b, round {round_}, row {row}", me.attempt_rate(round_, row))
            yield Row(f"p, round {round_}, row {row}", me.precision_rate(round_, row))
