"""What people bet on Daily Doubles (section 2.2): round numbers around a typical amount, by standing and stage.

The intended amount is log-normal; a player who has no more than that bets everything. A larger amount goes with
a better chance to be right, since both come from confidence in the category.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

from kibitz.games.jeopardy.people.contestant import load_table
from kibitz.games.jeopardy.people.latent import normal_cdf, normal_quantile
from kibitz.games.jeopardy.show import SMALLEST_WAGER, Era

N_CONFIDENCE_LEVELS = 32
"""Number of equally likely levels of confidence that approximate a normal number."""
NEARLY_ALL = 0.95
"""Share of the score that an aggressive player bets."""
BET_STEP_DOLLARS = 100
"""Dollars to which bets are rounded."""


def confidence_levels() -> tuple[float, ...]:
    """`N_CONFIDENCE_LEVELS` equally likely values with mean 0 and variance 1 in place of a standard normal number."""
    raw = [NormalDist().inv_cdf((k + 0.5) / N_CONFIDENCE_LEVELS) for k in range(N_CONFIDENCE_LEVELS)]
    scale = math.sqrt(sum(z * z for z in raw) / N_CONFIDENCE_LEVELS)
    return tuple(z / scale for z in raw)


@dataclass(frozen=True, slots=True)
class BetModel:
    """People's Daily Double bets; tuples of two are by round, ``typical`` also by standing (leader first)."""

    typical: tuple[tuple[float, float, float], tuple[float, float, float]]
    """Median amount in mind, dollars, at half the round and the reference bankroll."""
    elasticity: tuple[float, float]
    """How the amount grows with the most that may be bet: the exponent."""
    bankroll: tuple[float, float]
    """Reference bankroll, dollars."""
    caution: tuple[float, float]
    """Change of the leader's log amount over the whole round."""
    spread: tuple[float, float]
    """Standard deviation of the log amount."""
    thousands: tuple[float, float]
    """Chance that the amount is rounded to $1,000."""
    confidence: float
    """Latent correlation between the amount and a right answer."""

    def amount(self, round_: int, standing: int, stage: float, most: int, z: float) -> float:
        """Dollars in mind, before rounding; ``standing`` 0 leads, ``stage`` is the share of the round played."""
        i = round_ - 1
        late = math.exp(self.caution[i] * (stage - 0.5)) if standing == 0 else 1.0
        level = math.exp(self.spread[i] * z)
        bankroll = math.pow(most / self.bankroll[i], self.elasticity[i])
        return self.typical[i][standing] * level * bankroll * late

    def accuracy(self, accuracy: float, z: float) -> float:
        """Chance to be right at confidence ``z``, which averages to ``accuracy``."""
        r = self.confidence
        return normal_cdf((normal_quantile(accuracy) + r * z) / math.sqrt(1 - r * r))


def rounded_bet(amount: float, most: int, to_thousand: bool) -> int:
    """A legal bet near ``amount``: a multiple of $1,000 or $100, at least $5, everything if it comes to that."""
    step = 1000 if to_thousand and amount >= 500 else BET_STEP_DOLLARS
    bet = math.floor(amount / step + 0.5) * step
    return max(SMALLEST_WAGER, min(bet, most))


def aggressive_bet(score: int, best_other: int, dollars_left: int, most: int) -> int:
    """Nearly everything, unless the lead would still be out of reach: then only what can be spared.

    ``dollars_left`` is the value of all clues still to come before Final Jeopardy. A player with more than twice the
    best opponent's score plus all that is left cannot be caught.
    """
    spare = score - 2 * best_other - dollars_left
    return _round_down(spare if spare > 0 else NEARLY_ALL * most, most)


def machine_bet(
    score: int, best_other: int, dollars_left: int, most: int, leading: float, behind: float, reach: float
) -> int:
    """A share of the bankroll, ``leading`` or ``behind``; in the lead no more than a lock game is likely to need.

    For that the best opponent is expected to make ``reach`` times the dollars left. Like an aggressive player, the
    machine never puts a lead at risk that is out of reach.
    """
    spare = score - 2 * best_other - dollars_left
    if spare > 0:
        return _round_down(spare, most)
    if score < best_other:
        return _round_down(behind * most, most)
    return _round_down(min(leading * most, 2 * best_other + reach * dollars_left - score), most)


def _round_down(amount: float, most: int) -> int:
    """The legal bet at or below an amount, a multiple of $100 unless it is the smallest."""
    return max(SMALLEST_WAGER, min(math.floor(amount / BET_STEP_DOLLARS) * BET_STEP_DOLLARS, most))


def standing_index(scores: Sequence[int], seat: int) -> int:
    """0 for the leader (also level with another), 1 or 2 for the second and third."""
    return sum(score > scores[seat] for score in scores)


@cache
def bet_model(era: Era = Era.PAPER) -> BetModel:
    """The fitted model of an era."""
    table = load_table("daily_double_bets")["eras"][str(int(era))]
    first, second = (tuple(row) for row in table["typical"])
    pairs = {name: tuple(table[name]) for name in ("elasticity", "bankroll", "caution", "spread", "thousands")}
    return BetModel(typical=(first, second), confidence=table["confidence"], **pairs)
