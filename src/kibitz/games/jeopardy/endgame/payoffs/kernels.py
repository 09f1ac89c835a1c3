"""Compiled utilities of Final for many scores at once, where something else than winning counts.

Twin of `endgame.kernels.win_table`: the same bets of people and the same answers, valued by place and final score.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.endgame.kernels import _any_wagers, _at_most, _bounds, _group, _people_wagers


@njit(cache=True)
def _final_shares(
    final: Any,
    seats: Any,
    players: Any,
    kinds: Any,
    lows: Any,
    counts: Any,
    steps: Any,
    if_wrong: Any,
    if_right: Any,
    ends: Any,
) -> None:
    """Chances that each opponent ends below and at most at my final score, by answer, written to ``ends``."""
    for o in range(2):
        held = seats[players[o]]
        if held <= 0.0:
            ends[o, :, :] = 1.0
            continue
        room = final - held
        ends[o, 1, 0] = ends[o, 1, 1] = 0.0
        ends[o, 0, 0] = ends[o, 0, 1] = 1.0
        if room >= 0.0:
            upto, level = _at_most(room, kinds[o], lows[o], counts[o], steps[o], if_right[o])
            ends[o, 1, 0], ends[o, 1, 1] = upto - level, upto
        if room <= 0.0:
            upto, level = _at_most(-room, kinds[o], lows[o], counts[o], steps[o], if_wrong[o])
            ends[o, 0, 0], ends[o, 0, 1] = 1.0 - upto, 1.0 - upto + level


@njit(cache=True)
def _utility(
    final: Any, shared: Any, chances: Any, ends: Any, values: Any, by_winner: Any, points: Any, n_points: Any
) -> Any:
    """Expected utility of my final score, given the chances of the others' answers (2 x 2).

    ``points`` are final scores of the first opponent (place, weight, chance to be above the second), for payoffs that
    count who wins; ``values`` are then those of a win by me and by either opponent in the first column.
    """
    total = 0.0
    place = int(final)
    for x in range(2):
        for y in range(2):
            below, upto, below2, upto2 = ends[0, x, 0], ends[0, x, 1], ends[1, y, 0], ends[1, y, 1]
            level, level2, above, above2 = upto - below, upto2 - below2, 1.0 - upto, 1.0 - upto2
            third = above * above2 + (above * level2 + above2 * level) / 2.0
            if shared:
                first = upto * upto2
            else:
                first = below * below2 + (level * below2 + below * level2) / 2.0 + level * level2 / 3.0
                third += level * level2 / 3.0
            second = max(1.0 - first - third, 0.0)
            if final <= 0.0:
                first, second = 0.0, first + second
            if by_winner:
                one = 0.0
                for k in range(n_points[x, y]):
                    ahead = points[x, y, k, 0] - final
                    one += points[x, y, k, 1] * (1.0 if ahead > 0.0 else 0.5 if ahead == 0.0 else 0.0)
                one = min(one, 1.0 - first)
                worth = first * values[0, 0] + one * values[1, 0] + (1.0 - first - one) * values[2, 0]
            else:
                worth = first * values[0, place] + second * values[1, place] + third * values[2, place]
            total += chances[x, y] * worth
    return total


@njit(cache=True)
def _winner_points(
    seats: Any,
    players: Any,
    kinds: Any,
    lows: Any,
    tops: Any,
    counts: Any,
    steps: Any,
    if_wrong: Any,
    if_right: Any,
    nodes: Any,
    points: Any,
    n_points: Any,
) -> None:
    """Final scores of the first opponent at the nodes of its wagers, each weighted by the chance to beat the second."""
    held, other = seats[players[0]], seats[players[1]]
    n_points[:, :] = 0
    if held <= 0.0:
        return
    for x in range(2):
        weights = if_right[0] if x == 1 else if_wrong[0]
        for y in range(2):
            n = 0
            for k in range(kinds[0]):
                n_nodes = 1 if tops[0, k] == lows[0, k] else nodes.shape[0]
                for i in range(n_nodes):
                    wager = lows[0, k] if n_nodes == 1 else lows[0, k] + np.floor(nodes[i] / counts[0, k]) / steps[0, k]
                    final = held + wager if x == 1 else held - wager
                    if final <= 0.0:
                        continue
                    ahead = 1.0
                    room = final - other
                    if other > 0.0:
                        if y == 1:
                            ahead = 0.0
                            if room >= 0.0:
                                upto, level = _at_most(room, kinds[1], lows[1], counts[1], steps[1], if_right[1])
                                ahead = upto - level / 2.0
                        elif room <= 0.0:
                            upto, level = _at_most(-room, kinds[1], lows[1], counts[1], steps[1], if_wrong[1])
                            ahead = 1.0 - upto + level / 2.0
                    points[x, y, n, 0] = final
                    points[x, y, n, 1] = ahead * weights[k] / n_nodes
                    n += 1
            n_points[x, y] = n


@njit(cache=True)
def _rank(seats: Any, me: Any, roles: Any, places: Any, ranked: Any) -> None:
    """Roles (among equals I come first), places (equals share the better one) and scores by role, written."""
    for s in range(3):
        roles[s] = places[s] = 0
        for t in range(3):
            if seats[t] > seats[s]:
                roles[s] += 1
                places[s] += 1
            elif seats[t] == seats[s] and s != me and (t == me or t < s):
                roles[s] += 1
        ranked[roles[s]] = max(seats[s], 0.0)


@njit(cache=True)
def _add_wagers(n: Any, own: Any, marks: Any, n_grid: Any, tried: Any) -> Any:
    """Wagers that reach a final score where the payoff bends, and evenly spaced ones; returns the new number."""
    for k in range(len(marks)):
        gap = abs(marks[k] - own)
        if 0.0 < gap < own:
            tried[n] = gap
            n += 1
    for k in range(n_grid):
        tried[n] = np.floor(own * (k + 1) / (n_grid + 1))
        n += 1
    return n


@njit(cache=True)
def payoff_table(
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
    values: Any,
    marks: Any,
    by_winner: Any,
    n_grid: Any,
    winner_nodes: Any,
) -> Any:
    """My expected utility for each of my scores (rows) and pair of the others' scores (columns).

    ``values`` are utilities by place and final score, ``marks`` final scores where they bend; ``n_grid`` evenly spaced
    wagers are tried besides the break points of the others' wagers.
    """
    width = low.shape[2]
    table = np.zeros((mine.shape[0], first.shape[0]))
    kinds = np.zeros(3, dtype=np.int64)
    lows, tops, counts, steps = np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width)), np.zeros((3, width))
    if_wrong, if_right = np.zeros((3, width)), np.zeros((3, width))
    size = max(2 + 16 * width, width * nodes.shape[0]) + 2 * len(marks) + n_grid
    tried, weight_wrong, weight_right = np.zeros(size), np.ones(size), np.ones(size)
    ends = np.zeros((2, 2, 2))
    points, n_points = np.zeros((2, 2, width * winner_nodes.shape[0], 2)), np.zeros((2, 2), dtype=np.int64)
    seats, ranked = np.zeros(3), np.zeros(3)
    players = np.array([0 if me != 0 else 1, 2 if me != 2 else 1, me])
    roles, places = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    for i in range(mine.shape[0]):
        own = mine[i]
        for j in range(first.shape[0]):
            seats[players[0]], seats[players[1]], seats[me] = first[j], second[j], own
            _rank(seats, me, roles, places, ranked)
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
            if by_winner:
                _winner_points(
                    seats, players, kinds, lows, tops, counts, steps, if_wrong, if_right, winner_nodes, points, n_points
                )
            chances = triples[places[0], places[1], places[2]]
            if own <= 0.0:
                # Without money I take no part: third behind both, second behind one.
                ahead = int(seats[players[0]] > own) + int(seats[players[1]] > own)
                table[i, j] = _value_without_part(ahead, values, by_winner, chances, n_points, points, seats, players)
                continue
            if best:
                n = _any_wagers(seats, players, kinds, lows, tops, 0 if shared else 1, tried)
                n = _add_wagers(n, own, marks, n_grid, tried)
                weight_wrong[:n], weight_right[:n] = 1.0, 1.0
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
            top = -1e300
            total = 0.0
            for k in range(n):
                value = 0.0
                for answer in range(2):
                    final = own + tried[k] if answer == 1 else own - tried[k]
                    _final_shares(final, seats, players, kinds, lows, counts, steps, if_wrong, if_right, ends)
                    worth = _utility(final, shared, chances[answer], ends, values, by_winner, points, n_points)
                    weight = weight_right[k] if answer == 1 else weight_wrong[k]
                    value += weight * worth
                total += value
                top = max(top, value)
            table[i, j] = top if best else total
    return table


@njit(cache=True)
def _value_without_part(
    ahead: Any, values: Any, by_winner: Any, chances: Any, n_points: Any, points: Any, seats: Any, players: Any
) -> Any:
    """My utility where I have no money for Final, ``ahead`` opponents being in front of me."""
    if not by_winner:
        return values[min(max(ahead, 1), 2), 0]
    if seats[players[0]] <= 0.0 and seats[players[1]] <= 0.0:
        return (values[0, 0] + values[1, 0] + values[2, 0]) / 3.0
    total, one = 0.0, 0.0
    for answer in range(2):
        for x in range(2):
            for y in range(2):
                total += chances[answer, x, y]
                for k in range(n_points[x, y]):
                    one += chances[answer, x, y] * points[x, y, k, 1]
    one = min(one / total, 1.0)
    return one * values[1, 0] + (1.0 - one) * values[2, 0]
