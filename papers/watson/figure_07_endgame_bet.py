"""Figure 7: a last Daily Double with four clues left has two peaks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from papers.comparison import Row
from papers.runs import Run
from papers.watson.last_daily_doubles import compute_curve

PLACE, TITLE = "Figure 7", "19,800 against 13,000 and 14,300, four clues left, 71.8 % sure"


def compute(run: Run) -> Iterator[Row]:
    curve = compute_curve((19_800, 13_000, 14_300), (400, 400, 800, 800), 200, published=False)
    equities, wagers = curve.equities(0.718), curve.wagers

    def peak(low: int, high: int) -> int:
        inside = (wagers >= low) & (wagers <= high)
        return int(wagers[inside][np.argmax(equities[inside])])

    yield Row("peak that preserves the lead, dollars", peak(500, 6_000), 3_000, 800, 0)
    valley = (wagers >= 4_000) & (wagers <= 11_000)
    yield Row("valley before the ascent, dollars", int(wagers[valley][np.argmin(equities[valley])]), 6_400, 800, 0)
    yield Row("peak that secures a lockout, dollars", peak(9_000, 15_000), 12_000, 800, 0)
