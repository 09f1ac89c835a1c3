"""Section V: the example of the percentile fit, and what a draw against perfect play says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist

import numpy as np

from kibitz.rate.fitting.percentiles import hit_scores
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Sections V and VII", "The percentile example, and the rating of perfect play"


def percentile_distance(z: float, percentiles: int) -> float:
    """The squared distance of the percentile fit for p = (z, z, 1 - 2z), first and third option chosen once each."""
    p = np.array([z, z, 1 - 2 * z])
    q = (np.arange(percentiles) + 0.5) / percentiles
    scores = hit_scores(np.array([0.0, 2 * z]), p[[0, 2]], q).mean(axis=0)
    return float(((scores - q) ** 2).mean())


def compute(run: Run) -> Iterator[Row]:
    grid = np.linspace(0.01, 0.49, 481)
    best = grid[int(np.argmin([percentile_distance(z, run.pick(2_000, 20_000)) for z in grid]))]
    yield Row(
        "z of least distance",
        float(best),
        0.25,
        0.001,
        3,
        refuted="a quarter is best for likelihood, not for percentiles",
    )
    for name, rating, games in (("Carlsen, one draw in 25", 2870, 25), ("Kramnik, one draw in 50", 2800, 50)):
        score = 1 / (2 * games)
        normal = rating + 200 * math.sqrt(2) * NormalDist().inv_cdf(1 - score)
        logistic = rating + 400 * math.log10((1 - score) / score)
        yield Row(f"{name}: below 3500 by the normal curve (1 is yes)", float(normal < 3500), 1, 0, 0)
        curve = "true for the normal curve of Elo's book, not for the logistic curve that federations use"
        yield Row(
            f"{name}: below 3500 by the logistic curve (1 is yes)", float(logistic < 3500), 1, 0, 0, explained=curve
        )
