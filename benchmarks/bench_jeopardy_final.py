"""Time of a Final (every $1 wager) and of a last Daily Double (the curve, by number of clues left).

    python benchmarks/bench_jeopardy_final.py [--short]

Bars: all $1 Final wagers in 50 ms after the start; the curve of multiples of $100 with eight clues left in 2 s on one
core. Times are processor time of this process, the best of a few runs, so that a busy machine does not blur them.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmark_table import Line, least, run

from kibitz.games.jeopardy.endgame.before_final import FinalSetup
from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, wager_curve
from kibitz.games.jeopardy.endgame.lattice import score_changes
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.show import Ties

FINAL_BAR, CURVE_BAR = 0.050, 2.0
CATEGORY = (400, 800, 1200, 1600, 2000)
LEFT = {4: (400, 400, 800, 800), 8: (1200, 1600, 2000, *CATEGORY), 15: CATEGORY * 3, 29: (*CATEGORY * 5, *CATEGORY[:4])}
FULL_ROUND = CATEGORY * 6
SCORES = (10_400, 11_400, 9_400)


def lines(short: bool) -> Iterator[Line]:
    """All wagers of a Final, then the curve of a last Daily Double by clues left; the bar is for eight clues."""
    model = final_model(0)
    position = FinalPosition((24_000, 17_800, 9_600), 0)
    final = least(lambda: final_advice(position, model), 3 if short else 10)
    yield Line("Final, all 24,001 wagers", final, "s", "at most", FINAL_BAR, 1)
    players = (contestant("average"),) * 3
    standing = FinalSetup(model, 0, Ties.SHARED)
    wager_curve(LastDailyDouble(SCORES, 0, LEFT[4]), players, standing)  # loads the compiled code
    eight = None
    for n in (4, 8) if short else LEFT:
        curve = least(
            lambda n=n: wager_curve(LastDailyDouble(SCORES, 0, LEFT[n]), players, standing), 2 if n <= 8 else 1
        )
        eight = curve if n == 8 else eight
        bar = ("at most", CURVE_BAR, 1) if n == 8 else ("eight clues", eight)
        if bar[1] is not None:
            yield Line(f"last Daily Double, {n} clues left", curve, "s", *bar)
    if not short:
        lattice = least(lambda: score_changes(players, FULL_ROUND), 1)
        yield Line("lattice of a full round, 30 clues", lattice, "s", "the curve of eight", eight)


if __name__ == "__main__":
    run(lines)
