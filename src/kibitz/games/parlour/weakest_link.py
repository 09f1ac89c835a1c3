"""Weakest Link, the last vote (section 6.3, appendix D): three are left and you vote for P1 or P2.

Payoffs are chances to win the bank, whose size does not matter. Whoever has most votes leaves; of three with one vote
each, one leaves at random. The paper leaves out the case in which neither votes for you, where your vote decides, and
prints p2 for p1 in one payoff; `PRINTED` is its rule, `CORRECTED` the one that maximises the payoff.
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

PRINTED = """\
list: Weakest Link, as printed
for: you
if 2*y1*p2 + y2*p2 + 3*y1*y2*p1 >= 2*y2*p1 + y1*p1 + 3*y1*y2*p2: P1
else: P2
"""

CORRECTED = """\
list: Weakest Link
for: you
if y1*(2*p1 - p2) + y2*(p1 - 2*p2) >= 3*(p1 - p2): P1
else: P2
"""

DOMAIN = "p1 in [0, 1], p2 in [0, 1], y1 in [0, 1], y2 in [0, 1], p1 > p2"

SYMBOLS = (
    ("p1, p2", "your chances to beat P1 and P2 in the last round"),
    ("y1, y2", "the chances that P1 and P2 vote for you"),
)

PAYOFFS = (
    "y1*(1 - y2)*p2 + (1 - y1)*y2*(p1 + p2)/3 + (1 - y1)*(1 - y2)*p2",
    "y1*(1 - y2)*(p1 + p2)/3 + (1 - y1)*y2*p1 + (1 - y1)*(1 - y2)*p1",
)
"""Chance to win the bank after voting for P1 and for P2."""


def enumerated_payoff(vote: str, p1: Any, p2: Any, y1: Any, y2: Any) -> Any:
    """Chance to win the bank with this vote: all votes of the others counted, the reference for `PAYOFFS`.

    Exact on fractions; arrays are evaluated all at once.
    """
    win = {"P1": p2, "P2": p1, "you": 0}
    total = 0
    for first, second in product(("you", "P2"), ("you", "P1")):
        chance = (y1 if first == "you" else 1 - y1) * (y2 if second == "you" else 1 - y2)
        votes = Counter((vote, first, second))
        leaving = [player for player, count in votes.items() if count == max(votes.values())]
        total = total + chance * sum(win[player] for player in leaving) / len(leaving)
    return total


def stronger_second(position: VotePosition) -> tuple[VotePosition, bool]:
    """The position with P2 the stronger opponent, as the paper has it, and whether the two changed places."""
    if position.p1 >= position.p2:
        return position, False
    return VotePosition(position.p2, position.p1, position.y2, position.y1), True


@cache
def game() -> PolynomialGame:
    """The family of all chances: a decision against given opponents, parametrized by payoffs and their strategies."""
    return PolynomialGame(
        name="weakest-link",
        title="Weakest Link, the last vote",
        roles=("you",),
        domain=parse_domain(DOMAIN),
        objective=Objective.PAYOFF,
        rows=("P1", "P2"),
        columns=("given votes",),
        row_payoffs=tuple((parse_expression(payoff),) for payoff in PAYOFFS),
        kinds=frozenset({Parametrization.PAYOFF, Parametrization.OPPONENT}),
        symbols=SYMBOLS,
        known=(("printed", (parse_list(PRINTED),)), ("corrected", (parse_list(CORRECTED),))),
    )
