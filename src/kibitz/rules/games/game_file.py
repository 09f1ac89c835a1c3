"""Your own games in TOML files: parameters with ranges, actions, payoff expressions (Definition 3).

A parameter may change payoffs, the number of players (as a whole number in payoffs), private information (chances of
types), the opponents' strategies (``opponents``) and the available actions (``available``). docs/define-a-game.md
describes the file. Nothing in it is executed; expressions are those of decision lists.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import NoReturn

import numpy as np

from kibitz.core import InputError
from kibitz.core.errors import quote_value, shorten
from kibitz.rules.algebra.regions import substitute
from kibitz.rules.games.game import GameFamily, Objective, Parametrization, ParametrizedGame, PolynomialGame
from kibitz.rules.games.payoffs import MAX_ACTIONS, MAX_PARAMETERS
from kibitz.rules.games.slacks import size_of
from kibitz.rules.games.strategic_game import StrategicGame
from kibitz.rules.games.tree_family import TreeFamily
from kibitz.rules.games.tree_file import make_types_family, make_types_tree, read_tree
from kibitz.rules.language.condition import Guard, parse_guard
from kibitz.rules.language.decision_list import MAX_LABEL, check_label
from kibitz.rules.language.domain import Domain, Point, parse_domain
from kibitz.rules.language.expression import Binary, Expression, Number, names_in, parse_expression

MAX_TEXT = 200_000
MAX_SIZE = 500_000
"""Maximum number of operations, numbers and names of all expressions together, with definitions expanded."""
MAX_TYPES = 60
"""Maximum number of types of a role."""
MAX_WORDS = 350
"""Maximum length of an error message, in characters."""
KEYS = {
    "name",
    "title",
    "roles",
    "parameters",
    "meaning",
    "constraints",
    "let",
    "actions",
    "payoffs",
    "types",
    "chances",
    "opponents",
    "available",
    "general",
    "tree",
}
NAME = r"[a-z0-9-]"
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{20}}")
"""A key of more than twenty parts. Parsing n parts takes n squared steps, and no game needs more than three."""


class GameFile:
    """A game file while kibitz reads it; errors give the line."""

    def __init__(self, text: str, label: str) -> None:
        if len(text) > MAX_TEXT:
            raise InputError(f"{label}: must have at most {MAX_TEXT:,} characters")
        self.text, self.label = text, label
        self.size, self.sizes = 0, dict[str, int]()
        if result := LONG_KEY.search(text):
            raise InputError(f"{label}, line {text.count(chr(10), 0, result.start()) + 1}: a key has too many parts")
        try:
            self.data: dict[str, object] = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InputError(f"{label}: not a TOML file ({shorten(str(error), 150)})") from None
        except ValueError:  # whole numbers of thousands of digits
            raise InputError(f"{label}: not a TOML file (a number has too many digits)") from None
        if unknown := set(self.data) - KEYS:
            self.fail(f"{quote_value(min(unknown))} is not one of {', '.join(sorted(KEYS))}", min(unknown))

    def fail(self, what: str, *near: str) -> NoReturn:
        """Raise an `InputError` with the line of the last of ``near``, searched for after the ones before it."""
        lines, at = self.text.splitlines(), 0
        for number, piece in enumerate(near):
            later = range(at + (number > 0), len(lines))
            # A line that begins with the text, as a key does, wins over one that only contains it.
            begins = (k for k in later if re.match(rf"\[?\"?{re.escape(piece)}\b", lines[k].strip()))
            contains = (k for k in range(at, len(lines)) if piece in lines[k])
            at = next(begins, next(contains, at))
        raise InputError(f"{self.label}, line {at + 1}: {shorten(what, MAX_WORDS)}")

    def read_line(self, key: str, default: str) -> str:
        """A text of one line."""
        result = str(self.data.get(key) or default)
        if len(result) > MAX_LABEL or not result.isprintable():
            self.fail(f"{key}: must be one line of at most {MAX_LABEL} characters", key)
        return result

    def read_table(self, key: str, needed: bool = False) -> dict[str, object]:
        """A table of the file, empty if there is none."""
        result = self.data.get(key, {})
        if not isinstance(result, dict) or (needed and not result):
            self.fail(f"{key}: must be a table, [{key}], with at least one line", key)
        return result

    def read_strings(self, value: object, what: str, *near: str) -> tuple[str, ...]:
        """A list of different names."""
        if not isinstance(value, list) or not value or not all(isinstance(v, str) and v.strip() for v in value):
            self.fail(f"{what}: must be a list of names in quotes", *near)
        if len(set(value)) != len(value):
            self.fail(f"{what}: two names are the same", *near)
        try:
            for name in value:
                check_label(name)
        except InputError as error:
            self.fail(f"{what}: {error}", *near)
        return tuple(value)

    def read_expression(self, value: object, *near: str, defines: str = "") -> Expression:
        """A number or an expression of the parameters, definitions expanded; ``defines`` names a new one."""
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self.fail(f"must be a number or an expression in quotes, not {quote_value(value)}", *near)
        try:
            result = parse_expression(repr(value) if isinstance(value, float) else str(value))
        except InputError as error:
            self.fail(str(error), *near, str(value))
        self.sizes[defines] = size_of(result, self.sizes)
        self.size += self.sizes[defines]
        if self.size > MAX_SIZE:  # a definition that uses another one twice doubles its size
            self.fail(f"must have at most {MAX_SIZE:,} operations with all definitions expanded", *near)
        result = substitute(result, self.definitions)
        if unknown := names_in(result) - set(self.domain.names):
            known = ", ".join((*self.domain.names, *self.definitions))
            self.fail(f"{shorten(min(unknown))} is not one of {known}", *near, str(value))
        return result

    def read_definitions(self) -> None:
        """Read parameters, constraints and definitions, which all expressions need."""
        parameters = self.read_table("parameters", needed=True)
        if len(parameters) > MAX_PARAMETERS:
            self.fail(f"must have at most {MAX_PARAMETERS} parameters", "parameters")
        parts = []
        for name, span in parameters.items():
            if not isinstance(span, str):
                self.fail(
                    f'{shorten(name)}: must be a range in quotes, such as "[0, 1]" or "{{1..9}}"', "parameters", name
                )
            parts.append(f"{name} in {span}")
            try:
                parse_domain(parts[-1])
            except InputError as error:
                self.fail(str(error), "parameters", name)
        constraints = self.data.get("constraints", [])
        if not isinstance(constraints, list):
            self.fail('constraints: must be a list of comparisons in quotes, such as ["p <= q"]', "constraints")
        for constraint in constraints:
            parts.append(str(constraint))
            try:
                parse_domain(", ".join(parts))
            except InputError as error:
                self.fail(str(error), "constraints", str(constraint))
        self.domain: Domain = parse_domain(", ".join(parts))
        self.definitions: dict[str, Expression] = {}
        for name, value in self.read_table("let").items():
            if name in self.domain.names:
                self.fail(f"let {shorten(name)}: a parameter has that name", "[let]", name)
            self.definitions[name] = self.read_expression(value, "[let]", name, defines=name)


@dataclass(frozen=True, slots=True)
class _Table:
    """Payoffs of a role by row and column."""

    entries: tuple[tuple[Expression, ...], ...]


def parse_game(text: str, label: str = "game.toml") -> ParametrizedGame:
    """The game that a file describes. An `InputError` gives the line of an error."""
    file = GameFile(text, label)
    file.read_definitions()
    roles = file.read_strings(file.data.get("roles"), "roles", "roles")
    if len(roles) > 2:
        file.fail("roles: must be two, or one against given opponents", "roles")
    name, title = file.read_line("name", "own"), file.read_line("title", shorten(label, MAX_LABEL))
    if "tree" in file.data:
        return read_tree(file, roles, name, title)
    actions = _actions(file, roles)
    opponents = file.read_table("opponents")
    tables = _payoffs(file, roles, actions)
    kinds = {Parametrization.PAYOFF}
    types: _Types | None = None
    if "types" in file.data:
        types = _read_types(file, roles, actions)
        actions, tables = types.plans(file, actions)
        kinds.add(Parametrization.INFORMATION)
        if types.has_behaviour and not tables:
            return types.family(name, title, frozenset(kinds), None)
    if any(parameter.integer for parameter in file.domain.parameters):
        kinds.add(Parametrization.PLAYER)
    rows, columns = actions[roles[0]], actions.get(roles[-1], ("",)) if len(roles) == 2 else ("given opponents",)
    objective = Objective.REGRET if len(tables) == 2 else Objective.EXPLOITABILITY
    if opponents or len(roles) == 1:
        if len(roles) == 2:
            tables = {roles[0]: _against_fixed_opponent(file, tables[roles[0]], roles[1], columns, opponents)}
            kinds.add(Parametrization.OPPONENT)
        roles, columns, objective = roles[:1], ("given opponents",), Objective.PAYOFF
    symbols = tuple((str(symbol), str(meaning)) for symbol, meaning in file.read_table("meaning").items())
    if "available" in file.data:
        kinds.add(Parametrization.STRATEGY)
    column_payoffs = tables[roles[1]].entries if objective is Objective.REGRET else None
    game = PolynomialGame(
        name,
        title,
        roles,
        file.domain,
        objective,
        rows,
        columns,
        tables[roles[0]].entries,
        column_payoffs,
        frozenset(kinds),
        symbols=symbols,
    )
    if types is not None and types.has_behaviour:
        return types.family(name, title, game.kinds, game)
    return _restrict_actions(file, game) if "available" in file.data else game


def _actions(file: GameFile, roles: Sequence[str]) -> dict[str, tuple[str, ...]]:
    result = {}
    table = file.read_table("actions", needed=True)
    for role in roles:
        if role not in table:
            file.fail(f"give the actions of {role}", "actions")
        result[role] = file.read_strings(table[role], f"actions of {role}", "actions", role)
        if len(result[role]) > MAX_ACTIONS:
            file.fail(f"must have at most {MAX_ACTIONS} actions", "actions", role)
    if unknown := set(table) - set(roles):
        file.fail(f"{shorten(min(unknown))} is not one of the roles {', '.join(roles)}", "actions", min(unknown))
    return result


def _payoffs(file: GameFile, roles: Sequence[str], actions: Mapping[str, tuple[str, ...]]) -> dict[str, _Table]:
    """The payoffs by role: for one role by action, for two as rows of a table; empty if they depend on types."""
    table = file.read_table("payoffs", needed=True)
    if unknown := set(table) - set(roles):
        file.fail(f"{shorten(min(unknown))} is not one of the roles {', '.join(roles)}", "payoffs", min(unknown))
    if roles[0] not in table:
        file.fail(f"give the payoffs of {roles[0]}", "payoffs")
    if "types" in file.data:
        return {}
    if len(roles) == 1:
        result = table[roles[0]]
        if not isinstance(result, dict) or set(result) != set(actions[roles[0]]):
            file.fail(f"payoffs of {roles[0]}: give one for each of {', '.join(actions[roles[0]])}", "payoffs")
        lines = tuple((file.read_expression(result[action], "payoffs", action),) for action in actions[roles[0]])
        return {roles[0]: _Table(lines)}
    return {role: _matrix(file, result, role, actions, roles) for role, result in table.items()}


def _matrix(
    file: GameFile, result: object, where: str, actions: Mapping[str, tuple[str, ...]], roles: Sequence[str]
) -> _Table:
    m, k = (len(actions[role]) for role in roles)
    if not isinstance(result, list) or len(result) != m or any(not isinstance(r, list) or len(r) != k for r in result):
        file.fail(
            f"payoffs of {where}: must be {m} rows of {k} entries, one row for each action of {roles[0]}",
            "payoffs",
            where,
        )
    return _Table(tuple(tuple(file.read_expression(entry, "payoffs", where) for entry in row) for row in result))


@dataclass(frozen=True, slots=True)
class _Types:
    """Private information: the types of each role, their chances, and each role's payoffs for each pair of types."""

    file: GameFile
    roles: tuple[str, ...]
    types: Mapping[str, tuple[str, ...]]
    actions: Mapping[str, tuple[str, ...]]
    chances: Mapping[tuple[int, int], Expression]
    by_types: Mapping[str, Mapping[tuple[int, int], tuple[tuple[Expression, ...], ...]]]

    @property
    def n_plans(self) -> int:
        """The larger number of plans of a role; a plan has an action for each type."""
        return max(int(len(self.actions[role]) ** min(len(self.types[role]), 64)) for role in self.roles)

    @property
    def has_behaviour(self) -> bool:
        """Whether lists say what each type does: in a zero-sum game of one parameter, and where plans are too many."""
        if len(self.by_types) == 2 or {"opponents", "available", "constraints"} & set(self.file.data):
            return False
        parameters = self.file.domain.parameters
        return self.n_plans > MAX_ACTIONS or (len(parameters) == 1 and not parameters[0].integer)

    def plans(
        self, file: GameFile, actions: Mapping[str, tuple[str, ...]]
    ) -> tuple[dict[str, tuple[str, ...]], dict[str, _Table]]:
        """Plans of each role as actions, with their mean payoffs; no payoffs where plans are too many."""
        roles, types = self.roles, self.types
        if self.n_plans > MAX_ACTIONS or max(len(types[role]) for role in roles) > MAX_ACTIONS:
            if self.has_behaviour:
                return dict(actions), {}
            file.fail(f"must have at most {MAX_ACTIONS} types and plans (an action for each type)", "types")
        plans = {role: list(product(actions[role], repeat=len(types[role]))) for role in roles}
        tables = {
            role: _Table(
                tuple(
                    tuple(_mean(self.chances, table, ours, theirs, actions, roles) for theirs in plans[roles[1]])
                    for ours in plans[roles[0]]
                )
            )
            for role, table in self.by_types.items()
        }
        return {role: tuple(_plan_label(types[role], plan) for plan in plans[role]) for role in roles}, tables

    def family(
        self, name: str, title: str, kinds: frozenset[Parametrization], plans: PolynomialGame | None
    ) -> TreeFamily:
        """The game as a tree, whose lists say what each type does."""
        domain, symbols = self.file.domain, self.file.read_table("meaning").items()
        by_types = self.by_types[self.roles[0]]
        root = make_types_tree(domain, self.roles, self.types, self.actions, self.chances, by_types)
        known = tuple((str(symbol), str(meaning)) for symbol, meaning in symbols)
        return make_types_family(domain, root, self.roles, name, title, kinds, known, plans)


