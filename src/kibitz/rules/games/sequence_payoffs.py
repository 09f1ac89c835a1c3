"""A zero-sum tree with parameters on sequences: information sets, and payoffs as polynomials of the parameters.

A player's own past at a node is one *sequence*: the last of her information sets on the way and the action there.
Sequence 0 is the empty one. With perfect recall the payoff is bilinear in the chances of both players' sequences, so
best responses and linear programs grow with the tree, not with the number of plans.

Reference: B. von Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 14 (1996).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.errors import shorten
from kibitz.rules.algebra.bernstein import Box, bounds
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.ratio import Ratio, over_common_denominator
from kibitz.rules.games.payoffs import is_positive
from kibitz.rules.language.expression import Expression

MAX_LEAVES = 50_000
MAX_SETS = 100
"""Maximum number of information sets of a player; a list has one strategy for each."""

Values = Sequence[Any]
"""A number for each sequence: floats, fractions or columns of floats."""


@dataclass(frozen=True, slots=True)
class PastSet:
    """An information set: its name, its actions, the sequence before it, and the first of its own sequences."""

    name: str
    actions: tuple[str, ...]
    parent: int
    first: int

    @property
    def sequences(self) -> range:
        """The sequences that end with an action here."""
        return range(self.first, self.first + len(self.actions))


@dataclass(frozen=True, slots=True)
class ParametricNode:
    """A node: ``player`` is -1 at the end, 0 for chance, otherwise 1 or 2; ``set_name`` names the information set.

    ``payoff`` is what player 1 gets there, added to what the way brought; ``chances`` are those of chance's actions.
    """

    player: int
    set_name: str = ""
    actions: tuple[str, ...] = ()
    chances: tuple[Expression, ...] = ()
    children: tuple[ParametricNode, ...] = ()
    payoff: Expression | None = None


@dataclass(frozen=True, slots=True)
class SequencePayoffs:
    """Information sets of both players, and player 1's payoff for pairs of sequences, times a positive number."""

    sets: tuple[tuple[PastSet, ...], tuple[PastSet, ...]]
    entries: tuple[tuple[int, int, Polynomial], ...]
    below: Polynomial | None

    def n_sequences(self, player: int) -> int:
        """The number of sequences of player 0 or 1, the empty one included."""
        return 1 + sum(len(each.actions) for each in self.sets[player])

    def numbers(self, values: Mapping[str, Any]) -> list[tuple[int, int, Any]]:
        """The entries at a point, or at many points as columns."""
        below = 1 if self.below is None else self.below.evaluate(values)
        return [(r, c, p.evaluate(values) / below) for r, c, p in self.entries]

    def respond(self, entries: Sequence[tuple[int, int, Any]], plan: Values, player: int, zero: Any = 0) -> Any:
        """What player 1 gets if ``player`` (0 or 1) responds best to the other player's plan; works on columns too."""
        worth = self.worth(entries, plan, player, zero)
        best = np.maximum if player == 0 else np.minimum
        exact = max if player == 0 else min
        for each in reversed(self.sets[player]):
            values = [worth[k] for k in each.sequences]
            is_column = any(isinstance(v, np.ndarray) for v in values)
            worth[each.parent] = worth[each.parent] + (best.reduce(values) if is_column else exact(values))
        return worth[0]

    def worth(self, entries: Sequence[tuple[int, int, Any]], plan: Values, player: int, zero: Any = 0) -> list[Any]:
        """What each sequence of a player adds to player 1's payoff against the other player's plan."""
        worth = [zero] * self.n_sequences(player)
        for pair in entries:
            own, other = pair[player], pair[1 - player]
            worth[own] = worth[own] + plan[other] * pair[2]
        return worth

    def plan(self, player: int, mixes: Sequence[Sequence[Any]], one: Any = 1) -> list[Any]:
        """The chance that the player gives to each of her sequences, from the chances in each information set."""
        result: list[Any] = [one] * self.n_sequences(player)
        for each, mix in zip(self.sets[player], mixes, strict=True):
            for k, chance in zip(each.sequences, mix, strict=True):
                result[k] = result[each.parent] * chance
        return result

    def matrix(self, point: Mapping[str, Fraction]) -> NDArray[np.float64]:
        """The payoffs at a point as an array over pairs of sequences, in floats."""
        result = np.zeros((self.n_sequences(0), self.n_sequences(1)))
        for r, c, value in self.numbers(point):
            result[r, c] += float(value)
        return result


