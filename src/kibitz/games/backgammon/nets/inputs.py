"""Network inputs: 278 of a position before the roll, here in NumPy for many positions at once.

200 raw inputs (four for each slot of each side), 36 made by hand for each side, and 6 of both sides together; see
docs/backgammon.md. `kernels.write_inputs` computes the same, compiled; tests compare the two.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.board.position import Boards, check_boards
from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS
from kibitz.games.backgammon.nets.escapes import POINTS_AHEAD, escape_tables
from kibitz.games.backgammon.nets.shots import shot_paths

N_RAW_INPUTS = 200
N_SIDE_INPUTS = 36
N_JOINT_INPUTS = 6
N_INPUTS = N_RAW_INPUTS + 2 * N_SIDE_INPUTS + N_JOINT_INPUTS
CONTAINMENT_SLOTS = range(15, 25)
"""Slots of an imaginary enemy checker that a side's points are tried on."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


def position_inputs(boards: Boards) -> Floats:
    """Inputs ``(n, 278)`` of boards ``(n, 2, 25)``, the side on roll first."""
    check_boards(boards)
    own, opponent = boards[:, 0].astype(np.int64), boards[:, 1].astype(np.int64)
    x = np.zeros((len(boards), N_INPUTS), dtype=np.float32)
    x[:, :N_RAW_INPUTS] = raw_inputs(boards)
    both = _side(np.concatenate([own, opponent]), np.concatenate([opponent, own]))
    mine, his = both[: len(boards)], both[len(boards) :]
    x[:, N_RAW_INPUTS : N_RAW_INPUTS + N_SIDE_INPUTS] = mine
    x[:, N_RAW_INPUTS + N_SIDE_INPUTS : N_RAW_INPUTS + 2 * N_SIDE_INPUTS] = his
    lead = 100 * (his[:, 0] - mine[:, 0])
    x[:, -6] = np.clip(lead / 50, -1, 1)
    # A side on roll is about 4 pips ahead of what it counts; the spread of a race grows with its length.
    x[:, -5] = 1 / (1 + np.exp(-(lead + 4) / (4 + 4 * (mine[:, 0] + his[:, 0]))))
    x[:, -4] = (1 - mine[:, 16]) * his[:, 21]
    x[:, -3] = (1 - his[:, 16]) * mine[:, 21]
    x[:, -2] = mine[:, 28] * his[:, 10]
    x[:, -1] = his[:, 28] * mine[:, 10]
    return x


def raw_inputs(boards: Boards) -> Floats:
    """The 200 raw inputs: for each side's slots whether it has 1, 2, 3 or more checkers, and half of those above 3."""
    men = boards.reshape(len(boards), 50)
    parts = (men == 1, men == 2, men >= 3, np.maximum(men.astype(np.float32) - 3, 0) / 2)
    return np.stack([np.asarray(part, dtype=np.float32) for part in parts], axis=2).reshape(len(boards), N_RAW_INPUTS)


def _masks(men: Ints, blocks: NDArray[np.bool_]) -> Ints:
    """For a checker on each of the 25 slots, which of the 12 points ahead are held; ``blocks`` by the mover's slots."""
    padded = np.concatenate([np.zeros((len(men), POINTS_AHEAD), dtype=bool), blocks], axis=1)
    masks = np.zeros((len(men), 25), dtype=np.int64)
    for i in range(POINTS_AHEAD):
        masks |= padded[:, POINTS_AHEAD - 1 - i : POINTS_AHEAD + 24 - i].astype(np.int64) << i
    return masks


def _rear(men: Ints) -> Ints:
    """The slot of the rearmost checker, -1 if there is none."""
    return np.asarray(np.where(men.any(axis=1), 24 - np.argmax(men[:, ::-1] > 0, axis=1), -1))


