"""My chance to win from many scores before Final Jeopardy at once: opponents bet like recorded players, I bet well.

Opponents' wagers are independent of each other given the scores, so the chance that I finish in front of both is a
product of two distribution functions for each of the eight outcomes. Between the ends of people's ranges these are
straight lines, so that my chance is convex in my wager there: the best of all wagers is one that brings me level with
such an end, or a dollar past it. `final.equities` prices every dollar of one position and agrees; `kernels` holds the
compiled twin of `win_chances`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.outcomes import final_triples
from kibitz.games.jeopardy.final.people_wagers import BetRanges
from kibitz.games.jeopardy.show import SEATS, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.final.payoffs import Payoff

IntArray = NDArray[np.int64]

ROWS_PER_BLOCK = 2_000
"""Rows worked on at once; keeps the arrays of the plain version within some ten megabytes."""


NODES = (1 / 6, 1 / 2, 5 / 6)
"""Where in each range of people's wagers my own is tried, when I bet like recorded players."""


class OwnFinalRule(StrEnum):
    """How I shall bet in Final Jeopardy."""

    BEST = "best"
    """The best response to the others' mixtures."""
    PEOPLE = "people"
    """As people do in my place."""


@dataclass(frozen=True, slots=True, eq=False)
class FinalSetup:
    """Final Jeopardy as seen by one seat, without the scores: model, answers, tie rule, and what the seat plays for."""

    model: FinalModel
    me: int
    ties: Ties
    own: OwnFinalRule = OwnFinalRule.BEST
    payoff: Payoff | None = None
    """What I play for; ``None`` for winning the game. Prices are then utilities instead of chances to win."""

    @property
    def triples(self) -> FloatArray:
        """Chances of the eight outcomes by places of the seats (3 x 3 x 3), then answers of mine, of the next and of
        the last seat (2 x 2 x 2, wrong first)."""
        table = np.empty((SEATS, SEATS, SEATS, 2, 2, 2))
        for places in product(range(SEATS), repeat=SEATS):
            right = [self.model.accuracy(seat, place) for seat, place in enumerate(places)]
            by_seat = final_triples(right, self.model.correlations)[::-1].reshape(2, 2, 2)
            table[places] = np.moveaxis(by_seat, self.me, 0)
        return table

    @property
    def better_first(self) -> FinalSetup | None:
        """The same with the two opponents in each other's seats, where that puts the better one first.

        Level opponents are placed by seat. Exchanged like this they are placed by accuracy instead, so that the order
        of the seats changes nothing; ``None`` where they sit so already.
        """
        i, j = self.opponents
        known = list(zip(self.model.accuracies, self.model.correlations, strict=True))
        if known[i] >= known[j]:
            return None
        known[i], known[j] = known[j], known[i]
        (a, x), (b, y), (c, z) = known
        payoff = None if self.payoff is None else self.payoff.with_opponents_exchanged(self.me)
        return replace(self, model=replace(self.model, accuracies=(a, b, c), correlations=(x, y, z)), payoff=payoff)

    @property
    def opponents(self) -> tuple[int, int]:
        """The two other seats."""
        first, second = (seat for seat in range(SEATS) if seat != self.me)
        return first, second


def win_chances(scores: IntArray, standing: FinalSetup) -> FloatArray:
    """My chance to win from each row of scores by seat (rows x 3), Final Jeopardy to come."""
    scores = np.asarray(scores, dtype=np.int64)
    if (exchanged := standing.better_first) is not None:
        standing, scores = exchanged, exchange_opponents(scores, standing.me)
    chances = [_win_chances(scores[i : i + ROWS_PER_BLOCK], standing) for i in range(0, len(scores), ROWS_PER_BLOCK)]
    return np.concatenate(chances) if chances else np.zeros(0)


def exchange_opponents(scores: IntArray, me: int) -> IntArray:
    """Scores by seat (rows x 3) with the two opponents of seat ``me`` in each other's seats."""
    i, j = (seat for seat in range(SEATS) if seat != me)
    result = scores.copy()
    result[:, i], result[:, j] = scores[:, j], scores[:, i]
    return result


