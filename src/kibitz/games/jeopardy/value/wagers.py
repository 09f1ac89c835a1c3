"""Daily Double wagers by rule and by network: equation 1, with the risk controls of section 3.1."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.rollout.state_rows import TOTALS, remaining_after
from kibitz.games.jeopardy.show import SEATS, SMALLEST_WAGER
from kibitz.games.jeopardy.value.features import KnownAbilities, features_at
from kibitz.games.jeopardy.value.match_features import MATCH_INPUTS, match_features_at

if TYPE_CHECKING:
    from kibitz.games.jeopardy.rollout.seating import Seating
    from kibitz.games.jeopardy.value.evaluator import StateEvaluator

IntArray = NDArray[np.int64]

COARSE, FINE = 14, 10
"""Wagers tried over the whole bankroll, and round the best of them, where a whole game must be quick."""


def safe_wager(own: float, best_other: float, most: int) -> int:
    """The heuristic that networks are measured against: add to a lead, or catch up, without falling too far.

    In the lead the margin, but between a quarter and half of the most that may be bet; behind, enough to draw level
    and $1,000, as long as a wrong answer leaves half of the leader's score, but at least a third of the most. In game 2
    of a match scores are G2 + G1 / 2.
    """
    if own >= best_other:
        amount = min(max(own - best_other, most / 4), most / 2)
    else:
        amount = max(min(best_other - own + 1000, own - best_other / 2), most / 3)
    return max(SMALLEST_WAGER, min(math.floor(amount / 100) * 100, most))


@dataclass(frozen=True, slots=True)
class Risk:
    """Risk controls: penalty on a wager's standard deviation, and the most a wrong answer may cost in chance to win,
    counted from what the smallest wager would leave."""

    penalty: float = 0.0
    limit: float | None = None

    def __post_init__(self) -> None:
        if self.penalty < 0 or (self.limit is not None and self.limit < 0):
            raise InputError("risk: must have a penalty and a limit from 0 up")


@dataclass(frozen=True, slots=True, eq=False)
class WagerOutcomes:
    """My chance to win after each wager, right and wrong; wagers start with the smallest."""

    wagers: IntArray
    right: FloatArray
    wrong: FloatArray
    errors: FloatArray | None = None
    """Standard errors of ``right`` and ``wrong`` (2 x wagers), where they come from rollouts."""

    def standard_errors(self, confidence: float) -> FloatArray | None:
        """Standard errors of `equities`."""
        return None if self.errors is None else np.hypot(confidence * self.errors[0], (1 - confidence) * self.errors[1])

    def equities(self, confidence: float) -> FloatArray:
        """Equation 1."""
        return np.asarray(confidence * self.right + (1 - confidence) * self.wrong)

    def risk_adjusted(self, confidence: float, risk: Risk) -> FloatArray:
        """Equation 1 less the penalty for volatility; -inf beyond the limit on downside risk (section 3.1)."""
        deviation = math.sqrt(confidence * (1 - confidence)) * np.abs(self.right - self.wrong)
        values = self.equities(confidence) - risk.penalty * deviation
        if risk.limit is not None:
            values = np.where(self.downside > risk.limit, -np.inf, values)
        return np.asarray(values)

    @property
    def downside(self) -> FloatArray:
        """How much more a wrong answer costs than one at the smallest wager, in win chance."""
        return np.asarray(self.wrong[0] - self.wrong)


def after_wagers(
    evaluator: StateEvaluator, row: IntArray, me: int, known: KnownAbilities, wagers: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Chances to win after each wager, right and wrong, by the network; ``me`` keeps control."""
    left = remaining_after(row)
    own = int(row[me])
    both = np.concatenate([own + wagers, own - wagers])
    x = features_at(both, tuple(row[:SEATS].tolist()), me, me, left, known)
    values = np.concatenate([evaluator.network.outputs(part)[:, 0] for part in np.array_split(x, -(-len(x) // 4096))])
    return values[: len(wagers)].astype(np.float64), values[len(wagers) :].astype(np.float64)


def network_wager(seating: Seating, row: IntArray, types: list[int], me: int, confidence: float, most: int) -> int:
    """The wager that the compiled search picks: some over the bankroll, then some round the best (plain version)."""
    network, how = seating.seats[me].network, seating.how
    assert network is not None
    own_known, opponents_known, champion, expert = how.known[me].tolist()
    abilities = [
        float(how.abilities[seat, types[seat]]) if (own_known if seat == me else opponents_known) else None
        for seat in range(SEATS)
    ]
    seats = (None if seat < 0 else int(seat) for seat in (champion, expert))
    known = KnownAbilities((abilities[0], abilities[1], abilities[2]), *seats)
    left = remaining_after(row)
    own = int(row[me])

    scores = tuple(row[:SEATS].tolist())

    def chance(score: int) -> float:
        assert network is not None
        at = np.array([score])
        if network.sizes[0] == MATCH_INPUTS:
            out = network.outputs(match_features_at(at, scores, tuple(row[TOTALS].tolist()), me, me, left, known))[0]
            return float(how.weights @ out[:2])
        return float(network.outputs(features_at(at, scores, me, me, left, known))[0, 0])

    least = chance(own - SMALLEST_WAGER)

    def worth(bet: int) -> float:
        right, wrong = chance(own + bet), chance(own - bet)
        deviation = math.sqrt(confidence * (1 - confidence)) * abs(right - wrong)
        value = confidence * right + (1 - confidence) * wrong - float(how.risk[0]) * deviation
        return value - (1 + least - wrong if least - wrong > how.risk[1] else 0)

    step = max(most // COARSE // 100 * 100, 100)
    tried = [SMALLEST_WAGER, *(min(k * step, most) for k in range(1, most // step + 2))]
    best = max(tried, key=worth)
    fine = max(2 * step // (FINE + 1) // 100 * 100, 100)
    near = [best // 100 * 100 + k * fine for k in range(-(FINE // 2), FINE // 2 + 1) if abs(k) * fine < step]
    return max([best, *(bet for bet in near if SMALLEST_WAGER <= bet <= most)], key=worth)
