"""Kuhn poker with n cards (section 6.2): payoffs, best responses and exact exploitability.

Both players ante 1 and hold one card of 1..n. A bets 1 or checks. After a bet B calls or folds; after a check B bets 1
or checks, and a bet A calls or folds. Payoffs are A's winnings in antes, expected over the deal.

A strategy is one probability per card at each information set. Floats give float results, fractions exact ones: NumPy
sums object arrays of fractions as it does floats, so one formula serves both. Sums over the other player's cards are
prefix sums, so a best response takes O(n) and not O(n^2) operations.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.games.parlour.position import check_cards

Chances: TypeAlias = NDArray[Any]
"""Probabilities of the bolder action, card 1 first: float64, or an object array of fractions."""


@dataclass(frozen=True, slots=True, eq=False)
class AStrategy:
    """Player A: the chance of each card to bet first, and to call after a check and a bet."""

    bet: Chances
    call: Chances


@dataclass(frozen=True, slots=True, eq=False)
class BStrategy:
    """Player B: the chance of each card to call a bet, and to bet after a check."""

    call: Chances
    bet: Chances


@dataclass(frozen=True, slots=True, eq=False)
class AOptions:
    """A's winnings by action and card against one B, in antes, summed over B's cards."""

    bet: Chances
    check: Chances
    call: Chances
    fold: Chances


@dataclass(frozen=True, slots=True, eq=False)
class BOptions:
    """A's winnings by action and card of B, in antes, summed over A's cards."""

    call: Chances
    fold: Chances
    bet: Chances
    check: Chances


def _sums(weights: Chances) -> tuple[Chances, Chances]:
    """For each card, the weight of all other cards, and the weight of the lower minus that of the higher ones."""
    to_here = np.cumsum(weights)
    others = to_here[-1] - weights
    return others, 2 * (to_here - weights) - others


def a_options(b: BStrategy) -> AOptions:
    """A's options against ``b``; ``check`` assumes the better of calling and folding afterwards."""
    calls, calls_won = _sums(b.call)
    bets, bets_won = _sums(b.bet)
    _, checks_won = _sums(1 - b.bet)
    call, fold = 2 * bets_won, -bets
    return AOptions((len(b.call) - 1) - calls + 2 * calls_won, checks_won + np.maximum(call, fold), call, fold)


def b_options(a: AStrategy) -> BOptions:
    """B's options against ``a``, as A's winnings: the smaller, the better for B."""
    bets, bets_won = _sums(a.bet)
    _, checks_won = _sums(1 - a.bet)
    folds, _ = _sums((1 - a.bet) * (1 - a.call))
    _, calls_won = _sums((1 - a.bet) * a.call)
    # Seen from B's card the signs turn: A wins what B's card loses.
    return BOptions(-2 * bets_won, bets, -2 * calls_won - folds, -checks_won)


def upper_value_bound(b: BStrategy) -> Any:
    """The maximum that A can win against ``b``: an upper bound of the value, in antes."""
    options = a_options(b)
    return np.maximum(options.bet, options.check).sum() / _deals(b.call)


def lower_value_bound(a: AStrategy) -> Any:
    """The minimum that ``a`` wins whatever B does: a lower bound of the value, in antes."""
    options = b_options(a)
    least = np.minimum(options.call, options.fold).sum() + np.minimum(options.bet, options.check).sum()
    return least / _deals(a.bet)


def duality_gap(a: AStrategy, b: BStrategy) -> Any:
    """The sum of both exploitabilities; 0 exactly when both strategies are optimal (OpenSpiel's ``nash_conv``)."""
    return upper_value_bound(b) - lower_value_bound(a)


def exploitabilities(a: AStrategy, b: BStrategy) -> dict[str, Any]:
    """Exploitability of A and of B, in antes; their sum is the duality gap."""
    game_value = value(len(a.bet))
    return {"A": game_value - lower_value_bound(a), "B": upper_value_bound(b) - game_value}


def payoff(a: AStrategy, b: BStrategy) -> Any:
    """A's expected winnings in antes, summed deal by deal: a slow and simple reference."""
    n = len(a.bet)
    total = a.bet[0] * 0
    for x in range(n):
        for y in range(n):
            if x != y:
                won = 1 if x > y else -1
                bet = (1 - b.call[y]) + 2 * won * b.call[y]
                called = 2 * won * a.call[x] - (1 - a.call[x])
                check = (1 - b.bet[y]) * won + b.bet[y] * called
                total = total + a.bet[x] * bet + (1 - a.bet[x]) * check
    return total / _deals(a.bet)


def _deals(chances: Chances) -> int:
    return len(chances) * (len(chances) - 1)


VALUE_CONSTANTS = (9, 2, 9, 6, 11, 6)
"""The constant of the value formula for n = 0..5 modulo 6."""


def value(n: int) -> Fraction:
    """The value of the game to A, in antes; tends to -1/18.

    Not in the paper; tests compare it with the exact best-response bounds, which enclose the value.
    """
    check_cards(n)
    return Fraction(-(n * n + n - VALUE_CONSTANTS[n % 6]), 18 * n * (n - 1))
