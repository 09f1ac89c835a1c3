"""How long a Final wager and a last Daily Double take: every $1 wager, and the curve by number of clues left.

    python benchmarks/bench_jeopardy_final.py

Bars: all $1 Final wagers under 50 ms after start; the curve of multiples of $100 with eight clues left under 2 s on
one core. Times are processor time of this process, best of a few runs, so that a busy machine does not blur them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, wager_curve
from kibitz.games.jeopardy.endgame.lattice import score_changes
from kibitz.games.jeopardy.endgame.standings import Standing
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.show import Ties

FINAL_BAR, CURVE_BAR = 0.050, 2.0
CATEGORY = (400, 800, 1200, 1600, 2000)
LEFT = {4: (400, 400, 800, 800), 8: (1200, 1600, 2000, *CATEGORY), 15: CATEGORY * 3, 29: (*CATEGORY * 5, *CATEGORY[:4])}
FULL_ROUND = CATEGORY * 6


def seconds(work: Callable[[], object], runs: int) -> float:
    """Least processor time of a few runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def verdict(taken: float, bar: float) -> str:
    return f"{'PASS' if taken < bar else 'FAIL'} (bar {bar:g} s)"


def main() -> None:
    model = final_model(0)
    position = FinalPosition((24_000, 17_800, 9_600), 0)
    final = seconds(lambda: final_advice(position, model), 10)
    print(f"Final, all 24,001 wagers        {1000 * final:9.1f} ms   {verdict(final, FINAL_BAR)}")
    players = (contestant("average"),) * 3
    standing = Standing(model, 0, Ties.SHARED)
    wager_curve(LastDailyDouble((10_400, 11_400, 9_400), 0, LEFT[4]), players, standing)  # loads the compiled code
    reference = 0.0
    for n, left in LEFT.items():
        daily_double = LastDailyDouble((10_400, 11_400, 9_400), 0, left)
        lattice = seconds(lambda left=left: score_changes(players, left), 1)  # type: ignore[misc]
        taken = seconds(lambda dd=daily_double: wager_curve(dd, players, standing), 2 if n <= 8 else 1)  # type: ignore[misc]
        reference = taken if n == 8 else reference
        ratio = f"{taken / reference:5.1f} times eight clues" if reference else ""
        bar = verdict(taken, CURVE_BAR) if n == 8 else ratio
        print(f"last Daily Double, {n:2d} clues left  {taken:9.2f} s    lattice {lattice:6.3f} s   {bar}")
    print(f"lattice of a full round, 30     {seconds(lambda: score_changes(players, FULL_ROUND), 1):9.2f} s")


if __name__ == "__main__":
    main()
