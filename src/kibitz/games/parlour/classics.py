"""Textbook games with parameters, for learning decision lists.

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
"""Maximum number of hands of the relance."""


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
    """Hawk and dove: two animals meet at a prize of value v; a lost fight costs c."""
    payoffs = (("(v - c)/2", "v"), ("0", "v/2"))
    other = tuple(zip(*payoffs, strict=True))
    symbols = (("v", "value of the prize"), ("c", "cost of a lost fight"))
    actions = ("hawk", "dove")
    return _general("hawk-dove", "Hawk and dove", "v in [0, 1], c in [0, 1]", actions, actions, payoffs, other, symbols)


@cache
def battle_of_the_sexes() -> PolynomialGame:
    """Battle of the sexes: together at the opera the players get s and 1, together at the fight 1 and t, apart 0."""
    symbols = (("s", "value of the opera together to the first"), ("t", "value of the fight together to the second"))
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
    """Inspection: a worker with wage w works (effort g) or shirks; the employer inspects (cost c) or not.

    Work has the value 2 to the employer.
    """
    symbols = (("w", "wage, lost if caught shirking"), ("g", "cost of working"), ("c", "cost of inspecting"))
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
    """Tullock's contest for a prize v: both spend 1 or 2 and win in proportion; the second's spending counts r-fold."""
    spent = (1, 2)
    row = tuple(tuple(f"v*{x}/({x} + r*{y}) - {x}" for y in spent) for x in spent)
    column = tuple(tuple(f"v*r*{y}/({x} + r*{y}) - {y}" for y in spent) for x in spent)
    symbols = (("v", "prize"), ("r", "weight of the second's spending against the first's"))
    actions = ("spend 1", "spend 2")
    return _general(
        "tullock",
        "Tullock's contest",
        "v in [1, 20], r in [1, 2]",
        actions,
        actions,
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
    """Penalty kick: l and r are the chances to score against a keeper on the same side, k and m on the other side."""
    symbols = (
        ("l, k", "chances to score with a kick to the left, keeper left and keeper right"),
        ("m, r", "chances to score with a kick to the right, keeper left and keeper right"),
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
    """Diagonal game: the column player pays x or y on the diagonal, and nothing elsewhere."""
    symbols = (("x, y", "payoffs of the row player at top left and at bottom right"),)
    actions = (("top", "bottom"), ("left", "right"))
    return _zero_sum("diagonal", "Diagonal", "x in [-1, 1], y in [-1, 1]", *actions, (("x", "0"), ("0", "y")), symbols)


@cache
def relance(hands: int) -> PolynomialGame:
    """Borel's relance with ``hands`` equally likely hands of each player, dealt independently.

    Both ante 1. The first player drops and loses the ante, or raises to b. Then the second drops or calls; after a call
    the better hand wins b, and equal hands win nothing. A worse hand gains less by raising or calling, whatever the
    other does. So it suffices to consider threshold strategies: the actions are how many of the best hands raise or
    call.
    """
    if not 2 <= hands <= MAX_HANDS:
        raise InputError(f"hands: must be a whole number from 2 to {MAX_HANDS}, not {hands}")
    counts = range(hands + 1)
    row = tuple(tuple(_relance_payoff(hands, raised, called) for called in counts) for raised in counts)
    ours, theirs = (tuple(f"{verb} {best}" for best in counts) for verb in ("raise", "call"))
    symbols = (("b", "stake after a raise, in antes"),)
    title = f"Borel's relance with {hands} hands"
    return _zero_sum(f"relance-{hands}", title, "b in [1, 4]", ours, theirs, row, symbols, ("first", "second"))


def _relance_payoff(hands: int, raised: int, called: int) -> str:
    """The first player's expected winnings if the best ``raised`` hands raise and the best ``called`` hands call."""
    fixed, staked = 0, 0
    for x, y in product(range(hands), repeat=2):
        if x < hands - raised:
            fixed -= 1
        elif y < hands - called:
            fixed += 1
        else:
            staked += (x > y) - (x < y)
    return f"({fixed} + {staked}*b)/{hands * hands}".replace("+ -", "- ")
