"""Figures 11 and 12: the event trees of a clue, as one tree whose chances add up."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.jeopardy.buzz.final_prices import FinalAssumption
from papers.comparison import Row
from papers.runs import Run
from papers.watson.last_clues import solve_clue

PLACE, TITLE = "Figures 11 and 12", "Event trees of a clue: what they say in the paper's examples"


def compute(run: Run) -> Iterator[Row]:
    free = solve_clue((28_000, 13_500, 12_800), 0, 800)
    yield Row("free shot at the lockout: first threshold", float(free.thresholds()[0]), 0, 0.005, 2)
    for finals in (FinalAssumption.ALL_IN, FinalAssumption.PEOPLE):
        rebound = solve_clue((25_200, 12_800, 2_600), 1, 2_000, finals)
        gain = float(rebound.gains()[1].max())
        label = f"B after A was wrong at 25,200, finals {finals.value}: most that a buzz can gain"
        yield Row(label, gain, 0, 0.001, 4)
    desperate = solve_clue((4_000, 10_000, 2_000), 0, 1_200)
    yield Row("desperation buzz: first threshold", float(desperate.thresholds()[0]), 0, 0.02, 2)
