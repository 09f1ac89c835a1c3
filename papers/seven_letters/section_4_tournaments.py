"""Section 4: the tournaments of the report."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Tables of sections 4.2 and 4.3", "Sevens, prices and gains by player"
NOTE = "The players of other groups are stand-ins fitted to the report, and the word list is another one."
STAND_INS = "another word list, and stand-ins for the players of the other groups"


def compute(run: Run) -> Iterator[Row]:
    figures, date = run.saved("sevens_report")
    for row in figures["printed"]:
        label = f"{row['player']}: {row['figure']}"
        error = row["se"]
        yield Row(label, row["ours"], row["printed"], 2 * error, 2, se=error, saved_on=date, explained=STAND_INS)
