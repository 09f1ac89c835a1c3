"""Two-player zero-sum games as trees: chance, decisions under incomplete information, payoffs at the ends.

The row player receives the payoffs and maximises, the column player pays them. With perfect recall a player's own past
at a node is one *sequence*: the last of her information sets on the way and the choice made there. Payoffs, best
responses and the linear program all work on sequences, so each is one pass over the leaves and the information sets.

Reference: B. von Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 14 (1996).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import TypeAlias

from kibitz.core import InputError
from kibitz.solve.best_response import Player
from kibitz.solve.payoffs import SIMPLEX_TOLERANCE, Number

MAX_NODES = 2_000_000


@dataclass(frozen=True, slots=True)
class TerminalNode:
    """The end of the game and what the row player wins there."""

    payoff: Number


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """A random event."""

    probabilities: tuple[Number, ...]
    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class DecisionNode:
    """A player's turn; she cannot tell apart the nodes of one information set, which is known by its name."""

    player: Player
    information_set: str
    choices: tuple[str, ...]
    children: tuple[Node, ...]


Node: TypeAlias = TerminalNode | ChanceNode | DecisionNode


@dataclass(frozen=True, slots=True)
class InformationSet:
    """All nodes that look the same to the player who decides there.

    ``parent`` is the number of her sequence before it, ``first`` that of the sequence which ends with its first choice.
    Sequence 0 is the empty one.
    """

    name: str
    player: Player
    choices: tuple[str, ...]
    parent: int
    first: int


@dataclass(frozen=True, slots=True)
class Leaf:
    """A terminal node by how it is reached: chance, and both players' sequences."""

    payoff: Number
    chance: Number
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class NodeCounts:
    """How many nodes of each kind a tree has."""

    chance: int
    decision: int
    terminal: int


@dataclass(frozen=True, slots=True)
class TreeGame:
    """A checked tree, on sequences. Information sets come in the order in which a walk from the root meets them."""

    information_sets: tuple[InformationSet, ...]
    leaves: tuple[Leaf, ...]
    counts: NodeCounts

    def information_sets_of(self, player: Player) -> tuple[InformationSet, ...]:
        """The information sets at which this player decides; each comes after those on the way to it."""
        return tuple(each for each in self.information_sets if each.player == player)

    def n_sequences(self, player: Player) -> int:
        """The number of sequences of this player, the empty one included."""
        return 1 + sum(len(each.choices) for each in self.information_sets_of(player))

    def in_floats(self) -> TreeGame:
        """The same game with payoffs and chances in floating point, which is faster where nothing is exact anyway."""
        try:
            leaves = tuple(Leaf(float(leaf.payoff), float(leaf.chance), leaf.row, leaf.column) for leaf in self.leaves)
        except OverflowError:
            raise InputError("tree: payoffs must be at most about 1e308") from None
        return TreeGame(self.information_sets, leaves, self.counts)


BehaviourStrategy: TypeAlias = Mapping[str, Sequence[Number]]
"""For each information set, by name, the probability of each of its choices."""


def tree_game(root: Node) -> TreeGame:
    """The game of this tree. Raises `InputError` if it is malformed or a player lacks perfect recall."""
    sets: dict[str, InformationSet] = {}
    n_sequences: dict[Player, int] = {"row": 1, "column": 1}
    leaves: list[Leaf] = []
    n_chance = n_decision = 0
    # An explicit stack, because a deep tree must not exhaust Python's own.
    stack: list[tuple[Node, Number, int, int]] = [(root, 1, 0, 0)]
    while stack:
        node, chance, row, column = stack.pop()
        if n_chance + n_decision + len(leaves) + len(stack) >= MAX_NODES:
            raise InputError(f"tree: must have at most {MAX_NODES:,} nodes")
        if isinstance(node, TerminalNode):
            leaves.append(Leaf(_checked_payoff(node), chance, row, column))
        elif isinstance(node, ChanceNode):
            n_chance += 1
            _check_chance(node)
            branches = zip(node.probabilities, node.children, strict=True)
            stack.extend([(child, chance * probability, row, column) for probability, child in branches][::-1])
        elif isinstance(node, DecisionNode):
            n_decision += 1
            past = row if node.player == "row" else column
            place = _checked_information_set(node, past, sets.get(node.information_set), n_sequences)
            sets[place.name] = place
            for index in reversed(range(len(node.children))):
                own = place.first + index
                sequences = (own, column) if node.player == "row" else (row, own)
                stack.append((node.children[index], chance, *sequences))
        else:
            raise InputError(f"tree: nodes must be TerminalNode, ChanceNode or DecisionNode, not {type(node).__name__}")
    return TreeGame(tuple(sets.values()), tuple(leaves), NodeCounts(n_chance, n_decision, len(leaves)))


def _checked_payoff(node: TerminalNode) -> Number:
    payoff = node.payoff
    number = isinstance(payoff, int | float | Fraction) and not isinstance(payoff, bool)
    if not number or (isinstance(payoff, float) and not isfinite(payoff)):
        raise InputError(f"tree: payoffs must be finite numbers, not {payoff!r}")
    return payoff


