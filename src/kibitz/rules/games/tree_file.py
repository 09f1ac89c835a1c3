"""Trees with parameters in files: the table ``[tree]`` of a game file, games with types, and .efg with expressions.

A game with types becomes a tree: chance deals the types, then both act without seeing the other's type or action.
docs/define-a-game.md describes the formats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from kibitz.core import InputError
from kibitz.core.errors import shorten
from kibitz.rules.games.game import Parametrization, PolynomialGame
from kibitz.rules.games.sequence_payoffs import ParametricNode, compile_tree
from kibitz.rules.games.tree_family import TreeFamily
from kibitz.rules.language.decision_list import MAX_LABEL, check_label
from kibitz.rules.language.domain import Domain, parse_domain
from kibitz.rules.language.expression import Binary, Expression, Number, parse_expression
from kibitz.solve.extensive_game import ExtensiveGame
from kibitz.solve.gambit import parse_efg

if TYPE_CHECKING:
    from kibitz.rules.games.game_file import GameFile

MAX_LINES = 50_000
MAX_MOVES = 400
FIELDS = {"chance", "player", "set", "moves"}
PARAMETERS = re.compile(r"parameters:\s*([^;\n]+)")
FIRST_PLACEHOLDER = 10**40
"""Expressions of a .efg file stand for numbers from here on while the file is read as one of Gambit."""

ByTypes = Mapping[tuple[int, int], tuple[tuple[Expression, ...], ...]]


def read_tree(file: GameFile, roles: Sequence[str], name: str, title: str) -> TreeFamily:
    """The tree of the table ``[tree]``: a line for each node, named by the moves that lead to it."""
    if len(roles) != 2:
        file.fail("tree: must have two roles", "roles")
    table = file.read_table("tree", needed=True)
    if len(table) > MAX_LINES:
        file.fail(f"tree: must have at most {MAX_LINES:,} lines", "tree")
    if "" not in table:
        file.fail('tree: give the first node as the line "" = {...}', "tree")
    root = _TomlTree(file, roles, table).build()
    kinds = frozenset({Parametrization.PAYOFF, Parametrization.INFORMATION})
    return _family(file.domain, root, (roles[0], roles[1]), name, title, kinds, _symbols(file))


def _symbols(file: GameFile) -> tuple[tuple[str, str], ...]:
    return tuple((str(symbol), str(meaning)) for symbol, meaning in file.read_table("meaning").items())


def _family(
    domain: Domain,
    root: ParametricNode,
    players: tuple[str, str],
    name: str,
    title: str,
    kinds: frozenset[Parametrization],
    symbols: tuple[tuple[str, str], ...] = (),
    plans: PolynomialGame | None = None,
) -> TreeFamily:
    payoffs = compile_tree(root, domain.names, domain.box)
    for some in payoffs.sets:
        for each in some:
            check_label(each.name)
            for action in each.actions:
                check_label(action)
    return TreeFamily(name, title, players, domain, payoffs, kinds, symbols, plans)


class _TomlTree:
    """Builds the nodes of a tree from the lines of its table, the last ones first."""

    def __init__(self, file: GameFile, roles: Sequence[str], table: Mapping[str, object]) -> None:
        self.file, self.roles, self.table = file, roles, table
        self.used: set[str] = set()

    def build(self) -> ParametricNode:
        order, pending = [], [""]
        while pending:
            history = pending.pop()
            order.append(history)
            self.used.add(history)
            if len(order) > MAX_LINES:
                self.file.fail(f"tree: must have at most {MAX_LINES:,} nodes", "tree")
            pending.extend(_join(history, move) for move in self._moves(history))
        if unknown := set(self.table) - self.used:
            self.file.fail(f"tree: no moves lead to {shorten(min(unknown), 60)!r}", "tree", min(unknown))
        nodes: dict[str, ParametricNode] = {}
        for history in reversed(order):
            nodes[history] = self._node(history, nodes)
        return nodes[""]

    def _line(self, history: str) -> object:
        if history not in self.table:
            self.file.fail(f"tree: give a line for {shorten(history, 60)!r}", "tree", history.rpartition(" ")[0])
        return self.table[history]

    def _moves(self, history: str) -> tuple[str, ...]:
        line = self._line(history)
        if not isinstance(line, dict):
            return ()
        if unknown := set(line) - FIELDS:
            self.file.fail(f"tree: {shorten(min(unknown))} is not one of {', '.join(sorted(FIELDS))}", "tree", history)
        if "chance" in line:
            chances = line["chance"]
            if len(line) > 1 or not isinstance(chances, dict) or not 1 <= len(chances) <= MAX_MOVES:
                self.file.fail('tree: chance must be moves with chances, such as {heads = "1/2"}', "tree", history)
            return tuple(chances)
        if line.get("player") not in self.roles:
            self.file.fail(f"tree: player must be one of {', '.join(self.roles)}", "tree", history)
        return self.file.read_strings(line.get("moves"), "moves", "tree", history)

    def _node(self, history: str, nodes: Mapping[str, ParametricNode]) -> ParametricNode:
        line = self._line(history)
        if not isinstance(line, dict):
            return ParametricNode(-1, payoff=self.file.read_expression(line, "tree", history))
        moves = self._moves(history)
        children = tuple(nodes[_join(history, move)] for move in moves)
        if "chance" in line:
            chances = tuple(self.file.read_expression(value, "tree", history) for value in line["chance"].values())
            return ParametricNode(0, "", moves, chances, children)
        player = str(line["player"])
        place = str(line.get("set", "")) or history or "start"
        if len(place) + len(player) > MAX_LABEL - 10:
            self.file.fail("tree: the name of an information set is too long", "tree", history)
        return ParametricNode(1 + self.roles.index(player), f"{player} when {place}", moves, (), children)


def _join(history: str, move: str) -> str:
    return f"{history} {move}".strip()


def make_types_tree(
    domain: Domain,
    roles: Sequence[str],
    types: Mapping[str, Sequence[str]],
    actions: Mapping[str, tuple[str, ...]],
    chances: Mapping[tuple[int, int], Expression],
    by_types: ByTypes,
) -> ParametricNode:
    """A zero-sum game with types as a tree: chance, then the first role, then the second."""
    first, second = roles
    children = []
    for i, j in product(range(len(types[first])), range(len(types[second]))):
        table = by_types[i, j]
        after = tuple(
            ParametricNode(
                2,
                _set_name(second, types[second][j]),
                actions[second],
                (),
                tuple(ParametricNode(-1, payoff=entry) for entry in row),
            )
            for row in table
        )
        children.append(ParametricNode(1, _set_name(first, types[first][i]), actions[first], (), after))
    labels = tuple(str(k) for k in range(len(children)))
    return ParametricNode(0, "", labels, tuple(chances.values()), tuple(children))


def _set_name(role: str, kind: str) -> str:
    return role if kind == "-" else f"{role} when {kind}"


def make_types_family(
    domain: Domain,
    root: ParametricNode,
    roles: Sequence[str],
    name: str,
    title: str,
    kinds: frozenset[Parametrization],
    symbols: tuple[tuple[str, str], ...],
    plans: PolynomialGame | None,
) -> TreeFamily:
    """A zero-sum game with types, whose lists say what each type does."""
    return _family(domain, root, (roles[0], roles[1]), name, title, kinds, symbols, plans)


def parse_parametric_efg(text: str, label: str) -> TreeFamily:
    """A two-player zero-sum tree of a .efg file whose numbers may be expressions.

    Its comment declares the parameters, such as ``parameters: b in [1/2, 4]``. `InputError` says what is wrong.
    """
    known: dict[Fraction, Expression] = {}

    def read_expression(word: str) -> Fraction:
        placeholder = Fraction(FIRST_PLACEHOLDER + len(known))
        known[placeholder] = parse_expression(word)
        return placeholder

    tree = parse_efg(text, read_expression)
    match = PARAMETERS.search(tree.comment)
    if match is None:
        raise InputError(f"{label}: the comment must declare parameters, such as parameters: b in [1/2, 4]")
    if len(tree.players) != 2:
        raise InputError(f"{label}: a tree with parameters must have two players, not {len(tree.players)}")
    root = _from_extensive(tree, known)
    kinds = frozenset({Parametrization.PAYOFF, Parametrization.INFORMATION})
    players = (_plain(tree.players[0]) or "first", _plain(tree.players[1]) or "second")
    title = _plain(tree.title) or label
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "tree"
    return _family(parse_domain(match[1].strip()), root, players, name, title, kinds)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[,;:#()\[\]{}]", " ", text).split())[: MAX_LABEL // 3]


def _from_extensive(tree: ExtensiveGame, known: Mapping[Fraction, Expression]) -> ParametricNode:
    """The tree with expressions; payoffs of both players must sum to 0 at every node."""

    def read(number: Fraction) -> Expression:
        return known.get(number, Number(number))

    children = tree.children()
    built: list[ParametricNode] = [ParametricNode(-1)] * len(tree.nodes)
    for index in reversed(range(len(tree.nodes))):
        node = tree.nodes[index]
        below = tuple(built[child] for child in children[index])
        payoff = read(node.payoffs[0]) if node.payoffs else None
        if node.payoffs:
            _check_zero_sum(read(node.payoffs[0]), read(node.payoffs[1]))
        if node.player <= 0:
            chances = tuple(map(read, node.probabilities))
            kind = -1 if node.player < 0 else 0
            end = Number(Fraction(0)) if kind < 0 and payoff is None else payoff
            built[index] = ParametricNode(kind, "", node.actions, chances, below, end)
            continue
        who = _plain(tree.players[node.player - 1]) or ("first", "second")[node.player - 1]
        place = _plain(node.set_name) or str(node.information_set)
        actions = tuple(_plain(action) or str(k + 1) for k, action in enumerate(node.actions))
        built[index] = ParametricNode(node.player, f"{who} when {place}", actions, (), below, payoff)
    return built[0]


def _check_zero_sum(first: Expression, second: Expression) -> None:
    from kibitz.rules.algebra.ratio import Ratio
    from kibitz.rules.language.expression import names_in

    total = Binary("+", first, second)
    if not Ratio.from_expression(total, tuple(sorted(names_in(total)))).numerator.is_zero:
        raise InputError("tree: payoffs of the two players must sum to 0 in a tree with parameters")
