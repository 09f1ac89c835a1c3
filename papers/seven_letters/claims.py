"""Sections 4.1 to 4.6: the sentences of the report about its charts, which have no numbers."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Charts of sections 4.1 to 4.5", "What the report reads from its charts (1 holds, 0 does not)"


def compute(run: Run) -> Iterator[Row]:
    figures, date = run.saved("sevens_report")
    for claim in figures["claims"]:
        label = f"{claim['section']}: {claim['claim']}"
        yield Row(label, float(claim["holds"]), 1, 0, 0, saved_on=date, explained=f"here: {claim['here']}")
