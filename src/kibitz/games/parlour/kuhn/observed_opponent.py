"""An observed opponent at Kuhn poker: posterior, best response, its gain and its exploitability (sections 2 and 3).

At each information set and card the prior is a Beta distribution around equilibrium play, with the weight of some
hands. Observed hands add to it. Chances at different information sets are independent in the posterior, and the payoff
is linear in each, so the best response to the posterior is the best response to its mean.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.games.parlour.kuhn.strategies import AStrategy, BStrategy, Chances

MAX_HANDS = 200_000
HISTORIES_OF = {"A": ("start", "check-bet"), "B": ("bet", "check")}
"""Histories after which each player acts."""

Hands = Counter[tuple[str, int, str]]
"""Count of each observed action by history and card."""


@dataclass(frozen=True, slots=True, eq=False)
class KuhnResponse:
    """The best response to the mean of the posterior, ``opponent``, and its payoff in antes to the responder.

    ``gain`` is the advantage over equilibrium play against the same opponent, ``exploitability`` the loss against a
    best response.
    """

    opponent: AStrategy | BStrategy
    strategy: AStrategy | BStrategy
    payoff: Fraction
    gain: Fraction
    exploitability: Fraction


def parse_hands(text: str, cards: int, opponent: str, label: str = "hands") -> Hands:
    """Hands of an opponent from CSV with the columns after, card and action."""
    hands: Hands = Counter()
    try:
        header, *lines = csv.reader(io.StringIO(text, newline=None)) if text else ([],)
    except csv.Error as error:
        raise InputError(f"{label}: not readable as CSV ({error})") from None
    if [name.strip() for name in header] != ["after", "card", "action"]:
        raise InputError(f"{label}, line 1: must be after,card,action, not {','.join(header)[:60]!r}")
    for number, line in enumerate(lines, 2):
        if not line:
            continue
        after, card, action = ([part.strip() for part in line] + ["", "", ""])[:3]
        if after not in HISTORIES_OF[opponent]:
            raise InputError(
                f"{label}, line {number}: player {opponent} acts after {' or '.join(HISTORIES_OF[opponent])}, "
                f"not after {after[:20]!r}"
            )
        if not card.isdecimal() or len(card) > 9 or not 1 <= int(card) <= cards:
            raise InputError(f"{label}, line {number}: card must be from 1 to {cards}, not {card[:20]!r}")
        if action not in lists.ACTIONS[lists.ROLES[after]]:
            possible = " or ".join(lists.ACTIONS[lists.ROLES[after]])
            raise InputError(f"{label}, line {number}: action after {after} must be {possible}, not {action[:20]!r}")
        hands[after, int(card), action] += 1
        if number > MAX_HANDS:
            raise InputError(f"{label}: must have at most {MAX_HANDS:,} hands")
    return hands


def posterior_mean(usual: Chances, hands: Hands, after: str, prior: Fraction) -> Chances:
    """Posterior mean chance of the bolder action with each card; the prior has the weight of ``prior`` hands."""
    bold, tame = lists.ACTIONS[lists.ROLES[after]]
    result = []
    for card, often in enumerate(usual, 1):
        yes, no = hands[after, card, bold], hands[after, card, tame]
        result.append((prior * often + yes) / (prior + yes + no))
    return np.array(result, dtype=object)


def best_response(opponent: AStrategy | BStrategy) -> AStrategy | BStrategy:
    """A pure best response; the tamer action if both have the same value."""
    if isinstance(opponent, BStrategy):
        ours = strategies.a_options(opponent)
        return AStrategy(_where(ours.bet > ours.check), _where(ours.call > ours.fold))
    theirs = strategies.b_options(opponent)
    return BStrategy(_where(theirs.call < theirs.fold), _where(theirs.bet < theirs.check))


def _where(bold: Any) -> Chances:
    return np.array([Fraction(int(each)) for each in bold], dtype=object)


def respond_to_hands(cards: int, me: str, hands: Hands, prior: Fraction) -> KuhnResponse:
    """The best response of player ``me`` to an opponent with these observed hands."""
    a, b = lists.strategies(lists.lists()["corrected"], cards)
    value = strategies.value(cards)
    if me == "A":
        met = BStrategy(posterior_mean(b.call, hands, "bet", prior), posterior_mean(b.bet, hands, "check", prior))
        ours = best_response(met)
        assert isinstance(ours, AStrategy)
        payoff = strategies.payoff(ours, met)
        return KuhnResponse(
            met, ours, payoff, payoff - strategies.payoff(a, met), value - strategies.lower_value_bound(ours)
        )
    seen = AStrategy(posterior_mean(a.bet, hands, "start", prior), posterior_mean(a.call, hands, "check-bet", prior))
    theirs = best_response(seen)
    assert isinstance(theirs, BStrategy)
    payoff = -strategies.payoff(seen, theirs)
    return KuhnResponse(
        seen, theirs, payoff, payoff + strategies.payoff(seen, b), strategies.upper_value_bound(theirs) - value
    )


def three_card_equilibrium(alpha: Fraction) -> tuple[AStrategy, BStrategy]:
    """The equilibrium with three cards in which A bets the king with ``alpha`` and the jack with a third of it."""
    third, zero, one = Fraction(1, 3), Fraction(0), Fraction(1)
    a = AStrategy(np.array([alpha / 3, zero, alpha], object), np.array([zero, alpha / 3 + third, one], object))
    b = BStrategy(np.array([zero, third, one], object), np.array([third, zero, one], object))
    return a, b


def named_plays(a: AStrategy, b: BStrategy) -> dict[str, Chances]:
    """Bluffs and traps: the chance of each with every card.

    A bluff is a bet that loses more often than it wins when called. A trap is a check of A, followed by a call, with a
    card that would win against most callers.
    """
    ours, theirs, zero = _ahead(b.call), _ahead((1 - a.bet) * a.call), Fraction(0)
    a_bluffs = [often if lead < 0 else zero for often, lead in zip(a.bet, ours, strict=True)]
    b_bluffs = [often if lead < 0 else zero for often, lead in zip(b.bet, theirs, strict=True)]
    checked = zip(a.bet, a.call, ours, strict=True)
    traps = [(1 - bet) * call if lead > 0 else zero for bet, call, lead in checked]
    named = (("A's bluffs", a_bluffs), ("A's traps", traps), ("B's bluffs", b_bluffs))
    return {name: np.array(often, dtype=object) for name, often in named}


def _ahead(weights: Chances) -> Chances:
    """For each card the weight of the lower cards minus that of the higher ones."""
    to_here = np.cumsum(weights)
    return np.asarray(2 * to_here - weights - to_here[-1])
