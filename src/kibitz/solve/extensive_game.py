"""Games of any number of players, as tables and as trees with vector payoffs, and the way from a tree to a table.

Trees are kept as their nodes in the order of a walk from the root, each node before its children, so that no tree is
too deep for any step here. Information sets of a player are known by their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from kibitz.core import InputError
from kibitz.core.step_limit import count_steps
from kibitz.solve.tree import ChanceNode, DecisionNode, Node, TerminalNode

MAX_STRATEGIES = 2_000
"""Maximum number of reduced strategies of one player."""
MAX_PROFILES = 250_000
MAX_WALK = 40_000_000
"""Maximum number of nodes that the profiles of a table visit in all."""

Payoffs = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class TableGame:
    """A strategic form: names of players and actions, and the payoffs of every profile.

    ``payoffs`` are in the order of Gambit: the action of the first player changes fastest.
    """

    title: str
    players: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    payoffs: tuple[Payoffs, ...]
    comment: str = ""

    def __post_init__(self) -> None:
        n = prod(len(labels) for labels in self.actions)
        if len(self.players) != len(self.actions) or not all(self.actions) or not self.players:
            raise InputError("game: every player must have at least one action")
        if len(self.payoffs) != n or any(len(each) != len(self.players) for each in self.payoffs):
            raise InputError(f"game: must have payoffs of {len(self.players)} players for {n:,} profiles")

    def payoff(self, profile: tuple[int, ...]) -> Payoffs:
        """The payoffs if each player takes the action of this number."""
        index, step = 0, 1
        for action, labels in zip(profile, self.actions, strict=True):
            index += step * action
            step *= len(labels)
        return self.payoffs[index]

    def pure_equilibria(self) -> list[tuple[int, ...]]:
        """All profiles from which no player gains by another action."""
        found = []
        for profile in product(*(range(len(labels)) for labels in self.actions)):
            here = self.payoff(profile)
            if all(
                self.payoff((*profile[:k], other, *profile[k + 1 :]))[k] <= here[k]
                for k, labels in enumerate(self.actions)
                for other in range(len(labels))
            ):
                found.append(profile)
        return found

    def regrets(self, strategies: tuple[tuple[Fraction, ...], ...]) -> Payoffs:
        """What each player can gain by the best action against mixed strategies of the others."""
        result = []
        for player, labels in enumerate(self.actions):
            worth = [Fraction(0)] * len(labels)
            for profile in product(*(range(len(actions)) for actions in self.actions)):
                chance = prod((strategies[k][a] for k, a in enumerate(profile) if k != player), start=Fraction(1))
                if chance:
                    worth[profile[player]] += chance * self.payoff(profile)[player]
            played = sum((p * w for p, w in zip(strategies[player], worth, strict=True)), Fraction(0))
            result.append(max(worth) - played)
        return tuple(result)


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a tree; ``player`` is 0 for chance, -1 for the end, and otherwise the player's number from 1.

    ``payoffs`` are added to those of the way when the node is reached; ``outcome`` is their number in a file, 0 for
    none.
    """

    name: str
    player: int
    information_set: int = 0
    set_name: str = ""
    actions: tuple[str, ...] = ()
    probabilities: Payoffs = ()
    outcome: int = 0
    outcome_name: str = ""
    payoffs: Payoffs = ()