def _read_types(file: GameFile, roles: Sequence[str], actions: Mapping[str, tuple[str, ...]]) -> _Types:
    if len(roles) != 2:
        file.fail("types: a game with private information must have two roles", "types")
    result = file.read_table("types", needed=True)
    types = {role: file.read_strings(result.get(role, ["-"]), f"types of {role}", "types", role) for role in roles}
    if max(map(len, types.values())) > MAX_TYPES:
        file.fail(f"must have at most {MAX_TYPES} types of a role", "types")
    pairs = list(product(range(len(types[roles[0]])), range(len(types[roles[1]]))))
    names = {(i, j): f"{types[roles[0]][i]} {types[roles[1]][j]}" for i, j in pairs}
    given = file.read_table("chances")
    if given and set(given) != set(names.values()):
        file.fail(f"chances: give one for each of {', '.join(names.values())}", "chances")
    even = Number(Fraction(1, len(pairs)))
    chances = {pair: file.read_expression(given[names[pair]], "chances") if given else even for pair in pairs}
    tables = {}
    for role, table in file.read_table("payoffs").items():
        if not isinstance(table, dict) or set(table) != set(names.values()):
            file.fail(f"payoffs of {role}: give a table for each of {', '.join(names.values())}", "payoffs", role)
        tables[role] = {pair: _matrix(file, table[names[pair]], names[pair], actions, roles).entries for pair in pairs}
    return _Types(file, tuple(roles), types, actions, chances, tables)


