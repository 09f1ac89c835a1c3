"""Compiled self-play with temporal differences; `selfplay` holds the readable version of one game."""

from __future__ import annotations

import numba as nb
import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.nets.kernels import write_inputs
from kibitz.games.backgammon.search.kernels import Bundle, best_reply, evaluate, whole
from kibitz.learn.kernels import row_gradient_steps

F = NDArray[np.float32]
B = NDArray[np.int8]
MAX_TURNS = 600


@nb.njit(cache=True)
def _kind(board: B) -> int:
    """0 the game is over, 1 contact, 2 race, 3 all checkers home (tables know it)."""
    rears = np.full(2, -1)
    for side in range(2):
        for s in range(25):
            if board[side, s]:
                rears[side] = s
    if rears[0] < 0 or rears[1] < 0:
        return 0
    if rears[0] + rears[1] >= 24:
        return 1
    if rears[0] < 6 and rears[1] < 6:
        return 3
    return 2


@nb.njit(cache=True)
def self_play_game(
    start: B, dice: NDArray[np.int8], engine: Bundle, room: Bundle, reading: F, boards: B, predictions: F
) -> int:
    """Play a game, both sides by the static evaluation; write its positions and the networks' outputs for them.

    ``dice`` (turns, 2); returns the number of positions written. The final position follows the last one.
    """
    now = np.empty((2, 25), dtype=np.int8)
    after = np.empty((2, 25), dtype=np.int8)
    p = np.empty(5, dtype=np.float32)
    now[:] = start
    count = 0
    while True:
        boards[count] = now
        kind = _kind(now)
        if kind == 0 or count + 1 >= len(boards) or count >= len(dice):
            return count
        evaluate(now[0], now[1], engine, room.x, room.hidden, predictions[count])
        if kind == 3:
            return count  # the table's answer serves as the outcome
        high, low = whole(dice[count, 0]), whole(dice[count, 1])
        best_reply(now, high, low, engine, room, whole(0), reading, whole(0), p, after)
        room.keys[:] = 0
        now[:] = after
        count += 1


@nb.njit(cache=True)
def learn_game(boards: B, count: int, engine: Bundle, room: Bundle, predictions: F, decay: float, rate: float) -> None:
    """Targets by TD(lambda) from the end of a game, then one step for each position, on the network of its kind."""
    targets = np.empty((count, 5), dtype=np.float32)
    following = np.empty(5, dtype=np.float32)
    evaluate(boards[count, 0], boards[count, 1], engine, room.x, room.hidden, following)
    mix = np.float32(decay)
    for t in range(count - 1, -1, -1):
        targets[t, 0] = np.float32(1.0) - following[0]
        targets[t, 1] = following[3]
        targets[t, 2] = following[4]
        targets[t, 3] = following[1]
        targets[t, 4] = following[2]
        for k in range(5):
            following[k] = (np.float32(1.0) - mix) * predictions[t, k] + mix * targets[t, k]
    x = np.empty((1, 278), dtype=np.float32)
    for t in range(count):
        write_inputs(boards[t, 0], boards[t, 1], x[0])
        net = engine.contact if _kind(boards[t]) == 1 else engine.race
        row_gradient_steps(x, targets[t : t + 1], net.w1, net.b1, net.w2, net.b2, rate)


@nb.njit(cache=True)
def self_play_block(
    start: B, dice: NDArray[np.int8], engine: Bundle, room: Bundle, reading: F, decay: float, rates: F
) -> int:
    """Play and learn from ``len(rates)`` games, dice (games, turns, 2); returns the number of turns."""
    boards = np.empty((dice.shape[1] + 1, 2, 25), dtype=np.int8)
    predictions = np.empty((dice.shape[1] + 1, 5), dtype=np.float32)
    turns = 0
    for game in range(len(rates)):
        count = self_play_game(start, dice[game], engine, room, reading, boards, predictions)
        learn_game(boards, count, engine, room, predictions, decay, rates[game])
        turns += count
    return turns
