"""How people bet in Final Jeopardy: mixtures over named kinds of wager for first, second and third place.

Every kind of wager is a range of dollars, whose ends are linear in the scores of A, B and C (first, second and third
before Final), with all multiples of a step in it equally likely. Frequencies are those of recorded games in the six
groups of section 2.3, in lock-ties and in lock games, by era, and of tied leaders; `fit.final_wagers` fits them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import load_table
from kibitz.games.jeopardy.show import SEATS, Era, check_scores

IntArray = NDArray[np.int64]

ROLES = ("A", "B", "C")


class ScoreGroup(IntEnum):
    """Situations in which people bet differently: B against A (rows), then B against C's double (columns)."""

    BELOW_TWO_THIRDS_CHASED = 0
    """3B < 2A, and C's double would pass B."""
    BELOW_TWO_THIRDS = 1
    TWO_THIRDS_CHASED = 2
    """2/3 to 3/4 of A."""
    TWO_THIRDS = 3
    THREE_QUARTERS_CHASED = 4
    """At least 3/4 of A."""
    THREE_QUARTERS = 5
    LOCK_TIE = 6
    """B has exactly half of A."""
    LOCKED = 7
    """B has less than half of A."""
    TIED = 8
    """A and B are level, and bet unlike other leaders and seconds: all-in, seven times in ten."""


def score_groups(ranked: IntArray) -> IntArray:
    """The `ScoreGroup` of each row of scores (games x 3, first place first; negative scores count as zero)."""
    a, b, c = np.maximum(ranked, 0).T
    six = 2 * ((3 * b >= 2 * a).astype(np.int64) + (4 * b >= 3 * a)) + (b >= 2 * c)
    six = np.where((a == b) & (a > 0), ScoreGroup.TIED, six)
    return np.where(a > 2 * b, ScoreGroup.LOCKED, np.where(a == 2 * b, ScoreGroup.LOCK_TIE, six))


def is_open_game(ranked: IntArray) -> NDArray[np.bool_]:
    """Whether B can pass A: games that are neither lock games nor lock-ties."""
    return ~np.isin(score_groups(ranked), (ScoreGroup.LOCK_TIE, ScoreGroup.LOCKED))


