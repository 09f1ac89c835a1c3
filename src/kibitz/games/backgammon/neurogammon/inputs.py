"""Inputs of the paper's sizes; the paper gives only their number, so their meaning is kibitz's.

* 243 for doubling: for each of the 24 points and each side five units (1, 2, 3, 4 checkers, and checkers above 4 by
  twos), and the pip lead, the measure of contact, and the race estimate.
* 289 for moves: these, bar and checkers off of each side in three units each, and 17 concepts a side (contact, back
  checkers, anchors, home points, blots, primes, escapes, containment, shots, stacks, dancing).
* 651 for relative scores: 289 before the move, 289 after it, and 73 of the transition: checkers taken from and put on
  each point, checkers hit, and home points made, broken, slotted and stripped.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.board.position import POINTS, Boards, Position, rearmost_slot
from kibitz.games.backgammon.nets.inputs import N_INPUTS, N_RAW_INPUTS, position_inputs
from kibitz.learn.network import Floats

CUBE_INPUTS = 243
MOVE_INPUTS = 289
SCORE_INPUTS = 651
CONCEPTS = (4, 5, 6, 9, 10, 12, 13, 15, 16, 19, 21, 26, 27, 28, 29, 33, 35)
"""Which of the 36 hand-made inputs of a side are used."""
FULL_CONTACT = 60.0
"""Pips of contact, both sides together, from which a position counts as fully engaged."""


def contact_measure(position: Position) -> float:
    """From 0 (disengaged) to 1: pips that both sides must still go to pass each other, over `FULL_CONTACT`."""
    pips = 0
    for own, other in ((position.own, position.opponent), (position.opponent, position.own)):
        edge = POINTS - 1 - rearmost_slot(other)
        pips += sum(n * (slot - edge) for slot, n in enumerate(own) if slot > edge) if any(other) else 0
    return min(1.0, pips / FULL_CONTACT)


def _modern(boards: Boards) -> Floats:
    """The evaluator's 278 inputs, by the compiled code where that is loaded already."""
    kernels = sys.modules.get("kibitz.games.backgammon.nets.kernels")
    if kernels is None:
        return position_inputs(boards)
    x = np.empty((len(boards), N_INPUTS), dtype=np.float32)
    kernels.all_inputs(np.ascontiguousarray(boards), x)
    return x


def cube_inputs(boards: Boards) -> Floats:
    """The 243 inputs of boards before the roll."""
    return move_inputs(boards)[:, :CUBE_INPUTS]


def move_inputs(boards: Boards) -> Floats:
    """The 289 inputs; the first side of a board is the one that they are for."""
    n = len(boards)
    men = boards[:, :, :24].reshape(n, 48)
    units = [men == 1, men == 2, men == 3, men == 4, np.maximum(men.astype(np.float32) - 4, 0) / 2]
    modern = _modern(boards)
    parts = [np.stack([np.asarray(u, dtype=np.float32) for u in units], axis=2).reshape(n, 240)]
    contact = np.minimum(1.0, 100 * (modern[:, N_RAW_INPUTS + 4] + modern[:, N_RAW_INPUTS + 40]) / FULL_CONTACT)
    parts.append(np.stack([modern[:, -6], contact, modern[:, -5]], axis=1))
    for side in range(2):
        bar = boards[:, side, 24]
        off = 15 - boards[:, side].sum(axis=1)
        parts.append(np.stack([bar == 1, bar == 2, bar > 2], axis=1).astype(np.float32))
        parts.append(np.stack([np.clip(off - 5 * k, 0, 5) / 5 for k in range(3)], axis=1).astype(np.float32))
    for side in range(2):
        parts.append(modern[:, [N_RAW_INPUTS + 36 * side + c for c in CONCEPTS]])
    return np.concatenate(parts, axis=1).astype(np.float32)


def point_windows(radius: int = 3) -> NDArray[np.int64]:
    """For each own point the columns of `move_inputs` for it and ``radius`` points either way, both sides' checkers."""
    windows = np.full((24, (2 * radius + 1) * 10), -1, dtype=np.int64)
    for place in range(24):
        for k in range(-radius, radius + 1):
            slot = place + k
            if 0 <= slot < 24:
                start = (k + radius) * 10
                windows[place, start : start + 5] = slot * 5 + np.arange(5)
                windows[place, start + 5 : start + 10] = (24 + 23 - slot) * 5 + np.arange(5)
    return windows


def score_inputs(before: Boards, after: Boards) -> Floats:
    """The 651 inputs of transitions; all boards are seen by the mover."""
    own, then = before[:, 0, :24].astype(np.float32), after[:, 0, :24].astype(np.float32)
    taken, put = np.maximum(own - then, 0) / 2, np.maximum(then - own, 0) / 2
    hits = (after[:, 1, 24] - before[:, 1, 24]).astype(np.float32)[:, None]
    home, home_then = own[:, :6], then[:, :6]
    made, broken = (home < 2) & (home_then >= 2), (home >= 2) & (home_then < 2)
    slotted, stripped = (home == 0) & (home_then == 1), (home > 2) & (home_then == 2)
    marks = [np.asarray(m, dtype=np.float32) for m in (made, broken, slotted, stripped)]
    return np.concatenate([move_inputs(before), move_inputs(after), taken, put, hits, *marks], axis=1)
