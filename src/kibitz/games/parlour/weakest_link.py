"""Weakest Link, the last vote (section 6.3, appendix D): three players are left and you vote for P1 or P2.

Payoffs are chances to win the bank, whose size does not matter. The player with most votes leaves; if all three have
one vote, one leaves at random. The paper omits the case in which neither votes for you, where your vote decides, and
has p2 for p1 in one payoff. `PUBLISHED_LIST` is its rule, `CORRECTED_LIST` the one that maximises the payoff.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

from kibitz.games.parlour.position import VotePosition
from kibitz.rules.games.game import Objective, Parametrization, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.language.notation import parse_list

PUBLISHED_LIST = """\
list: Weakest Link, published
for: you
if 2*y1*p2 + y2*p2 + 3*y1*y2*p1 >= 2*y2*p1 + y1*p1 + 3*y1*y2*p2: P1
else: P2
"""

REMARKS = ("if p2 <= p1/2: always P2, whatever the others do",)
"""Section 6.3: the left side of the rule is then largest for y1 = y2 = 1, where it is 3*(p1 - p2)."""

CORRECTED_LIST = """\
list: Weakest Link
for: you
if y1*(2*p1 - p2) + y2*(p1 - 2*p2) >= 3*(p1 - p2): P1
else: P2
"""

RULES = {
    "random": CORRECTED_LIST,
    "you": "list: Weakest Link, you the strongest link\nfor: you\nelse: P2\n",
    "P1": "list: Weakest Link, P1 the strongest link\nfor: you\nif p2 + p1*y1 >= p1: P1\nelse: P2\n",
    "P2": "list: Weakest Link, P2 the strongest link\nfor: you\nelse: P2\n",
}
"""The rule for each way to break a tie. Those with a strongest link are learnt and proved."""

LARGEST_BANK = 1_000_000

DOMAIN = "p1 in [0, 1], p2 in [0, 1], y1 in [0, 1], y2 in [0, 1], p1 > p2"

SYMBOLS = (
    ("p1, p2", "your chances to beat P1 and P2 in the last round"),
    ("y1, y2", "chances that P1 and P2 vote for you"),
)

TIES = {"random": ("(p1 + p2)/3", "(p1 + p2)/3"), "you": ("p2", "p1"), "P1": ("p1", "0"), "P2": ("0", "p2")}
"""Value of a tie of three after a vote for P1 and for P2: one leaves at random, or as the strongest link voted."""


def payoffs(tie: str = "random") -> tuple[str, str]:
    """Chance to win the bank after voting for P1 and for P2, as expressions."""
    first, second = TIES[tie]
    return (
        f"y1*(1 - y2)*p2 + (1 - y1)*y2*{first} + (1 - y1)*(1 - y2)*p2",
        f"y1*(1 - y2)*{second} + (1 - y1)*y2*p1 + (1 - y1)*(1 - y2)*p1",
    )


PAYOFFS = payoffs()
"""Payoffs if a tie of three is broken at random, as in the paper."""


def enumerated_payoff(vote: str, p1: Any, p2: Any, y1: Any, y2: Any, tie: str = "random") -> Any:
    """Chance to win the bank with this vote, summed over all votes of the others: the reference for `payoffs`.

    Exact on fractions; also works on arrays. ``tie`` says whose vote breaks a tie of three.
    """
    win = {"P1": p2, "P2": p1, "you": 0}
    total = 0
    for first, second in product(("you", "P2"), ("you", "P1")):
        chance = (y1 if first == "you" else 1 - y1) * (y2 if second == "you" else 1 - y2)
        votes = Counter((vote, first, second))
        leaving = [player for player, count in votes.items() if count == max(votes.values())]
        if len(leaving) == 3 and tie != "random":
            leaving = [{"you": vote, "P1": first, "P2": second}[tie]]
        total = total + chance * sum(win[player] for player in leaving) / len(leaving)
    return total


def order_by_strength(position: VotePosition) -> tuple[VotePosition, bool]:
    """The position with P2 the stronger opponent, as in the paper, and whether P1 and P2 were exchanged."""
    if position.p1 >= position.p2:
        return position, False
    tie = {"P1": "P2", "P2": "P1"}.get(position.tie, position.tie)
    return VotePosition(position.p2, position.p1, position.y2, position.y1, tie), True


@cache
def game(tie: str = "random", bank: bool = False) -> PolynomialGame:
    """The family over all chances: a decision against given opponents, parametrized by payoffs and their strategies.

    ``tie`` says who breaks a tie of three. With ``bank`` its size W is a parameter too, and payoffs are in dollars.
    """
    is_random = tie == "random"
    name = "weakest-link" + ("" if is_random else f"-{tie.lower()}") + ("-bank" if bank else "")
    known = (("published", (parse_list(PUBLISHED_LIST),)), ("corrected", (parse_list(CORRECTED_LIST),)))
    symbols = (*SYMBOLS, ("W", "bank in dollars")) if bank else SYMBOLS
    return PolynomialGame(
        name=name,
        title="Weakest Link, the last vote" + ("" if is_random else f", {tie} the strongest link"),
        roles=("you",),
        domain=parse_domain(DOMAIN + (f", W in [0, {LARGEST_BANK}]" if bank else "")),
        objective=Objective.PAYOFF,
        rows=("P1", "P2"),
        columns=("given votes",),
        row_payoffs=tuple((parse_expression(f"W*({text})" if bank else text),) for text in payoffs(tie)),
        kinds=frozenset({Parametrization.PAYOFF, Parametrization.OPPONENT}),
        symbols=symbols,
        known=known if is_random else (("corrected", (parse_list(RULES[tie]),)),),
        remarks=REMARKS if is_random else (),
    )


def game_variant(*parts: str) -> PolynomialGame:
    """The family named by these parts: ``you``, ``p1`` or ``p2`` for the strongest link, and ``bank``."""
    tie = next((tie for tie in TIES if tie.lower() in parts), "random")
    return game(tie, "bank" in parts)
