"""Final Jeopardy of many games at once: wagers by style, answers by exact triples, winners by the tie rule."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.people_wagers import sample_wagers
from kibitz.games.jeopardy.show import SEATS, Rules, Ties

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

GAMES_PER_BLOCK = 4_000
"""Games whose Final is played at once; larger blocks no longer fit the cache of the processor."""


@dataclass(frozen=True, slots=True, eq=False)
class FinalResults:
    """How games ended, by seat: wagers, right answers, final scores and winners (games x 3)."""

    wagers: IntArray
    right: BoolArray
    scores: IntArray
    winners: BoolArray


def machine_wagers(ranked: IntArray) -> IntArray:
    """Wagers of a machine in first, second or third place: the simple rules its best response came to (section 3.2).

    First: just cover the second's doubled score; in a lock game $0. Second: with two thirds of the leader's score, stay
    within the two-thirds bet if that also covers the third, otherwise all-in. Third: all-in.
    """
    first, second, third = ranked.T
    cover = np.where(first > 2 * second, 0, np.minimum(first, 2 * second - first + 1))
    limit = 3 * second - 2 * first
    hold = np.where(second >= 2 * third, np.minimum(limit, second - 2 * third), 2 * third - second)
    b = np.where((limit >= 0) & (hold <= limit), np.maximum(hold, 0), second)
    return np.stack([cover, np.clip(b, 0, second), third], axis=1)


def play_finals(
    rng: np.random.Generator, scores: IntArray, triples: FloatArray, machine: BoolArray, rules: Rules
) -> FinalResults:
    """Final Jeopardy from scores by seat (games x 3); ``triples`` are cumulative chances (games x 8) by seat.

    ``machine`` tells which seats bet as a machine; all others bet as people of the era did. Players without money take
    no part. In a shared tie all who are level win; otherwise a tiebreaker picks one of them at random.
    """
    parts = [slice(start, start + GAMES_PER_BLOCK) for start in range(0, len(scores), GAMES_PER_BLOCK)]
    played = [_play_block(rng, scores[part], triples[part], machine, rules) for part in parts]
    return FinalResults(*(np.concatenate(arrays) for arrays in zip(*played, strict=True)))


def _play_block(
    rng: np.random.Generator, scores: IntArray, triples: FloatArray, machine: BoolArray, rules: Rules
) -> tuple[IntArray, BoolArray, IntArray, BoolArray]:
    order = np.argsort(-scores, axis=1, kind="stable")
    ranked = np.maximum(np.take_along_axis(scores, order, axis=1), 0)
    bets = sample_wagers(rng, ranked, rules.era)
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
    if rules.ties is Ties.TIEBREAKER:
        chosen = np.where(winners, rng.random((len(scores), SEATS)), -1.0).argmax(axis=1)
        winners &= chosen[:, None] == np.arange(SEATS)
    return wagers, right, final, winners
