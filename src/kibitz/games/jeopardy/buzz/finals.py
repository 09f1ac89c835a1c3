"""Final Jeopardy at the leaves: how the others bet, and the chance to win from many scores at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.standings import NODES, OwnFinal, Standing, packed, win_chances
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.wagers import Group, Mixture
from kibitz.games.jeopardy.show import SEATS, Ties

IntArray = NDArray[np.int64]
Price = Callable[[IntArray], FloatArray]
"""My equity at each row of scores by seat (n x 3) once the last clue is played: a chance to win."""

FEW = 300
"""Up to this many scores the plain prices are quicker than loading the compiled ones."""


class Finals(StrEnum):
    """How opponents are taken to bet in Final."""

    PEOPLE = "people"
    """As recorded contestants did."""
    ALL_IN = "all-in"
    """The leader covers the second's doubled score by a dollar, the others bet everything: the paper's figures."""


def all_in(model: FinalModel) -> FinalModel:
    """The same contestants, of whom the leader covers by a dollar and the others bet everything."""
    return replace(model, mixtures=(_sure(0), _sure(1), _sure(2)), name=f"{model.name}, all in")


def _sure(role: int) -> Mixture:
    """One bet for each group of scores: cover for A (nothing where B cannot pass A), the whole score for B and C."""
    amount = np.zeros((len(Group), 1, 4))
    for group in Group:
        if role:
            amount[group, 0, role] = 1.0
        elif group not in (Group.LOCKED, Group.LOCK_TIE):
            amount[group, 0] = (-1.0, 2.0, 0.0, 0.0 if group is Group.TIED else 1.0)
    ones = np.ones((len(Group), 1))
    names = (("cover" if role == 0 else "everything",),) * len(Group)
    return Mixture(names, amount, amount, ones.astype(np.int64), ones, ones / 2, ones.astype(np.int64))


def final_price(standing: Standing, few: int = FEW) -> Price:
    """Prices of Final for a seat: its chance to win, betting best (or as people do).

    Up to ``few`` scores at a time are priced by the plain version.
    """
    low, high, step, chance, right, triples = packed(standing)
    _, first, second = seats_from_me(standing.me)
    shared, best = standing.ties is Ties.SHARED, standing.own is OwnFinal.BEST

    def price(scores: IntArray) -> FloatArray:
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
                np.array([float(mine)]), one[rows].astype(np.float64), two[rows].astype(np.float64), standing.me,
                shared, best, np.array(NODES), low, high, step, chance, right, triples,
            )[0]  # fmt: skip
        return values

    return price


def seats_from_me(me: int) -> tuple[int, int, int]:
    """My seat and the two opponents', left to right."""
    first, second = (seat for seat in range(SEATS) if seat != me)
    return me, first, second
