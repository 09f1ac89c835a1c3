"""Compiled bearoff tables; `reference` holds the readable recursion that tests compare with them."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.cube.kernels import decide

I64 = NDArray[np.int64]
F = NDArray[np.float32]


@nb.njit(cache=True)
def _index(men: NDArray[np.int8], choose: I64) -> int:
    total = 0
    index = 0
    for k in range(1, 7):
        total += men[6 - k]
        index += choose[k, total + k - 1]
    return index


@nb.njit(cache=True)
def _can(men: NDArray[np.int8], point: int, die: int) -> bool:
    if men[point - 1] == 0:
        return False
    if point < die:
        for above in range(point, 6):
            if men[above]:
                return False
    return True


@nb.njit(cache=True)
def _move(men: NDArray[np.int8], point: int, die: int, sign: int) -> None:
    men[point - 1] -= sign
    if point > die:
        men[point - 1 - die] += sign


@nb.njit(cache=True)
def successors(men: NDArray[np.int8], high: int, low: int, choose: I64, out: I64) -> int:
    """Numbers of all positions after a roll, each once; returns how many."""
    count = 0
    dice = 4 if high == low else 2
    sources = np.zeros(5, dtype=np.int64)
    for order in range(1 if high == low else 2):
        depth = 0
        start = 6
        while True:
            die = high if (depth + order) % 2 == 0 else low
            moved = False
            if depth < dice:
                for point in range(start, 0, -1):
                    if _can(men, point, die):
                        _move(men, point, die, 1)
                        sources[depth] = point
                        depth += 1
                        # With a double only falling sources: their order never matters.
                        start = point if high == low else 6
                        moved = True
                        break
            if moved:
                continue
            empty = True
            for p in range(6):
                if men[p]:
                    empty = False
            if depth == dice or empty:
                value = _index(men, choose)
                known = False
                for i in range(count):
                    if out[i] == value:
                        known = True
                        break
                if not known:
                    out[count] = value
                    count += 1
            if depth == 0:
                break
            depth -= 1
            die = high if (depth + order) % 2 == 0 else low
            _move(men, sources[depth], die, -1)
            start = sources[depth] - 1
    return count


@nb.njit(cache=True)
def one_sided_block(
    all_men: NDArray[np.int8], choose: I64, start: int, stop: int, rolls: F, first: F, means: NDArray[np.float64]
) -> None:
    """Fill rows ``start`` to ``stop``: chances to finish in k rolls and, with 15 checkers, to have the first off in k.

    ``means`` is (n, 2): expected rolls of both kinds, which the play makes smallest.
    """
    out = np.empty(4096, dtype=np.int64)
    width = rolls.shape[1]
    men = np.empty(6, dtype=np.int8)
    for i in range(start, stop):
        men[:] = all_men[i]
        total = 0
        for p in range(6):
            total += men[p]
        if total == 0:
            rolls[i, 0] = 1.0
            first[i, 0] = 1.0
            continue
        for high in range(1, 7):
            for low in range(1, high + 1):
                weight = (1.0 if high == low else 2.0) / 36
                count = successors(men, high, low, choose, out)
                best = out[0]
                best_first = out[0]
                for c in range(1, count):
                    if means[out[c], 0] < means[best, 0]:
                        best = out[c]
                    if means[out[c], 1] < means[best_first, 1]:
                        best_first = out[c]
                means[i, 0] += weight * (1 + means[best, 0])
                for k in range(width - 1):
                    rolls[i, k + 1] += weight * rolls[best, k]
                if total == 15:
                    means[i, 1] += weight * (1 + means[best_first, 1])
                    for k in range(width - 1):
                        first[i, k + 1] += weight * first[best_first, k]
        if total < 15:
            first[i, 0] = 1.0


@nb.njit(cache=True)
def two_sided_diagonal(links: NDArray[np.int32], starts: NDArray[np.int32], total: int, n: int, table: F) -> None:
    """Fill all pairs whose numbers add up to ``total``.

    ``table`` is (n, n, 4): chance to win; money equity with own cube, centred, opponent's cube, before the decision to
    double. ``links[starts[i, r]:starts[i, r + 1]]`` are the successors of i with roll r.
    """
    for i in range(max(1, total - n + 1), min(n - 1, total - 1) + 1):
        j = total - i
        win = 0.0
        own = 0.0
        centred = 0.0
        other = 0.0
        roll = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                weight = (1.0 if high == low else 2.0) / 36
                best_win = -9.0
                best_own = -9.0
                best_centred = -9.0
                best_other = -9.0
                for c in range(starts[i, roll], starts[i, roll + 1]):
                    s = links[c]
                    if s == 0:
                        best_win = 1.0
                        best_own = 1.0
                        best_centred = 1.0
                        best_other = 1.0
                        break
                    best_win = max(best_win, 1.0 - table[j, s, 0])
                    best_own = max(best_own, -table[j, s, 3])
                    best_centred = max(best_centred, -table[j, s, 2])
                    best_other = max(best_other, -table[j, s, 1])
                win += weight * best_win
                own += weight * best_own
                centred += weight * best_centred
                other += weight * best_other
                roll += 1
        doubled = min(1.0, 2 * other)
        table[i, j, 0] = win
        table[i, j, 1] = max(own, doubled)
        table[i, j, 2] = max(centred, doubled)
        table[i, j, 3] = other


@nb.njit(cache=True)
def all_successors(all_men: NDArray[np.int8], choose: I64) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Successors of every number and roll, one after the other, and where those of each begin (n, 22)."""
    out = np.empty(4096, dtype=np.int64)
    n = len(all_men)
    starts = np.zeros((n, 22), dtype=np.int32)
    links = np.empty(n * 21 * 16, dtype=np.int32)
    used = 0
    men = np.empty(6, dtype=np.int8)
    for i in range(n):
        men[:] = all_men[i]
        roll = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                starts[i, roll] = used
                count = successors(men, high, low, choose, out)
                if used + count > len(links):
                    grown = np.empty(2 * len(links), dtype=np.int32)
                    grown[:used] = links[:used]
                    links = grown
                for c in range(count):
                    links[used] = out[c]
                    used += 1
                roll += 1
        starts[i, 21] = used
    return links[:used].copy(), starts


