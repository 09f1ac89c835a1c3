"""Final for two players with any whole scores (section 6.1, appendix B): simultaneous wagers, one clue.

Player i wagers 0..score and is right with chance p_i; the higher final score wins, a tie counts half. Payoffs are
player 1's chance to win minus 1/2, as in the paper, so the game is zero-sum; each is a polynomial
``c0 + c1 p1 + c2 p2 + c3 p1 p2`` whose coefficients are whole numbers of halves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.games.parlour.position import FinalPosition
from kibitz.rules.games.game import Objective, PolynomialGame, strategies_at
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import Expression, parse_expression
from kibitz.rules.language.notation import format_list, parse_list
from kibitz.solve import solve_zero_sum, solve_zero_sum_exact

PUBLISHED_LISTS = (
    """\
list: Final 5 v 3, player 1, published
for: player 1
if p2 = 0: 0
else if p1 = 0: 0
else if p1 = 1: 2
else if p2 >= 1/2: 2
else: 1 with (1 - p1)*(1 - 2*p2)/(1 - p1 + p1*p2), otherwise 2
""",
    """\
list: Final 5 v 3, player 2, published
for: player 2
if p2 = 0: 0
else if p1 = 0: 3
else if p1 = 1: 0
else if p1 >= 1/2 and p2 >= 1/2: 2
else if p2 >= 1/2: 3
else: 0 with p1*p2/(1 + p1*p2 - p1), otherwise 3
""",
)

CORRECTED_LIST = """\
list: Final 5 v 3
for: player 1; player 2
if (1 - p1)*(1 - 2*p2) <= 0: 2; 3
else: 1 with (1 - p1)*(1 - 2*p2)/(1 - p1 + p1*p2), otherwise 2; 0 with p1*p2/(1 - p1 + p1*p2), otherwise 3
"""
"""Depth 2, exact on the whole square. The guard holds if p2 >= 1/2 or p1 = 1, so the last line never divides 0 by 0."""

PUBLISHED_MATRIX = (
    ("1/2", "1/2", "1/2 - p2/2", "1/2 - p2"),
    ("1/2", "p1*p2/2 - p2/2 + 1/2", "1/2 - p2", "1/2 + p1*p2/2 - p2"),
    ("p1/2", "1/2 - p2 + p1*p2", "1/2 - p2 + p1*p2", "1/2 - p2 + p1*p2"),
    ("p1 - 1/2", "p1*p2/2 + p1/2 - p2/2", "1/2 - p2 + p1*p2", "1/2 - p2 + p1*p2"),
    ("p1 - 1/2", "p1 - 1/2", "p1*p2/2 + p1/2 - p2/2", "1/2 - p2 + p1*p2"),
    ("p1 - 1/2", "p1 - 1/2", "p1 - 1/2", "p1*p2/2 + p1/2 - p2/2"),
)
"""Equation (A2) as published. The entry for wagers 1 and 2 lacks + p1 p2."""

ROLES = ("player 1", "player 2")
DOMAIN = "p1 in [0, 1], p2 in [0, 1]"

MAX_EXACT = 600
"""Maximum number of entries of a payoff matrix for an exact solution in fractions."""


@lru_cache(maxsize=32)
def payoff_coefficients(first: int, second: int) -> NDArray[np.int64]:
    """Twice the coefficients of 1, p1, p2 and p1 p2 in every payoff, as (4, first + 1, second + 1)."""
    wager1, wager2 = np.arange(first + 1)[:, np.newaxis], np.arange(second + 1)[np.newaxis]
    lead = first - second

    def winner(right1: int, right2: int) -> NDArray[np.int64]:
        return np.asarray(np.sign(lead + right1 * wager1 - right2 * wager2))

    both, only1, only2, neither = winner(1, 1), winner(1, -1), winner(-1, 1), winner(-1, -1)
    parts = [neither, only1 - neither, only2 - neither, both - only1 - only2 + neither]
    table: NDArray[np.int64] = np.stack(parts)
    table.setflags(write=False)
    return table


def payoff_matrix(scores: tuple[int, int], p1: Any, p2: Any) -> NDArray[Any]:
    """Player 1's chance to win minus 1/2 for all wagers; exact on fractions, (N, m, k) for arrays of N chances."""
    table = payoff_coefficients(*scores)
    if isinstance(p1, Fraction):
        one, first, second, both = table.astype(object)
        return np.asarray((one + first * p1 + second * p2 + both * (p1 * p2)) / Fraction(2))
    p1, p2 = np.asarray(p1, dtype=np.float64), np.asarray(p2, dtype=np.float64)
    return np.asarray(np.tensordot(np.stack([np.ones_like(p1), p1, p2, p1 * p2], axis=-1), table, axes=1) / 2)


@lru_cache(maxsize=32)
def lists(scores: tuple[int, int]) -> Mapping[str, tuple[DecisionList, ...]]:
    """The known lists for these scores by edition: those of the paper (mirrored for 3 v 5), or constant wagers."""
    known = {"published": tuple(map(parse_list, PUBLISHED_LISTS)), "corrected": (parse_list(CORRECTED_LIST),)}
    if scores == (5, 3):
        return known
    if scores == (3, 5):
        return {edition: tuple(map(_mirror, each)) for edition, each in known.items()}
    if (wagers := constant_wagers(scores)) is None:
        return {}
    title = f"list: Final {scores[0]} v {scores[1]}"
    return {"corrected": (parse_list(f"{title}\nfor: {'; '.join(ROLES)}\nelse: {wagers[0]}; {wagers[1]}"),)}


