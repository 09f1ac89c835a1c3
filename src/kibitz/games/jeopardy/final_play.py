"""Final Jeopardy of many games at once: wagers by style, answers by exact triples, winners by the tie rule."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final_outcomes import TRIPLES
from kibitz.games.jeopardy.show import SEATS, Ties

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Finals:
    """How games ended, by seat: wagers, right answers, final scores and winners (games x 3)."""

    wagers: IntArray
    right: BoolArray
    scores: IntArray
    winners: BoolArray


def people_wagers(rng: np.random.Generator, ranked: IntArray) -> IntArray:
    """Wagers of people in first, second and third place (games x 3), scores in that order."""
    first, second, third = ranked.T
    u = rng.random(ranked.shape)
    v = rng.random(ranked.shape)
    locked = first > 2 * second
    cover = np.minimum(first, 2 * second - first + 1)
    a = np.where(locked, v[:, 0] * (first - 2 * second), np.where(u[:, 0] < 0.9, cover, v[:, 0] * first))
    overtake = np.clip(first - second + 1, 0, second)
    b = np.where(u[:, 1] < 0.35, second, np.where(u[:, 1] < 0.55, overtake, v[:, 1] * second))
    c = np.where(u[:, 2] < 0.45, third, v[:, 2] * third)
    return np.stack([a, b, c], axis=1).astype(np.int64)


def machine_wagers(ranked: IntArray) -> IntArray:
    """Wagers of a machine in first, second or third place: the simple rules its best response came to (section 3.2).

    First: just cover the second's doubled score; with a lockout nothing. Second: with two thirds of the leader's score,
    stay inside the two-thirds bet if that also deals with the third, else everything. Third: everything.
    """
    first, second, third = ranked.T
    cover = np.where(first > 2 * second, 0, np.minimum(first, 2 * second - first + 1))
    limit = 3 * second - 2 * first
    hold = np.where(second >= 2 * third, np.minimum(limit, second - 2 * third), 2 * third - second)
    b = np.where((limit >= 0) & (hold <= limit), np.maximum(hold, 0), second)
    return np.stack([cover, np.clip(b, 0, second), third], axis=1)


def play_finals(
    rng: np.random.Generator, scores: IntArray, triples: FloatArray, machine: BoolArray, ties: Ties
) -> Finals:
    """Final Jeopardy from scores by seat (games x 3); ``triples`` are cumulative chances (games x 8) by seat.

    ``machine`` tells which seats bet as a machine. Players without money take no part. In a shared tie all who are
    level win; otherwise a tiebreaker picks one of them at random.
    """
    order = np.argsort(-scores, axis=1, kind="stable")
    ranked = np.maximum(np.take_along_axis(scores, order, axis=1), 0)
    bets = people_wagers(rng, ranked)
    if machine.any():
        bets = np.where(machine[order], machine_wagers(ranked), bets)
    wagers = np.empty_like(scores)
    np.put_along_axis(wagers, order, bets, axis=1)
    index = (triples <= rng.random((len(scores), 1))).sum(axis=1)
    right = TRIPLES[index]
    playing = scores > 0
    final = np.where(playing, scores + np.where(right, wagers, -wagers), scores)
    eligible = np.where(playing, final, np.iinfo(np.int64).min)
    winners = playing & (eligible == eligible.max(axis=1, keepdims=True))
    if ties is Ties.TIEBREAKER:
        chosen = np.where(winners, rng.random((len(scores), SEATS)), -1.0).argmax(axis=1)
        winners &= chosen[:, None] == np.arange(SEATS)
    return Finals(wagers, right, final, winners)
