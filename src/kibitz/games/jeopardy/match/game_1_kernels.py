"""Compiled Final of game 1: its bets against match equity, which is the game-2 network at that game's first state."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.rollout.kernels import game_key, uniform_number
from kibitz.games.jeopardy.value.kernels import network_places
from kibitz.games.jeopardy.value.match_kernels import INPUTS, bold_wager, write_match_features

STEPS = 12
"""Equal parts of a score that are tried as bets."""
FINAL = 40
"""The purpose of the number that decides who is right in Final of game 1."""
NEXT_GAME = 54000


@njit(cache=True)
def luck_numbers(seed: Any, first: Any, n: Any) -> Any:
    """The number of each match that decides who is right in Final of game 1."""
    result = np.zeros(n)
    for i in range(n):
        result[i] = uniform_number(game_key(seed, first + i), FINAL, 0, 0)
    return result


@njit(cache=True)
def people_rows(scores: Any, wagers: Any) -> None:
    """People's bets (n x 3) in Final of game 1, as `people.first_final_bet`."""
    standing = np.zeros(8)
    for i in range(len(scores)):
        for seat in range(3):
            standing[seat] = scores[i, seat]
        for seat in range(3):
            own = scores[i, seat]
            wagers[i, seat] = 0 if own <= 0 else min(bold_wager(standing, seat, NEXT_GAME, own), own)


@njit(cache=True)
def best_rows(
    scores: Any,
    me: Any,
    wagers: Any,
    triples: Any,
    which: Any,
    net: Any,
    ability: Any,
    known: Any,
    weights: Any,
    worth: Any,
) -> None:
    """The best of some bets of seat ``me`` against the others' ``wagers``, written there, its match equity to
    ``worth``.

    ``net`` holds the game-2 network in row ``me``; ``ability`` is by match and seat.
    """
    standing, left = np.zeros(8), np.array([NEXT_GAME, 30, 30, 1, 2])
    x, hidden = np.zeros(INPUTS, dtype=np.float32), np.zeros(net.w1.shape[2], dtype=np.float32)
    for i in range(len(scores)):
        own = max(scores[i, me], 0)
        best, value = 0, -1.0
        before = -1
        for k in range(STEPS + 1):
            bet = own if k == STEPS else own * k // STEPS // 100 * 100
            if bet == before:
                continue
            before = bet
            total = 0.0
            for t in range(8):
                p = triples[which[i], t]
                for seat in range(3):
                    wager = bet if seat == me else wagers[i, seat]
                    standing[3 + seat] = max(scores[i, seat], 0) + (-wager if t >> (2 - seat) & 1 else wager)
                write_match_features(x, standing, 0.0, me, -1, left, ability[i], known)
                first, second = network_places(x, net.w1[me], net.b1[me], net.w2[me], net.b2[me], hidden)
                total += p * (weights[0] * first + weights[1] * second)
            if total > value:
                best, value = bet, total
        wagers[i, me] = best
        worth[i] = value