def _side(own: Ints, opponent: Ints) -> Floats:
    """The 36 inputs of one side against the other, in the order of docs/backgammon.md."""
    n = len(own)
    f = np.zeros((n, N_SIDE_INPUTS), dtype=np.float32)
    rows = np.arange(n)
    slots = np.arange(25)
    tables = escape_tables()
    points = own[:, :24] >= 2
    his_points = opponent[:, 23::-1] >= 2  # by own slots
    total = own.sum(axis=1)
    pips = own @ (slots + 1)
    off = 15 - total
    rear, his_rear = _rear(own), _rear(opponent)
    f[:, 0] = pips / 100
    for k in range(3):
        f[:, 1 + k] = np.clip(off - 5 * k, 0, 5) / 5
    edge = 23 - his_rear  # own checkers beyond this slot are still in contact
    f[:, 4] = (own * np.maximum(slots - edge[:, None], 0)).sum(axis=1) * (his_rear >= 0) / 100
    f[:, 5] = own[:, 18:].sum(axis=1) / 4
    anchors = points[:, 18:]
    f[:, 6] = anchors.sum(axis=1) / 2
    f[:, 7] = np.where(anchors.any(axis=1), 6 - np.argmax(anchors[:, ::-1], axis=1), 0) / 6
    f[:, 8] = np.where(anchors.any(axis=1), 6 - np.argmax(anchors, axis=1), 0) / 6
    f[:, 9] = points[:, 12:18].sum(axis=1) / 3
    home = points[:, :6].sum(axis=1)
    f[:, 10] = home / 6
    f[:, 11] = (home / 6) ** 2 * np.where(opponent[:, 24] > 0, 2, 1)
    f[:, 12] = (own[:, :6] == 1).sum(axis=1) / 3
    longest, place, run = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for s in range(24):
        run = np.where(points[:, s], run + 1, 0)
        better = run > longest
        longest, place = np.where(better, run, longest), np.where(better, s, place)
    f[:, 13] = np.minimum(longest, 6) / 6
    f[:, 14] = np.where(longest > 0, place, 0) / 24
    # The six slots in front of the opponent's rearmost checker are own slots edge + 1 .. edge + 6.
    padded = np.concatenate([np.zeros((n, 1), dtype=bool), points, np.zeros((n, 8), dtype=bool)], axis=1)
    start = np.clip(edge, -1, 23) + 1
    f[:, 15] = sum(padded[rows, start + 1 + k] for k in range(6)) / 6 * (his_rear >= 0)

    masks = _masks(own, np.concatenate([his_points, np.zeros((n, 1), dtype=bool)], axis=1))
    at_rear = masks[rows, np.maximum(rear, 0)]
    present = rear >= 0
    f[:, 16] = np.where(present, tables.escape[at_rear], 1)
    f[:, 17] = np.where(present, tables.stride[at_rear], 1)
    f[:, 18] = np.where(present, tables.full[at_rear], 1)
    f[:, 19] = (own[:, 12:] * (1 - tables.escape[masks[:, 12:]])).sum(axis=1) / 4
    f[:, 20] = (own[:, 6:] * tables.stride[masks[:, 6:]]).sum(axis=1) / 10

    # Containment: an imaginary enemy checker against own points, on the slots it would have to leave.
    blocks = np.concatenate([points[:, ::-1], np.zeros((n, 1), dtype=bool)], axis=1)
    enemy = _masks(opponent, blocks)[:, CONTAINMENT_SLOTS.start : CONTAINMENT_SLOTS.stop]
    freedom = (tables.escape[enemy] + tables.full[enemy]) / 2
    least = freedom.min(axis=1)
    f[:, 21] = 1 - least
    f[:, 22] = (1 - least) ** 3
    f[:, 23] = 1 - freedom.mean(axis=1)
    ahead = np.arange(CONTAINMENT_SLOTS.start, CONTAINMENT_SLOTS.stop) <= his_rear[:, None]
    f[:, 24] = 1 - np.where(ahead, freedom, 1).min(axis=1)
    f[:, 25] = 1 - tables.stride[enemy].mean(axis=1)

    f[:, 26:29] = shot_inputs(own, opponent)
    f[:, 29] = np.maximum(own[:, :24] - 3, 0).sum(axis=1) / 4
    f[:, 30] = own[:, :2].sum(axis=1) / 4
    outside = (own * np.maximum(slots - 5, 0)).sum(axis=1)
    f[:, 31] = (outside + np.maximum(own[:, :6] - 2, 0).sum(axis=1)) / 40
    count = np.maximum(total, 1)
    mean = (own @ slots) / count
    f[:, 32] = np.sqrt(np.maximum((own @ slots**2) / count - mean**2, 0)) / 8
    closed = his_points[:, 18:].sum(axis=1)
    f[:, 33] = np.where(own[:, 24] > 0, (closed / 6) ** 2, 0)
    his_open = ~np.concatenate([his_points, np.zeros((n, 1), dtype=bool)], axis=1)
    for die in range(1, 7):
        f[:, 34] += ((own[:, 6:] > 0) & his_open[:, 6 - die : 25 - die]).any(axis=1)
    f[:, 34] /= 6
    f[:, 35] = (own[:, :24] == 1).sum(axis=1) / 4
    return f