def _win_chances(scores: IntArray, standing: FinalSetup) -> FloatArray:
    # Among equals I come first, as in `FinalPosition`, so that tied players get the same advice.
    order = np.argsort(-2 * scores - (np.arange(SEATS) == standing.me), axis=1, kind="stable")
    ranked = np.maximum(np.take_along_axis(scores, order, axis=1), 0)
    role = np.argsort(order, axis=1)
    place = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    triples = standing.triples[place[:, 0], place[:, 1], place[:, 2]]
    bets = [standing.model.mixtures[r].bets(ranked, r) for r in range(SEATS)]
    wagers, weights = _own_wagers(scores, role, bets, standing)
    own = np.maximum(scores[:, standing.me, None], 0)
    equities = np.zeros(wagers.shape)
    for answer in (0, 1):
        final = own + wagers if answer else own - wagers
        fronts = [_fronts(final, scores[:, seat], role[:, seat], bets) for seat in standing.opponents]
        for first in (0, 1):
            for second in (0, 1):
                (below, upto), (below2, upto2) = fronts[0][first], fronts[1][second]
                if standing.ties is Ties.SHARED:
                    share = upto * upto2
                else:
                    level, level2 = upto - below, upto2 - below2
                    share = below * below2 + (level * below2 + below * level2) / 2 + level * level2 / 3
                chance = triples[:, answer, first, second, None] * weights[answer]
                equities += chance * np.where(final > 0, share, 0.0)
    total = equities.max(axis=1) if standing.own is OwnFinalRule.BEST else equities.sum(axis=1)
    return np.where(own[:, 0] > 0, total, 0.0)


def _own_wagers(
    scores: IntArray, roles: IntArray, bets: list[BetRanges], standing: FinalSetup
) -> tuple[IntArray, tuple[FloatArray, FloatArray]]:
    """My wagers (rows x tries) and the weight of each if I am wrong and if I am right."""
    if standing.own is OwnFinalRule.BEST:
        wagers = candidate_wagers(scores, roles, bets, standing)
        return wagers, (np.ones(wagers.shape), np.ones(wagers.shape))
    role = roles[:, standing.me]
    kinds = max(bet.low.shape[1] for bet in bets)
    wagers = np.zeros((len(scores), kinds * len(NODES)), dtype=np.int64)
    wrong, right = np.zeros(wagers.shape), np.zeros(wagers.shape)
    for r, bet in enumerate(bets):
        rows, width = np.flatnonzero(role == r), bet.low.shape[1]
        for i, node in enumerate(NODES):
            places = slice(i * kinds, i * kinds + width)
            n = (bet.high[rows] - bet.low[rows]) // bet.step[rows]
            wagers[rows, places] = bet.low[rows] + bet.step[rows] * np.floor(node * (n + 1)).astype(np.int64)
            wrong[rows, places] = bet.if_wrong[rows] / len(NODES)
            right[rows, places] = bet.if_right[rows] / len(NODES)
    return wagers, (wrong, right)


def candidate_wagers(scores: IntArray, roles: IntArray, bets: list[BetRanges], standing: FinalSetup) -> IntArray:
    """Wagers among which the best one is (rows x tries): nothing, everything, and those that bring me level with an
    end of the opponents' ranges, or a dollar past it where ties are not shared; all legal, many the same."""
    own = np.maximum(scores[:, standing.me, None], 0)
    kinds = max(bet.low.shape[1] for bet in bets)
    past = 0 if standing.ties is Ties.SHARED else 1
    tried = [np.zeros_like(own), own]
    for seat in standing.opponents:
        ends = np.zeros((2, len(scores), kinds), dtype=np.int64)
        for r, bet in enumerate(bets):
            rows, width = np.flatnonzero(roles[:, seat] == r), bet.low.shape[1]
            for i, end in enumerate((bet.low, bet.high)):
                ends[i, rows, :width] = end[rows]
        held = np.maximum(scores[:, seat, None], 0)
        point = ends[0] == ends[1]
        for end, sign in product(ends, (1, -1)):
            for to_reach in (held + sign * end + past, held + sign * end + np.where(point, 0, past)):
                tried += [to_reach - own, own - to_reach]
    return np.asarray(np.clip(np.concatenate(tried, axis=1), 0, own))