@dataclass(frozen=True, slots=True, eq=False)
class BetRanges:
    """Bets of one role in many games: for each game (rows) and kind of wager (columns) a range and its chance.

    All multiples of ``step`` from ``low`` to ``high`` are equally likely; both ends are such multiples. Chances sum
    to 1 in each row; a kind that is impossible with these scores has chance 0. More confident people bet
    differently, so there are also chances among those who turn out to be right or wrong.
    """

    low: IntArray
    high: IntArray
    step: IntArray
    chance: FloatArray
    if_right: FloatArray
    if_wrong: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class WagerMixture:
    """People's bets in one role by `ScoreGroup` (rows) and kind of wager (columns)."""

    names: tuple[tuple[str, ...], ...]
    low: FloatArray
    """Coefficients of A, B, C and 1: groups x kinds x 4."""
    high: FloatArray
    step: IntArray
    chance: FloatArray
    """Weights of the kinds; those possible with given scores share the whole in proportion."""
    right: FloatArray
    """Share of right answers among those who bet so: the bet tells something of the player's confidence."""
    counts: IntArray
    """Recorded bets behind each chance; 0 for the padding of shorter groups."""

    def bets(self, ranked: IntArray, role: int) -> BetRanges:
        """Ranges and chances for scores in order of standing (games x 3) and role 0 to 2."""
        scores = np.maximum(np.asarray(ranked, dtype=np.int64), 0)
        group = score_groups(scores)
        terms = np.concatenate([scores, np.ones((len(scores), 1), dtype=np.int64)], axis=1).astype(np.float64)
        own = scores[:, role, None]
        step = self.step[group]
        # The tolerance undoes rounding in sums such as 0.95 * 20000, which must not lose or gain a dollar.
        low = np.ceil(np.einsum("nkf,nf->nk", self.low[group], terms) - 1e-6)
        high = np.floor(np.einsum("nkf,nf->nk", self.high[group], terms) + 1e-6)
        first = -(-np.clip(low, 0, None).astype(np.int64) // step) * step
        last = np.minimum(high.astype(np.int64), own) // step * step
        chance = np.where(last >= first, self.chance[group], 0.0)
        no_kind = chance.sum(axis=1) == 0
        # Where no kind of wager fits the scores, everything is bet.
        chance[no_kind, 0] = 1.0
        first[no_kind, 0] = last[no_kind, 0] = own[no_kind, 0]
        impossible = chance == 0
        first[impossible] = last[impossible] = 0
        chance /= chance.sum(axis=1, keepdims=True)
        right, wrong = chance * self.right[group], chance * (1 - self.right[group])
        return BetRanges(
            first,
            last,
            step,
            chance,
            right / right.sum(axis=1, keepdims=True),
            wrong / wrong.sum(axis=1, keepdims=True),
        )


def mixture_from_table(table: dict[str, Any]) -> WagerMixture:
    """The mixture of one role from its fitted table, by the names of the groups."""
    rows = [table[group.name.lower()] for group in ScoreGroup]
    kinds = max(len(row) for row in rows)
    low, high = np.zeros((len(rows), kinds, 4)), np.zeros((len(rows), kinds, 4))
    step, counts = np.ones((len(rows), kinds), dtype=np.int64), np.zeros((len(rows), kinds), dtype=np.int64)
    weight, right = np.zeros((len(rows), kinds)), np.full((len(rows), kinds), 0.5)
    for i, row in enumerate(rows):
        for k, kind in enumerate(row):
            low[i, k], high[i, k] = kind["low"], kind["high"]
            step[i, k], counts[i, k] = kind["step"], kind["count"]
            weight[i, k], right[i, k] = kind["weight"], kind["right"]
    names = tuple(tuple(kind["name"] for kind in row) for row in rows)
    return WagerMixture(names, low, high, step, weight / weight.sum(axis=1, keepdims=True), right, counts)


@cache
def people_mixtures(era: Era = Era.PAPER) -> tuple[WagerMixture, WagerMixture, WagerMixture]:
    """Fitted mixtures of A, B and C in an era."""
    table = load_table("final_wagers")["eras"][str(int(era))]
    a, b, c = (mixture_from_table(table[role]) for role in ROLES)
    return a, b, c


def with_covering_leader(
    mixtures: tuple[WagerMixture, WagerMixture, WagerMixture], past: int
) -> tuple[WagerMixture, WagerMixture, WagerMixture]:
    """The same bets, but that A covers B's doubled score, ``past`` dollars beyond it, wherever B can pass A at all."""
    leader = mixtures[0]
    low, step, chance = leader.low.copy(), leader.step.copy(), leader.chance.copy()
    high = leader.high.copy()
    for group in ScoreGroup:
        if group not in (ScoreGroup.LOCKED, ScoreGroup.LOCK_TIE):
            low[group, 0] = high[group, 0] = (-1, 2, 0, 0 if group is ScoreGroup.TIED else past)
            step[group, 0], chance[group] = 1, np.eye(1, chance.shape[1])[0]
    covering = replace(leader, low=low, high=high, step=step, chance=chance)
    return covering, mixtures[1], mixtures[2]


def standing_order(scores: tuple[int, ...]) -> tuple[int, int, int]:
    """Seats in order of score, the highest first; equals keep the order of their seats."""
    first, second, third = sorted(range(SEATS), key=lambda seat: -scores[seat])
    return first, second, third


def dollar_chances(bets: BetRanges, game: int, most: int, chance: FloatArray) -> FloatArray:
    """Chance of every whole-dollar wager from 0 to ``most`` in one game, with these chances of the kinds."""
    chances = np.zeros(most + 1)
    for k in np.flatnonzero(chance[game]):
        low, high, step = int(bets.low[game, k]), int(bets.high[game, k]), int(bets.step[game, k])
        chances[low : high + 1 : step] += chance[game, k] / ((high - low) // step + 1)
    return chances


def wager_distribution(
    role: int, scores: tuple[int, int, int], era: Era = Era.PAPER, mixture: WagerMixture | None = None
) -> tuple[IntArray, FloatArray]:
    """Whole-dollar wagers that people make in a role (0 to 2), and their chances, which sum to 1.

    ``scores`` are those of A, B and C in this order.
    """
    ranked = check_scores(scores)
    if role not in range(SEATS):
        raise InputError(f"role: must be 0 (first), 1 (second) or 2 (third), not {role}")
    if list(ranked) != sorted(ranked, reverse=True):
        raise InputError("scores: give those of first, second and third place in this order")
    bets = (people_mixtures(era)[role] if mixture is None else mixture).bets(np.array([ranked]), role)
    chances = dollar_chances(bets, 0, max(ranked[role], 0), bets.chance)
    wagers = np.flatnonzero(chances)
    return wagers, chances[wagers]


def sample_wagers(
    rng: np.random.Generator,
    ranked: IntArray,
    era: Era = Era.PAPER,
    right: NDArray[np.bool_] | None = None,
    mixtures: tuple[WagerMixture, ...] | None = None,
) -> IntArray:
    """One wager of people in each role of many games (games x 3), scores in order of standing.

    ``right`` (games x 3, in the same order) tells who will answer right, where that is drawn before the wagers: those
    who do bet a little more. Without it wagers and answers are independent.
    """
    wagers = np.empty_like(ranked)
    rows = np.arange(len(ranked))
    for role, mixture in enumerate(people_mixtures(era) if mixtures is None else mixtures):
        bets = mixture.bets(ranked, role)
        chance = bets.chance if right is None else np.where(right[:, role, None], bets.if_right, bets.if_wrong)
        drawn = (np.cumsum(chance, axis=1) <= rng.random((len(ranked), 1))).sum(axis=1)
        # The last kind with any chance closes the row, whatever rounding left of the sum.
        kind = np.minimum(drawn, chance.shape[1] - 1 - (chance[:, ::-1] > 0).argmax(axis=1))
        low, high, step = bets.low[rows, kind], bets.high[rows, kind], bets.step[rows, kind]
        wagers[:, role] = low + step * rng.integers(0, (high - low) // step + 1)
    return wagers
