"""Compiled inputs and networks; `inputs` and `kibitz.learn` hold the readable versions that tests compare with them."""

from __future__ import annotations

import numba as nb
import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.moves.dice import ROLL_CHANCES as _WEIGHTS
from kibitz.games.backgammon.nets.escapes import escape_tables
from kibitz.games.backgammon.nets.shots import shot_paths

F = NDArray[np.float32]
B = NDArray[np.int8]

ESCAPE = escape_tables().escape
STRIDE = escape_tables().stride
FREE = escape_tables().full
CHANCES = _WEIGHTS.astype(np.float32)

_ways = shot_paths()
WAY_ROLL = np.array([way.roll for way in _ways], dtype=np.int64)
WAY_DICE = np.array([way.dice for way in _ways], dtype=np.int64)
WAY_STOPS = np.array([(*way.stops, 0, 0, 0)[:3] for way in _ways], dtype=np.int64)
WAY_START = np.searchsorted([way.distance for way in _ways], np.arange(1, 27)).astype(np.int64)
"""Ways of distance d are those from ``WAY_START[d - 1]`` to ``WAY_START[d]``."""
# What entering takes of a roll before another checker may use a single die, by way; 0 where it leaves too little.
WAY_ENTRY = np.zeros(len(_ways), dtype=np.int64)
for _i, _way in enumerate(_ways):
    _high = int((np.sqrt(8 * _way.roll + 1) - 1) // 2) + 1
    _low = _way.roll - _high * (_high - 1) // 2 + 1
    if _high == _low and _way.dice <= 3:
        WAY_ENTRY[_i] = _high
    elif _way.dice == 1:
        WAY_ENTRY[_i] = _high + _low - _way.distance


@nb.njit(cache=True)
def _shots(own: B, opponent: B, f: F) -> None:
    """Inputs 26 to 28 of the side whose blots are in danger."""
    hits = np.zeros(24, dtype=np.int64)  # by the opponent's slot of the blot: a bit for each roll
    on_bar = opponent[24]
    result = False
    for blot in range(24):
        if own[23 - blot] != 1:
            continue
        mask = 0
        for source in range(blot + 1, 25):
            if opponent[source] == 0:
                continue
            if on_bar > 1 and source != 24:
                continue
            d = source - blot
            for way in range(WAY_START[d - 1], WAY_START[d]):
                bit = 1 << WAY_ROLL[way]
                if mask & bit:
                    continue
                dice = WAY_DICE[way]
                if on_bar > 1 and dice > 1:
                    continue
                if on_bar == 1 and source != 24:
                    entry = WAY_ENTRY[way]
                    if entry == 0 or own[23 - (24 - entry)] >= 2:
                        continue
                clear = True
                for k in range(dice - 1):
                    if own[23 - (source - WAY_STOPS[way, k])] >= 2:
                        clear = False
                        break
                if clear:
                    mask |= bit
        hits[blot] = mask
        if mask:
            result = True
    if not result:
        return
    once = np.float32(0.0)
    twice = np.float32(0.0)
    lost = np.float32(0.0)
    for roll in range(21):
        count = 0
        worst = 0
        for blot in range(24):
            if (hits[blot] >> roll) & 1:
                count += 1
                worst = blot + 1
        if count:
            once += CHANCES[roll]
            lost += CHANCES[roll] * worst
        if count > 1:
            twice += CHANCES[roll]
    f[26] = once
    f[27] = twice
    f[28] = lost / 12


@nb.njit(cache=True)
def _mask(points: int, slot: int) -> int:
    """Which of the 12 points ahead of a slot are held; ``points`` has a bit for each of the mover's slots."""
    if slot >= 12:
        window = (points >> (slot - 12)) & 4095
    else:
        window = (points << (12 - slot)) & 4095
    # The window's bit 11 is the point one pip ahead; the mask wants it as bit 0.
    return int(REVERSED[window])


REVERSED = np.array([int(f"{i:012b}"[::-1], 2) for i in range(4096)], dtype=np.int64)


@nb.njit(cache=True)
def _write_side(own: B, opponent: B, f: F) -> None:
    """The 36 inputs of one side against the other."""
    f[:] = 0.0
    points = 0
    his_points = 0  # by own slots
    total = 0
    pips = 0
    squares = 0
    rear = -1
    his_rear = -1
    for s in range(25):
        n = own[s]
        if n:
            rear = s
            total += n
            pips += n * (s + 1)
            squares += n * s * s
            if n >= 2 and s < 24:
                points |= 1 << s
        if opponent[s]:
            his_rear = s
            if opponent[s] >= 2 and s < 24:
                his_points |= 1 << (23 - s)
    off = 15 - total
    f[0] = pips / 100
    for k in range(3):
        f[1 + k] = min(max(off - 5 * k, 0), 5) / 5
    edge = 23 - his_rear
    contact = 0
    if his_rear >= 0:
        for s in range(max(edge + 1, 0), 25):
            contact += own[s] * (s - edge)
    f[4] = contact / 100
    back = 0
    for s in range(18, 25):
        back += own[s]
    f[5] = back / 4
    anchors = 0
    for s in range(18, 24):
        if (points >> s) & 1:
            if anchors == 0:
                f[8] = (24 - s) / 6
            anchors += 1
            f[7] = (s - 17) / 6
    f[6] = anchors / 2
    outfield = 0
    for s in range(12, 18):
        outfield += (points >> s) & 1
    f[9] = outfield / 3
    home = 0
    blots = 0
    spares = 0
    for s in range(6):
        home += (points >> s) & 1
        if own[s] == 1:
            blots += 1
        if own[s] > 2:
            spares += own[s] - 2
    f[10] = home / 6
    f[11] = (home / 6) ** 2 * (2 if opponent[24] > 0 else 1)
    f[12] = blots / 3
    longest = 0
    place = 0
    run = 0
    for s in range(24):
        if (points >> s) & 1:
            run += 1
            if run > longest:
                longest = run
                place = s
        else:
            run = 0
    f[13] = min(longest, 6) / 6
    f[14] = place / 24
    if his_rear >= 0:
        front = 0
        for s in range(edge + 1, min(edge + 7, 24)):
            front += (points >> s) & 1
        f[15] = front / 6
    if rear >= 0:
        mask = _mask(his_points, rear)
        f[16] = ESCAPE[mask]
        f[17] = STRIDE[mask]
        f[18] = FREE[mask]
    else:
        f[16] = 1.0
        f[17] = 1.0
        f[18] = 1.0
    trapped = np.float32(0.0)
    mobile = np.float32(0.0)
    outside = 0
    stacks = 0
    single = 0
    playable = 0
    for s in range(25):
        n = own[s]
        if n == 0:
            continue
        if s >= 6:
            mask = _mask(his_points, s)
            mobile += n * STRIDE[mask]
            outside += n * (s - 5)
            if s >= 12:
                trapped += n * (np.float32(1.0) - ESCAPE[mask])
            # A die that this checker can play is one whose point ahead is not held.
            playable |= ~mask & 63
        if s < 24:
            if n > 3:
                stacks += n - 3
            if n == 1:
                single += 1
    f[19] = trapped / 4
    f[20] = mobile / 10
    his_view = 0
    for s in range(24):
        if (points >> s) & 1:
            his_view |= 1 << (23 - s)
    least = np.float32(2.0)
    least_ahead = np.float32(1.0)
    mean = np.float32(0.0)
    mean_stride = np.float32(0.0)
    for s in range(15, 25):
        mask = _mask(his_view, s)
        freedom = (ESCAPE[mask] + FREE[mask]) / 2
        least = min(least, freedom)
        if s <= his_rear:
            least_ahead = min(least_ahead, freedom)
        mean += freedom
        mean_stride += STRIDE[mask]
    f[21] = 1 - least
    f[22] = (1 - least) ** 3
    f[23] = 1 - mean / 10
    f[24] = 1 - least_ahead
    f[25] = 1 - mean_stride / 10
    if single:
        _shots(own, opponent, f)
    f[29] = stacks / 4
    f[30] = (own[0] + own[1]) / 4
    f[31] = (outside + spares) / 40
    count = max(total, 1)
    centre = (pips - total) / count
    f[32] = np.sqrt(max(squares / count - centre * centre, 0.0)) / 8
    if own[24]:
        closed = 0
        for s in range(18, 24):
            closed += (his_points >> s) & 1
        f[33] = (closed / 6) ** 2
    dice = 0
    for k in range(6):
        dice += (playable >> k) & 1
    f[34] = dice / 6
    f[35] = single / 4


@nb.njit(cache=True)
def write_raw(own: B, opponent: B, x: F) -> None:
    """The 200 raw inputs."""
    x[:200] = 0.0
    for s in range(25):
        n = own[s]
        if n:
            k = min(n, 3) - 1
            x[4 * s + k] = 1.0
            if n > 3:
                x[4 * s + 3] = (n - 3) / 2
        n = opponent[s]
        if n:
            k = min(n, 3) - 1
            x[100 + 4 * s + k] = 1.0
            if n > 3:
                x[100 + 4 * s + 3] = (n - 3) / 2


@nb.njit(cache=True)
def write_inputs(own: B, opponent: B, x: F) -> None:
    """All 278 inputs of a position, the side on roll first."""
    write_raw(own, opponent, x)
    mine = x[200:236]
    his = x[236:272]
    _write_side(own, opponent, mine)
    _write_side(opponent, own, his)
    lead = 100 * (his[0] - mine[0])
    x[272] = min(max(lead / 50, -1.0), 1.0)
    x[273] = 1 / (1 + np.exp(-(lead + 4) / (4 + 4 * (mine[0] + his[0]))))
    x[274] = (1 - mine[16]) * his[21]
    x[275] = (1 - his[16]) * mine[21]
    x[276] = mine[28] * his[10]
    x[277] = his[28] * mine[10]


@nb.njit(cache=True)
def all_inputs(boards: B, x: F) -> None:
    """Inputs of many positions ``(n, 278)``."""
    for i in range(len(boards)):
        write_inputs(boards[i, 0], boards[i, 1], x[i])