@dataclass(slots=True)
class _Compiler:
    """Walks a tree and collects information sets, and the payoffs of pairs of sequences."""

    names: tuple[str, ...]
    box: Box
    sets: list[dict[str, PastSet]] = field(default_factory=lambda: [{}, {}])
    sizes: list[int] = field(default_factory=lambda: [1, 1])
    leaves: dict[tuple[int, int], Ratio] = field(default_factory=dict)

    def walk(self, root: ParametricNode) -> None:
        one = Ratio.of(Polynomial.constant(self.names, 1), Polynomial.constant(self.names, 1))
        stack: list[tuple[ParametricNode, Ratio, tuple[int, int]]] = [(root, one, (0, 0))]
        n_leaves = 0
        while stack:
            node, chance, past = stack.pop()
            if node.payoff is not None:
                self._add_payoff(node.payoff, chance, past)
                n_leaves += 1
                if n_leaves > MAX_LEAVES:
                    raise InputError(f"tree: must have at most {MAX_LEAVES:,} payoffs")
            if node.player == 0:
                chances = self._chances(node)
                pairs = list(zip(node.children, chances, strict=True))
                stack.extend((child, _times(chance, p), past) for child, p in reversed(pairs))
            elif node.player > 0:
                own = node.player - 1
                here = self._information_set(node, past[own])
                for k in reversed(range(len(node.children))):
                    number = here.first + k
                    stack.append((node.children[k], chance, (number, past[1]) if own == 0 else (past[0], number)))

    def _add_payoff(self, payoff: Expression, chance: Ratio, past: tuple[int, int]) -> None:
        value = _times(Ratio.from_expression(payoff, self.names), chance)
        self.leaves[past] = _plus(self.leaves[past], value) if past in self.leaves else value

    def _chances(self, node: ParametricNode) -> list[Ratio]:
        chances = [Ratio.from_expression(chance, self.names) for chance in node.chances]
        total = chances[0]
        for chance in chances[1:]:
            total = _plus(total, chance)
        if total.numerator != total.denominator:
            raise InputError(f"tree: the chances of {shorten(', '.join(node.actions), 60)} must sum to 1")
        for chance in chances:
            low = bounds(chance.numerator, self.box)[0]
            if low < 0 or not (chance.denominator.is_constant or is_positive(chance.denominator, self.box)):
                raise InputError(f"tree: a chance of {shorten(', '.join(node.actions), 60)} may be negative")
        return chances

    def _information_set(self, node: ParametricNode, parent: int) -> PastSet:
        own, known = node.player - 1, self.sets[node.player - 1]
        if len(node.children) != len(node.actions) or len(set(node.actions)) != len(node.actions) or not node.actions:
            raise InputError(f"tree: {shorten(node.set_name)} must have different actions, each with a node")
        if node.set_name in self.sets[1 - own]:
            raise InputError(f"tree: both players have an information set {shorten(node.set_name)}")
        if node.set_name not in known:
            if len(known) >= MAX_SETS:
                raise InputError(f"tree: a player may have at most {MAX_SETS} information sets")
            known[node.set_name] = PastSet(node.set_name, node.actions, parent, self.sizes[own])
            self.sizes[own] += len(node.actions)
        here = known[node.set_name]
        if here.actions != node.actions:
            raise InputError(f"tree: all nodes of {shorten(node.set_name)} must have the same actions")
        if here.parent != parent:
            raise InputError(f"tree: players must have perfect recall, which fails in {shorten(node.set_name)}")
        return here


def _times(a: Ratio, b: Ratio) -> Ratio:
    return Ratio.of(a.numerator * b.numerator, a.denominator * b.denominator)


def _plus(a: Ratio, b: Ratio) -> Ratio:
    if a.denominator == b.denominator:
        return Ratio.of(a.numerator + b.numerator, a.denominator)
    return Ratio.of(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)


def compile_tree(root: ParametricNode, names: tuple[str, ...], box: Box) -> SequencePayoffs:
    """The sequences and payoffs of a zero-sum tree; `InputError` says what is wrong with the tree."""
    compiler = _Compiler(names, box)
    compiler.walk(root)
    places = list(compiler.leaves)
    if not places:
        raise InputError("tree: must have at least one payoff")
    tops, below = over_common_denominator(compiler.leaves[place] for place in places)
    if below.is_constant:
        tops = tuple(top.scale(1 / below.number) for top in tops)
    elif not is_positive(below, box):
        if not is_positive(-below, box):
            raise InputError("tree: payoffs may divide only by what is positive for all parameters")
        tops, below = tuple(-top for top in tops), -below
    entries = tuple((r, c, top) for (r, c), top in zip(places, tops, strict=True) if not top.is_zero)
    sets = (tuple(compiler.sets[0].values()), tuple(compiler.sets[1].values()))
    return SequencePayoffs(sets, entries, None if below.is_constant else below)