def _check_chance(node: ChanceNode) -> None:
    if len(node.probabilities) != len(node.children) or not node.children:
        raise InputError("tree: a chance node must have one probability for each child, and at least one child")
    _check_distribution(node.probabilities, "tree: the probabilities of a chance node")


def _check_distribution(probabilities: Sequence[Number], what: str) -> None:
    exact = all(isinstance(p, int | Fraction) for p in probabilities)
    tolerance = 0.0 if exact else SIMPLEX_TOLERANCE
    total = sum(probabilities, start=Fraction(0))
    # Written this way, NaN fails as well.
    if not (all(p >= -tolerance for p in probabilities) and -tolerance <= total - 1 <= tolerance):
        raise InputError(f"{what} must be from 0 to 1 and sum to 1, not {', '.join(map(str, probabilities))}")


def _checked_information_set(
    node: DecisionNode, past: int, known: InformationSet | None, n_sequences: dict[Player, int]
) -> InformationSet:
    name = node.information_set
    if node.player not in n_sequences:
        raise InputError(f"tree: player must be row or column, not {node.player!r}")
    if len(node.choices) != len(node.children) or not node.children or len(set(node.choices)) != len(node.choices):
        raise InputError(f"tree: information set {name!r} must have distinct choices, one per child, and at least one")
    if known is None:
        first = n_sequences[node.player]
        n_sequences[node.player] += len(node.choices)
        return InformationSet(name, node.player, node.choices, past, first)
    if (known.player, known.choices) != (node.player, node.choices):
        raise InputError(f"tree: all nodes of information set {name!r} must have the same player and choices")
    if known.parent != past:
        raise InputError(f"tree: players must have perfect recall, which fails in information set {name!r}")
    return known


def realisation_plan(game: TreeGame, strategy: BehaviourStrategy, player: Player) -> list[Number]:
    """The probability that the player herself gives to each of her sequences."""
    plan: list[Number] = [1] * game.n_sequences(player)
    for place in game.information_sets_of(player):
        if place.name not in strategy:
            raise InputError(f"strategy: information set {place.name!r} is missing")
        mix = strategy[place.name]
        n = len(place.choices)
        if len(mix) != n:
            raise InputError(f"strategy: {n} probabilities are needed in {place.name!r}, not {len(mix)}")
        _check_distribution(mix, f"strategy: the probabilities in {place.name!r}")
        for index, probability in enumerate(mix):
            plan[place.first + index] = plan[place.parent] * probability
    return plan


def expected_payoff(game: TreeGame, row: BehaviourStrategy, column: BehaviourStrategy) -> Number:
    """The expected payoff of the row player if both follow their strategies."""
    x, y = realisation_plan(game, row, "row"), realisation_plan(game, column, "column")
    return sum((leaf.payoff * leaf.chance * x[leaf.row] * y[leaf.column] for leaf in game.leaves), start=Fraction(0))


@dataclass(frozen=True, slots=True)
class TreeBestResponse:
    """The payoff of a best response to its player, and its choice in each information set."""

    value: Number
    choices: Mapping[str, str]


def tree_best_response(game: TreeGame, strategy: BehaviourStrategy, player: Player) -> TreeBestResponse:
    """The best response of ``player`` to an opponent who follows ``strategy``; the payoff is the player's own."""
    opponent: Player = "column" if player == "row" else "row"
    plan = realisation_plan(game, strategy, opponent)
    worth: list[Number] = [0] * game.n_sequences(player)
    for leaf in game.leaves:
        if player == "row":
            worth[leaf.row] += leaf.payoff * leaf.chance * plan[leaf.column]
        else:
            worth[leaf.column] -= leaf.payoff * leaf.chance * plan[leaf.row]
    chosen: dict[str, str] = {}
    # Backwards: when an information set is reached, everything that can follow it has been added to its choices.
    for place in reversed(game.information_sets_of(player)):
        options = worth[place.first : place.first + len(place.choices)]
        best = max(range(len(options)), key=options.__getitem__)
        chosen[place.name] = place.choices[best]
        worth[place.parent] += options[best]
    return TreeBestResponse(worth[0], dict(reversed(chosen.items())))


def tree_exploitability(game: TreeGame, strategy: BehaviourStrategy, player: Player, value: Number) -> Number:
    """Exploitability: the value of the game minus what the strategy of ``player`` guarantees."""
    opponent: Player = "column" if player == "row" else "row"
    secured = -tree_best_response(game, strategy, opponent).value
    return (value if player == "row" else -value) - secured


def tree_gap(game: TreeGame, row: BehaviourStrategy, column: BehaviourStrategy) -> Number:
    """The duality gap: the sum of both exploitabilities, without the value of the game."""
    return tree_best_response(game, column, "row").value + tree_best_response(game, row, "column").value
