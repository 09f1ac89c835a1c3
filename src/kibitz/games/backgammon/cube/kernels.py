"""Compiled cubeful values of all cube states at once; `cubeful` and `decision` hold the readable versions."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.cube.life import (
    BEAROFF_LIFE,
    CONTACT_LIFE,
    FREE_LIFE,
    LAST_ROLLS,
    LONG_RACE_LIFE,
    SHORT_RACE_LIFE,
)

F = NDArray[np.float32]
D = NDArray[np.float64]
B = NDArray[np.int8]
Bundle = Any
"""The `CubeArrays`; numba takes it as a tuple of arrays."""
SHORT_PIPS, SHORT_LIFE = float(SHORT_RACE_LIFE[0]), float(SHORT_RACE_LIFE[1])
LONG_PIPS, LONG_LIFE = float(LONG_RACE_LIFE[0]), float(LONG_RACE_LIFE[1])


@nb.njit(cache=True)
def position_life(board: B) -> float:
    """Janowski's x of a position."""
    rear = np.zeros(2, dtype=np.int64)
    pips = np.zeros(2, dtype=np.int64)
    left = np.zeros(2, dtype=np.int64)
    for side in range(2):
        for s in range(25):
            n = board[side, s]
            if n:
                rear[side] = s
                pips[side] += n * (s + 1)
                left[side] += n
    if rear[0] + rear[1] >= 24:
        return CONTACT_LIFE
    if max(rear[0], rear[1]) < 6:
        return 0.0 if max(left[0], left[1]) <= LAST_ROLLS else BEAROFF_LIFE
    share = (max(pips[0], pips[1]) - SHORT_PIPS) / (LONG_PIPS - SHORT_PIPS)
    return float(SHORT_LIFE + (LONG_LIFE - SHORT_LIFE) * min(1.0, max(0.0, share)))


@nb.njit(cache=True)
def _ratio(a: float, b: float) -> float:
    if b <= 0:
        return 1.0
    return min(1.0, max(0.0, a / b))


@nb.njit(cache=True)
def _shares(chance: float, gammons: float, backgammons: float, out: D) -> None:
    """Shares of single games, gammons and backgammons among the games of one outcome."""
    out[0] = 1.0
    out[1] = 0.0
    out[2] = 0.0
    if chance > 1e-9:
        g = min(gammons / chance, 1.0)
        b = min(min(backgammons / chance, 1.0), g)
        out[0] = 1 - g
        out[1] = g - b
        out[2] = b


@nb.njit(cache=True)
def no_double_values(p: F, side: int, life: float, cube: Bundle, levels: int, room: D, values: D) -> None:
    """Value for side 0 of every state up to ``levels`` while nobody doubles now; ``p`` is for the side on roll.

    ``room`` is scratch space, four rows.
    """
    wins = room[0]
    losses = room[1]
    if side == 0:
        _shares(p[0], p[1], p[2], wins)
        _shares(1 - p[0], p[3], p[4], losses)
        win = float(p[0])
    else:
        _shares(1 - p[0], p[3], p[4], wins)
        _shares(p[0], p[1], p[2], losses)
        win = 1 - float(p[0])
    if cube.money:
        _money_values(win, wins, losses, life, cube, levels, values)
    else:
        _match_values(win, wins, losses, life, cube, levels, room, values)


@nb.njit(cache=True)
def _money_values(win: float, wins: D, losses: D, x: float, cube: Bundle, levels: int, values: D) -> None:
    w = wins[0] + 2 * wins[1] + 3 * wins[2]
    loss = losses[0] + 2 * losses[1] + 3 * losses[2]
    # By whom: the corners are (0, -loss), the opponent's cash, the own cash, (1, w).
    low = (loss - 0.5) / (w + loss + 0.5)
    high = (loss + 1.0) / (w + loss + 0.5)
    dead = win * w - (1 - win) * loss
    own = (1 - x) * dead + x * (_line(win, 0.0, -loss, high, 1.0) if win <= high else _line(win, high, 1.0, 1.0, w))
    other = (1 - x) * dead + x * (_line(win, 0.0, -loss, low, -1.0) if win <= low else _line(win, low, -1.0, 1.0, w))
    unit = cube.won[0, 0]
    values[0] = unit * _money_centred(win, w, loss, x, cube.jacoby)
    for j in range(levels):
        values[1 + 2 * j] = unit * own
        values[2 + 2 * j] = unit * other
        unit *= 2


@nb.njit(cache=True)
def _line(p: float, a: float, u: float, b: float, v: float) -> float:
    return u if b <= a else u + (v - u) * (p - a) / (b - a)


@nb.njit(cache=True)
def _money_centred(win: float, w: float, loss: float, x: float, jacoby: bool) -> float:
    real = w + loss + x / 2
    low = (loss - 0.5) / real
    high = (loss + 0.5 + x / 2) / real
    if jacoby:
        w = 1.0
        loss = 1.0
    if x == 0:
        return win * w - (1 - win) * loss
    s = w + loss + x / 2
    at_low = 4 / (4 - x) * (low * s - loss - x / 4)
    at_high = 4 / (4 - x) * (high * s - loss - x / 4)
    if win <= low:
        return _line(win, 0.0, -loss, low, at_low)
    if win <= high:
        return _line(win, low, at_low, high, at_high)
    return _line(win, high, at_high, 1.0, w)