Fronts = tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]


def _fronts(final: IntArray, score: IntArray, role: IntArray, bets: list[BetRanges]) -> Fronts:
    """Chances that an opponent ends below, and at most at, each of my final scores: if wrong, then if right."""
    wrong, right = (np.zeros((2, *final.shape)) for _ in range(2))
    for r, bet in enumerate(bets):
        rows = np.flatnonzero(role == r)
        if len(rows) == 0:
            continue
        # Right: score + wager <= x means wager <= x - score; wrong: score - wager <= x means wager >= score - x.
        room = final[rows] - score[rows, None]
        for i, dollar in enumerate((-1, 0)):
            right[i, rows] = _at_most(bet, rows, room + dollar, bet.if_right)
            wrong[i, rows] = 1 - _at_most(bet, rows, -(room + dollar) - 1, bet.if_wrong)
    out = score <= 0
    for table in (wrong, right):
        table[:, out] = 1.0
    return (wrong[0], wrong[1]), (right[0], right[1])


def _at_most(bet: BetRanges, rows: IntArray, limit: IntArray, chance: FloatArray) -> FloatArray:
    """Chance that a wager is at most ``limit`` (rows x candidates)."""
    total = np.zeros(limit.shape)
    for k in range(bet.low.shape[1]):
        low, high, step = bet.low[rows, k, None], bet.high[rows, k, None], bet.step[rows, k, None]
        n = (high - low) // step + 1
        total += chance[rows, k, None] * np.clip((limit - low) // step + 1, 0, n) / n
    return total


def pack_setup(standing: FinalSetup) -> tuple[FloatArray, ...]:
    """The model as arrays for the compiled twin: forms, steps, chances by answer, triples.

    Kinds are padded to one width with chance 0.
    """
    mixtures = standing.model.mixtures
    kinds = max(mixture.chance.shape[1] for mixture in mixtures)
    n_groups = mixtures[0].chance.shape[0]
    low, high = np.zeros((SEATS, n_groups, kinds, 4)), np.zeros((SEATS, n_groups, kinds, 4))
    step, chance = np.ones((SEATS, n_groups, kinds)), np.zeros((SEATS, n_groups, kinds))
    right = np.full((SEATS, n_groups, kinds), 0.5)
    for r, mixture in enumerate(mixtures):
        width = mixture.chance.shape[1]
        low[r, :, :width], high[r, :, :width] = mixture.low, mixture.high
        step[r, :, :width], chance[r, :, :width] = mixture.step, mixture.chance
        right[r, :, :width] = mixture.right
    return low, high, step, chance, right, standing.triples


def win_table(my_scores: IntArray, first: IntArray, second: IntArray, standing: FinalSetup) -> FloatArray:
    """My chance to win for each of my scores (rows) and pair of the other seats' scores (columns), compiled."""
    from kibitz.games.jeopardy.endgame import kernels

    if (exchanged := standing.better_first) is not None:
        standing, first, second = exchanged, second, first
    if standing.payoff is not None:
        from kibitz.games.jeopardy.endgame.payoffs.prices import payoff_table

        return payoff_table(my_scores, first, second, standing)
    return np.asarray(
        kernels.win_table(
            my_scores.astype(np.float64),
            first.astype(np.float64),
            second.astype(np.float64),
            standing.me,
            standing.ties is Ties.SHARED,
            standing.own is OwnFinalRule.BEST,
            np.array(NODES),
            *pack_setup(standing),
        )
    )


def reference_win_table(my_scores: IntArray, first: IntArray, second: IntArray, standing: FinalSetup) -> FloatArray:
    """The same as `win_table`, in NumPy."""
    scores = np.empty((len(my_scores), len(first), SEATS), dtype=np.int64)
    i, j = standing.opponents
    scores[:, :, standing.me] = my_scores[:, None]
    scores[:, :, i], scores[:, :, j] = first, second
    return win_chances(scores.reshape(-1, SEATS), standing).reshape(len(my_scores), len(first))
