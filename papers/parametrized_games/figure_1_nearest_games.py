"""Figure 1: exploitability of playing the nearest of k solved games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import Name
from kibitz.rules.learning.sampling import draw_samples
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Figure 1", "Exploitability after k training games, 2x2 zero-sum games"
PUBLISHED = {2: 0.0129, 20: 0.159, 100_000: 0.0077}
CONSTANT = "two games give two constant strategies, and even the best constant strategy loses more than 0.19"
FALLS = "the curve falls without a peak at 20; the difference is many standard errors"
END = "the curve ends below the published number"
REASONS = {2: CONSTANT, 20: FALLS, 100_000: END}


def zero_sum_game() -> PolynomialGame:
    """A 2x2 zero-sum game with payoffs in [-1, 1], named as in equation 1."""
    a, c, e, g = (Name(name) for name in "aceg")
    domain = parse_domain("a in [-1, 1], c in [-1, 1], e in [-1, 1], g in [-1, 1]")
    rows, columns = ("top", "bottom"), ("left", "right")
    return PolynomialGame(
        "two-by-two", "2x2 game", ("row", "column"), domain, Objective.EXPLOITABILITY, rows, columns, ((a, c), (e, g))
    )


def compute(run: Run) -> Iterator[Row]:
    game = zero_sum_game()
    counts = (1, 2, 3, 20, 100, 1_000) if run.short else (1, 2, 3, 20, 100, 1_000, 10_000, 100_000)
    losses = np.empty((run.pick(10, 30), len(counts)))
    for seed in range(len(losses)):
        rng = np.random.default_rng([seed, 1])
        samples = draw_samples(game, counts[-1], rng)
        for column, k in enumerate(counts):
            points = game.domain.sample(rng, run.pick(1_000, 10_000))
            losses[seed, column] = samples.first(k).losses(points)["row"].mean()
    errors = losses.std(axis=0, ddof=1) / np.sqrt(len(losses))
    for k, mean, error in zip(counts, losses.mean(axis=0), errors, strict=True):
        published = PUBLISHED.get(k)
        yield Row(
            f"k = {k:,}", float(mean), published, 3 * float(error), 4, se=float(error), refuted=REASONS.get(k, "")
        )
