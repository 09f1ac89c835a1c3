"""OpenSpiel games by name, as trees; needs the package open_spiel, which kibitz does not install."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core import InputError
from kibitz.solve.extensive_game import ExtensiveGame, TreeNode

MAX_NODES = 200_000
MAX_DENOMINATOR = 10_000
"""Chances that OpenSpiel gives in floats are read as fractions with denominators up to this."""


def load_openspiel_game(name: str) -> ExtensiveGame:
    """The tree of an OpenSpiel game such as ``kuhn_poker`` or ``leduc_poker``; `InputError` if there is none."""
    try:
        import pyspiel
    except ImportError:
        raise InputError("game: OpenSpiel is not installed; install the package open_spiel") from None
    try:
        game = pyspiel.load_game(name)
    except Exception as error:  # pyspiel has its own error type, which it does not export everywhere
        raise InputError(f"game: OpenSpiel has no game {name[:60]!r} ({str(error)[:100]})") from None
    if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        game = pyspiel.convert_to_turn_based(game)
    return _TreeBuilder(game, name).tree()


class _TreeBuilder:
    """Walks all states of a game and numbers information sets and outcomes."""

    def __init__(self, game: Any, name: str) -> None:
        self.game, self.name = game, name
        self.sets: dict[tuple[int, str], int] = {}
        self.outcomes: dict[tuple[Fraction, ...], int] = {}

    def tree(self) -> ExtensiveGame:
        """The tree, each state before those that follow."""
        nodes: list[TreeNode] = []
        stack = [self.game.new_initial_state()]
        while stack:
            state = stack.pop()
            nodes.append(self._node(state))
            if len(nodes) > MAX_NODES:
                raise InputError(f"game: the tree of {self.name} has more than {MAX_NODES:,} nodes, which is too many")
            if not state.is_terminal():
                moves = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
                stack.extend(state.child(action) for action in reversed(moves))
        players = tuple(f"player {k + 1}" for k in range(self.game.num_players()))
        return ExtensiveGame(self.name, players, tuple(nodes))

    def _node(self, state: Any) -> TreeNode:
        if state.is_terminal():
            payoffs = tuple(Fraction(value).limit_denominator(MAX_DENOMINATOR) for value in state.returns())
            number = self.outcomes.setdefault(payoffs, len(self.outcomes) + 1)
            return TreeNode("", -1, outcome=number, payoffs=payoffs)
        if state.is_chance_node():
            moves = state.chance_outcomes()
            chances = tuple(Fraction(p).limit_denominator(MAX_DENOMINATOR) for _, p in moves)
            if sum(chances) != 1:
                raise InputError(f"game: the chances of {self.name} are no fractions of small whole numbers")
            number = self.sets.setdefault((0, str(state)), len(self.sets) + 1)
            actions = tuple(state.action_to_string(state.current_player(), a) for a, _ in moves)
            return TreeNode("", 0, number, "", actions, chances)
        player = state.current_player()
        seen = state.information_state_string(player)
        number = self.sets.setdefault((player + 1, seen), len(self.sets) + 1)
        actions = tuple(state.action_to_string(player, action) for action in state.legal_actions())
        return TreeNode("", player + 1, number, seen, actions)