@dataclass(frozen=True, slots=True)
class ExtensiveGame:
    """A tree with information sets, chance and payoffs for any number of players; ``nodes`` in the order of a walk."""

    title: str
    players: tuple[str, ...]
    nodes: tuple[TreeNode, ...]
    comment: str = ""

    def children(self) -> list[tuple[int, ...]]:
        """The numbers of the children of each node."""
        result: list[tuple[int, ...]] = [()] * len(self.nodes)
        roots: list[int] = []
        for index in reversed(range(len(self.nodes))):
            n = len(self.nodes[index].actions)
            if n > len(roots):
                raise InputError("tree: an action leads nowhere")
            result[index] = tuple(roots[len(roots) - n :][::-1])
            del roots[len(roots) - n :]
            roots.append(index)
        if len(roots) != 1:
            raise InputError("tree: must be one tree from a single root")
        return result

    @property
    def constant_sum(self) -> Fraction | None:
        """The sum of the payoffs, if it is the same at every end."""
        sums = {sum(leaf, Fraction(0)) for leaf in self._totals()}
        return sums.pop() if len(sums) == 1 else None

    def _totals(self) -> list[Payoffs]:
        """The payoffs at the ends."""
        children, ends = self.children(), []
        stack = [(0, (Fraction(0),) * len(self.players))]
        while stack:
            index, before = stack.pop()
            total = _add(before, self.nodes[index].payoffs)
            if not children[index]:
                ends.append(total)
            stack.extend((child, total) for child in children[index])
        return ends

    def to_zero_sum_tree(self) -> Node:
        """The tree of a two-player constant-sum game, with the first player's payoffs less half the constant."""
        constant = self.constant_sum
        if len(self.players) != 2 or constant is None:
            raise InputError("tree: must be a zero-sum or constant-sum game of two players")
        children = self.children()
        totals = [(Fraction(0), Fraction(0))] * len(self.nodes)
        for index, node in enumerate(self.nodes):
            here = _add(totals[index], node.payoffs)
            totals[index] = (here[0], here[1])
            for child in children[index]:
                totals[child] = totals[index]
        built: list[Node] = [TerminalNode(Fraction(0))] * len(self.nodes)
        for index in reversed(range(len(self.nodes))):
            node = self.nodes[index]
            below = tuple(built[child] for child in children[index])
            if node.player < 0:
                built[index] = TerminalNode(totals[index][0] - constant / 2)
            elif node.player == 0:
                built[index] = ChanceNode(node.probabilities, below)
            else:
                name = f"{node.player}:{node.information_set}"
                built[index] = DecisionNode("row" if node.player == 1 else "column", name, node.actions, below)
        return built[0]

    def to_table(self) -> TableGame:
        """The reduced strategic form; `InputError` names the size where it is too large."""
        children = self.children()
        plans = [self._plans(player, children) for player in range(1, len(self.players) + 1)]
        n = prod(len(some) for some in plans)
        if n > MAX_PROFILES or n * len(self.nodes) > MAX_WALK:
            sizes = " x ".join(f"{len(some):,}" for some in plans)
            raise InputError(f"tree: its strategic form has {sizes} strategies, which is too many; give a smaller tree")
        labels = self._plan_labels(plans)
        payoffs = []
        for profile in product(*reversed([range(len(some)) for some in plans])):
            chosen = [plans[k][action] for k, action in enumerate(reversed(profile))]
            payoffs.append(self._expected_payoffs(chosen, children))
        return TableGame(self.title, self.players, labels, tuple(payoffs), self.comment)

    def _expected_payoffs(self, plans: list[dict[int, int]], children: list[tuple[int, ...]]) -> Payoffs:
        total = (Fraction(0),) * len(self.players)
        stack = [(0, Fraction(1))]
        while stack:
            count_steps(1)
            index, chance = stack.pop()
            node = self.nodes[index]
            if node.payoffs:
                total = tuple(t + chance * p for t, p in zip(total, node.payoffs, strict=True))
            if node.player == 0:
                stack.extend((c, chance * p) for c, p in zip(children[index], node.probabilities, strict=True) if p)
            elif node.player > 0:
                stack.append((children[index][plans[node.player - 1][node.information_set]], chance))
        return total

    def _plans(self, player: int, children: list[tuple[int, ...]]) -> list[dict[int, int]]:
        """The reduced strategies of a player: actions at the information sets that her own choices do not exclude."""
        done: list[dict[int, int]] = []
        pending: list[dict[int, int]] = [{}]
        while pending:
            plan = pending.pop()
            node = self._first_open(player, plan, children)
            if node is None:
                done.append(plan)
            else:
                pending.extend(plan | {node.information_set: k} for k in reversed(range(len(node.actions))))
            if len(done) + len(pending) > MAX_STRATEGIES:
                raise InputError(
                    f"tree: {self.players[player - 1]} has more than {MAX_STRATEGIES:,} strategies, which is too many "
                    "for a table; give a smaller tree"
                )
        return done

    def _first_open(self, player: int, plan: dict[int, int], children: list[tuple[int, ...]]) -> TreeNode | None:
        """The first node of the player in a walk that her plan reaches and has no action for."""
        stack = [0]
        while stack:
            count_steps(1)
            index = stack.pop()
            node = self.nodes[index]
            if node.player != player:
                stack.extend(reversed(children[index]))
            elif node.information_set in plan:
                stack.append(children[index][plan[node.information_set]])
            else:
                return node
        return None

    def _plan_labels(self, plans: list[list[dict[int, int]]]) -> tuple[tuple[str, ...], ...]:
        """The actions of each plan in the order of its information sets; numbers where these are not distinct."""
        actions = {(node.player, node.information_set): node.actions for node in self.nodes if node.player > 0}
        result = []
        for player, some in enumerate(plans, 1):
            labels = [" ".join(actions[player, place][k] for place, k in sorted(plan.items())) or "-" for plan in some]
            if len(set(labels)) < len(labels):
                labels = ["".join(str(k + 1) for _, k in sorted(plan.items())) for plan in some]
            if len(set(labels)) < len(labels):
                labels = [f"plan {k + 1}" for k in range(len(some))]
            result.append(tuple(labels))
        return tuple(result)


def _add(total: Payoffs, more: Payoffs) -> Payoffs:
    return tuple(a + b for a, b in zip(total, more, strict=True)) if more else total