def shot_inputs(own: Ints, opponent: Ints) -> Floats:
    """Of the opponent's next roll: chance to hit a blot, to have two blots in reach, and mean pips lost /12.

    With one checker on the bar another checker hits only with what entering leaves; with more on the bar only entering
    checkers hit, at once.
    """
    n = len(own)
    blots = np.zeros((n, 25), dtype=bool)
    blots[:, :24] = own[:, 23::-1] == 1  # by the opponent's slots, like all that follows
    is_open = np.ones((n, 25), dtype=bool)
    is_open[:, :24] = own[:, 23::-1] < 2
    men = opponent > 0
    on_bar = opponent[:, 24]
    none, one, more = (on_bar == 0)[:, None], (on_bar == 1)[:, None], (on_bar > 1)[:, None]
    bar_man = np.zeros((n, 25), dtype=bool)
    bar_man[:, 24] = men[:, 24]
    any_way = np.where(none, men, bar_man & one)
    at_once = any_way | (bar_man & more)
    others = men & ~bar_man & one
    hits = np.zeros((n, len(ROLLS), 24), dtype=bool)
    # Which checkers aim at a blot from each distance; most ways of most positions aim at nothing and are passed over.
    aims = {name: _aims(sources, blots) for name, sources in (("once", at_once), ("any", any_way), ("other", others))}
    for way in shot_paths():
        high, low = ROLLS[way.roll]
        d = way.distance
        found = aims["once" if way.dice == 1 else "any"][d]
        if (way.dice == 1 or (high == low and way.dice <= 3)) and (second := aims["other"][d]) is not None:
            entering = high if high == low else high + low - d
            second = second & is_open[:, 24 - entering : 25 - entering]
            found = second if found is None else found | second
        if found is None:
            continue
        for stop in way.stops:
            found = found & is_open[:, d - stop : 25 - stop]
        hits[:, way.roll, : 25 - d] |= found
    result = np.empty((n, 3), dtype=np.float32)
    result[:, 0] = hits.any(axis=2) @ ROLL_CHANCES
    result[:, 1] = (hits.sum(axis=2) >= 2) @ ROLL_CHANCES
    result[:, 2] = (hits * np.arange(1, 25)).max(axis=2) @ ROLL_CHANCES / 12
    return result


def _aims(sources: NDArray[np.bool_], blots: NDArray[np.bool_]) -> list[NDArray[np.bool_] | None]:
    """By distance, the slots of blots that far ahead of a checker; ``None`` where no position has one."""
    result: list[NDArray[np.bool_] | None] = [None]
    for d in range(1, 25):
        aimed = sources[:, d:] & blots[:, : 25 - d]
        result.append(aimed if aimed.any() else None)
    return result