@nb.njit(cache=True)
def solve_match_bearoff(
    links: NDArray[np.int32],
    starts: NDArray[np.int32],
    own: int,
    opponent: int,
    cube: Any,
    values: F,
    solved: NDArray[np.bool_],
) -> None:
    """Solve a position, side 0 on roll, and all that can follow, for every state of the cube (`cube_arrays`).

    ``values`` (side, on roll, other, state) are those of rolling now, for side 0. A roll leads to smaller numbers, so
    positions are marked from large sums to small ones and solved the other way.
    """
    needed = np.zeros(solved.shape, dtype=np.bool_)
    needed[0, own, opponent] = True
    total = own + opponent
    n = len(starts)
    for both in range(total, 1, -1):
        for side in range(2):
            for i in range(1, both):
                j = both - i
                if i >= n or j >= n or not needed[side, i, j] or solved[side, i, j]:
                    continue
                for c in range(starts[i, 0], starts[i, 21]):
                    if links[c] > 0:
                        needed[1 - side, j, links[c]] = True
    levels = len(cube.won)
    states = 1 + 2 * levels
    best = np.empty(states)
    then = np.empty(states)
    for both in range(2, total + 1):
        for side in range(2):
            for i in range(1, both):
                j = both - i
                if i >= n or j >= n or not needed[side, i, j] or solved[side, i, j]:
                    continue
                _roll_values(links, starts, side, i, j, cube, values, best, then)
                solved[side, i, j] = True


@nb.njit(cache=True)
def _roll_values(
    links: NDArray[np.int32],
    starts: NDArray[np.int32],
    side: int,
    i: int,
    j: int,
    cube: Any,
    values: F,
    best: NDArray[np.float64],
    then: NDArray[np.float64],
) -> None:
    """Fill the values of one position from those that follow; each state of the cube has its own best play."""
    levels = len(cube.won)
    states = len(best)
    values[side, i, j] = 0.0
    roll = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = (1.0 if high == low else 2.0) / 36
            best[:] = -1.0 if side == 0 else 2.0
            for c in range(starts[i, roll], starts[i, roll + 1]):
                s = links[c]
                for k in range(states):
                    level = 0 if k == 0 else (k - 1) // 2
                    if s == 0:
                        then[k] = cube.won[level, 0] if side == 0 else cube.lost[level, 0]
                    else:
                        then[k] = values[1 - side, j, s, k]
                if s > 0:
                    decide(then, 1 - side, cube, levels)
                for k in range(states):
                    best[k] = max(best[k], then[k]) if side == 0 else min(best[k], then[k])
            for k in range(states):
                values[side, i, j, k] += weight * best[k]
            roll += 1
