"""Section 6.3 and appendix D: the vote of Weakest Link."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.games.parlour import weakest_link
from kibitz.rules.language.notation import parse_list
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Section 6.3 and appendix D", "The vote of Weakest Link"


def compute(run: Run) -> Iterator[Row]:
    game = weakest_link.game()
    points = game.domain.sample(np.random.default_rng(63), run.pick(50_000, 1_000_000))
    columns = game.domain.columns(points)
    printed, right = (
        parse_list(text).apply_many(columns, [("P1", "P2")])[0][:, 0]
        for text in (weakest_link.PUBLISHED_LIST, weakest_link.CORRECTED_LIST)
    )
    wrong = printed != right
    error = float(np.sqrt(wrong.mean() * (1 - wrong.mean()) / len(wrong)))
    sign = "the rule leaves out the case in which nobody else votes for you"
    share = float(100 * wrong.mean())
    yield Row("share of votes that are wrong, percent", share, 0, 0, 2, se=100 * error, refuted=sign)
    for name, text in (("printed", weakest_link.PUBLISHED_LIST), ("corrected", weakest_link.CORRECTED_LIST)):
        loss = game.check_losses([parse_list(text)], points)["you"]
        why = sign if name == "printed" else ""
        yield Row(f"mean loss of the {name} list", float(loss.mean()), 0, 1e-9, 4, refuted=why)
