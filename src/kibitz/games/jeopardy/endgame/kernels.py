"""Compiled twin of `kibitz.games.jeopardy.endgame.before_final.win_chances` on a grid of scores."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

LOCK_TIE, LOCKED, TIED = 6, 7, 8
MIN_IMPROVEMENT = 1e-5
"""Chance to win by which a wager must promise to be better before it is looked at."""


@njit(cache=True)
def _bounds(
    low: Any,
    high: Any,
    step: Any,
    chance: Any,
    right: Any,
    a: Any,
    b: Any,
    c: Any,
    own: Any,
    lows: Any,
    tops: Any,
    counts: Any,
    steps: Any,
    if_wrong: Any,
    if_right: Any,
) -> Any:
    """Ranges of one player's kinds of wager and their chances by answer, written to the last six arrays.

    ``lows`` and ``tops`` are first and last wagers, ``counts`` inverse numbers of wagers in the range; returns how many
    kinds are possible.
    """
    total_right = 0.0
    total_wrong = 0.0
    n = 0
    for k in range(low.shape[0]):
        weight = chance[k]
        if weight == 0.0:
            continue
        s = step[k]
        bottom = np.ceil(low[k, 0] * a + low[k, 1] * b + low[k, 2] * c + low[k, 3] - 1e-6)
        top = np.floor(high[k, 0] * a + high[k, 1] * b + high[k, 2] * c + high[k, 3] + 1e-6)
        first = np.ceil(max(bottom, 0.0) / s) * s
        last = np.floor(min(top, own) / s) * s
        if last < first:
            continue
        lows[n] = first
        tops[n] = last
        steps[n] = 1.0 / s
        counts[n] = 1.0 / ((last - first) / s + 1.0)
        if_right[n] = weight * right[k]
        if_wrong[n] = weight * (1.0 - right[k])
        total_right += if_right[n]
        total_wrong += if_wrong[n]
        n += 1
    if n == 0:
        lows[0], tops[0], counts[0], steps[0] = own, own, 1.0, 1.0
        if_right[0], if_wrong[0] = 1.0, 1.0
        return 1
    for k in range(n):
        if_right[k] /= total_right
        if_wrong[k] /= total_wrong
    return n


@njit(cache=True, fastmath={"reassoc", "contract", "nsz", "nnan"})  # without nnan one number at a time, 5 x slower
def _at_most(limit: Any, n: Any, lows: Any, counts: Any, steps: Any, chances: Any) -> Any:
    """Chance that a wager is at most ``limit``, and that it is exactly that."""
    total, exactly = 0.0, 0.0
    for k in range(n):
        place = (limit - lows[k]) * steps[k]
        whole = np.floor(place + 1e-9)
        share = (whole + 1.0) * counts[k]
        total += chances[k] * min(max(share, 0.0), 1.0)
        inside = (whole >= 0.0) & (share < 1.0 + 1e-9) & (place - whole < 1e-7)
        exactly += chances[k] * counts[k] if inside else 0.0
    return total, exactly


@njit(cache=True)
def _any_wagers(seats: Any, players: Any, kinds: Any, lows: Any, tops: Any, past: Any, tried: Any) -> Any:
    """Wagers of `standings.telling_wagers`: 0, everything, then the others in any order, some twice; their number."""
    own = seats[players[2]]
    tried[0], tried[1] = 0.0, own
    n = 2
    for o in range(2):
        held = seats[players[o]]
        if held <= 0.0:
            continue
        for k in range(kinds[o]):
            top = tops[o, k]
            point = top == lows[o, k]
            for side in range(1 if point else 2):
                end = lows[o, k] if side == 0 else top
                for sign in range(2):
                    for dollar in range(0 if point else past, past + 1):
                        gap = held + (end if sign == 0 else -end) + dollar - own
                        wager = abs(gap)
                        if 0.0 < wager < own:
                            tried[n] = wager
                            n += 1
    return n


@njit(cache=True)
def _telling_wagers(seats: Any, players: Any, kinds: Any, lows: Any, tops: Any, past: Any, tried: Any) -> Any:
    """The wagers of `standings.telling_wagers`, in ascending order and each once; returns their number."""
    n = _any_wagers(seats, players, kinds, lows, tops, past, tried)
    ordered = np.sort(tried[:n])
    m = 0
    for k in range(n):
        if k == 0 or ordered[k] != ordered[k - 1]:
            tried[m] = ordered[k]
            m += 1
    return m


@njit(cache=True)
def _people_wagers(
    n: Any,
    lows: Any,
    counts: Any,
    steps: Any,
    if_wrong: Any,
    if_right: Any,
    nodes: Any,
    tried: Any,
    weight_wrong: Any,
    weight_right: Any,
) -> Any:
    """Wagers at the nodes of each range, with their weights; returns their number."""
    m = 0
    for k in range(n):
        for i in range(nodes.shape[0]):
            tried[m] = lows[k] + math.floor(nodes[i] / counts[k] + 1e-9) / steps[k]
            weight_wrong[m] = if_wrong[k] / nodes.shape[0]
            weight_right[m] = if_right[k] / nodes.shape[0]
            m += 1
    return m


@njit(cache=True)
def _share(shared: Any, below: Any, upto: Any, below2: Any, upto2: Any) -> Any:
    """Share of the win, given the chances that the two opponents end below and at most at my final score."""
    if shared:
        return upto * upto2
    level, level2 = upto - below, upto2 - below2
    return below * below2 + (level * below2 + below * level2) / 2.0 + level * level2 / 3.0


@njit(cache=True)
def _group(a: Any, b: Any, c: Any) -> Any:
    """As `kibitz.games.jeopardy.final.people_wagers.score_groups`."""
    if a > 2.0 * b:
        return LOCKED
    if a == 2.0 * b:
        return LOCK_TIE
    if a == b:
        return TIED
    return 2 * (int(3.0 * b >= 2.0 * a) + int(4.0 * b >= 3.0 * a)) + int(b >= 2.0 * c)


@njit(cache=True)
def _after(
    final: Any,
    seats: Any,
    players: Any,
    kinds: Any,
    lows: Any,
    counts: Any,
    steps: Any,
    if_wrong: Any,
    if_right: Any,
    shared: Any,
    chances: Any,
    ends: Any,
) -> Any:
    """My chance to win with a final score after my answer, given the chances of the others' answers (2 x 2)."""
    if final <= 0.0:
        return 0.0
    for o in range(2):
        held = seats[players[o]]
        if held <= 0.0:
            ends[o, :, :] = 1.0
            continue
        room = final - held
        m = kinds[o]
        # Who is right does not fall below the score held, and who is wrong does not rise above it.
        ends[o, 1, 0] = ends[o, 1, 1] = 0.0
        ends[o, 0, 0] = ends[o, 0, 1] = 1.0
        if room >= 0.0:
            upto, level = _at_most(room, m, lows[o], counts[o], steps[o], if_right[o])
            ends[o, 1, 0], ends[o, 1, 1] = upto - level, upto
        if room <= 0.0:
            upto, level = _at_most(-room, m, lows[o], counts[o], steps[o], if_wrong[o])
            ends[o, 0, 0], ends[o, 0, 1] = 1.0 - upto, 1.0 - upto + level
    total = 0.0
    for x in range(2):
        for y in range(2):
            total += chances[x, y] * _share(shared, ends[0, x, 0], ends[0, x, 1], ends[1, y, 0], ends[1, y, 1])
    return total


