"""Compiled twin of `kibitz.games.jeopardy.endgame.standings.win_chances` on a grid of scores."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

LOCKED = 7
LOCK_TIE = 6


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
    counts: Any,
    steps: Any,
    if_wrong: Any,
    if_right: Any,
) -> Any:
    """Ranges of one player's kinds of wager and their chances by answer, written to the last five arrays.

    ``lows`` are first wagers, ``counts`` inverse numbers of wagers in the range; returns how many kinds are possible.
    """
    total_right = 0.0
    total_wrong = 0.0
    n = 0
    for k in range(low.shape[0]):
        weight = chance[k]
        if weight == 0.0:
            continue
        s = step[k]
        bottom = math.ceil(low[k, 0] * a + low[k, 1] * b + low[k, 2] * c + low[k, 3] - 1e-6)
        top = math.floor(high[k, 0] * a + high[k, 1] * b + high[k, 2] * c + high[k, 3] + 1e-6)
        first = math.ceil(max(bottom, 0.0) / s) * s
        last = math.floor(min(top, own) / s) * s
        if last < first:
            continue
        lows[n] = first
        steps[n] = 1.0 / s
        counts[n] = 1.0 / ((last - first) / s + 1.0)
        if_right[n] = weight * right[k]
        if_wrong[n] = weight * (1.0 - right[k])
        total_right += if_right[n]
        total_wrong += if_wrong[n]
        n += 1
    if n == 0:
        lows[0], counts[0], steps[0] = own, 1.0, 1.0
        if_right[0], if_wrong[0] = 1.0, 1.0
        return 1
    for k in range(n):
        if_right[k] /= total_right
        if_wrong[k] /= total_wrong
    return n


@njit(cache=True, fastmath={"reassoc", "contract", "nsz"})
def _at_most(limit: Any, n: Any, lows: Any, counts: Any, steps: Any, chances: Any) -> Any:
    """Chance that a wager is at most ``limit``."""
    total = 0.0
    for k in range(n):
        share = math.floor((limit - lows[k]) * steps[k] + 1.0 + 1e-9) * counts[k]
        total += chances[k] * min(max(share, 0.0), 1.0)
    return total


@njit(cache=True)
def _best_wagers(forms: Any, a: Any, b: Any, c: Any, own: Any, tried: Any, if_wrong: Any, if_right: Any) -> Any:
    """Different wagers among the forms, cut to what is legal; returns their number."""
    n = 0
    for k in range(forms.shape[0]):
        wager = min(max(forms[k, 0] * a + forms[k, 1] * b + forms[k, 2] * c + forms[k, 3], 0.0), own)
        seen = False
        for earlier in range(n):
            seen = seen or tried[earlier] == wager
        if not seen:
            tried[n], if_wrong[n], if_right[n] = wager, 1.0, 1.0
            n += 1
    return n


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
    """As `kibitz.games.jeopardy.final.wagers.groups`."""
    if a > 2.0 * b:
        return LOCKED
    if a == 2.0 * b:
        return LOCK_TIE
    return 2 * (int(3.0 * b >= 2.0 * a) + int(4.0 * b >= 3.0 * a)) + int(b >= 2.0 * c)


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
    candidates: Any,
) -> Any:
    """My chance to win for each of my scores (rows) and pair of the others' scores (columns)."""
    width = low.shape[2]
    table = np.zeros((mine.shape[0], first.shape[0]))
    # Rows 0 and 1 are the opponents, row 2 myself.
    kinds = np.zeros(3, dtype=np.int64)
    lows, counts, steps = np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width))
    if_wrong, if_right = np.zeros((3, width)), np.zeros((3, width))
    size = max(candidates.shape[1], width * nodes.shape[0])
    tried, weight_wrong, weight_right = np.zeros(size), np.zeros(size), np.zeros(size)
    ends = np.zeros((2, 2, 2))
    seats, ranked = np.zeros(3), np.zeros(3)
    players = np.array([0 if me != 0 else 1, 2 if me != 2 else 1, me])
    roles = np.zeros(3, dtype=np.int64)
    for i in range(mine.shape[0]):
        own = mine[i]
        if own <= 0.0:
            continue
        for j in range(first.shape[0]):
            seats[players[0]], seats[players[1]], seats[me] = first[j], second[j], own
            for s in range(3):
                roles[s] = 0
                for t in range(3):
                    if seats[t] > seats[s] or (seats[t] == seats[s] and s != me and (t == me or t < s)):
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
                    kinds[o] = _bounds(low[r, group], high[r, group], step[r, group], chance[r, group],
                                       right[r, group], a, b, c, held, lows[o], counts[o], steps[o], if_wrong[o],
                                       if_right[o])  # fmt: skip
            if best:
                n = _best_wagers(candidates[roles[me]], a, b, c, own, tried, weight_wrong, weight_right)
            else:
                n = _people_wagers(kinds[2], lows[2], counts[2], steps[2], if_wrong[2], if_right[2], nodes, tried,
                                   weight_wrong, weight_right)  # fmt: skip
            total = 0.0
            for k in range(n):
                equity = 0.0
                for answer in range(2):
                    final = own + tried[k] if answer == 1 else own - tried[k]
                    if final <= 0.0:
                        continue
                    for o in range(2):
                        held = seats[players[o]]
                        if held <= 0.0:
                            ends[o, :, :] = 1.0
                            continue
                        room = final - held
                        m = kinds[o]
                        ends[o, 1, 1] = _at_most(room, m, lows[o], counts[o], steps[o], if_right[o])
                        ends[o, 0, 1] = 1.0 - _at_most(-room - 1.0, m, lows[o], counts[o], steps[o], if_wrong[o])
                        if not shared:
                            ends[o, 1, 0] = _at_most(room - 1.0, m, lows[o], counts[o], steps[o], if_right[o])
                            ends[o, 0, 0] = 1.0 - _at_most(-room, m, lows[o], counts[o], steps[o], if_wrong[o])
                    weight = weight_right[k] if answer == 1 else weight_wrong[k]
                    for x in range(2):
                        for y in range(2):
                            share = _share(shared, ends[0, x, 0], ends[0, x, 1], ends[1, y, 0], ends[1, y, 1])
                            equity += triples[answer, x, y] * weight * share
                total = max(total, equity) if best else total + equity
            table[i, j] = total
    return table
