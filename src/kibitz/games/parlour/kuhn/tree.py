"""Kuhn poker as a game tree, for the general solver: an independent check."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core import InputError
from kibitz.games.parlour.kuhn.strategies import AStrategy, BStrategy
from kibitz.games.parlour.position import check_cards
from kibitz.solve.tree import BehaviourStrategy, ChanceNode, DecisionNode, TerminalNode, TreeGame, tree_game

MAX_TREE_CARDS = 60
"""The tree has nine nodes for each of the n(n - 1) deals."""


def tree(cards: int) -> TreeGame:
    """The tree of all deals; A is the row player. Names of information sets have player, history and card."""
    check_cards(cards)
    if cards > MAX_TREE_CARDS:
        raise InputError(f"cards: must be at most {MAX_TREE_CARDS} for a tree, not {cards}")
    deals = [(x, y) for x in range(1, cards + 1) for y in range(1, cards + 1) if x != y]
    return tree_game(ChanceNode((Fraction(1, len(deals)),) * len(deals), tuple(_hand(x, y) for x, y in deals)))


def _hand(x: int, y: int) -> DecisionNode:
    """One deal: A holds ``x``, B holds ``y``."""
    won = 1 if x > y else -1
    answer = DecisionNode("row", f"A check-bet {x}", ("call", "fold"), (TerminalNode(2 * won), TerminalNode(-1)))
    after_check = DecisionNode("column", f"B check {y}", ("bet", "check"), (answer, TerminalNode(won)))
    after_bet = DecisionNode("column", f"B bet {y}", ("call", "fold"), (TerminalNode(2 * won), TerminalNode(1)))
    return DecisionNode("row", f"A start {x}", ("bet", "check"), (after_bet, after_check))


def behaviour(a: AStrategy, b: BStrategy) -> tuple[BehaviourStrategy, BehaviourStrategy]:
    """Both strategies by the names of the information sets of `tree`."""
    cards = range(1, len(a.bet) + 1)
    row = {f"A start {x}": (a.bet[x - 1], 1 - a.bet[x - 1]) for x in cards}
    row |= {f"A check-bet {x}": (a.call[x - 1], 1 - a.call[x - 1]) for x in cards}
    column = {f"B bet {y}": (b.call[y - 1], 1 - b.call[y - 1]) for y in cards}
    column |= {f"B check {y}": (b.bet[y - 1], 1 - b.bet[y - 1]) for y in cards}
    return row, column
