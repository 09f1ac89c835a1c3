"""Where the Daily Doubles of round 2 are: chances by row and column."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.show import Era
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Figure 1", "Daily Double placement in round 2"
NOTE = "Percent of the Daily Doubles of round 2, from recorded games of the paper's years. The paper prints colours."


def compute(run: Run) -> Iterator[Row]:
    shares = 100 * load_placement(Era.PAPER).chances(2).reshape(5, 6) / 2
    for row in range(5):
        yield Row(f"row {row + 1}", float(shares[row].sum()), digits=1)
    columns = shares.sum(axis=0)
    for column in range(6):
        yield Row(f"column {column + 1}", float(columns[column]), digits=1)
    yield Row("most likely column", int(np.argmax(columns)) + 1, 1, digits=0)
    yield Row("least likely column", int(np.argmin(columns)) + 1, 2, digits=0)
    same = float(np.trace(load_placement(Era.PAPER).pairs))
    yield Row("chance that both are in one column, percent", 100 * same, 0, digits=1)
