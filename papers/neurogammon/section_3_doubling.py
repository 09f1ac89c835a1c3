"""Section 3: sizes and accuracy of the doubling network."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.backgammon.neurogammon.program import load_shipped_neurogammon
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Sections 2 and 3", "Sizes of the networks, and the doubling network on its test set"
TEACHER = "the teacher is the equity of analysed positions, not the commentary of a book"


def compute(run: Run) -> Iterator[Row]:
    program = load_shipped_neurogammon()
    yield Row("networks for plays", len(program.moves), 6, 0, 0)
    for index, (name, number) in enumerate((("inputs", 289), ("hidden units", 12), ("outputs", 1))):
        sizes = {network.sizes[index] for network in program.moves.values()}
        yield Row(f"network for plays: {name}", float(max(sizes)), number, 0, 0)
    for index, (name, number) in enumerate((("inputs", 243), ("hidden units", 24), ("outputs", 9))):
        yield Row(f"doubling network: {name}", float(program.doubling.sizes[index]), number, 0, 0)
    figures, date = run.saved("backgammon_neurogammon")
    shares = {
        "within 0.5 of the category": ("doubling_within_half", 0.61),
        "off by more than 1.5": ("doubling_off_by_more_than_1.5", 0.06),
    }
    for label, (name, share) in shares.items():
        yield Row(f"test positions {label}, share", figures[name], share, 0.03, 3, saved_on=date, explained=TEACHER)