def constant_wagers(scores: tuple[int, int]) -> tuple[int, int] | None:
    """Wagers of both players that are optimal for all chances, if any: the leader's smallest, the other's largest.

    Payoffs are affine in each chance, so the gain of another wager is largest where every chance is 0 or 1.
    """
    corners = payoff_matrix(scores, np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    secured, conceded = corners.min(axis=2), corners.max(axis=1)
    result = np.argwhere((secured[:, :, np.newaxis] >= conceded[:, np.newaxis, :]).all(axis=0))
    if not len(result):
        return None
    leads = scores[0] >= scores[1]
    first, second = min(result.tolist(), key=lambda pair: (pair[0], -pair[1]) if leads else (pair[1], -pair[0]))
    return first, second


def _mirror(decisions: DecisionList) -> DecisionList:
    """The list with the players' numbers exchanged."""
    text = re.sub(r"\b(p|player )([12])\b", lambda match: match[1] + "21"[int(match[2]) - 1], format_list(decisions))
    exchanged = parse_list(re.sub(r"(\d+) v (\d+)", r"\2 v \1", text))
    return _for_roles(exchanged, tuple(sorted(exchanged.roles)))


def _for_roles(decisions: DecisionList, roles: tuple[str, ...]) -> DecisionList:
    """The list restricted to ``roles``, in this order."""
    at = [decisions.role_index(role) for role in roles]
    rules = tuple(replace(rule, outcome=tuple(rule.outcome[i] for i in at)) for rule in decisions.rules)
    return replace(decisions, roles=roles, rules=rules, default=tuple(decisions.default[i] for i in at))


def list_for_position(position: FinalPosition) -> DecisionList | None:
    """The corrected list for these scores, restricted to the player to act, if there is one."""
    known = lists(position.scores).get("corrected", ())
    return _for_roles(known[0], (ROLES[position.player - 1],)) if known else None


@dataclass(frozen=True, slots=True, eq=False)
class FinalSolution:
    """The payoffs of all wagers, the value to player 1, and an optimal strategy of each player.

    Fractions in small games, floats in large ones.
    """

    matrix: NDArray[Any]
    value: Any
    row: NDArray[Any]
    column: NDArray[Any]


def solve_position(position: FinalPosition) -> FinalSolution:
    """Optimal wagers: by the list if one is known for the scores, otherwise by linear programming."""
    p1, p2 = position.p
    sizes = tuple(score + 1 for score in position.scores)
    exact = sizes[0] * sizes[1] <= MAX_EXACT
    matrix = payoff_matrix(position.scores, p1, p2) if exact else payoff_matrix(position.scores, float(p1), float(p2))
    known = lists(position.scores).get("corrected")
    if known is None:
        solved = solve_zero_sum_exact(matrix) if exact else solve_zero_sum(matrix)
        return FinalSolution(matrix, solved.value, np.array(solved.row), np.array(solved.column))
    mixes = strategies_at(known, {"p1": p1, "p2": p2})
    row, column = (
        np.array([mixes[role].get(str(wager), Fraction(0)) for wager in range(size)], matrix.dtype)
        for role, size in zip(ROLES, sizes, strict=True)
    )
    return FinalSolution(matrix, row @ matrix @ column, row, column)


def value_5_3(p1: Any, p2: Any) -> Any:
    """The value of 5 v 3 to player 1 by the closed form of appendix B; undefined for p1 = 1, p2 = 0 (value 1/2)."""
    if p2 >= Fraction(1, 2):
        return Fraction(1, 2) - p2 + p1 * p2
    return (Fraction(1, 2) + 2 * p1 * p2 - p1 / 2 - p1 * p1 * p2 / 2 - p2) / (1 - p1 + p1 * p2)


def published_game() -> PolynomialGame:
    """5 v 3 with the payoff matrix of equation (A2) as published, to measure the loss that its misprint causes."""
    table = tuple(tuple(map(parse_expression, line)) for line in PUBLISHED_MATRIX)
    title = "Final for two, 5 v 3, published matrix"
    return replace(game(5, 3), name="final-5-3-printed", title=title, row_payoffs=table)


@lru_cache(maxsize=32)
def game(first: int, second: int) -> PolynomialGame:
    """The family of all p1 and p2 for these scores, with payoffs as expressions, for learning and proofs."""
    FinalPosition((first, second), (Fraction(0), Fraction(0)))  # raises InputError if scores are out of range
    table = payoff_coefficients(first, second)
    return PolynomialGame(
        name=f"final-{first}-{second}",
        title=f"Final for two, {first} v {second}",
        roles=ROLES,
        domain=parse_domain(DOMAIN),
        objective=Objective.EXPLOITABILITY,
        rows=tuple(map(str, range(first + 1))),
        columns=tuple(map(str, range(second + 1))),
        row_payoffs=tuple(
            tuple(_polynomial(*table[:, i, j].tolist()) for j in range(second + 1)) for i in range(first + 1)
        ),
        known=tuple(lists((first, second)).items()),
        symbols=(("p1, p2", "chances of player 1 and player 2 to answer correctly"),),
    )


@lru_cache(maxsize=1_000)
def _polynomial(*halves: int) -> Expression:
    """The expression with these many halves of 1, p1, p2 and p1 p2."""
    terms = [f"{half}/2{term}" for half, term in zip(halves, ("", "*p1", "*p2", "*p1*p2"), strict=True) if half]
    return parse_expression(" + ".join(terms) or "0")
