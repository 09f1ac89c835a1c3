"""Compiled Finals of matches: people's bets, the best response, places of all seats; `reference` has the plain ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.match.people_bets import (
    A_ALL_IN_SHARE,
    A_COVER_SHARE,
    A_NOTHING_SHARE,
    B_ALL_IN_SHARE,
    B_LIMIT_SHARE,
    B_SMALL_SHARE,
    C_ALL_IN_SHARE,
    C_PASS_SHARE,
    C_SMALL_SHARE,
    N_SMALL_BETS,
)

MAX_BETS = N_SMALL_BETS + 2
"""Amounts that one player may bet."""
MAX_CANDIDATES = 2 + 4 * 2 * MAX_BETS
"""Bets at which a best response may lie: nothing, everything, and round every end of an opponent."""


@njit(cache=True)
def order_of(doubles: Any, order: Any) -> None:
    """Seats in order of what they double to; of equal ones the left seat first."""
    order[0], order[1], order[2] = 0, 1, 2
    for k in range(2):
        for j in range(2 - k):
            if doubles[order[j + 1]] > doubles[order[j]]:
                order[j], order[j + 1] = order[j + 1], order[j]


@njit(cache=True)
def _within(limit: Any, chance: Any, n: Any, bets: Any, chances: Any) -> Any:
    for k in range(N_SMALL_BETS):
        bets[n + k] = limit if k == N_SMALL_BETS - 1 else limit * k // (N_SMALL_BETS - 1) // 100 * 100
        chances[n + k] = chance / N_SMALL_BETS
    return n + N_SMALL_BETS


@njit(cache=True)
def people_bets(own: Any, total: Any, double: Any, order: Any, seat: Any, bets: Any, chances: Any) -> Any:
    """As `people.people_bets`, written to ``bets`` and ``chances``; returns how many there are."""
    a, b, c = order[0], order[1], order[2]
    cover = double[b] - total[a] + 1
    locked = cover <= 0
    n = 0
    if seat == a:
        if locked:
            n = _within(min(-cover, own), 1.0, 0, bets, chances)
        else:
            bets[0], bets[1], bets[2] = cover, own, 0
            chances[0], chances[1], chances[2] = A_COVER_SHARE, A_ALL_IN_SHARE, A_NOTHING_SHARE
            n = 3
    elif seat == b:
        two_thirds = total[b] + double[b] - 2 * total[a]
        keep_out, over_c, over_a = total[b] - double[c] - 1, double[c] - total[b] + 1, total[a] - total[b] + 1
        if locked and keep_out >= 0:
            bets[0], chances[0] = keep_out, B_LIMIT_SHARE
            n = _within(min(keep_out, own), B_ALL_IN_SHARE + B_SMALL_SHARE, 1, bets, chances)
        elif locked:
            bets[0], bets[1], n = over_c, own, 2
            chances[0], chances[1] = B_SMALL_SHARE + B_LIMIT_SHARE, B_ALL_IN_SHARE
        elif two_thirds >= 0:
            bets[0], bets[1] = own, max(two_thirds, keep_out) if keep_out >= 0 else over_c
            chances[0], chances[1] = B_ALL_IN_SHARE, B_LIMIT_SHARE
            limit = min(two_thirds, keep_out) if keep_out >= 0 else two_thirds
            n = _within(min(limit, own), B_SMALL_SHARE, 2, bets, chances)
        elif keep_out >= 0:
            bets[0], bets[1], bets[2], n = own, over_a, keep_out, 3
            chances[0], chances[1], chances[2] = B_ALL_IN_SHARE, B_SMALL_SHARE, B_LIMIT_SHARE
        else:
            bets[0], bets[1], n = own, over_a, 2
            chances[0], chances[1] = B_ALL_IN_SHARE + B_LIMIT_SHARE, B_SMALL_SHARE
    else:
        stay = total[c] - (total[a] - max(cover, 0)) - 1
        bets[0], bets[1] = own, total[b] - total[c] + 1
        chances[0], chances[1] = C_ALL_IN_SHARE, C_PASS_SHARE
        n = _within(min(max(stay, 0), own), C_SMALL_SHARE, 2, bets, chances)
    for k in range(n):
        bets[k] = min(max(bets[k], 0), own)
    return n


@njit(cache=True)
def _against(end: Any, total: Any, bets: Any, chances: Any, n: Any, sign: Any) -> Any:
    """Chances that an opponent who is right (``sign`` 1) or wrong (-1) ends below, and level."""
    below, level = 0.0, 0.0
    for k in range(n):
        other = total + sign * bets[k]
        if other < end:
            below += chances[k]
        elif other == end:
            level += chances[k]
    return below, level


@njit(cache=True)
def own_places(bet: Any, me: Any, total: Any, bets: Any, chances: Any, n: Any, triples: Any, result: Any) -> None:
    """Chances of seat ``me`` with a bet to be first, second, ahead of its first and of its second opponent (by seat;
    level counts half), written to ``result`` (4)."""
    one, two = (1 if me == 0 else 0), (1 if me == 2 else 2)
    result[:] = 0.0
    for mine in range(2):
        end = total[me] + (bet if mine == 1 else -bet)
        for x in range(2):
            b1, e1 = _against(end, total[one], bets[one], chances[one], n[one], 2 * x - 1)
            for y in range(2):
                b2, e2 = _against(end, total[two], bets[two], chances[two], n[two], 2 * y - 1)
                wrong = ((1 - mine) << (2 - me)) | ((1 - x) << (2 - one)) | ((1 - y) << (2 - two))
                p = triples[wrong]
                a1, a2 = 1.0 - b1 - e1, 1.0 - b2 - e2
                result[0] += p * (b1 * b2 + 0.5 * (b1 * e2 + e1 * b2) + e1 * e2 / 3.0)
                result[1] += p * (b1 * a2 + a1 * b2 + 0.5 * (b1 * e2 + e1 * b2 + e1 * a2 + a1 * e2) + e1 * e2 / 3.0)
                result[2] += p * (b1 + 0.5 * e1)
                result[3] += p * (b2 + 0.5 * e2)


@njit(cache=True)
def candidate_bets(me: Any, own: Any, total: Any, bets: Any, n: Any, tried: Any) -> Any:
    """Bets of seat ``me`` among which a best one is: nothing, everything, and those that end level with an end of an
    opponent or just ahead; returns how many."""
    tried[0], tried[1] = 0, own
    count = 2
    for seat in range(3):
        if seat == me:
            continue
        for k in range(n[seat]):
            for sign in (-1, 1):
                gap = total[seat] + sign * bets[seat, k] - total[me]
                ahead = gap + 1 if gap >= 0 else -gap - 1
                for bet in (abs(gap), ahead):
                    if 0 < bet < own:
                        tried[count] = bet
                        count += 1
    return count


@njit(cache=True)
def all_places(total: Any, bets: Any, chances: Any, n: Any, triples: Any, result: Any) -> None:
    """Chances of each seat to be first and second (3 x 2) over all bets and answers, written to ``result``."""
    result[:] = 0.0
    for i in range(n[0]):
        for j in range(n[1]):
            for k in range(n[2]):
                chance = chances[0, i] * chances[1, j] * chances[2, k]
                for t in range(8):
                    p = chance * triples[t]
                    a = total[0] + (-bets[0, i] if t & 4 else bets[0, i])
                    b = total[1] + (-bets[1, j] if t & 2 else bets[1, j])
                    c = total[2] + (-bets[2, k] if t & 1 else bets[2, k])
                    _share(a, b, c, p, result[0])
                    _share(b, a, c, p, result[1])
                    _share(c, a, b, p, result[2])


@njit(cache=True)
def _share(own: Any, one: Any, two: Any, p: Any, result: Any) -> None:
    above = int(one > own) + int(two > own)
    level = 1 + int(one == own) + int(two == own)
    for place in range(2):
        if above <= place < above + level:
            result[place] += p / level


@njit(cache=True)
def prepare_bets(
    scores: Any, totals: Any, own: Any, total: Any, double: Any, order: Any, bets: Any, chances: Any, n: Any
) -> None:
    """Everybody's totals, doubles and order, and people's bets in every seat."""
    for seat in range(3):
        own[seat] = max(scores[seat], 0)
        total[seat] = totals[seat] + own[seat]
        double[seat] = total[seat] + own[seat]
    order_of(double, order)
    for seat in range(3):
        n[seat] = people_bets(own[seat], total, double, order, seat, bets[seat], chances[seat])


@njit(cache=True)
def final_rows(
    scores: Any,
    totals: Any,
    styles: Any,
    weights: Any,
    confidence_low: Any,
    triples: Any,
    which: Any,
    wagers: Any,
    result: Any,
) -> None:
    """Final of game 2 in many matches: places (n x 3 x 2) written to ``result``, bets of deciding seats to ``wagers``.

    ``styles`` by seat: 0 people, 1 the best response to people, 2 the same within the rules of section 3.2, 3 cover in
    the lead and everything behind. ``confidence_low`` says of each seat whether it is unusually unsure.
    """
    own, total = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    double, order = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    n = np.zeros(3, dtype=np.int64)
    bets, chances = np.zeros((3, MAX_BETS), dtype=np.int64), np.zeros((3, MAX_BETS))
    tried, four = np.zeros(MAX_CANDIDATES, dtype=np.int64), np.zeros(4)
    for i in range(len(scores)):
        prepare_bets(scores[i], totals[i], own, total, double, order, bets, chances, n)
        answers = triples[which[i]]
        for seat in range(3):
            wagers[i, seat] = -1
            if styles[seat] == 3:
                cover = max(double[order[1]] - total[seat] + 1, 0)
                wagers[i, seat] = min(cover, own[seat]) if seat == order[0] else own[seat]
            elif styles[seat] > 0:
                count = candidate_bets(seat, own[seat], total, bets, n, tried)
                wagers[i, seat] = choose_bet(
                    seat,
                    own,
                    total,
                    double,
                    order,
                    bets,
                    chances,
                    n,
                    answers,
                    weights,
                    tried[:count],
                    four,
                    styles[seat] == 2,
                    confidence_low[seat],
                )
        for seat in range(3):
            if wagers[i, seat] >= 0:
                bets[seat, 0], chances[seat, 0], n[seat] = wagers[i, seat], 1.0, 1
        all_places(total, bets, chances, n, answers, result[i])


@njit(cache=True)
def choose_bet(
    me: Any,
    own: Any,
    total: Any,
    double: Any,
    order: Any,
    bets: Any,
    chances: Any,
    n: Any,
    triples: Any,
    weights: Any,
    tried: Any,
    four: Any,
    ruled: Any,
    unsure: Any,
) -> Any:
    """The best of the bets tried; with ``ruled`` A covers unless ``unsure``, and B passes A only where that costs
    nothing against C (section 3.2)."""
    least, floor = 0, -1.0
    one = 1 if me == 0 else 0
    c = 2 if order[2] == one else 3
    if ruled and me == order[0] and not unsure:
        least = min(max(double[order[1]] - total[me] + 1, 0), own[me])
    if ruled and me == order[1]:
        for k in range(len(tried)):
            own_places(tried[k], me, total, bets, chances, n, triples, four)
            floor = max(floor, four[c] - 1e-9)
    best, worth = own[me], -1.0
    for k in range(len(tried)):
        if tried[k] < least:
            continue
        own_places(tried[k], me, total, bets, chances, n, triples, four)
        value = weights[0] * four[0] + weights[1] * four[1]
        if four[c] >= floor and (value > worth + 1e-12 or (value > worth - 1e-12 and tried[k] < best)):
            best, worth = tried[k], value
    return best


@njit(cache=True)
def bet_curve(scores: Any, totals: Any, me: Any, triples: Any, result: Any) -> None:
    """Places of seat ``me`` (first, second, ahead of each opponent) after every whole-dollar bet against people."""
    own, total = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    double, order = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    n = np.zeros(3, dtype=np.int64)
    bets, chances = np.zeros((3, MAX_BETS), dtype=np.int64), np.zeros((3, MAX_BETS))
    prepare_bets(scores, totals, own, total, double, order, bets, chances, n)
    for bet in range(len(result)):
        own_places(bet, me, total, bets, chances, n, triples, result[bet])
