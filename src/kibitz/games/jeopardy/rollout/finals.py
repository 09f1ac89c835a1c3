"""The exact chance of each seat to win Final, by how it bets; opponents bet as people do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.standings import NODES, OwnFinal, Standing, packed
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.play import machine_wagers
from kibitz.games.jeopardy.final.wagers import people
from kibitz.games.jeopardy.rollout.seating import FinalBet, Seating
from kibitz.games.jeopardy.show import SEATS, Ties

IntArray = NDArray[np.int64]

GIVEN = -1
"""Marks rows whose wager is not prescribed."""


def final_chances(seating: Seating, scores: IntArray, types: IntArray | None = None) -> FloatArray:
    """Chance of each seat to win from scores before Final (games x 3), given the types of contestants.

    Where one seat bets otherwise than people, its own chance is exact and the others share the rest in proportion to
    what they would win against people.
    """
    types = np.zeros_like(scores) if types is None else types
    values = np.stack([seat_chances(seating, seat, scores, types) for seat in range(SEATS)], axis=1)
    special = [seat for seat in range(SEATS) if seating.seats[seat].final is not FinalBet.PEOPLE]
    if len(special) == 1:
        (me,) = special
        others = [seat for seat in range(SEATS) if seat != me]
        rest = values[:, others].sum(axis=1)
        share = np.where(rest[:, None] > 0, values[:, others] / np.maximum(rest, 1e-12)[:, None], 0.0)
        values[:, others] = share * (1 - values[:, me])[:, None]
    return values


def seat_chances(
    seating: Seating, seat: int, scores: IntArray, types: IntArray, wagers: IntArray | None = None
) -> FloatArray:
    """Chance of one seat to win from scores before Final (games x 3), by its module or with wagers given."""
    from kibitz.games.jeopardy.rollout import kernels

    module = seating.seats[seat].final
    models = [each.model.contestants for each in seating.seats]
    counts = [len(model) for model in models]
    code = (types[:, 0] * counts[1] + types[:, 1]) * counts[2] + types[:, 2]
    used, which = np.unique(code, return_inverse=True)
    own = OwnFinal.PEOPLE if module is FinalBet.PEOPLE else OwnFinal.BEST
    standings = []
    for each in used.tolist():
        combo = (each // counts[2] // counts[1], each // counts[2] % counts[1], each % counts[2])
        first, second, third = (models[i][t] for i, t in enumerate(combo))
        model = FinalModel(
            (first.final, second.final, third.final),
            (first.correlations.final, second.correlations.final, third.correlations.final),
            people(seating.rules.era),
            "people",
        )
        standings.append(Standing(model, seat, seating.rules.ties, own))
    triples = np.stack([standing.triples for standing in standings])
    low, high, step, chance, right, _, forms = packed(standings[0])
    if wagers is None:
        wagers = np.full(len(scores), GIVEN, dtype=np.int64)
        if module in (FinalBet.COVER, FinalBet.RULES):
            wagers = prescribed_wagers(scores, seat, module, seating.rules.ties)
    return np.asarray(
        kernels.final_rows(
            np.ascontiguousarray(scores), seat, seating.rules.ties is Ties.SHARED, own is OwnFinal.BEST,
            np.array(NODES), low, high, step, chance, right, triples, which.astype(np.int64), forms, wagers,
        )
    )  # fmt: skip


def prescribed_wagers(scores: IntArray, seat: int, module: FinalBet, ties: Ties) -> IntArray:
    """Wagers of a seat by ``cover`` or ``rules``."""
    order = np.argsort(-2 * scores - (np.arange(SEATS) == seat), axis=1, kind="stable")
    ranked = np.maximum(np.take_along_axis(scores, order, axis=1), 0)
    role = np.argsort(order, axis=1)[:, seat]
    own = ranked[np.arange(len(scores)), role]
    if module is FinalBet.RULES:
        wagers = machine_wagers(ranked)[np.arange(len(scores)), role]
    else:
        extra = 0 if ties is Ties.SHARED else 1
        cover = np.where(ranked[:, 0] > 2 * ranked[:, 1], 0, 2 * ranked[:, 1] - ranked[:, 0] + extra)
        wagers = np.where(role == 0, cover, own)
    return np.clip(wagers, 0, own)
