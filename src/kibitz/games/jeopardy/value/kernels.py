"""Compiled inputs, network and search for the best wager; `features` and `wagers` hold the readable versions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.value.match_kernels import INPUTS as MATCH_INPUTS
from kibitz.games.jeopardy.value.match_kernels import clip_feature, squash, write_match_features, write_standing
from kibitz.learn.kernels import fast_sigmoid

COARSE, FINE = 14, 10
"""Wagers tried over the whole bankroll, and then round the best of them."""


@njit(cache=True, fastmath={"reassoc", "contract", "nsz"})
def write_features(x: Any, scores: Any, own: Any, me: Any, control: Any, left: Any, ability: Any, known: Any) -> None:
    """Write the inputs of seat ``me`` to ``x``; ``own`` stands in for its score.

    ``left`` holds dollars, clues of both rounds, Daily Doubles of both rounds; ``known`` whether the own ability is
    known, whether the opponents' are, and the seats of the returning champion and of the one who bets well, or -1.
    """
    first, second = (me + 1) % 3, (me + 2) % 3
    if first > second:
        first, second = second, first
    if scores[second] > scores[first]:
        first, second = second, first
    s, h, low = float(own), float(scores[first]), float(scores[second])
    rem, d = float(left[0]), float(left[3] + left[4])
    scale, fine = 1.0 / (1500.0 + 0.3 * rem + 1200.0 * d), 1.0 / (200.0 + 0.04 * rem + 300.0 * d)
    lock = 0.5 / (250.0 + 0.12 * rem + 800.0 * d)
    ratio = (s - h) / max(abs(s), abs(h), 200.0)
    late = 3000.0 / (3000.0 + rem)
    lead = float(int(s > h)) - float(int(s < h))
    locked = float(int(s > 2.0 * max(h, 0.0))) - float(int(h > 2.0 * max(s, 0.0)))
    sign = squash((h - low) * fine)
    mine, picked = float(int(control == me)), float(int(control == first)) - float(int(control == second))
    hidden = left[3] / left[1] if left[1] > 0 else left[4] / max(left[2], 1)
    x[0], x[1], x[2] = s / 15000.0, h / 15000.0, low / 15000.0
    x[3], x[4], x[5] = clip_feature((s - h) * scale), clip_feature((s - low) * scale), clip_feature((h - low) * scale)
    x[6], x[7], x[8], x[9], x[10] = rem / 54000.0, left[1] / 30.0, left[2] / 30.0, left[3], left[4] / 2.0
    x[11], x[12] = mine, picked * sign
    x[13], x[14] = squash((s - 2.0 * h) * scale), squash((h - 2.0 * s) * scale)
    x[15] = 0.5 + 0.5 * squash((s - 2.0 * h - 0.15 * rem) * lock)
    x[16] = 0.5 + 0.5 * squash((h - 2.0 * s - 0.15 * rem) * lock)
    x[17], x[18], x[19], x[20], x[21] = ratio, late, late * ratio, late * lead, late * locked
    x[22] = late * squash((3.0 * min(s, h) - 2.0 * max(s, h)) / 2000.0)
    x[23] = squash((s - h) / (600.0 + 0.1 * rem + 1000.0 * d))
    x[24], x[25] = mine * d, picked * sign * d
    x[26], x[27] = squash((s - 2.0 * h) * fine), squash((h - 2.0 * s) * fine)
    x[28], x[29] = squash((s - h) * fine), squash((h - 2.0 * low) * fine)
    x[30], x[31], x[32], x[33] = squash((s - low) * fine), sign, hidden, mine * hidden
    total, apart = (ability[first] + ability[second]) * known[1], (ability[first] - ability[second]) * known[1]
    x[34], x[35] = ability[me] * known[0], known[0]
    x[36], x[37], x[38], x[39] = 0.5 * total, 0.5 * apart * sign, 0.25 * apart * apart, known[1]
    won, lost = float(int(known[2] == first)), float(int(known[2] == second))
    x[40], x[41], x[42] = float(int(known[2] == me)), won + lost, (won - lost) * sign
    expert = float(int(known[3] == first)) - float(int(known[3] == second))
    x[43], x[44], x[45] = float(int(known[3] == me)), expert * sign, 0.5 * apart * expert
    x[46], x[47] = picked * expert, 0.5 * picked * apart


@njit(cache=True, fastmath=True)
def network_chance(x: Any, w1: Any, b1: Any, w2: Any, b2: Any, hidden: Any) -> Any:
    """The first output: the chance of the player whose inputs these are; ``w2`` is outputs x hidden here."""
    n, m, k = len(b1), len(x), 0
    for j in range(n):
        hidden[j] = b1[j]
    # Four inputs at a time, so that the sums stay in registers while four rows stream past.
    while k + 4 <= m:
        va, vb, vc, vd = x[k], x[k + 1], x[k + 2], x[k + 3]
        ra, rb, rc, rd = w1[k], w1[k + 1], w1[k + 2], w1[k + 3]
        for j in range(n):
            hidden[j] += va * ra[j] + vb * rb[j] + vc * rc[j] + vd * rd[j]
        k += 4
    while k < m:
        va, ra = x[k], w1[k]
        for j in range(n):
            hidden[j] += va * ra[j]
        k += 1
    for j in range(n):
        hidden[j] = fast_sigmoid(hidden[j])
    total = b2[0]
    row = w2[0]
    for j in range(n):
        total += hidden[j] * row[j]
    return fast_sigmoid(total)


@njit(cache=True, fastmath=True)
def network_places(x: Any, w1: Any, b1: Any, w2: Any, b2: Any, hidden: Any) -> Any:
    """The first two outputs: the chances to finish first and second."""
    first = network_chance(x, w1, b1, w2, b2, hidden)
    total = b2[1]
    row = w2[1]
    for j in range(len(b1)):
        total += hidden[j] * row[j]
    return first, fast_sigmoid(total)


@njit(cache=True)
def chance_in_control(
    own: Any, x: Any, hidden: Any, net: Any, scores: Any, me: Any, left: Any, ability: Any, known: Any
) -> Any:
    """Chance of seat ``me``, in control, if it had ``own`` dollars; in a match what its places are worth."""
    return chance_with_control(own, me, x, hidden, net, scores, me, left, ability, known)


@njit(cache=True)
def chance_with_control(
    own: Any, control: Any, x: Any, hidden: Any, net: Any, scores: Any, me: Any, left: Any, ability: Any, known: Any
) -> Any:
    """Chance of seat ``me`` with ``own`` dollars if ``control`` has the board; in a match what its places are worth."""
    if len(x) == MATCH_INPUTS:
        write_match_features(x, scores, own, me, control, left, ability, known)
        first, second = network_places(x, net.w1[me], net.b1[me], net.w2[me], net.b2[me], hidden)
        return scores[6] * first + scores[7] * second
    write_features(x, scores, own, me, control, left, ability, known)
    return network_chance(x, net.w1[me], net.b1[me], net.w2[me], net.b2[me], hidden)


@njit(cache=True)
def write_places(
    own: Any,
    control: Any,
    x: Any,
    hidden: Any,
    net: Any,
    scores: Any,
    me: Any,
    left: Any,
    ability: Any,
    known: Any,
    places: Any,
) -> None:
    """Chances of seat ``me`` to finish first and second, written to ``places``; in a match what its places are worth
    and nothing."""
    if len(x) == MATCH_INPUTS:
        places[0], places[1] = chance_with_control(own, control, x, hidden, net, scores, me, left, ability, known), 0.0
        return
    write_features(x, scores, own, me, control, left, ability, known)
    places[0], places[1] = network_places(x, net.w1[me], net.b1[me], net.w2[me], net.b2[me], hidden)


@njit(cache=True)
def wager_value(
    bet: Any,
    p: Any,
    wrong_least: Any,
    risk: Any,
    x: Any,
    hidden: Any,
    net: Any,
    scores: Any,
    me: Any,
    left: Any,
    ability: Any,
    known: Any,
) -> Any:
    """Equation 1 for one wager, less the penalty for volatility; a wager beyond the limit on risk is worth -1 less."""
    right = chance_in_control(scores[me] + bet, x, hidden, net, scores, me, left, ability, known)
    wrong = chance_in_control(scores[me] - bet, x, hidden, net, scores, me, left, ability, known)
    value = p * right + (1.0 - p) * wrong - risk[0] * np.sqrt(p * (1.0 - p)) * abs(right - wrong)
    if wrong_least - wrong > risk[1]:
        value -= 1.0 + wrong_least - wrong
    return value


@njit(cache=True)
def best_wager(
    p: Any,
    most: Any,
    risk: Any,
    x: Any,
    hidden: Any,
    net: Any,
    scores: Any,
    me: Any,
    left: Any,
    ability: Any,
    known: Any,
) -> Any:
    """The best of some wagers, multiples of $100 but for the smallest and the largest, at confidence ``p``.

    ``risk`` is the penalty on the standard deviation and the most that a wrong answer may cost beyond the smallest
    wager.
    """
    least = chance_in_control(scores[me] - 5, x, hidden, net, scores, me, left, ability, known)
    best, value = 5, wager_value(5, p, least, risk, x, hidden, net, scores, me, left, ability, known)
    step = max(most // COARSE // 100 * 100, 100)
    for k in range(1, most // step + 2):
        bet = min(k * step, most)
        result = wager_value(bet, p, least, risk, x, hidden, net, scores, me, left, ability, known)
        if result > value:
            best, value = bet, result
    fine = max(2 * step // (FINE + 1) // 100 * 100, 100)
    centre = best // 100 * 100
    for k in range(-(FINE // 2), FINE // 2 + 1):
        bet = centre + k * fine
        if bet < 5 or bet > most or bet == best or abs(k) * fine >= step:
            continue
        result = wager_value(bet, p, least, risk, x, hidden, net, scores, me, left, ability, known)
        if result > value:
            best, value = bet, result
    return best


@njit(cache=True)
def write_remaining(row: Any, values: Any, left: Any) -> None:
    """What is still to be played in a state, a row of `kibitz.games.jeopardy.rollout.state_rows`, written to
    ``left``."""
    round_ = row[4]
    dollars = 0
    clues = 0
    for c in range(6):
        mask = row[6 + c]
        for r in range(5):
            if mask >> r & 1:
                dollars += values[round_, r]
                clues += 1
    left[1], left[2] = 0, clues
    left[3], left[4] = 0, 2 - row[12]
    if round_ == 0:
        for r in range(5):
            dollars += 6 * values[1, r]
        left[1], left[2] = clues, 30
        left[3], left[4] = 1 - row[12], 2
    left[0] = dollars


@njit(cache=True)
def write_feature_rows(rows: Any, seats: Any, abilities: Any, known: Any, values: Any, out: Any) -> None:
    """Inputs of many states, each for one seat: rows of states, seats, abilities (n x 3), what is known (n x 4).

    As many inputs as ``out`` has columns: those of a single game or of a match.
    """
    left = np.zeros(5, dtype=np.int64)
    standing = np.zeros(8)
    for i in range(len(rows)):
        write_remaining(rows[i], values, left)
        me = seats[i]
        if out.shape[1] == MATCH_INPUTS:
            write_standing(rows[i], standing)
            write_match_features(out[i], standing, rows[i, me], me, rows[i, 3], left, abilities[i], known[i])
            continue
        write_features(out[i], rows[i], rows[i, me], me, rows[i, 3], left, abilities[i], known[i])