def _plan_label(types: Sequence[str], plan: Sequence[str]) -> str:
    return (
        plan[0] if len(types) == 1 else " ".join(f"{kind} {action}" for kind, action in zip(types, plan, strict=True))
    )


def _mean(
    chances: Mapping[tuple[int, int], Expression],
    by_types: Mapping[tuple[int, int], tuple[tuple[Expression, ...], ...]],
    ours: Sequence[str],
    theirs: Sequence[str],
    actions: Mapping[str, tuple[str, ...]],
    roles: Sequence[str],
) -> Expression:
    total: Expression = Number(Fraction(0))
    for (i, j), chance in chances.items():
        entry = by_types[i, j][actions[roles[0]].index(ours[i])][actions[roles[1]].index(theirs[j])]
        total = Binary("+", total, Binary("*", chance, entry))
    return total


def _against_fixed_opponent(
    file: GameFile, payoffs: _Table, other: str, columns: Sequence[str], opponents: Mapping[str, object]
) -> _Table:
    """The payoffs against an opponent whose mixed strategy is given as expressions."""
    given = opponents.get(other)
    kinds: list[dict[str, object]] = given if isinstance(given, list) else [given]  # type: ignore[list-item]
    if set(opponents) != {other} or any(not isinstance(k, dict) or set(k) - {*columns, "weight"} for k in kinds):
        file.fail(f"opponents: give the chances of {other} for {', '.join(columns)}", "opponents")
    # Payoffs are linear in the opponent's strategy, so a distribution over opponents has the payoffs of its mean.
    weights = [file.read_expression(kind.get("weight", 1), "opponents", "weight") for kind in kinds]
    chances = []
    for column in columns:
        mean: Expression = Number(Fraction(0))
        for weight, kind in zip(weights, kinds, strict=True):
            mean = Binary(
                "+", mean, Binary("*", weight, file.read_expression(kind.get(column, 0), "opponents", column))
            )
        chances.append(mean)
    lines = []
    for row in payoffs.entries:
        total: Expression = Number(Fraction(0))
        for chance, entry in zip(chances, row, strict=True):
            total = Binary("+", total, Binary("*", chance, entry))
        lines.append((total,))
    return _Table(tuple(lines))


