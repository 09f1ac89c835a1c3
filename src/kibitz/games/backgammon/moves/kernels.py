"""Compiled move generation; `legal` holds the readable version that tests compare with it."""

from __future__ import annotations

import numba as nb
import numpy as np
from numpy.typing import NDArray

MAX_RESULTS = 3100
"""Room for the results of one roll: with a double at most C(18, 4) = 3,060."""

_rng = np.random.default_rng(20_250_101)
HASHES = _rng.integers(1, 2**63 - 1, size=(2, 25), dtype=np.int64)
"""Odd weights of a linear hash of a board."""


@nb.njit(cache=True, inline="always")
def _home(own: NDArray[np.int8]) -> bool:
    for slot in range(6, 25):  # noqa: SIM110 - compiled code has no generators
        if own[slot] > 0:
            return False
    return True


@nb.njit(cache=True)
def _can(own: NDArray[np.int8], opponent: NDArray[np.int8], source: int, die: int) -> bool:
    """Whether the checker on ``source`` may move ``die`` points; bar checkers first."""
    if own[source] == 0 or (source != 24 and own[24] > 0):
        return False
    target = source - die
    if target >= 0:
        return bool(opponent[23 - target] < 2)
    if not _home(own):
        return False
    if target == -1:
        return True
    for slot in range(source + 1, 6):  # noqa: SIM110 - compiled code has no generators
        if own[slot] > 0:
            return False
    return True


@nb.njit(cache=True)
def _move(own: NDArray[np.int8], opponent: NDArray[np.int8], source: int, die: int) -> bool:
    """Move a checker; returns whether it hit."""
    own[source] -= 1
    target = source - die
    if target >= 0:
        own[target] += 1
        if opponent[23 - target] == 1:
            opponent[23 - target] = 0
            opponent[24] += 1
            return True
    return False


@nb.njit(cache=True)
def _undo(own: NDArray[np.int8], opponent: NDArray[np.int8], source: int, die: int, hit: bool) -> None:
    own[source] += 1
    target = source - die
    if target >= 0:
        own[target] -= 1
        if hit:
            opponent[23 - target] = 1
            opponent[24] -= 1


@nb.njit(cache=True)
def board_hash(own: NDArray[np.int8], opponent: NDArray[np.int8]) -> np.int64:
    """A 64-bit hash of the checkers of two sides."""
    total = np.int64(0)
    for slot in range(25):
        total += own[slot] * HASHES[0, slot] + opponent[slot] * HASHES[1, slot]
    return total


@nb.njit(cache=True, inline="always")
def _change(source: int, die: int, hit: bool) -> np.int64:
    """What a step adds to the hash of a board: the hash is linear in the checkers."""
    value = -HASHES[0, source]
    target = source - die
    if target >= 0:
        value += HASHES[0, target]
        if hit:
            value += HASHES[1, 24] - HASHES[1, 23 - target]
    return np.int64(value)


@nb.njit(cache=True)
def _write(own: NDArray[np.int8], opponent: NDArray[np.int8], out: NDArray[np.int8], count: int) -> None:
    """Store a result, sides exchanged."""
    result = out[count]
    for slot in range(25):
        result[0, slot] = opponent[slot]
        result[1, slot] = own[slot]


@nb.njit(cache=True, inline="always")
def _is_known(hashes: NDArray[np.int64], count: int, value: np.int64) -> bool:
    for i in range(count):  # noqa: SIM110 - compiled code has no generators
        if hashes[i] == value:
            return True
    return False


@nb.njit(cache=True)
def legal_results(
    board: NDArray[np.int8], high: int, low: int, out: NDArray[np.int8], hashes: NDArray[np.int64]
) -> int:
    """Write every distinct position after the roll, opponent on roll, into ``out``; returns how many (0: no move)."""
    own = board[0].copy()
    opponent = board[1].copy()
    start = board_hash(own, opponent)
    if high == low:
        return _doubles(own, opponent, high, start, out, hashes)
    count = 0
    # Both dice, in either order.
    for order in range(2):
        first = high if order == 0 else low
        second = low if order == 0 else high
        for source in range(24, -1, -1):
            if own[source] == 0 or not _can(own, opponent, source, first):
                continue
            hit = _move(own, opponent, source, first)
            between = start + _change(source, first, hit)
            for then in range(24, -1, -1):
                if own[then] > 0 and _can(own, opponent, then, second):
                    target = then - second
                    hit_then = target >= 0 and opponent[23 - target] == 1
                    value = between + _change(then, second, hit_then)
                    if not _is_known(hashes, count, value):
                        _move(own, opponent, then, second)
                        _write(own, opponent, out, count)
                        _undo(own, opponent, then, second, hit_then)
                        hashes[count] = value
                        count += 1
            _undo(own, opponent, source, first, hit)
    if count:
        return count
    # One die, the larger one if it can be played.
    for die in (high, low):
        for source in range(24, -1, -1):
            if own[source] > 0 and _can(own, opponent, source, die):
                hit = _move(own, opponent, source, die)
                hashes[count] = start + _change(source, die, hit)
                _write(own, opponent, out, count)
                count += 1
                _undo(own, opponent, source, die, hit)
        if count:
            return count
    return 0


@nb.njit(cache=True)
def _doubles(
    own: NDArray[np.int8],
    opponent: NDArray[np.int8],
    die: int,
    start: np.int64,
    out: NDArray[np.int8],
    hashes: NDArray[np.int64],
) -> int:
    """Depth-first over falling sources: each multiset of steps once, so results are distinct by themselves."""
    sources = np.zeros(5, dtype=np.int64)
    hits = np.zeros(5, dtype=np.bool_)
    best = 0
    count = 0
    depth = 0
    next_source = 24
    value = start
    while True:
        moved = False
        if depth < 4:
            for source in range(next_source, -1, -1):
                if own[source] > 0 and _can(own, opponent, source, die):
                    hits[depth] = _move(own, opponent, source, die)
                    value += _change(source, die, hits[depth])
                    sources[depth] = source
                    depth += 1
                    next_source = source
                    moved = True
                    break
        if moved:
            # A prefix of a longer play is recorded too; a longer play found later throws it away.
            if depth > best:
                best = depth
                count = 0
            if depth == best:
                _write(own, opponent, out, count)
                hashes[count] = value
                count += 1
            continue
        if depth == 0:
            return count
        depth -= 1
        _undo(own, opponent, sources[depth], die, hits[depth])
        value -= _change(sources[depth], die, hits[depth])
        next_source = sources[depth] - 1


@nb.njit(cache=True)
def count_results(
    boards: NDArray[np.int8], rolls: NDArray[np.int8], out: NDArray[np.int8], hashes: NDArray[np.int64]
) -> NDArray[np.int64]:
    """How many distinct results each board has with its roll ``(n, 2)``."""
    counts = np.zeros(len(boards), dtype=np.int64)
    for i in range(len(boards)):
        counts[i] = legal_results(boards[i], rolls[i, 0], rolls[i, 1], out, hashes)
    return counts
