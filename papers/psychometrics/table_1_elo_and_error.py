"""Table I and equation 8: expected error by Elo, and the line through it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.rate.ratings.scale import regression
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table I and equation 8", "Elo and expected average error"
TABLE = {2700: 0.0561, 2600: 0.0637, 2500: 0.0707, 2400: 0.0744, 2300: 0.0860, 2200: 0.0917}
ENGINE = (
    "another engine (Stockfish 15.1 at depth 11 instead of Rybka 3 at depth 13) and 60 games a mark "
    "instead of thousands"
)


def compute(run: Run) -> Iterator[Row]:
    intercept, slope, _ = regression(np.array(list(TABLE.values())), np.array(list(TABLE), dtype=float))
    yield Row("equation 8 from the paper's own table: intercept", float(intercept), 3475, 0.5, 0)
    yield Row("equation 8 from the paper's own table: slope", float(slope), -13896, 0.5, 0)
    figures, date = run.saved("rating_experiments")
    table = figures["table_one"]
    for mark, loss, error in zip(table["marks"], table["union"]["losses"], table["error_se"], strict=True):
        label = f"expected error at {mark}"
        yield Row(label, loss, TABLE[mark], 2 * error, 4, se=error, saved_on=date, explained=ENGINE)
    for name in ("intercept", "slope"):
        published = {"intercept": 3475, "slope": -13896}[name]
        yield Row(f"our line: {name}", table["union"][name], published, 100, 0, saved_on=date, explained=ENGINE)
