"""Textbook games with parameters, for learning lists: general-sum, zero-sum, and Borel's relance.

Hawk and dove, the battle of the sexes, inspection and a Tullock contest are general-sum; penalty kicks, the diagonal
game and the relance are zero-sum.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from kibitz.core import InputError
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import Expression, parse_expression

Texts = tuple[tuple[str, ...], ...]
MAX_HANDS = 12
"""Hands of the largest relance."""


def _table(texts: Texts) -> tuple[tuple[Expression, ...], ...]:
    return tuple(tuple(parse_expression(text) for text in line) for line in texts)


def _general(
    name: str,
    title: str,
    domain: str,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    row: Texts,
    column: Texts,
    symbols: tuple[tuple[str, str], ...],
    roles: tuple[str, str] = ("row", "column"),
) -> PolynomialGame:
    return PolynomialGame(
        name,
        title,
        roles,
        parse_domain(domain),
        Objective.REGRET,
        rows,
        columns,
        _table(row),
        _table(column),
        symbols=symbols,
    )


@cache
def hawk_dove() -> PolynomialGame:
    """Two animals and a prize of worth v; a lost fight costs c."""
    payoffs = (("(v - c)/2", "v"), ("0", "v/2"))
    other = tuple(zip(*payoffs, strict=True))
    symbols = (("v", "what the prize is worth"), ("c", "what losing a fight costs"))
    acts = ("hawk", "dove")
    return _general("hawk-dove", "Hawk and dove", "v in [0, 1], c in [0, 1]", acts, acts, payoffs, other, symbols)


@cache
def battle_of_the_sexes() -> PolynomialGame:
    """Together at the opera the first gets s, the second 1; together at the fight 1 and t; apart nothing."""
    symbols = (("s", "what the opera together is worth to the first"), ("t", "and the fight together to the second"))
    return _general(
        "battle-of-the-sexes",
        "Battle of the sexes",
        "s in [-1, 3], t in [-1, 3]",
        ("opera", "fight"),
        ("opera", "fight"),
        (("s", "0"), ("0", "1")),
        (("1", "0"), ("0", "t")),
        symbols,
        ("first", "second"),
    )


@cache
def inspection() -> PolynomialGame:
    """A worker works (effort g) or shirks for a wage w; the employer inspects (cost c) or not, work is worth 2."""
    symbols = (("w", "the wage, lost if caught"), ("g", "what working costs"), ("c", "what inspecting costs"))
    return _general(
        "inspection",
        "Inspection",
        "w in [0, 1], g in [0, 1], c in [0, 1]",
        ("work", "shirk"),
        ("inspect", "trust"),
        (("w - g", "w - g"), ("0", "w")),
        (("2 - w - c", "2 - w"), ("-c", "-w")),
        symbols,
        ("worker", "employer"),
    )


@cache
def tullock() -> PolynomialGame:
    """A contest for a prize v: both spend 1 or 2 and win with their share; what the second spends counts r times."""
    spent = (1, 2)
    row = tuple(tuple(f"v*{x}/({x} + r*{y}) - {x}" for y in spent) for x in spent)
    column = tuple(tuple(f"v*r*{y}/({x} + r*{y}) - {y}" for y in spent) for x in spent)
    symbols = (("v", "the prize"), ("r", "how much the second's spending counts for each of the first's"))
    acts = ("spend 1", "spend 2")
    return _general(
        "tullock",
        "Tullock's contest",
        "v in [1, 20], r in [1, 2]",
        acts,
        acts,
        row,
        column,
        symbols,
        ("first", "second"),
    )


def _zero_sum(
    name: str,
    title: str,
    domain: str,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    row: Texts,
    symbols: tuple[tuple[str, str], ...],
    roles: tuple[str, str] = ("row", "column"),
) -> PolynomialGame:
    return PolynomialGame(
        name, title, roles, parse_domain(domain), Objective.EXPLOITABILITY, rows, columns, _table(row), symbols=symbols
    )


@cache
def penalty() -> PolynomialGame:
    """A penalty kick to either side; l and r score against a keeper on that side, k and m against one on the other."""
    symbols = (
        ("l, k", "chances that a kick to the left scores, keeper left and keeper right"),
        ("m, r", "that a kick to the right scores, keeper left and keeper right"),
    )
    return _zero_sum(
        "penalty",
        "Penalty kick, both sides",
        "l in [0, 1], k in [0, 1], m in [0, 1], r in [0, 1]",
        ("left", "right"),
        ("left", "right"),
        (("l", "k"), ("m", "r")),
        symbols,
        ("kicker", "keeper"),
    )


@cache
def diagonal() -> PolynomialGame:
    """Who meets on the diagonal pays x or y; elsewhere nothing is paid."""
    symbols = (("x, y", "what the column player pays at top left and at bottom right"),)
    acts = (("top", "bottom"), ("left", "right"))
    return _zero_sum("diagonal", "Diagonal", "x in [-1, 1], y in [-1, 1]", *acts, (("x", "0"), ("0", "y")), symbols)


@cache
def relance(hands: int) -> PolynomialGame:
    """Borel's relance with ``hands`` equally likely hands of each player, dealt independently.

    Both put up 1. The first drops, losing it, or raises to b; then the second drops or calls, and the better hand wins
    b, equal hands nothing. The worse a hand, the less it gains by raising or calling, whatever the other does, so the
    actions are how many of the best hands to raise or to call with: nothing is lost by leaving the other plans out.
    """
    if not 2 <= hands <= MAX_HANDS:
        raise InputError(f"hands: a whole number from 2 to {MAX_HANDS} is accepted, not {hands}")
    counts = range(hands + 1)
    row = tuple(tuple(_relance_payoff(hands, raised, called) for called in counts) for raised in counts)
    ours, theirs = (tuple(f"{verb} {best}" for best in counts) for verb in ("raise", "call"))
    symbols = (("b", "the stake after a raise, in antes"),)
    title = f"Borel's relance with {hands} hands"
    return _zero_sum(f"relance-{hands}", title, "b in [1, 4]", ours, theirs, row, symbols, ("first", "second"))


def _relance_payoff(hands: int, raised: int, called: int) -> str:
    """The first's winnings where the ``raised`` and ``called`` best hands are played."""
    fixed, staked = 0, 0
    for x, y in product(range(hands), repeat=2):
        if x < hands - raised:
            fixed -= 1
        elif y < hands - called:
            fixed += 1
        else:
            staked += (x > y) - (x < y)
    return f"({fixed} + {staked}*b)/{hands * hands}".replace("+ -", "- ")
