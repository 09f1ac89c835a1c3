"""Section 6.1 and appendix B: Final Jeopardy with 5 and 3."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from kibitz.games.parlour import final
from kibitz.solve import solve_zero_sum_exact
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Section 6.1 and appendix B", "Simplified Final Jeopardy, 5 against 3"


def compute(run: Run) -> Iterator[Row]:
    points = [Fraction(i, 7) for i in range(8)]
    wrong = 0
    for p1, p2 in product(points, repeat=2):
        if p1 != 1 or p2 != 0:  # the closed form divides by 0 there
            value = solve_zero_sum_exact(final.payoff_matrix((5, 3), p1, p2)).value
            wrong += value != final.value_5_3(p1, p2)
    yield Row("points where the closed form of the value is wrong", wrong, 0, 0, 0)
    third = Fraction(1, 3)
    ours = final.payoff_matrix((5, 3), third, third)[1, 2]
    lost = "the expansion of p1 + (1 - p1)(1 - p2) - 1/2 lost its last term, p1 p2"
    yield Row("matrix (A2), wagers 1 and 2 at p1 = p2 = 1/3", float(ours), 1 / 2 - 1 / 3, 0, 4, refuted=lost)
    for name, game in (("printed", final.published_game()), ("true", final.game(5, 3))):
        losses = game.check_losses(game.lists()["published"], game.domain.grid(51))
        why = "the lists are right for the true matrix" if name == "printed" else ""
        for role, column in losses.items():
            label = f"worst loss of {role}'s list with the {name} matrix"
            yield Row(label, float(column.max()), 0, 1e-9, 4, refuted=why)
