"""The decision lists of n-card Kuhn poker (section 6.2, appendix C): published and corrected editions.

There is one list per information set, over the number of cards n and the own card x. A mass m bets the m lowest cards,
the last one with the fractional part of m. A threshold t acts on cards from t up, and on the card below with the
fraction that remains.

The paper's B calls from card (n - 1)/3 up, but that is the *mass* that folds; the card is (n + 5)/3. The paper's A is
optimal only for n = 1 modulo 6, since the bluffing mass must fit B's last bluffing card, beta.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from kibitz.core import InputError
from kibitz.games.parlour.kuhn.strategies import AStrategy, BStrategy, Chances, exploitabilities
from kibitz.games.parlour.position import check_cards
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.notation import parse_list

ROLES = {"start": "A first", "check-bet": "A facing a bet", "bet": "B facing a bet", "check": "B facing a check"}
"""Names of the information sets in the lists, by history."""

ACTIONS = {
    "A first": ("bet", "check"),
    "A facing a bet": ("call", "fold"),
    "B facing a bet": ("call", "fold"),
    "B facing a check": ("bet", "check"),
}
"""The two actions at each information set, the bolder first."""


def _join_lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


_BET_ENDS = _join_lines(
    "if x <= floor(m): bet",
    "else if x = ceil(m): bet with m - floor(m), otherwise check",
    "else if x >= ceil(t): bet",
    "else if x = floor(t): bet with ceil(t) - t, otherwise check",
    "else: check",
)

_CALL_HIGH = """\
if x >= ceil(t): call
else if x = floor(t): call with ceil(t) - t, otherwise fold
else: fold
"""


def _text(role: str, edition: str, lets: str, rules: str) -> str:
    return f"list: Kuhn, {role}{edition}\nfor: {role}\n{lets}{rules}"


PUBLISHED_LISTS = (
    _text("A first", ", published", "let m = (n - 1)/9\nlet t = (2*n + 4)/3\n", _BET_ENDS),
    _text("A facing a bet", ", published", "let t = (n + 5)/3\n", _CALL_HIGH),
    _text("B facing a bet", ", published", "let t = (n - 1)/3\n", _CALL_HIGH),
    _text("B facing a check", ", published", "let m = (n - 1)/6\nlet t = (n + 3)/2\n", _BET_ENDS),
)

_BETA = "let beta = ceil((n - 1)/6)\n"

CORRECTED_LISTS = (
    _text("A first", "", _BETA + "let m = (n - 3 + 2*beta)/12\nlet t = (3*n + 7 - 2*beta)/4\n", _BET_ENDS),
    _text("A facing a bet", "", _BETA + "let t = (n + 5 + 2*beta)/4\n", _CALL_HIGH),
    _text("B facing a bet", "", "let t = (n + 5)/3\n", _CALL_HIGH),
    _text("B facing a check", "", "let m = (n - 1)/6\nlet t = (n + 3)/2\n", _BET_ENDS),
)


@cache
def lists() -> Mapping[str, tuple[DecisionList, ...]]:
    """Both editions of the four lists, parsed: ``published`` and ``corrected``."""
    return {"published": tuple(map(parse_list, PUBLISHED_LISTS)), "corrected": tuple(map(parse_list, CORRECTED_LISTS))}


def list_text(role: str, edition: str, lets: str) -> str:
    """The text of a list with masses m and thresholds t as defined in ``lets``."""
    return _text(role, edition, lets, _CALL_HIGH if role.endswith("a bet") else _BET_ENDS)


def act_high(cards: int, t: Fraction) -> Chances:
    """The chance of each card to act: cards from threshold ``t`` up, and the card below with the remaining fraction."""
    return np.array([min(max(x + 1 - t, Fraction(0)), Fraction(1)) for x in range(1, cards + 1)], dtype=object)


def bet_ends(cards: int, m: Fraction, t: Fraction) -> Chances:
    """The chance of each card to bet: the ``m`` lowest cards, and those from threshold ``t`` up."""
    low = np.array([min(max(m - x + 1, Fraction(0)), Fraction(1)) for x in range(1, cards + 1)], dtype=object)
    return np.where(low > 0, low, act_high(cards, t))


def bold_chances(decisions: DecisionList, cards: int) -> Chances:
    """The chance of each card to take the bolder action by one list, in fractions."""
    check_cards(cards)
    role = decisions.roles[0]
    if len(decisions.roles) > 1 or role not in ACTIONS:
        raise InputError(f"list {decisions.title!r}: must have one role, one of {', '.join(ACTIONS)}")
    bold, tame = ACTIONS[role]
    result = np.empty(cards, dtype=object)
    for x in range(1, cards + 1):
        (mix,) = decisions.apply({"n": Fraction(cards), "x": Fraction(x)})
        if not set(mix) <= {bold, tame}:
            raise InputError(f"{role}: actions must be {bold} and {tame}, not {', '.join(mix)}")
        result[x - 1] = mix.get(bold, Fraction(0))
    return result


def strategies_from(chances: Mapping[str, Chances]) -> tuple[AStrategy, BStrategy]:
    """The strategies of A and B from the chances at each information set."""
    missing = [role for role in ACTIONS if role not in chances]
    if missing:
        raise InputError(f"lists: give one for each of {', '.join(ACTIONS)}; {missing[0]} is missing")
    return (
        AStrategy(chances["A first"], chances["A facing a bet"]),
        BStrategy(chances["B facing a bet"], chances["B facing a check"]),
    )


def strategies(decisions: Sequence[DecisionList], cards: int) -> tuple[AStrategy, BStrategy]:
    """The strategies of A and B by four lists, one per information set, in fractions."""
    return strategies_from({each.roles[0]: bold_chances(each, cards) for each in decisions})


def exploitability(decisions: Sequence[DecisionList], cards: int) -> dict[str, Fraction]:
    """Exact exploitability of A and of B who play these lists, in antes."""
    return exploitabilities(*strategies(decisions, cards))
