"""Compiled inputs of states in matches of two games, and people's bets there; `match_features` has the plain ones."""

from __future__ import annotations

import math
from typing import Any

from numba import njit

INPUTS = 44
NEARLY_ALL = 0.95


@njit(cache=True)
def squash(x: Any) -> Any:
    """A cheap hyperbolic tangent."""
    x = min(max(x, -3.0), 3.0)
    return x * (27.0 + x * x) / (27.0 + 9.0 * x * x)


@njit(cache=True)
def clip_feature(x: Any) -> Any:
    """A figure kept from -8 to 8."""
    return min(max(x, -8.0), 8.0)


@njit(cache=True)
def write_standing(row: Any, standing: Any) -> None:
    """Scores (0-2) and totals of game 1 (3-5) of a state, written to ``standing``; 6 and 7 hold what places are
    worth."""
    for seat in range(3):
        standing[seat] = row[seat]
        standing[3 + seat] = row[21 + seat]


@njit(cache=True)
def bold_wager(standing: Any, me: Any, left: Any, most: Any) -> Any:
    """As `kibitz.games.jeopardy.value.match_features.bold_wager`."""
    doubled = -1e12
    for seat in range(3):
        if seat != me:
            doubled = max(doubled, standing[3 + seat] + 2.0 * standing[seat])
    spare = standing[me] + standing[3 + me] - doubled - left
    amount = spare if spare > 0.0 else NEARLY_ALL * most
    return max(5, min(math.floor(amount / 100.0) * 100, most))


@njit(cache=True, fastmath={"reassoc", "contract", "nsz"})
def write_match_features(
    x: Any, scores: Any, own: Any, me: Any, control: Any, left: Any, ability: Any, known: Any
) -> None:
    """Write the inputs of seat ``me`` to ``x``; ``own`` stands in for its score, ``scores`` as `write_standing` has
    it."""
    least = min(scores[3], scores[4], scores[5])
    first, second = (me + 1) % 3, (me + 2) % 3
    if first > second:
        first, second = second, first
    h, low = scores[first] + 0.5 * (scores[3 + first] - least), scores[second] + 0.5 * (scores[3 + second] - least)
    if low > h:
        first, second = second, first
        h, low = low, h
    g, gh, gl = scores[3 + me] - least, scores[3 + first] - least, scores[3 + second] - least
    s = own + 0.5 * g
    ts, th = s + 0.5 * g, h + 0.5 * gh
    rem, d = float(left[0]), float(left[3] + left[4])
    scale, fine = 1.0 / (1500.0 + 0.3 * rem + 1200.0 * d), 1.0 / (200.0 + 0.04 * rem + 300.0 * d)
    lock = 0.5 / (250.0 + 0.12 * rem + 800.0 * d)
    ratio = (s - h) / max(abs(s), abs(h), 200.0)
    late = 3000.0 / (3000.0 + rem)
    lead = float(int(s > h)) - float(int(s < h))
    mine_locked, theirs_locked = ts - 2.0 * h, th - 2.0 * s
    locked = float(int(mine_locked > 0.0)) - float(int(theirs_locked > 0.0))
    two_thirds = th + 2.0 * h - 2.0 * ts if s >= h else ts + 2.0 * s - 2.0 * th
    mine, theirs = float(int(control == me)), float(int(control == first))
    if control < 0:
        mine, theirs = 1.0 / 3.0, 1.0 / 3.0
    x[0], x[1], x[2] = s / 15000.0, h / 15000.0, low / 15000.0
    x[3], x[4], x[5] = clip_feature((s - h) * scale), clip_feature((s - low) * scale), clip_feature((h - low) * scale)
    x[6], x[7], x[8], x[9], x[10] = rem / 54000.0, left[1] / 30.0, left[2] / 30.0, left[3], left[4] / 2.0
    x[11], x[12] = mine, theirs
    x[13], x[14] = squash(mine_locked * scale), squash(theirs_locked * scale)
    x[15] = 0.5 + 0.5 * squash((mine_locked - 0.15 * rem) * lock)
    x[16] = 0.5 + 0.5 * squash((theirs_locked - 0.15 * rem) * lock)
    x[17], x[18], x[19], x[20], x[21] = ratio, late, late * ratio, late * lead, late * locked
    x[22] = late * squash(two_thirds / 2000.0)
    x[23] = squash((s - h) / (600.0 + 0.1 * rem + 1000.0 * d))
    x[24], x[25] = mine * d, theirs * d
    x[26], x[27] = squash(mine_locked * fine), squash(theirs_locked * fine)
    x[28], x[29] = squash((s - h) * fine), squash((th - 2.0 * low) * fine)
    x[30], x[31] = squash((s - low) * fine), squash((h - low) * fine)
    x[32], x[33] = ability[me] * known[0], known[0]
    x[34], x[35], x[36] = ability[first] * known[1], ability[second] * known[1], known[1]
    x[37], x[38] = float(int(known[2] == me)), float(int(known[2] == first))
    x[39], x[40], x[41] = own / 15000.0, (g - gh) / 20000.0, (g - gl) / 20000.0
    x[42], x[43] = scores[first] / 15000.0, scores[second] / 15000.0
