"""Section 5: the list for 2x2 games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.games.parlour import two_by_two
from kibitz.rules.language.notation import parse_list
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Section 5", "The decision list for 2x2 games"


def compute(run: Run) -> Iterator[Row]:
    published = parse_list(two_by_two.PUBLISHED_LIST)
    count = "by the paper's own Definition 4 the last line counts"
    yield Row("depth", published.depth, 4, 0, 0, refuted=count)
    yield Row("width", published.width, 2, 0, 0)
    game = two_by_two.game()
    points = game.domain.sample(np.random.default_rng(5), run.pick(2_000, 50_000))
    for edition in ("published", "corrected"):
        losses = game.check_losses(game.lists()[edition], points)
        worst = max(float(column.max()) for column in losses.values())
        yield Row(f"worst loss of the {edition} list", worst, 0, 1e-9, 4)
