"""Figure 8: the buzz threshold on the last clue over the machine's score."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run
from papers.watson.last_clues import solve_clue

PLACE, TITLE = "Figure 8", "First buzz threshold on the last clue ($2,000) against 13,000 and 6,600"
NEVER = 1.0
"""The threshold of a player who never buzzes."""
PUBLISHED = {12_900: 0.12, 13_100: 0.65, 23_000: NEVER, 25_000: 0.0, 29_000: 0.0}
SCORES = (6_200, 6_400, 6_600, 10_200, 10_400, 10_600, 10_800, 11_000, 12_900, 13_100, 23_000, 25_000, 27_000, 29_000)


def compute(run: Run) -> Iterator[Row]:
    thresholds = {}
    for score in SCORES:
        curves = solve_clue((score, 13_000, 6_600), 0, 2_000)
        never = float(curves.gains()[0].max()) < 0.001
        thresholds[score] = NEVER if never else float(curves.thresholds()[0])
        yield Row(f"at {score:,}", thresholds[score], PUBLISHED.get(score), 0.1, 2)
    for score in (6_400, 10_400):
        beside = min(thresholds[score - 200], thresholds[score + 200])
        yield Row(f"dips at {score:,} (1 is yes)", float(thresholds[score] < beside), 1, 0, 0)
    above = max(thresholds[10_600], thresholds[11_000])
    yield Row("rises at 10,800 (1 is yes)", float(thresholds[10_800] > above), 1, 0, 0)
