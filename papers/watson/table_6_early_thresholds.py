"""Table 6: buzz thresholds early in the game, by the Max-Delta approximation and by rollouts."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.jeopardy.buzz.copula import PAPER_ANSWERS, PAPER_CONFIDENCE, copula_joint
from kibitz.games.jeopardy.buzz.densities import fit_confidence_density
from kibitz.games.jeopardy.buzz.max_delta import MAX_DELTA
from kibitz.games.jeopardy.buzz.thresholds import buzz_curves
from kibitz.games.jeopardy.buzz.tree import clue_tree
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table 6", "Early buzz thresholds at (1800, -600, 1000)"
PUBLISHED = {
    ("$1000", "correlated"): (0.44, 0.67, 0.68, 0.78),
    ("$1000", "uncorrelated"): (0.44, 0.49, 0.50, 0.53),
    ("$200", "correlated"): (0.42, 0.69, 0.68, 0.83),
    ("$200", "uncorrelated"): (0.42, 0.47, 0.48, 0.54),
}
REFINED = {"$200": (0.797, 0.927), "$1000": (0.517, 0.826)}
"""b and p of the paper's years with its correlations held at 0.2, for rows 1 and 5 of round 1."""
HALF = "after two wrong answers nobody else can answer: without correlation the threshold is 1/2 exactly"


def compute(run: Run) -> Iterator[Row]:
    saved, date = run.saved("jeopardy_buzz_early")
    for (value, kind), published in PUBLISHED.items():
        player = fit_confidence_density(*REFINED[value])
        rho, answers = (PAPER_CONFIDENCE, PAPER_ANSWERS) if kind == "correlated" else (0.0, 0.0)
        joint = copula_joint(player, player, player, rho, answers)
        exact = buzz_curves(clue_tree((1.0, 1.0, 1.0)), joint, MAX_DELTA).thresholds()
        rolled = saved[f"{value} {kind}"]["thresholds"]
        for index, number in enumerate(published):
            label = f"{value}, {kind}, threshold {index}"
            why = HALF if (kind, index) == ("uncorrelated", 3) else ""
            yield Row(f"{label}, Max-Delta", float(exact[index]), number, 0.05, 2, refuted=why)
            yield Row(f"{label}, rollouts", rolled[index], number, 0.04, 2, saved_on=date, refuted=why)
