"""Final of game 2 in plain Python: places of all seats from bets and answers, and the best bet by trying every one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.match.people_bets import Bets
from kibitz.games.jeopardy.show import SEATS


def shares(ends: Sequence[int]) -> FloatArray:
    """Chances of each seat (3) to be first and second (2) with these totals; level players share by lot, since one
    more clue decides."""
    result = np.zeros((SEATS, 2))
    for seat in range(SEATS):
        above = sum(end > ends[seat] for end in ends)
        level = sum(end == ends[seat] for end in ends)
        for place in range(2):
            result[seat, place] = (above <= place < above + level) / level
    return result


def places(scores: Sequence[int], totals: Sequence[int], bets: Sequence[Bets], triples: Sequence[float]) -> FloatArray:
    """Chances of each seat to finish first and second, over all bets and the eight answers of `TRIPLES`."""
    played = [max(score, 0) for score in scores]
    result = np.zeros((SEATS, 2))
    for amounts in product(*bets):
        chance = float(np.prod([p for _, p in amounts]))
        for right, p in zip(TRIPLES, triples, strict=True):
            ends = [
                totals[seat] + played[seat] + (amounts[seat][0] if right[seat] else -amounts[seat][0])
                for seat in range(SEATS)
            ]
            result += chance * p * shares(ends)
    return result


def best_bet(
    scores: Sequence[int],
    totals: Sequence[int],
    bets: Sequence[Bets],
    triples: Sequence[float],
    me: int,
    weights: tuple[float, float] = (1.0, 0.5),
) -> tuple[int, float]:
    """The first of my best whole-dollar bets against the others' and its match equity, by trying every one."""
    best, worth = 0, -1.0
    for bet in range(max(scores[me], 0) + 1):
        tried = [((bet, 1.0),) if seat == me else bets[seat] for seat in range(SEATS)]
        value = float(places(scores, totals, tried, triples)[me] @ np.array(weights))
        if value > worth + 1e-12:
            best, worth = bet, value
    return best, worth