@nb.njit(cache=True)
def _match_values(win: float, wins: D, losses: D, life: float, cube: Bundle, levels: int, room: D, values: D) -> None:
    top = len(cube.won)
    takes = room[2]  # of side 0 from level j, then of side 1
    mean = room[3]  # won, lost by level
    for j in range(top):
        mean[2 * j] = wins[0] * cube.won[j, 0] + wins[1] * cube.won[j, 1] + wins[2] * cube.won[j, 2]
        mean[2 * j + 1] = losses[0] * cube.lost[j, 0] + losses[1] * cube.lost[j, 1] + losses[2] * cube.lost[j, 2]
    for j in range(top - 2, -1, -1):
        drop, lose = cube.lost[j, 0], mean[2 * j + 3]
        if cube.dead[j + 1, 0]:
            takes[2 * j] = _ratio(drop - lose, mean[2 * j + 2] - lose)
        else:
            takes[2 * j] = _ratio(drop - lose, cube.won[j + 1, 0] - lose) * (1 - takes[2 * j + 3])
        drop, lose = 1 - cube.won[j, 0], 1 - mean[2 * j + 2]
        if cube.dead[j + 1, 1]:
            takes[2 * j + 1] = _ratio(drop - lose, 1 - mean[2 * j + 3] - lose)
        else:
            takes[2 * j + 1] = _ratio(drop - lose, 1 - cube.lost[j + 1, 0] - lose) * (1 - takes[2 * j + 2])
    for state in range(1 + 2 * levels):
        j = 0 if state == 0 else (state - 1) // 2
        mine = not cube.dead[j, 0] and (state == 0 or state % 2 == 1)
        his = not cube.dead[j, 1] and (state == 0 or state % 2 == 0)
        won, lost = mean[2 * j], mean[2 * j + 1]
        plain = win * won + (1 - win) * lost
        if not (mine or his):
            values[state] = plain
            continue
        low = takes[2 * j] if his else 0.0
        high = 1 - takes[2 * j + 1] if mine else 1.0
        at_low = cube.lost[j, 0] if his else lost
        at_high = cube.won[j, 0] if mine else won
        if win <= low and his:
            live = _line(win, 0.0, lost, low, at_low)
        elif win > high and mine:
            live = _line(win, high, at_high, 1.0, won)
        else:
            live = _line(win, low, at_low, high, at_high)
        value = (1 - life) * plain + life * live
        x = max(life, FREE_LIFE)
        if life > 0 and his and cube.dead[j, 0]:
            corner = (1 - x) * (low * won + (1 - low) * lost) + x * at_low
            free = (1 - x) * plain + x * live
            value = min(value, corner) if win <= low else free
        elif life > 0 and mine and cube.dead[j, 1]:
            corner = (1 - x) * (high * won + (1 - high) * lost) + x * at_high
            free = (1 - x) * plain + x * live
            value = max(value, corner) if win > high else free
        values[state] = value


@nb.njit(cache=True)
def decide(values: D, side: int, cube: Bundle, levels: int) -> None:
    """Turn values without doubling now into values before the decision of ``side``, who is on roll, in place."""
    # A double leads to a higher level of the other owner, which this decision leaves unchanged: any order is right.
    for state in range(1 + 2 * (levels - 1)):
        j = 0 if state == 0 else (state - 1) // 2
        if cube.dead[j, side] or (state > 0 and (state - 1) % 2 != side):
            continue
        taken = values[1 + 2 * (j + 1) + (1 - side)]
        if side == 0:
            values[state] = max(values[state], min(taken, cube.won[j, 0]))
        else:
            values[state] = min(values[state], max(taken, cube.lost[j, 0]))


@nb.njit(cache=True)
def final_values(p: F, side: int, cube: Bundle, levels: int, values: D) -> None:
    """Values of a finished game; ``p``, all 0 or 1, is for ``side``."""
    won = (p[0] > 0.5) == (side == 0)
    if p[0] > 0.5:
        kind = 2 if p[2] > 0.5 else (1 if p[1] > 0.5 else 0)
    else:
        kind = 2 if p[4] > 0.5 else (1 if p[3] > 0.5 else 0)
    table = cube.won if won else cube.lost
    values[0] = table[0, 0 if cube.jacoby else kind]
    for j in range(levels):
        values[1 + 2 * j] = table[j, kind]
        values[2 + 2 * j] = table[j, kind]


@nb.njit(cache=True)
def bearoff_values(exact: F, side: int, cube: Bundle, levels: int, values: D) -> None:
    """Exact values in money play; ``exact`` has win, own, centred, opponent's cube of ``side`` before its decision."""
    sign = 1.0 if side == 0 else -1.0
    values[0] = sign * cube.won[0, 0] * exact[2]
    for j in range(levels):
        unit = sign * cube.won[j, 0]
        values[1 + 2 * j + side] = unit * exact[1]
        values[1 + 2 * j + 1 - side] = unit * exact[3]
