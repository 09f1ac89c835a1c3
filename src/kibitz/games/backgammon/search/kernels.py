"""Compiled evaluation and look-ahead; `nets.static_evaluation` and `search.reference` hold the readable versions."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.cube.kernels import (
    bearoff_values,
    decide,
    final_values,
    no_double_values,
    position_life,
)
from kibitz.games.backgammon.moves.dice import ROLLS
from kibitz.games.backgammon.moves.kernels import board_hash, legal_results
from kibitz.games.backgammon.nets.kernels import write_inputs
from kibitz.learn.kernels import fast_sigmoid, hidden_layer, output_layer

F = NDArray[np.float32]
B = NDArray[np.int8]
D = NDArray[np.float64]
HIGH_DICE, LOW_DICE = np.array(ROLLS).T.copy()
whole: Any = np.int64
flag: Any = np.bool_
"""Types of arguments that are constants: numba compiles a function again for each plain constant."""
Bundle = Any
"""The `EngineArrays` of `engine_arrays`; numba takes it as a tuple of arrays."""


@nb.njit(cache=True)
def _home_index(men: B, choose: NDArray[np.int64]) -> int:
    total = 0
    index = 0
    for k in range(1, 7):
        total += men[6 - k]
        index += choose[k, total + k - 1]
    return index


@nb.njit(cache=True)
def _bearoff(own: B, opponent: B, n_own: int, n_opponent: int, engine: Bundle, out: F) -> None:
    """Exact probabilities once all checkers of both sides are home."""
    i = _home_index(own, engine.choose)
    j = _home_index(opponent, engine.choose)
    out[:] = 0.0
    if n_own <= 6 and n_opponent <= 6:
        out[0] = engine.small[i, j, 0]
        return
    left = 1.0
    win = 0.0
    for k in range(1, 32):
        win += engine.rolls[i, k] * left
        left -= engine.rolls[j, k]
    out[0] = min(win, 1.0)
    if n_opponent == 15:
        left = 1.0
        gammon = 0.0
        for k in range(1, 32):
            gammon += engine.rolls[i, k] * left
            left -= engine.first[j, k]
        out[1] = min(max(gammon, 0.0), out[0])
    if n_own == 15:
        left = 1.0
        gammon = 0.0
        for k in range(1, 32):
            left -= engine.first[i, k]
            gammon += engine.rolls[j, k] * left
        out[3] = min(max(gammon, 0.0), 1.0 - out[0])


@nb.njit(cache=True)
def evaluate(own: B, opponent: B, engine: Bundle, x: F, hidden: F, out: F) -> None:
    """The five probabilities of one position, exact where the game is over or a table knows it."""
    n_own = whole(0)
    n_opponent = whole(0)
    rear = whole(-1)
    his_rear = whole(-1)
    for s in range(25):
        if own[s]:
            n_own += own[s]
            rear = s
        if opponent[s]:
            n_opponent += opponent[s]
            his_rear = s
    if n_own == 0 or n_opponent == 0:
        out[:] = 0.0
        if n_own == 0:
            out[0] = 1.0
            if n_opponent == 15:
                out[1] = 1.0
                if his_rear >= 18:
                    out[2] = 1.0
        elif n_own == 15:
            out[3] = 1.0
            if rear >= 18:
                out[4] = 1.0
        return
    if rear + his_rear >= 24:
        write_inputs(own, opponent, x)
        net = engine.contact
        h = hidden[: len(net.b1)]
        hidden_layer(x, net.w1, net.b1, h)
        output_layer(h, net.w2, net.b2, out)
    elif rear < 6 and his_rear < 6:
        _bearoff(own, opponent, n_own, n_opponent, engine, out)
        return
    else:
        write_inputs(own, opponent, x)
        net = engine.race
        h = hidden[: len(net.b1)]
        hidden_layer(x, net.w1, net.b1, h)
        output_layer(h, net.w2, net.b2, out)
    make_consistent(n_own, n_opponent, out)


@nb.njit(cache=True)
def make_consistent(n_own: int, n_opponent: int, out: F) -> None:
    """Make five outputs consistent probabilities: no gammon against checkers off, and each within the one before."""
    if n_opponent < 15:
        out[1] = 0.0
        out[2] = 0.0
    if n_own < 15:
        out[3] = 0.0
        out[4] = 0.0
    out[1] = min(out[1], out[0])
    out[2] = min(out[2], out[1])
    out[3] = min(out[3], np.float32(1.0) - out[0])
    out[4] = min(out[4], out[3])


@nb.njit(cache=True, inline="always")
def equity(p: F) -> float:
    """Cubeless money equity of five probabilities, for the side they are for."""
    return float(2.0 * p[0] - 1.0 + p[1] + p[2] - p[3] - p[4])


@nb.njit(cache=True)
def evaluate_many(boards: B, engine: Bundle) -> F:
    """Probabilities ``(n, 5)`` of boards ``(n, 2, 25)``."""
    out = np.empty((len(boards), 5), dtype=np.float32)
    x = np.empty(278, dtype=np.float32)
    hidden = np.empty(1024, dtype=np.float32)
    for i in range(len(boards)):
        evaluate(boards[i, 0], boards[i, 1], engine, x, hidden, out[i])
    return out


@nb.njit(cache=True, fastmath=True)
def _pruning_score(own: B, opponent: B, net: Bundle, reading: F, hidden: F, out: F) -> float:
    """The value of a position by the small network, for the side on roll."""
    n = len(net.b1)
    for j in range(n):
        hidden[j] = net.b1[j]
    for side in range(2):
        men = own if side == 0 else opponent
        for s in range(25):
            m = men[s]
            if m:
                row = net.w1[100 * side + 4 * s + min(m, 3) - 1]
                for j in range(n):
                    hidden[j] += row[j]
                if m > 3:
                    row = net.w1[100 * side + 4 * s + 3]
                    v = np.float32((m - 3) / 2)
                    for j in range(n):
                        hidden[j] += v * row[j]
    for j in range(n):
        hidden[j] = fast_sigmoid(hidden[j])
    output_layer(hidden[:n], net.w2, net.b2, out)
    return weighted_value(out, reading)


@nb.njit(cache=True)
def weighted_value(p: F, reading: F) -> float:
    """The value of five probabilities by outcome weights: five weights and a constant."""
    return float(
        reading[0] * p[0] + reading[1] * p[1] + reading[2] * p[2] + reading[3] * p[3] + reading[4] * p[4] + reading[5]
    )


@nb.njit(cache=True)
def _evaluate_cached(board: B, key: int, engine: Bundle, room: Bundle, out: F) -> None:
    """`evaluate` with a direct-mapped cache of earlier answers; ``key`` 0 means that the hash is not known yet."""
    if key == 0:
        key = int(board_hash(board[1], board[0]))
    place = (key ^ (key >> 29)) & (len(room.keys) - 1)
    if room.keys[place] == key:
        out[:] = room.values[place]
        return
    evaluate(board[0], board[1], engine, room.x, room.hidden, out)
    room.keys[place] = key
    room.values[place] = out


@nb.njit(cache=True)
def _has_contact(board: B) -> bool:
    rear = 0
    for side in range(2):
        for s in range(24, -1, -1):
            if board[side, s]:
                rear += s
                break
    return rear >= 24


@nb.njit(cache=True)
def best_reply(
    board: B, high: int, low: int, engine: Bundle, room: Bundle, level: int, reading: F, keep: int, p: F, after: B
) -> float:
    """The value for the side on roll of its best play by the static evaluation.

    ``reading`` is that of the *other* side, which is on roll after the play. Writes that side's probabilities into
    ``p`` and the position into ``after``. With more than ``keep`` results only those that the small network ranks best
    are evaluated in full.
    """
    results = room.results[level]
    hashes = room.hashes[level]
    n = legal_results(board, high, low, results, hashes)
    if n == 0:
        after[0] = board[1]
        after[1] = board[0]
        _evaluate_cached(after, whole(0), engine, room, p)
        return -weighted_value(p, reading)
    scores = room.scores[level]
    chosen = n
    # The small network knows little of races, where evaluations are cheap anyway.
    if keep > 0 and n > keep and _has_contact(board):
        for i in range(n):
            scores[i] = _pruning_score(results[i, 0], results[i, 1], engine.pruning, reading, room.hidden, room.p)
        chosen = keep
    best = 1e9
    where = 0
    for k in range(chosen):
        i = k
        if chosen < n:
            # The k-th lowest score, taken out so that the next round finds the next one.
            i = 0
            for c in range(1, n):
                if scores[c] < scores[i]:
                    i = c
            scores[i] = 1e9
        _evaluate_cached(results[i], hashes[i], engine, room, room.p)
        value = weighted_value(room.p, reading)
        if value < best:
            best = value
            where = i
            p[:] = room.p
    after[:] = results[where]
    return -best


@nb.njit(cache=True)
def swap_sides(p: F, out: F) -> None:
    """The same chances seen by the other side."""
    out[0] = np.float32(1.0) - p[0]
    out[1] = p[3]
    out[2] = p[4]
    out[3] = p[1]
    out[4] = p[2]


@nb.njit(cache=True)
def _is_over(board: B) -> bool:
    for side in range(2):
        left = 0
        for s in range(25):
            left += board[side, s]
        if left == 0:
            return True
    return False


@nb.njit(cache=True)
def _add_swapped(p: F, weight: np.float32, total: F) -> None:
    """Add chances as the other side sees them."""
    total[0] += weight * (np.float32(1.0) - p[0])
    total[1] += weight * p[3]
    total[2] += weight * p[4]
    total[3] += weight * p[1]
    total[4] += weight * p[2]


@nb.njit(cache=True)
def _is_small_bearoff(board: B) -> bool:
    """Whether all checkers are home, at most six a side: the two-sided table has this position."""
    for side in range(2):
        left = 0
        for s in range(25):
            if board[side, s]:
                if s >= 6:
                    return False
                left += board[side, s]
        if left > 6:
            return False
    return True


@nb.njit(cache=True)
def leaf_values(
    board: B, p: F, side: int, engine: Bundle, room: Bundle, cube: Bundle, levels: int, rolls: bool, values: D
) -> None:
    """Values for side 0 of all cube states with ``side`` on roll, by Janowski's model or a table.

    ``p`` are the chances of the side on roll. Before its decision, or if ``rolls``, while it does not double now.
    """
    if _is_over(board):
        final_values(p, side, cube, levels, values)
        return
    if cube.money and not rolls and _is_small_bearoff(board):
        i, j = _home_index(board[0], engine.choose), _home_index(board[1], engine.choose)
        bearoff_values(engine.small[i, j], side, cube, levels, values)
        return
    no_double_values(p, side, position_life(board), cube, levels, room.cube_room, values)
    if not rolls:
        decide(values, side, cube, levels)


@nb.njit(cache=True)
def search_many(
    boards: B, plies: int, engine: Bundle, room: Bundle, readings: F, side: int, keep: int, cube: Bundle, levels: int
) -> tuple[F, D]:  # fmt: skip
    """Chances of ``side``, on roll in every board, ``(n, 5)``, and values for side 0 by cube state ``(n, states)``.

    Both are means over the 21 rolls of the next ``plies`` turns. In every turn the play that is best by the static
    evaluation is made; ``readings[side]`` are the outcome weights of a side. Every later node decides about the cube
    for each state up to ``levels`` doublings from now, and leaves are valued by `leaf_values`. The values are those
    of rolling now without a double; without levels they mean nothing.
    """
    out = np.empty((len(boards), 5), dtype=np.float32)
    values = np.zeros((len(boards), 1 + 2 * levels))
    for i in range(len(boards)):
        if plies == 0 or _is_over(boards[i]):
            _evaluate_cached(boards[i], whole(0), engine, room, out[i])
            if levels:
                leaf_values(boards[i], out[i], side, engine, room, cube, levels, flag(True), values[i])
        else:
            room.boards[0] = boards[i]
            _search(plies, engine, room, readings, side, keep, cube, levels)
            out[i] = room.sums[0]
            values[i] = room.cubes[0, 0, : 1 + 2 * levels]
    return out, values


@nb.njit(cache=True, inline="always")
def _search(
    plies: int, engine: Bundle, room: Bundle, readings: F, side: int, keep: int, cube: Bundle, levels: int
) -> None:
    """Search from ``room.boards[0]``; leaves chances in ``room.sums[0]`` and values in ``room.cubes[0, 0]``.

    A loop with a roll per depth instead of recursion, which numba cannot cache on disk. One kernel for all depths,
    with and without cube, because every function that calls `best_reply` compiles all of it again.
    """
    depth = whole(0)
    _open_node(room, depth, levels)
    while True:
        roll = room.rolls[depth]
        if roll == 21:
            if depth == 0:
                break
            depth -= 1
            on_roll = (side + depth) % 2
            if levels:
                decide(room.cubes[depth + 1, 0], 1 - on_roll, cube, levels)
            _close_roll(room, depth, room.sums[depth + 1], room.cubes[depth + 1, 0], levels)
            continue
        on_roll = (side + depth) % 2
        p = room.outs[depth]
        after = room.boards[depth + 1]
        best_reply(
            room.boards[depth],
            HIGH_DICE[roll],
            LOW_DICE[roll],
            engine,
            room,
            depth,
            readings[1 - on_roll],
            keep,
            p,
            after,
        )
        if depth + 1 < plies and not _is_over(after):
            depth += 1
            _open_node(room, depth, levels)
            continue
        then = room.cubes[depth, 1]
        if levels:
            leaf_values(after, p, 1 - on_roll, engine, room, cube, levels, flag(False), then)
        _close_roll(room, depth, p, then, levels)


@nb.njit(cache=True)
def _open_node(room: Bundle, depth: int, levels: int) -> None:
    """Begin a node: no roll played, nothing added up."""
    room.rolls[depth] = 0
    room.sums[depth] = 0.0
    for k in range(1 + 2 * levels):
        room.cubes[depth, 0, k] = 0.0


@nb.njit(cache=True)
def _close_roll(room: Bundle, depth: int, p: F, then: D, levels: int) -> None:
    """Add what follows a roll to its node, and go on to the next roll; ``p`` is for the other side."""
    roll = room.rolls[depth]
    weight = (1.0 if HIGH_DICE[roll] == LOW_DICE[roll] else 2.0) / 36
    _add_swapped(p, np.float32(weight), room.sums[depth])
    for k in range(1 + 2 * levels):
        room.cubes[depth, 0, k] += weight * then[k]
    room.rolls[depth] = roll + 1


@nb.njit(cache=True)
def decide_many(boards: B, values: D, side: int, cube: Bundle) -> None:
    """Turn values of rolling now into values before the decision of ``side``, in place; finished games stay."""
    levels = (values.shape[1] - 1) // 2
    for i in range(len(boards)):
        if not _is_over(boards[i]):
            decide(values[i], side, cube, levels)


@nb.njit(cache=True)
def static_results(board: B, high: int, low: int, engine: Bundle, room: Bundle) -> F:
    """Static probabilities ``(n, 5)``, for the side then on roll, of all results, left in ``room.results[0]``.

    A roll that cannot be played gives one result, the same checkers with the other side on roll.
    """
    results = room.results[0]
    n = legal_results(board, high, low, results, room.hashes[0])
    if n == 0:
        results[0, 0] = board[1]
        results[0, 1] = board[0]
        room.hashes[0][0] = board_hash(board[0], board[1])
        n = 1
    out = np.empty((n, 5), dtype=np.float32)
    for i in range(n):
        _evaluate_cached(results[i], room.hashes[0][i], engine, room, out[i])
    return out
