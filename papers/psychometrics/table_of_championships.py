"""The table of section VII: intrinsic ratings in world championship matches."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table of section VII", "Intrinsic ratings in world championship matches"
NOTE = (
    "Ours are of Stockfish 15.1 at depth 11, by first choice and falloff. The tolerance is half of our 95 % interval."
)
OUTSIDE = "outside our 95 % interval, which is expected for one or two of 45 rows"


def compute(run: Run) -> Iterator[Row]:
    figures, date = run.saved("chess_championship")
    for row in figures["rows"]:
        ours = row["ff"]
        half = (ours["high"] - ours["low"]) / 2
        label = f"{row['match']} {row['player']}".strip()
        yield Row(label, ours["ipr"], row["paper"], half, 0, se=half / 1.96, saved_on=date, explained=OUTSIDE)
    omni = figures["omni"]["ff"]
    half = (omni["high"] - omni["low"]) / 2
    yield Row("all matches in one fit", omni["ipr"], 2728, half, 0, se=half / 1.96, saved_on=date)
