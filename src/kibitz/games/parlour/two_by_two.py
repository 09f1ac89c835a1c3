"""2x2 games (section 5): an equilibrium of any two-player game with two choices each, by a list of five lines.

Payoffs a..h are as in equation (1), the row player's first: (a, b) top left, (c, d) top right, (e, f) bottom left,
(g, h) bottom right. The zero-sum family has only the row player's a, c, e, g. The published list is correct. The
corrected edition writes its last line without cancellation, so that it is also accurate in floating point.
"""

from __future__ import annotations

from functools import cache

from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import Expression, Name
from kibitz.rules.language.notation import parse_list


def _join_lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


PUBLISHED_LIST = _join_lines(
    "list: 2x2, published",
    "for: row; column",
    "if a >= e and b >= d: top; left",
    "else if c >= g and d >= b: top; right",
    "else if e >= a and f >= h: bottom; left",
    "else if g >= c and h >= f: bottom; right",
    "else: top with (h - f)/(b - f + h - d), otherwise bottom; left with (g - c)/(a - c + g - e), otherwise right",
)

CORRECTED_LIST = _join_lines(
    "list: 2x2",
    "for: row; column",
    "if a >= e and b >= d: top; left",
    "else if c >= g and d >= b: top; right",
    "else if e >= a and f >= h: bottom; left",
    "else if g >= c and h >= f: bottom; right",
    "else: top with (h - f)/((b - d) + (h - f)), otherwise bottom; "
    "left with (g - c)/((a - e) + (g - c)), otherwise right",
)

ZERO_SUM = _join_lines(
    "list: 2x2 zero-sum",
    "for: row; column",
    "if a >= e and c >= a: top; left",
    "else if c >= g and a >= c: top; right",
    "else if e >= a and g >= e: bottom; left",
    "else if g >= c and e >= g: bottom; right",
    "else: top with (g - e)/((a - c) + (g - e)), otherwise bottom; "
    "left with (g - c)/((a - e) + (g - c)), otherwise right",
)
"""The same list with b = -a, d = -c, f = -e, h = -g."""

NAMES = ("a", "b", "c", "d", "e", "f", "g", "h")
DOMAIN = ", ".join(f"{name} in [-1, 1]" for name in NAMES)
ZERO_SUM_DOMAIN = ", ".join(f"{name} in [-1, 1]" for name in "aceg")
"""Payoffs in [-1, 1] as in the paper's experiment. Shifts and positive factors do not change a game."""

LABELS = (("top", "bottom"), ("left", "right"))
"""Choices of the row and the column player."""


def _table(names: str) -> tuple[tuple[Expression, ...], ...]:
    a, c, e, g = map(Name, names)
    return ((a, c), (e, g))


@cache
def game() -> PolynomialGame:
    """All 2x2 games with payoffs in [-1, 1]; losses are regrets."""
    return PolynomialGame(
        name="two-by-two",
        title="2x2 games",
        roles=("row", "column"),
        domain=parse_domain(DOMAIN),
        objective=Objective.REGRET,
        rows=LABELS[0],
        columns=LABELS[1],
        row_payoffs=_table("aceg"),
        column_payoffs=_table("bdfh"),
        known=(("published", (parse_list(PUBLISHED_LIST),)), ("corrected", (parse_list(CORRECTED_LIST),))),
        symbols=(
            ("a, b", "payoffs of row and column at top left"),
            ("c, d", "top right"),
            ("e, f", "bottom left"),
            ("g, h", "bottom right"),
        ),
    )


@cache
def zero_sum_game() -> PolynomialGame:
    """All 2x2 zero-sum games with payoffs in [-1, 1]; the list is the general one for these payoffs."""
    return PolynomialGame(
        name="two-by-two-zero-sum",
        title="2x2 zero-sum games",
        roles=("row", "column"),
        domain=parse_domain(ZERO_SUM_DOMAIN),
        objective=Objective.EXPLOITABILITY,
        rows=LABELS[0],
        columns=LABELS[1],
        row_payoffs=_table("aceg"),
        known=(("corrected", (parse_list(ZERO_SUM),)),),
        symbols=(("a, c", "row's payoffs at top left and top right"), ("e, g", "bottom left and bottom right")),
    )
