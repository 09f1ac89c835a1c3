"""Final Jeopardy at the leaves: how the others bet, and the chance to win from many scores at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.before_final import (
    NODES,
    FinalSetup,
    OwnFinalRule,
    exchange_opponents,
    pack_setup,
    win_chances,
)
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.people_wagers import ScoreGroup, WagerMixture
from kibitz.games.jeopardy.show import SEATS, Ties

IntArray = NDArray[np.int64]
Price = Callable[[IntArray], FloatArray]
"""My equity at each row of scores by seat (n x 3) once the last clue is played: a chance to win, or a utility."""

MAX_SCORES_WITHOUT_COMPILED = 300
"""Up to this many scores the plain prices are quicker than loading the compiled ones."""


class FinalAssumption(StrEnum):
    """How opponents are taken to bet in Final."""

    PEOPLE = "people"
    """As recorded contestants did."""
    ALL_IN = "all-in"
    """The leader covers the second's doubled score by a dollar, the others go all-in, as in the paper's figures.

    With A = B + C a cover that misses by a dollar is passed by C's double, so a third of leaders cover exactly there
    and offer both a tie.
    """


EXACT_COVERS = 1 / 3
"""Share of leaders with A = B + C who cover exactly: 11 of the 41 recorded until 2014 who covered within a dollar
(27 +- 7 %), elsewhere 1 in 10. The dip of figure 8 at 10,400 is there from 0.27 to 0.6."""
ONLY_LEVEL = 1e6
"""Puts a bet far out of what is legal in either direction unless A = B + C."""


def with_all_in_bets(model: FinalModel) -> FinalModel:
    """The same contestants, of whom the leader covers and the others bet everything."""
    return replace(
        model, mixtures=(_certain_mixture(0), _certain_mixture(1), _certain_mixture(2)), name=f"{model.name}, all in"
    )


def _certain_mixture(role: int) -> WagerMixture:
    """The bets of a role by group of scores: cover for A (nothing where B cannot pass A), everything for B and C."""
    amount = np.zeros((len(ScoreGroup), 2, 4))
    chance = np.full((len(ScoreGroup), 2), 0.5)
    for group in ScoreGroup:
        if role:
            amount[group, :, role] = 1.0
        elif group is ScoreGroup.TIED:
            amount[group] = (-1.0, 2.0, 0.0, 0.0)
        elif group not in (ScoreGroup.LOCKED, ScoreGroup.LOCK_TIE):
            amount[group, 0] = (-1.0, 2.0, 0.0, 1.0)
            amount[group, 1] = (-1.0 + ONLY_LEVEL, 2.0 - ONLY_LEVEL, -ONLY_LEVEL, 0.0)
            chance[group] = 1 - EXACT_COVERS, EXACT_COVERS
    ones = np.ones((len(ScoreGroup), 2))
    names = (("cover", "cover exactly") if role == 0 else ("everything", "everything"),) * len(ScoreGroup)
    return WagerMixture(names, amount, amount, ones.astype(np.int64), chance, ones / 2, ones.astype(np.int64))


def final_price(standing: FinalSetup, few: int = MAX_SCORES_WITHOUT_COMPILED) -> Price:
    """Prices of Final for a seat: its chance to win, betting best (or like people).

    Up to ``few`` scores at a time are priced by the plain version.
    """
    exchanged = standing.better_first
    standing = standing if exchanged is None else exchanged
    low, high, step, chance, right, triples = pack_setup(standing)
    _, first, second = seats_from_me(standing.me)
    shared, best = standing.ties is Ties.SHARED, standing.own is OwnFinalRule.BEST

    def price(scores: IntArray) -> FloatArray:
        scores = scores if exchanged is None else exchange_opponents(scores, standing.me)
        if standing.payoff is not None:
            from kibitz.games.jeopardy.endgame.payoffs.prices import payoff_prices

            return payoff_prices(scores, standing)
        own, one, two = scores[:, standing.me], scores[:, first], scores[:, second]
        # Who cannot be caught bets nothing and wins; who has nothing is out.
        locked = best & (own > 0) & (own > 2 * np.maximum(one, two))
        values = np.where(locked, 1.0, 0.0)
        open_ = ~locked & (own > 0)
        if open_.sum() <= few:
            values[open_] = win_chances(scores[open_], standing)
            return values
        from kibitz.games.jeopardy.endgame import kernels

        for mine in np.unique(own[open_]):
            rows = np.flatnonzero(open_ & (own == mine))
            values[rows] = kernels.win_table(
                np.array([float(mine)]),
                one[rows].astype(np.float64),
                two[rows].astype(np.float64),
                standing.me,
                shared,
                best,
                np.array(NODES),
                low,
                high,
                step,
                chance,
                right,
                triples,
            )[0]
        return values

    return price


def seats_from_me(me: int) -> tuple[int, int, int]:
    """My seat and the two opponents', left to right."""
    first, second = (seat for seat in range(SEATS) if seat != me)
    return me, first, second
