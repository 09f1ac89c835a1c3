"""Table 5: square selection in two-game matches."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table 5", "Square selection in two-game matches against Grand Champions"
NOTE = (
    "Our machine is calibrated to the sparring games and wins more often than the paper's; the steps "
    "between strategies compare."
)
PUBLISHED = {
    "left to right": (0.621, 0.322, 0.512),
    "rows": (0.686, 0.510, 0.518),
    "bayes": (0.709, 0.562, 0.520),
    "bayes, learning": (0.712, 0.562, 0.520),
    "control, learning": (0.714, 0.562, 0.520),
}
MACHINE = "another machine: ours is calibrated to Table 2, the paper's drew its answers from tests on old categories"


def compute(run: Run) -> Iterator[Row]:
    figures, date = run.saved("jeopardy_match_ladder")
    before = None
    for name, (win, found, control) in PUBLISHED.items():
        ours, error = (value / 100 for value in figures[name]["first"])
        yield Row(f"{name}: win rate", ours, win, 0.02, se=error, saved_on=date, explained=MACHINE)
        if before is not None:
            step = figures[name]["step"]
            yield Row(
                f"{name}: step over the row above",
                step[0] / 100,
                win - before,
                0.02,
                se=step[1] / 100,
                saved_on=date,
                explained=MACHINE,
            )
        yield Row(f"{name}: Daily Doubles found", figures[name]["found"], found, 0.03, saved_on=date, explained=MACHINE)
        yield Row(f"{name}: board control", figures[name]["control"], control, 0.01, saved_on=date, explained=MACHINE)
        before = win