def _restrict_actions(file: GameFile, game: PolynomialGame) -> GameFamily:
    """The game with actions that are available only if a condition holds; losses are then measured, not proved."""
    table = file.read_table("available", needed=True)
    guards: dict[str, Guard] = {}
    for action, text in table.items():
        if action not in (*game.rows, *game.columns):
            file.fail(f"{shorten(action)} is not one of the actions", "available", action)
        try:
            guards[action] = parse_guard(str(text))
        except InputError as error:
            file.fail(str(error), "available", action)
        if unknown := guards[action].names - set(game.domain.names):
            file.fail(f"{shorten(min(unknown))} is not one of {', '.join(game.domain.names)}", "available", action)

    def member(point: Point) -> StrategicGame:
        whole = game.instance(point)
        stored = [
            [k for k, action in enumerate(labels) if action not in guards or guards[action].holds(point)]
            for labels in whole.actions
        ]
        if not all(stored):
            raise InputError(f"{file.label}: no action of a role is available at {dict(point)}")
        payoffs = whole.payoffs[np.ix_(range(len(whole.players)), *stored)]
        labels = tuple(tuple(names[k] for k in some) for names, some in zip(whole.actions, stored, strict=True))
        assert payoffs.size == len(whole.players) * prod(map(len, stored))
        return StrategicGame(whole.players, labels, payoffs)

    return GameFamily(
        game.name, game.title, game.roles, game.domain, game.kinds, game.objective, member, symbols=game.symbols
    )
