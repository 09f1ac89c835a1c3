"""Compiled chances in Final of many games at once, by the prices of `endgame.kernels`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.endgame.kernels import _after, _bounds, _group, _people_wagers, _telling_wagers, win_table


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


@njit(cache=True)
def _second_share(shared: Any, below: Any, upto: Any, below2: Any, upto2: Any) -> Any:
    """Share of second place, given the chances that the two opponents end below and at most at my final score."""
    level, level2, above, above2 = upto - below, upto2 - below2, 1.0 - upto, 1.0 - upto2
    share = above * below2 + above2 * below + (above * level2 + above2 * level) / 2.0
    return share if shared else share + (level * below2 + below * level2) / 2.0 + level * level2 / 3.0


@njit(cache=True)
def _second_after(
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
    """My chance to finish second with a final score, as `endgame.kernels._after` has it for first."""
    _after(max(final, 1e-3), seats, players, kinds, lows, counts, steps, if_wrong, if_right, shared, chances, ends)
    total = 0.0
    for x in range(2):
        for y in range(2):
            total += chances[x, y] * _second_share(shared, ends[0, x, 0], ends[0, x, 1], ends[1, y, 0], ends[1, y, 1])
    return total


@njit(cache=True)
def place_rows(
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
    """Chances of seat ``me`` to finish first and second from each row of scores (n x 2), chances of answers by
    ``which``. With ``best`` it bets for first place as well as can be against people, else as people do."""
    width = low.shape[2]
    result = np.zeros((len(scores), 2))
    kinds = np.zeros(3, dtype=np.int64)
    lows, tops, counts, steps = np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width))
    if_wrong, if_right = np.zeros((3, width)), np.zeros((3, width))
    size = max(2 + 16 * width, width * nodes.shape[0])
    tried, weight_wrong, weight_right = np.zeros(size), np.ones(size), np.ones(size)
    ends = np.zeros((2, 2, 2))
    seats, ranked = np.zeros(3), np.zeros(3)
    players = np.array([0 if me != 0 else 1, 2 if me != 2 else 1, me])
    roles, places = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    for i in range(len(scores)):
        own = float(scores[i, me])
        for s in range(3):
            seats[s] = scores[i, s]
        if own <= 0.0:
            one, two = seats[players[0]], seats[players[1]]
            ahead = int(one > own) + int(two > own) + 0.5 * (int(one == own) + int(two == own))
            result[i, 1] = max(0.0, 1.0 - abs(ahead - 1.0))
            continue
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
        for o in range(3):
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
        if best:
            n = _telling_wagers(seats, players, kinds, lows, tops, 0 if shared else 1, tried)
            top, pick = -1.0, 0.0
            for k in range(n):
                value = _after(
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
                value += _after(
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
                if value > top + 1e-12:
                    top, pick = value, tried[k]
            n, tried[0], weight_wrong[0], weight_right[0] = 1, pick, 1.0, 1.0
        else:
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
            for answer in range(2):
                final = own + tried[k] if answer == 1 else own - tried[k]
                weight = weight_right[k] if answer == 1 else weight_wrong[k]
                result[i, 0] += weight * _after(
                    final,
                    seats,
                    players,
                    kinds,
                    lows,
                    counts,
                    steps,
                    if_wrong,
                    if_right,
                    shared,
                    chances[answer],
                    ends,
                )
                result[i, 1] += weight * _second_after(
                    final,
                    seats,
                    players,
                    kinds,
                    lows,
                    counts,
                    steps,
                    if_wrong,
                    if_right,
                    shared,
                    chances[answer],
                    ends,
                )
    return result
