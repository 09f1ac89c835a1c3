"""Compiled rollouts and luck; `reference` holds the readable version that tests compare with it."""

from __future__ import annotations

import numba as nb
import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.search.kernels import (
    Bundle,
    _is_over,
    best_reply,
    evaluate,
    flag,
    leaf_values,
    swap_sides,
    whole,
)

F = NDArray[np.float32]
B = NDArray[np.int8]


@nb.njit(cache=True, inline="always")
def _roll_outcomes(
    board: B, engine: Bundle, room: Bundle, readings: F, side: int, keep: int, chances: F, afters: B
) -> None:
    """For each of the 21 rolls the side on roll's chances after its best static play, and the position after it."""
    p = room.outs[0]
    after = room.boards[0]
    roll = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            best_reply(board, high, low, engine, room, whole(0), readings[1 - side], keep, p, after)
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
            _roll_outcomes(now, engine, room, readings, side, keep, chances, afters)
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
                board, high, low, engine, room, whole(0), readings[1], keep, room.outs[0], room.boards[0]
            )
            roll += 1
    return result


@nb.njit(cache=True)
def cubeful_block(
    board: B, side: int, state: int, decides: bool, dice: NDArray[np.int8], engine: Bundle, room: Bundle,
    readings: F, keep: int, cube: Bundle,
) -> NDArray[np.float64]:  # fmt: skip
    """Worth for side 0 of each trial with the cube alive, luck-adjusted, ``(trials,)``.

    ``side`` is on roll and the cube is in ``state`` (`cube_arrays`); ``decides``: it may double before the first roll.
    Cube actions and plays are by the static evaluation; ``readings`` (levels, 2, 6) are the outcome weights by level.
    """
    trials, turns = dice.shape
    levels = len(cube.won)
    result = np.zeros(trials)
    values = np.empty(1 + 2 * levels)
    worths = np.empty(21)
    afters = np.empty((21, 2, 25), dtype=np.int8)
    now = np.empty((2, 25), dtype=np.int8)
    p = np.empty(5, dtype=np.float32)
    for trial in range(trials):
        now[:] = board
        on_roll = side
        k = state
        luck = 0.0
        passed = False
        for turn in range(turns):
            if _is_over(now):
                break
            if turn > 0 or decides:
                k, passed = _act(now, on_roll, k, engine, room, cube, p, values)
                if passed:
                    result[trial] = values[0] - luck
                    break
            level = 0 if k == 0 else (k - 1) // 2
            mean = _roll_worths(now, on_roll, k, engine, room, readings[level], keep, cube, p, values, worths, afters)
            roll = dice[trial, turn]
            luck += worths[roll] - mean
            now[:] = afters[roll]
            on_roll = 1 - on_roll
        if not passed:
            evaluate(now[0], now[1], engine, room.x, room.hidden, p)
            leaf_values(now, p, on_roll, engine, room, cube, levels, flag(False), values)
            result[trial] = values[k] - luck
    return result


@nb.njit(cache=True, inline="always")
def _act(
    board: B, side: int, k: int, engine: Bundle, room: Bundle, cube: Bundle, p: F, values: NDArray[np.float64]
) -> tuple[int, bool]:
    """The cube state after the static cube action of ``side``, and whether a double was passed; then its worth for
    side 0 is in ``values[0]``."""
    level = 0 if k == 0 else (k - 1) // 2
    levels = len(cube.won)
    if level + 1 >= levels or cube.dead[level, side] or (k > 0 and (k - 1) % 2 != side):
        return k, False
    evaluate(board[0], board[1], engine, room.x, room.hidden, p)
    leaf_values(board, p, side, engine, room, cube, levels, flag(True), values)
    doubled = 1 + 2 * (level + 1) + (1 - side)
    cash = cube.won[level, 0] if side == 0 else cube.lost[level, 0]
    sign = 1.0 if side == 0 else -1.0
    taken = sign * values[doubled]
    if min(taken, sign * cash) < sign * values[k] - 1e-9:
        return k, False
    if taken <= sign * cash:
        return doubled, False
    values[0] = cash
    return k, True


@nb.njit(cache=True, inline="always")
def _roll_worths(
    board: B, side: int, k: int, engine: Bundle, room: Bundle, readings: F, keep: int, cube: Bundle, p: F,
    values: NDArray[np.float64], worths: NDArray[np.float64], afters: B,
) -> float:  # fmt: skip
    """Worth for side 0 of each roll after the best static play, the position after it, and the mean worth."""
    mean = 0.0
    roll = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            best_reply(board, high, low, engine, room, whole(0), readings[1 - side], keep, p, afters[roll])
            leaf_values(afters[roll], p, 1 - side, engine, room, cube, len(cube.won), flag(False), values)
            worths[roll] = values[k]
            mean += (1.0 if high == low else 2.0) / 36 * values[k]
            roll += 1
    return mean
