"""Figure 10: the True Daily Double of section 4.2."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run
from papers.watson.last_daily_doubles import compute_curve

PLACE, TITLE = "Figure 10", "10,400 against 11,400 and 9,400, eight clues left, 70 % sure"
LEFT = (1200, 1600, 2000, 400, 800, 1200, 1600, 2000)
PUBLISHED = {1_000: (0.39, 0.31, 0.366), 10_400: (0.70, 0.03, 0.499)}


def compute(run: Run) -> Iterator[Row]:
    curve = compute_curve((10_400, 11_400, 9_400), LEFT, run.pick(5_200, 400), published=True)
    wagers = curve.wagers.tolist()
    advice = curve.advice(0.7)
    yield Row("best wager, dollars", int(advice.equities.choices[int(advice.best)]), 10_400, 0, 0)
    for wager, published in PUBLISHED.items():
        index = wagers.index(wager)
        ours = (curve.right[index], curve.wrong[index], curve.equities(0.7)[index])
        for name, value, number in zip(("right", "wrong", "at 70 %"), ours, published, strict=True):
            yield Row(f"${wager:,}: win chance {name}", float(value), number, 0.02)
