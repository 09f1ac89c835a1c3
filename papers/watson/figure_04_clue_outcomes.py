"""How clues end: the seven outcomes of a regular clue."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.jeopardy.people.contestant import paper_contestant
from kibitz.games.jeopardy.play.clue import SEVEN_OUTCOMES, clue_outcomes
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Figure 4", "How a regular clue ends"
NOTE = (
    "The model with the paper's parameters, percent. The paper prints bars without numbers; its fit is to "
    "the recorded shares."
)
NAMES = {
    "none": "nobody answers",
    "w": "one wrong answer",
    "ww": "two wrong",
    "www": "three wrong",
    "r": "the first is right",
    "wr": "the second is right",
    "wwr": "the third is right",
}


def compute(run: Run) -> Iterator[Row]:
    me = paper_contestant("average")
    model = clue_outcomes((me, me, me), 1, 1).seven
    recorded = None
    if run.data is not None:
        from kibitz.games.jeopardy.datasets.games import DatasetFolder, outcome_counts

        counts = outcome_counts(DatasetFolder.at(run.data / "jeopardy")).sum(axis=(0, 1))
        recorded = 100 * counts / counts.sum()
    for i, name in enumerate(SEVEN_OUTCOMES):
        label = f"{NAMES[name]}, percent"
        if recorded is None:
            yield Row(label, float(100 * model[i]), digits=2)
        else:
            yield Row(f"{label}; against recorded games", float(100 * model[i]), float(recorded[i]), 1.0, 2)
