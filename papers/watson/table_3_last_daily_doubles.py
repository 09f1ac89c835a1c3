"""Table 3: what people lose with their bets on the last Daily Double."""

from __future__ import annotations

from collections.abc import Iterator

from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Table 3", "Bounds on what people lose on the last Daily Double, and their bets"
PUBLISHED = {"leader": (0.9, 2.2, 2590, 5380), "trailer": (4.8, 5.5, 3120, 6970)}
OTHER_GAMES = (
    "one season with recorded clues (136 games) instead of 2,200; the first bound is within two standard errors"
)


def compute(run: Run) -> Iterator[Row]:
    figures, date = run.saved("jeopardy_last_doubles")
    sample = figures["without the exceptional player's own bets"]
    for role, published in PUBLISHED.items():
        for name, value in zip(("lower", "upper", "bet", "advised"), published, strict=True):
            ours, error = sample[role][name]
            dollars = name in ("bet", "advised")
            label = {"lower": "lower bound, points", "upper": "upper bound, points"}.get(name, f"mean {name}, dollars")
            yield Row(
                f"{role}: {label}",
                ours,
                value,
                2 * error,
                0 if dollars else 1,
                se=error,
                saved_on=date,
                explained=OTHER_GAMES,
            )
