"""Kuhn poker with 13 cards: exploitability of a strategy, ours against OpenSpiel's C++ ``nash_conv``.

Run ``python benchmarks/bench_kuhn.py``. Times are best of several runs in one process; the ratio is what counts.
OpenSpiel deals n cards through ``universal_poker`` (limit, one suit, at most 13 ranks).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from kibitz.games.parlour import kuhn, kuhn_lists, kuhn_tree
from kibitz.solve.sequence_form import solve_tree

CARDS = 13
BAR = 50
"""At least this many times as fast as OpenSpiel."""


def best_time(action: Callable[[], object], repeat: int, calls: int) -> float:
    """Seconds a call, best of ``repeat`` runs of ``calls`` calls."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        for _ in range(calls):
            action()
        best = min(best, (time.perf_counter() - start) / calls)
    return best


def openspiel_game_and_policy(a: kuhn.AStrategy, b: kuhn.BStrategy) -> tuple[object, object]:
    """The same game and the same strategies in OpenSpiel, as a tabular policy."""
    import pyspiel

    game = pyspiel.load_game(
        "universal_poker",
        {"betting": "limit", "numPlayers": 2, "numRounds": 1, "blind": "1 1", "raiseSize": "1", "firstPlayer": "1",
         "maxRaises": "1", "numSuits": 1, "numRanks": CARDS, "numHoleCards": 1, "numBoardCards": "0", "stack": "9 9"},
    )  # fmt: skip
    chances = {"": a.bet, "c": b.bet, "r": b.call, "cr": a.call}
    table = {}
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            text = state.information_state_string()
            card = "23456789TJQKA".index(text.split("[Private: ")[1][0])
            bold = float(chances[text.split("[Sequences: ")[1].rstrip("]")][card])
            tame_action, bold_action = state.legal_actions()
            table[text] = [(tame_action, 1 - bold), (bold_action, bold)]
        waiting += [state.child(action) for action in state.legal_actions()]
    return game, pyspiel.TabularPolicy(table)


def main() -> int:
    """Print the table; 0 if the bar is met and the figures agree."""
    import pyspiel

    a, b = kuhn_lists.strategies(kuhn_lists.lists()["printed"], CARDS)
    floats = (
        kuhn.AStrategy(a.bet.astype(float), a.call.astype(float)),
        kuhn.BStrategy(b.call.astype(float), b.bet.astype(float)),
    )
    game, policy = openspiel_game_and_policy(a, b)
    nash_conv = pyspiel.nash_conv(game, policy)
    rows = [
        ("kibitz, NumPy", best_time(lambda: kuhn.duality_gap(*floats), 7, 200), float(kuhn.duality_gap(*floats))),
        ("kibitz, exact fractions", best_time(lambda: kuhn.duality_gap(a, b), 5, 5), float(kuhn.duality_gap(a, b))),
        ("OpenSpiel C++ nash_conv", best_time(lambda: pyspiel.nash_conv(game, policy), 7, 5), nash_conv),
    ]
    ours, theirs = rows[0], rows[-1]
    tree = kuhn_tree.tree(CARDS)
    solved = solve_tree(tree)
    milliseconds = 1000 * best_time(lambda: solve_tree(tree), 3, 1)
    print(f"Sequence-form LP of the same game, solved from scratch: {milliseconds:.1f} ms")
    print(f"  value {solved.value:.10f}, formula {float(kuhn.value(CARDS)):.10f}, gap {solved.gap:.1e}")
    print(f"Kuhn poker, {CARDS} cards, gap of the printed lists")
    print(f"{'method':28}{'ms':>10}{'against ours':>14}{'gap':>12}")
    for name, seconds, gap in rows:
        print(f"{name:28}{1000 * seconds:10.4f}{seconds / ours[1]:13.1f}x{gap:12.8f}")
    ratio = theirs[1] / ours[1]
    agrees = all(abs(gap - rows[1][2]) < 1e-9 for _, _, gap in rows)
    passed = ratio >= BAR and agrees
    print(f"{'PASS' if passed else 'FAIL'}: {ratio:.0f} times OpenSpiel's speed (bar {BAR}), figures agree: {agrees}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
