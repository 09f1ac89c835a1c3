"""Compiled chances in Final of many games at once, by the prices of `endgame.kernels`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.endgame.kernels import _after, _bounds, _group, _telling_wagers, win_table


@njit(cache=True)
def final_rows(
    scores: Any,
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
    which: Any,
) -> Any:
    """Chance of seat ``me`` to win Final from each row of scores, chances of answers by ``which``.

    With ``best`` it bets as well as can be against people, else as people do.
    """
    result = np.zeros(len(scores))
    first, second = (1 if me == 0 else 0), (1 if me == 2 else 2)
    mine, one, two = np.zeros(1), np.zeros(1), np.zeros(1)
    for i in range(len(scores)):
        mine[0], one[0], two[0] = scores[i, me], scores[i, first], scores[i, second]
        if mine[0] > 0.0:
            answers = triples[which[i]]
            table = win_table(mine, one, two, me, shared, best, nodes, low, high, step, chance, right, answers)
            result[i] = table[0, 0]
    return result


@njit(cache=True)
def wager_rows(
    scores: Any,
    me: Any,
    shared: Any,
    low: Any,
    high: Any,
    step: Any,
    chance: Any,
    right: Any,
    triples: Any,
    which: Any,
    wagers: Any,
    result: Any,
) -> None:
    """Chance of seat ``me`` to win Final with given wagers, written to ``result``; a negative wager stands for the best
    one, which then takes its place."""
    width = low.shape[2]
    kinds = np.zeros(3, dtype=np.int64)
    lows, tops, counts, steps = np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width))
    if_wrong, if_right = np.zeros((3, width)), np.zeros((3, width))
    tried, ends = np.zeros(2 + 16 * width), np.zeros((2, 2, 2))
    seats, ranked = np.zeros(3), np.zeros(3)
    players = np.array([0 if me != 0 else 1, 2 if me != 2 else 1, me])
    roles, places = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    for i in range(len(scores)):
        own = float(scores[i, me])
        if own <= 0.0:
            wagers[i] = max(wagers[i], 0)
            continue
        for s in range(3):
            seats[s] = scores[i, s]
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
        group = _group(a, b, c)
        for o in range(2):
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
        chances = triples[which[i], places[0], places[1], places[2]]
        n = 1
        tried[0] = wagers[i]
        if wagers[i] < 0:
            n = _telling_wagers(seats, players, kinds, lows, tops, 0 if shared else 1, tried)
        for k in range(n):
            value = _after(
                own + tried[k], seats, players, kinds, lows, counts, steps, if_wrong, if_right, shared, chances[1], ends
            )
            value += _after(
                own - tried[k], seats, players, kinds, lows, counts, steps, if_wrong, if_right, shared, chances[0], ends
            )
            if k == 0 or value > result[i] + 1e-12:
                result[i] = value
                wagers[i] = int(tried[k])