@njit(cache=True)
def _best_wager(
    n: Any,
    guess: Any,
    own: Any,
    seats: Any,
    players: Any,
    kinds: Any,
    lows: Any,
    counts: Any,
    steps: Any,
    if_wrong: Any,
    if_right: Any,
    shared: Any,
    chances: Any,
    ends: Any,
    tried: Any,
    above: Any,
    spans: Any,
    limits: Any,
) -> Any:
    """The most that one of ``n`` wagers of `_any_wagers` wins, and a wager that does (to `MIN_IMPROVEMENT`).

    A larger wager is never worse if I am right and never better if I am wrong, so that between two wagers none wins
    more than the one's chance if wrong and the other's if right: most are never looked at, nor put in order. The rest
    is parted as by quicksort, at first at the wager nearest to a ``guess``. ``spans`` are the wagers between two that
    were looked at, ``limits`` the chances of these two, if wrong and if right.
    """
    top, result = -1.0, 0.0
    for k in range(2):
        wrong = _after(
            own - tried[k], seats, players, kinds, lows, counts, steps, if_wrong, if_right, shared, chances[0], ends
        )
        right = _after(
            own + tried[k], seats, players, kinds, lows, counts, steps, if_wrong, if_right, shared, chances[1], ends
        )
        if wrong + right > top:
            top, result = wrong + right, tried[k]
        limits[0, k] = wrong if k == 0 else right
    spans[0, 0], spans[0, 1] = 2, n
    depth = 1
    while depth > 0:
        depth -= 1
        begin, end = spans[depth, 0], spans[depth, 1]
        at_low, at_high = limits[depth, 0], limits[depth, 1]
        if begin == end or at_low + at_high <= top + MIN_IMPROVEMENT:
            continue
        x, y, z = tried[begin], tried[(begin + end) // 2], tried[end - 1]
        wager = max(min(x, y), min(max(x, y), z))
        if begin == 2 and end == n:
            for k in range(begin, end):
                if abs(tried[k] - guess) < abs(wager - guess):
                    wager = tried[k]
        wrong = _after(
            own - wager, seats, players, kinds, lows, counts, steps, if_wrong, if_right, shared, chances[0], ends
        )
        right = _after(
            own + wager, seats, players, kinds, lows, counts, steps, if_wrong, if_right, shared, chances[1], ends
        )
        if wrong + right > top:
            top, result = wrong + right, wager
        if max(at_low + right, wrong + at_high) <= top + MIN_IMPROVEMENT:
            continue
        # Both sides are written without a branch, which would be guessed wrong half the time.
        low, high = begin, 0
        for k in range(begin, end):
            one = tried[k]
            tried[low], above[high] = one, one
            low += one < wager
            high += one > wager
        for k in range(high):
            tried[low + k] = above[k]
        spans[depth, 0], spans[depth, 1] = begin, low
        limits[depth, 0], limits[depth, 1] = at_low, right
        spans[depth + 1, 0], spans[depth + 1, 1] = low, low + high
        limits[depth + 1, 0], limits[depth + 1, 1] = wrong, at_high
        depth += 2
    return top, result


@njit(cache=True)
def win_table(
    mine: Any,
    first: Any,
    second: Any,
    me: Any,
    shared: Any,
    best: Any,
    nodes: Any,
    low: Any,
    high: Any,
    step: Any,
    chance: Any,
    right: Any,
    triples: Any,
) -> Any:
    """My chance to win for each of my scores (rows) and pair of the others' scores (columns)."""
    width = low.shape[2]
    table = np.zeros((mine.shape[0], first.shape[0]))
    # Rows 0 and 1 are the opponents, row 2 myself.
    kinds = np.zeros(3, dtype=np.int64)
    lows, tops, counts, steps = np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width))
    if_wrong, if_right = np.zeros((3, width)), np.zeros((3, width))
    size = max(2 + 16 * width, width * nodes.shape[0])
    tried, weight_wrong, weight_right = np.zeros(size), np.zeros(size), np.zeros(size)
    above, spans, limits = np.zeros(size), np.zeros((size, 2), dtype=np.int64), np.zeros((size, 2))
    guess = 0.0
    ends = np.zeros((2, 2, 2))
    seats, ranked = np.zeros(3), np.zeros(3)
    players = np.array([0 if me != 0 else 1, 2 if me != 2 else 1, me])
    roles, places = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    for i in range(mine.shape[0]):
        own = mine[i]
        if own <= 0.0:
            continue
        for j in range(first.shape[0]):
            seats[players[0]], seats[players[1]], seats[me] = first[j], second[j], own
            for s in range(3):
                roles[s] = places[s] = 0
                for t in range(3):
                    if seats[t] > seats[s]:
                        roles[s] += 1
                        places[s] += 1
                    elif seats[t] == seats[s] and s != me and (t == me or t < s):
                        roles[s] += 1
                ranked[roles[s]] = max(seats[s], 0.0)
            a, b, c = ranked[0], ranked[1], ranked[2]
            if best and a > 2.0 * b and roles[me] == 0:
                table[i, j] = 1.0
                continue
            group = _group(a, b, c)
            for o in range(2 if best else 3):
                r, held = roles[players[o]], seats[players[o]]
                if held > 0.0:
                    kinds[o] = _bounds(
                        low[r, group],
                        high[r, group],
                        step[r, group],
                        chance[r, group],
                        right[r, group],
                        a,
                        b,
                        c,
                        held,
                        lows[o],
                        tops[o],
                        counts[o],
                        steps[o],
                        if_wrong[o],
                        if_right[o],
                    )
            chances = triples[places[0], places[1], places[2]]
            if not best:
                n = _people_wagers(
                    kinds[2],
                    lows[2],
                    counts[2],
                    steps[2],
                    if_wrong[2],
                    if_right[2],
                    nodes,
                    tried,
                    weight_wrong,
                    weight_right,
                )
                for k in range(n):
                    table[i, j] += weight_right[k] * _after(
                        own + tried[k],
                        seats,
                        players,
                        kinds,
                        lows,
                        counts,
                        steps,
                        if_wrong,
                        if_right,
                        shared,
                        chances[1],
                        ends,
                    )
                    table[i, j] += weight_wrong[k] * _after(
                        own - tried[k],
                        seats,
                        players,
                        kinds,
                        lows,
                        counts,
                        steps,
                        if_wrong,
                        if_right,
                        shared,
                        chances[0],
                        ends,
                    )
                continue
            n = _any_wagers(seats, players, kinds, lows, tops, 0 if shared else 1, tried)
            table[i, j], guess = _best_wager(
                n,
                guess,
                own,
                seats,
                players,
                kinds,
                lows,
                counts,
                steps,
                if_wrong,
                if_right,
                shared,
                chances,
                ends,
                tried,
                above,
                spans,
                limits,
            )
    return table
