"""Kuhn poker with 13 cards: exploitability of a strategy, compared with OpenSpiel's C++ ``nash_conv``.

Run ``python benchmarks/bench_kuhn.py [--short]``. Times are the best of several runs in one process; only the
ratio counts. OpenSpiel deals n cards through ``universal_poker`` (limit, one suit, at most 13 ranks).
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmark_table import Line, least, peer, run

from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.games.parlour.kuhn import tree as kuhn_tree
from kibitz.solve.sequence_form import solve_tree

CARDS = 13
BAR = 50
"""Bar: this many times as fast as OpenSpiel."""


def openspiel_game_and_policy(a: strategies.AStrategy, b: strategies.BStrategy) -> tuple[object, object]:
    """The same game and the same strategies in OpenSpiel, as a tabular policy."""
    import pyspiel

    game = pyspiel.load_game(
        "universal_poker",
        {
            "betting": "limit",
            "numPlayers": 2,
            "numRounds": 1,
            "blind": "1 1",
            "raiseSize": "1",
            "firstPlayer": "1",
            "maxRaises": "1",
            "numSuits": 1,
            "numRanks": CARDS,
            "numHoleCards": 1,
            "numBoardCards": "0",
            "stack": "9 9",
        },
    )
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


def lines(short: bool) -> Iterator[Line]:
    """The gap of the published lists by three methods, which must agree, and the game solved from scratch."""
    a, b = lists.strategies(lists.lists()["published"], CARDS)
    floats = (
        strategies.AStrategy(a.bet.astype(float), a.call.astype(float)),
        strategies.BStrategy(b.call.astype(float), b.bet.astype(float)),
    )
    repeat = 2 if short else 7
    exact = float(strategies.duality_gap(a, b))
    ours = least(lambda: strategies.duality_gap(*floats), repeat, 200)
    theirs, gap = None, None
    if pyspiel := peer("pyspiel"):
        game, policy = openspiel_game_and_policy(a, b)
        theirs, gap = least(lambda: pyspiel.nash_conv(game, policy), repeat, 5), pyspiel.nash_conv(game, policy)
    yield Line(
        f"Kuhn poker, {CARDS} cards: duality gap of two strategies", ours, "s", "OpenSpiel C++ nash_conv", theirs, BAR
    )
    apart = max(abs(exact - float(strategies.duality_gap(*floats))), 0.0 if gap is None else abs(exact - gap))
    yield Line("gap of the published lists: difference between methods", apart, "", "at most", 1e-9, 1)
    fractions = least(lambda: strategies.duality_gap(a, b), repeat, 5)
    yield Line("the same in exact fractions", fractions, "s", "OpenSpiel C++ nash_conv", theirs)
    tree = kuhn_tree.tree(CARDS)
    yield Line("sequence-form linear program", least(lambda: solve_tree(tree), 3), "s", "the gap", ours)
    off = abs(solve_tree(tree).value - float(strategies.value(CARDS)))
    yield Line("its value: difference from the formula", off, "", "at most", 1e-8, 1)


if __name__ == "__main__":
    run(lines)
