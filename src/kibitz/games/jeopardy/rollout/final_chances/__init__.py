"""Exact chance of each seat to win Final, by how it bets; opponents bet like recorded players."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.before_final import NODES, FinalSetup, OwnFinalRule, pack_setup
from kibitz.games.jeopardy.final.equities import FinalModel
from kibitz.games.jeopardy.final.outcomes import final_triples
from kibitz.games.jeopardy.final.people_wagers import people_mixtures
from kibitz.games.jeopardy.final.simulation import machine_wagers
from kibitz.games.jeopardy.rollout.seating import FinalRule, Seating
from kibitz.games.jeopardy.show import SEATS, Ties

IntArray = NDArray[np.int64]

_ANSWERS: WeakKeyDictionary[Seating, dict[tuple[int, int], FloatArray]] = WeakKeyDictionary()
"""Chances of answers already computed, by seating, seat and combination of types."""


def final_chances(seating: Seating, scores: IntArray, types: IntArray | None = None) -> FloatArray:
    """Chance of each seat to win from scores before Final (games x 3), given the types of contestants.

    Where one seat bets otherwise than people, its own chance is exact and the others share the rest in proportion to
    what they would win against people.
    """
    types = np.zeros_like(scores) if types is None else types
    values = np.stack([seat_chances(seating, seat, scores, types) for seat in range(SEATS)], axis=1)
    special = [seat for seat in range(SEATS) if seating.seats[seat].final is not FinalRule.PEOPLE]
    if len(special) == 1:
        (me,) = special
        others = [seat for seat in range(SEATS) if seat != me]
        rest = values[:, others].sum(axis=1)
        share = np.where(rest[:, None] > 0, values[:, others] / np.maximum(rest, 1e-12)[:, None], 0.0)
        values[:, others] = share * (1 - values[:, me])[:, None]
    return values


def seat_chances(seating: Seating, seat: int, scores: IntArray, types: IntArray | None = None) -> FloatArray:
    """Chance of one seat to win from scores before Final (games x 3), by its module."""
    from kibitz.games.jeopardy.rollout.final_chances import kernels

    types = np.zeros_like(scores) if types is None else types
    module = seating.seats[seat].final
    if module in (FinalRule.COVER, FinalRule.RULES):
        wagers = prescribed_wagers(scores, seat, module, seating.rules.ties)
        return chances_with_wagers(seating, seat, scores, types, wagers)
    triples, which = answers_by_types(seating, seat, types)
    low, high, step, chance, right, _ = pack_setup(final_setup_of(seating, seat, (0, 0, 0)))
    own = module is not FinalRule.PEOPLE
    return np.asarray(
        kernels.final_rows(
            np.ascontiguousarray(scores),
            seat,
            seating.rules.ties is Ties.SHARED,
            own,
            np.array(NODES),
            low,
            high,
            step,
            chance,
            right,
            triples,
            which,
        )
    )


def seat_places(seating: Seating, seat: int, scores: IntArray, types: IntArray | None = None) -> FloatArray:
    """Chances of one seat to finish first and second from scores before Final (games x 2), by its module.

    It bets as people do, or best for first place.
    """
    from kibitz.games.jeopardy.rollout.final_chances import kernels

    types = np.zeros_like(scores) if types is None else types
    triples, which = answers_by_types(seating, seat, types)
    low, high, step, chance, right, _ = pack_setup(final_setup_of(seating, seat, (0, 0, 0)))
    return np.asarray(
        kernels.place_rows(
            np.ascontiguousarray(scores),
            seat,
            seating.rules.ties is Ties.SHARED,
            seating.seats[seat].final is not FinalRule.PEOPLE,
            np.array(NODES),
            low,
            high,
            step,
            chance,
            right,
            triples,
            which,
        )
    )


def chances_with_wagers(seating: Seating, seat: int, scores: IntArray, types: IntArray, wagers: IntArray) -> FloatArray:
    """Chance of one seat to win with wagers given; negative ones are replaced by the best, in place."""
    from kibitz.games.jeopardy.rollout.final_chances import kernels

    triples, which = answers_by_types(seating, seat, types)
    result = np.zeros(len(scores))
    low, high, step, chance, right, _ = pack_setup(final_setup_of(seating, seat, (0, 0, 0)))
    kernels.wager_rows(
        np.ascontiguousarray(scores),
        seat,
        seating.rules.ties is Ties.SHARED,
        low,
        high,
        step,
        chance,
        right,
        triples,
        which,
        wagers,
        result,
    )
    return result


def answers_by_types(seating: Seating, seat: int, types: IntArray) -> tuple[FloatArray, IntArray]:
    """Chances of answers in Final for the combinations of types that occur, and which of them each game has."""
    counts = [len(each.model.contestants) for each in seating.seats]
    code = (types[:, 0] * counts[1] + types[:, 1]) * counts[2] + types[:, 2]
    used, which = np.unique(code, return_inverse=True)
    known = _ANSWERS.setdefault(seating, {})
    for each in used.tolist():
        if (seat, each) not in known:
            combo = (each // counts[2] // counts[1], each // counts[2] % counts[1], each % counts[2])
            known[seat, each] = _triples(final_setup_of(seating, seat, combo), any(seating.standing))
    return np.stack([known[seat, each] for each in used.tolist()]), which.astype(np.int64)


def _triples(standing: FinalSetup, by_place: bool) -> FloatArray:
    """`Standing.triples`; where the place changes nothing one of its 27 entries stands for all."""
    if by_place:
        return standing.triples
    model = standing.model
    by_seat = final_triples(model.accuracies, model.correlations)[::-1].reshape(2, 2, 2)
    return np.broadcast_to(np.moveaxis(by_seat, standing.me, 0), (SEATS, SEATS, SEATS, 2, 2, 2))


def final_setup_of(seating: Seating, seat: int, combo: tuple[int, int, int]) -> FinalSetup:
    """Final as a seat sees it when contestants of these types play; who bets well knows its own accuracy."""
    first, second, third = (each.model.contestants[t] for each, t in zip(seating.seats, combo, strict=True))
    special = [s for s in range(SEATS) if seating.seats[s].final is not FinalRule.PEOPLE]
    model = FinalModel(
        (first.final, second.final, third.final),
        (first.correlations.final, second.correlations.final, third.correlations.final),
        people_mixtures(seating.rules.era),
        "people",
        seating.standing,
        tuple(special) if len(special) == 1 else (),
    )
    own = OwnFinalRule.PEOPLE if seating.seats[seat].final is FinalRule.PEOPLE else OwnFinalRule.BEST
    return FinalSetup(model, seat, seating.rules.ties, own)


def prescribed_wagers(scores: IntArray, seat: int, module: FinalRule, ties: Ties) -> IntArray:
    """Wagers of a seat by ``cover`` or ``rules``."""
    order = np.argsort(-2 * scores - (np.arange(SEATS) == seat), axis=1, kind="stable")
    ranked = np.maximum(np.take_along_axis(scores, order, axis=1), 0)
    role = np.argsort(order, axis=1)[:, seat]
    own = ranked[np.arange(len(scores)), role]
    if module is FinalRule.RULES:
        wagers = machine_wagers(ranked)[np.arange(len(scores)), role]
    else:
        extra = 0 if ties is Ties.SHARED else 1
        cover = np.where(ranked[:, 0] > 2 * ranked[:, 1], 0, 2 * ranked[:, 1] - ranked[:, 0] + extra)
        wagers = np.where(role == 0, cover, own)
    return np.clip(wagers, 0, own)
