"""Games with min, max and abs in their payoffs: split by the signs of what these compare, learnt piece by piece.

On a piece every payoff is a polynomial or a quotient, so its lists are learnt and proved as usual, for the parameters
of the piece. The list of the whole game asks for the piece first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.rules.algebra.arrangement import arrange
from kibitz.rules.algebra.bernstein import bounds
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.regions import substitute
from kibitz.rules.games.game import PayoffTable, PolynomialGame
from kibitz.rules.games.slacks import list_definitions
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule
from kibitz.rules.language.domain import Domain
from kibitz.rules.language.expression import Binary, Call, Expression, Negate, Number
from kibitz.rules.learning.lists import LearnedRole, learn
from kibitz.rules.proof.verification import verify_proof

MAX_PIECES = 16
SPLIT = ("min", "max", "abs")
N_TRIED_POINTS = 20_000
"""Points of three and more parameters at which a piece must have at least one to be learnt."""


@dataclass(frozen=True, slots=True)
class GamePiece:
    """A part of the domain, the conditions that hold there, and the game with payoffs that need no functions."""

    conditions: tuple[Condition, ...]
    game: PolynomialGame


@dataclass(frozen=True, slots=True)
class PiecewiseRole:
    """The list of a role for all pieces, the proved bound if all are proved, and what was learnt for each piece."""

    role: str
    decision_list: DecisionList
    epsilon: Fraction | None
    pieces: tuple[LearnedRole, ...]


def has_functions(game: object) -> bool:
    """Whether a payoff of the game has min, max or abs."""
    return isinstance(game, PolynomialGame) and any(_first_call(e) for t in _tables(game) for r in t for e in r)


def _tables(game: PolynomialGame) -> list[PayoffTable]:
    return [game.row_payoffs] if game.column_payoffs is None else [game.row_payoffs, game.column_payoffs]


def _first_call(expression: Expression) -> Call | None:
    """A call of min, max or abs whose arguments have none."""
    match expression:
        case Binary(_, left, right):
            return _first_call(left) or _first_call(right)
        case Negate(operand):
            return _first_call(operand)
        case Call(function, arguments):
            inner = next((found for a in arguments if (found := _first_call(a)) is not None), None)
            return inner or (expression if function in SPLIT else None)
    return None


def _replace(expression: Expression, call: Call, by: Expression) -> Expression:
    if expression == call:
        return by
    match expression:
        case Binary(op, left, right):
            return Binary(op, _replace(left, call, by), _replace(right, call, by))
        case Negate(operand):
            return Negate(_replace(operand, call, by))
        case Call(function, arguments):
            return Call(function, tuple(_replace(argument, call, by) for argument in arguments))
    return expression


def _choices(call: Call) -> Iterator[tuple[Condition, Expression]]:
    """The conditions under which a call is one of its arguments, and that argument."""
    if call.function == "abs":
        (inner,) = call.arguments
        zero = Number(Fraction(0))
        yield Condition(inner, ">=", zero), inner
        yield Condition(inner, "<=", zero), Negate(inner)
        return
    first, second, *more = call.arguments
    for operator, chosen in ((">=", first), ("<=", second)):
        way = operator if call.function == "max" else {">=": "<=", "<=": ">="}[operator]
        yield Condition(first, way, second), Call(call.function, (chosen, *more)) if more else chosen


def split_game(game: PolynomialGame) -> list[GamePiece]:
    """The pieces of a game, without those that are empty; `InputError` if they are too many."""
    done: list[GamePiece] = []
    pending = [GamePiece((), game)]
    while pending:
        piece = pending.pop()
        entries = [entry for table in _tables(piece.game) for row in table for entry in row]
        call = next((found for entry in entries if (found := _first_call(entry)) is not None), None)
        if call is None:
            done.append(piece)
            continue
        for condition, chosen in _choices(call):
            conditions = (*piece.conditions, condition)
            if _has_room(game.domain, (*game.domain.constraints, *conditions)):
                pending.append(GamePiece(conditions, _with_choice(piece.game, call, chosen, condition)))
        if len(done) + len(pending) > MAX_PIECES:
            raise InputError(
                f"game {game.name}: min, max and abs cut its parameters into more than {MAX_PIECES} pieces"
            )
    return done[::-1]


def _has_room(domain: Domain, conditions: tuple[Condition, ...]) -> bool:
    """Whether conditions hold in some open part of the domain; payoffs are continuous, so the rest needs no piece."""
    forms = [Polynomial.from_expression(Binary("-", c.left, c.right), domain.names) for c in conditions]
    if len(domain.names) <= 2:
        cells = arrange(forms, domain.box)
        held = [cells.signs[:, k] * (1 if c.operator in (">=", ">") else -1) >= 0 for k, c in enumerate(conditions)]
        return bool(np.logical_and.reduce(held).any())
    points = domain.columns(domain.sample(np.random.default_rng(3), N_TRIED_POINTS))
    signs = [1 if c.operator in (">=", ">") else -1 for c in conditions]
    held = [np.asarray(form.evaluate(points)) * sign >= 0 for form, sign in zip(forms, signs, strict=True)]
    if np.logical_and.reduce(np.broadcast_arrays(*held)).any():
        return True
    if any(bounds(form.scale(sign), domain.box)[1] < 0 for form, sign in zip(forms, signs, strict=True)):
        return False
    raise InputError(f"parameters: the piece where {' and '.join(map(str, conditions))} is too small to learn")


def _with_choice(game: PolynomialGame, call: Call, chosen: Expression, condition: Condition) -> PolynomialGame:
    tables = [tuple(tuple(_replace(entry, call, chosen) for entry in row) for row in table) for table in _tables(game)]
    domain = Domain(game.domain.parameters, (*game.domain.constraints, condition))
    column = tables[1] if len(tables) == 2 else None
    return replace(game, domain=domain, row_payoffs=tables[0], column_payoffs=column, known=())


def learn_pieces(game: PolynomialGame, effort: Mapping[str, Any]) -> tuple[PiecewiseRole, ...]:
    """Lists for each role, learnt on each piece and joined; every proof is verified for its piece."""
    pieces = split_game(game)
    learned = [learn(piece.game, **effort).roles for piece in pieces]
    result = []
    for some in zip(*learned, strict=True):
        bounds = [
            None if role.proof is None else verify_proof(role.proof, piece.game, role.decision_list).epsilon
            for role, piece in zip(some, pieces, strict=True)
        ]
        known = [bound for bound in bounds if bound is not None]
        epsilon = max(known) if len(known) == len(bounds) else None
        joined = _join([role.decision_list for role in some], [piece.conditions for piece in pieces])
        result.append(PiecewiseRole(some[0].role, joined, epsilon, some))
    return tuple(result)


def _join(lists: list[DecisionList], conditions: list[tuple[Condition, ...]]) -> DecisionList:
    """One list that asks for the piece and then does what its list says; the last piece needs no question."""
    rules: list[Rule] = []
    default: tuple[Mix, ...] = lists[-1].default
    for number, (decisions, asked) in enumerate(zip(lists, conditions, strict=True)):
        is_last = number == len(lists) - 1
        known = list_definitions(decisions)
        outcomes = [tuple(_expand(mix, known) for mix in outcome) for outcome in decisions.outcomes]
        before = () if is_last else asked
        for rule, outcome in zip(decisions.rules, outcomes, strict=False):
            own = tuple(
                Condition(substitute(c.left, known), c.operator, substitute(c.right, known))
                for c in rule.guard.conditions
            )
            rules.append(Rule(Guard((*before, *own)), outcome))
        if is_last:
            default = outcomes[-1]
        else:
            rules.append(Rule(Guard(before), outcomes[-1]))
    return DecisionList(lists[0].title, lists[0].roles, (), tuple(rules), default)


def _expand(mix: Mix, known: dict[str, Expression]) -> Mix:
    return Mix(tuple((label, substitute(weight, known)) for label, weight in mix.weights), mix.rest)
