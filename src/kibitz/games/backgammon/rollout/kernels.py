"""Compiled rollouts and luck; `reference` holds the readable version that tests compare with it."""

from __future__ import annotations

import numba as nb
import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.search.kernels import Bundle, _is_over, best_reply, evaluate, swap_sides

F = NDArray[np.float32]
B = NDArray[np.int8]


@nb.njit(cache=True)
def roll_outcomes(
    board: B, engine: Bundle, room: Bundle, readings: F, side: int, keep: int, chances: F, afters: B
) -> None:
    """For each of the 21 rolls the side on roll's chances after its best static play, and the position after it."""
    p = room.outs[0]
    after = room.boards[0]
    roll = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            best_reply(board, high, low, engine, room, 0, readings[1 - side], keep, p, after)
            swap_sides(p, chances[roll])
            afters[roll] = after
            roll += 1


@nb.njit(cache=True)
def rollout_block(
    board: B, dice: NDArray[np.int8], engine: Bundle, room: Bundle, readings: F, keep: int, reduce: bool
) -> NDArray[np.float64]:
    """Chances of the side on roll at the start from each trial, ``(trials, 5)``, luck-adjusted if ``reduce``.

    ``dice`` (trials, turns) are indices of the 21 rolls; a game that is not over when they end counts by its static
    evaluation.
    """
    trials, turns = dice.shape
    result = np.zeros((trials, 5))
    chances = np.empty((21, 5), dtype=np.float32)
    afters = np.empty((21, 2, 25), dtype=np.int8)
    now = np.empty((2, 25), dtype=np.int8)
    p = np.empty(5, dtype=np.float32)
    back = np.empty(5, dtype=np.float32)
    luck = np.empty(5)
    for trial in range(trials):
        now[:] = board
        side = 0
        luck[:] = 0.0
        for turn in range(turns):
            if _is_over(now):
                break
            roll_outcomes(now, engine, room, readings, side, keep, chances, afters)
            roll = dice[trial, turn]
            if reduce:
                _add_luck(chances, roll, side, luck)
            now[:] = afters[roll]
            side = 1 - side
        evaluate(now[0], now[1], engine, room.x, room.hidden, p)
        if side == 1:
            swap_sides(p, back)
            p[:] = back
        for k in range(5):
            result[trial, k] = p[k] - luck[k]
    return result


@nb.njit(cache=True)
def _add_luck(chances: F, roll: int, side: int, luck: NDArray[np.float64]) -> None:
    """Add how much better the roll was than the mean of all, in the chances of the side that the rollout is for."""
    mean = np.zeros(5)
    r = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = (1.0 if high == low else 2.0) / 36
            for k in range(5):
                mean[k] += weight * chances[r, k]
            r += 1
    for k in range(5):
        gain = chances[roll, k] - mean[k]
        if side == 0:
            luck[k] += gain
        elif k == 0:
            luck[0] -= gain
        else:
            luck[(k + 1) % 4 + 1] += gain


@nb.njit(cache=True)
def roll_worths(board: B, engine: Bundle, room: Bundle, readings: F, keep: int) -> NDArray[np.float64]:
    """The worth to the side on roll of each of the 21 rolls, after its best static play."""
    result = np.empty(21)
    roll = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            result[roll] = best_reply(
                board, high, low, engine, room, 0, readings[1], keep, room.outs[0], room.boards[0]
            )
            roll += 1
    return result
