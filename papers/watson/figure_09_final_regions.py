"""Figure 9: the breakpoints of Final, found again from win chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.final_prices import with_all_in_bets
from kibitz.games.jeopardy.final.equities import FinalPosition, final_model, final_tables
from kibitz.games.jeopardy.show import Ties
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Figure 9", "Breakpoints of Final"
NOTE = (
    "A has 12,000, covers B's double, and the others bet everything. Each boundary is the first score at "
    "which the chance changes, in steps of $100."
)
A, STEP = 12_000, 100


def win_chances(scores: tuple[int, int, int], role: int) -> FloatArray:
    """Win chances of one role after each of its wagers."""
    model = with_all_in_bets(final_model(role))
    return final_tables(FinalPosition(scores, role, Ties.SHARED), model).win_chances()


def first_score(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The smallest score from which a condition holds up to the last one tried."""
    first = high + STEP
    for score in range(high, low - 1, -STEP):
        if not holds(score):
            break
        first = score
    return first


def compute(run: Run) -> Iterator[Row]:
    step = STEP / A + 1e-9
    lock = first_score(5_000, 7_000, lambda b: win_chances((A, b, 0), 0).max() < 1 - 1e-9)
    yield Row("B/A from which A's win is not certain (lock game)", lock / A, 1 / 2, step)
    two_thirds = first_score(7_000, 9_000, lambda b: win_chances((A, b, 0), 1)[0] > 1e-9)
    yield Row("B/A from which a zero bet can win (two-thirds)", two_thirds / A, 2 / 3, step)
    overtake = first_score(8_100, 10_000, lambda b: 3 * b - 2 * A >= A - b and win_chances((A, b, 0), 1)[A - b] > 1e-9)
    yield Row("B/A from which a two-thirds bet overtakes A", overtake / A, 3 / 4, step)
    alive = first_score(1_000, 6_000, lambda c: win_chances((A, 9_000, c), 2).max() > 1e-9)
    yield Row("C/(A - B) from which C can win", alive / 3_000, 1, STEP / 3_000 + 1e-9)
    small = first_score(4_000, 8_500, lambda c: win_chances((A, 9_000, c), 2)[0] > 1e-9)
    yield Row("C/(A - B) from which C can win with a zero bet", small / 3_000, 2, STEP / 3_000 + 1e-9)
