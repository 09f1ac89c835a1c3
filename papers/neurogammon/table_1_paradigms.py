"""Table 1: agreement with experts of relative-score and comparison networks."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table 1", "Share of test positions where the network agrees with the expert"
PEOPLE = "other experts and other test positions: the paper's 400 games are not published"


def compute(run: Run) -> Iterator[Row]:
    figures, date = run.saved("backgammon_neurogammon")
    for row in figures["table"]:
        published = row["paper"] or (None, None)
        for name, number in zip(("relative", "comparison"), published, strict=True):
            error = (row[name] * (1 - row[name]) / row["test"]) ** 0.5
            label = f"{row['phase']}, {name} ({row['test']} positions)"
            yield Row(label, row[name], number, 2 * error, 2, se=error, saved_on=date, explained=PEOPLE)
    gain, error = figures["pooled_difference"], figures["pooled_se"]
    yield Row("comparison minus relative, all phases", gain, digits=3, se=error, saved_on=date)
    paradigms, date = run.saved("neurogammon_paradigms")
    points = paradigms["points_a_game"]
    yield Row("points a game of comparison over relative", points["value"], digits=3, se=points["se"], saved_on=date)
