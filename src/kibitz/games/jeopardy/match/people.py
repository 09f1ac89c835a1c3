"""What people bet in the Final of game 2 of a match (section 2.6): a few amounts with their chances, by role.

Roles A, B, C go by D = G1 + 2 G2, which a player has after betting everything and being right; T = G1 + G2 is what
everybody holds before. A score below zero counts as nothing. The paper gives one group in figures, B with a two-thirds
bet who can keep C out; the others follow by analogy (docs/jeopardy-matches.md). `kernels` holds the compiled twin.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games.jeopardy.show import SEATS

BANKROLL, SMALL, LARGER = 0.35, 0.43, 0.22
"""B who has a two-thirds bet and can keep C out: everything, small within both limits, the larger limit."""
COVERS, ALL, NOTHING = 0.90, 0.05, 0.05
"""A who has no lockout: covers B's double, bets everything, bets nothing."""
HALF, PASSES, STAYS = 0.50, 0.25, 0.25
"""C: everything, enough to pass B, small enough to pass A who covers and is wrong."""
POINTS = 5
"""Equally likely amounts, from nothing to the limit, that stand for a small random bet."""

Bets = tuple[tuple[int, float], ...]
"""Amounts in dollars with their chances."""


def roles(scores: Sequence[int], totals: Sequence[int]) -> list[int]:
    """Seats in order of G1 + 2 G2; of equal ones the left seat first."""
    return sorted(range(SEATS), key=lambda seat: -(totals[seat] + 2 * max(scores[seat], 0)))


def within(limit: int, chance: float) -> list[tuple[int, float]]:
    """A small random bet: amounts from nothing to ``limit``, in whole hundreds but for the limit itself."""
    last = POINTS - 1
    return [(limit if k == last else limit * k // last // 100 * 100, chance / POINTS) for k in range(POINTS)]


def people_bets(scores: Sequence[int], totals: Sequence[int], seat: int) -> Bets:
    """The bets of a seat before Final of game 2."""
    played = [max(score, 0) for score in scores]
    order = roles(scores, totals)
    a, b, c = order
    own = played[seat]
    total = {s: totals[s] + played[s] for s in order}
    double = {s: total[s] + played[s] for s in order}
    cover = double[b] - total[a] + 1
    locked = cover <= 0
    role = order.index(seat)
    bets: list[tuple[int, float]]
    if role == 0:
        bets = within(min(-cover, own), 1.0) if locked else [(cover, COVERS), (own, ALL), (0, NOTHING)]
    elif role == 1:
        two_thirds = total[b] + double[b] - 2 * total[a]
        keep_out, over_c, over_a = total[b] - double[c] - 1, double[c] - total[b] + 1, total[a] - total[b] + 1
        if locked and keep_out >= 0:
            bets = [*within(min(keep_out, own), BANKROLL + SMALL), (keep_out, LARGER)]
        elif locked:
            bets = [(over_c, SMALL + LARGER), (own, BANKROLL)]
        elif two_thirds >= 0 and keep_out >= 0:
            both = min(two_thirds, keep_out, own)
            bets = [(own, BANKROLL), *within(both, SMALL), (max(two_thirds, keep_out), LARGER)]
        elif two_thirds >= 0:
            bets = [(own, BANKROLL), *within(min(two_thirds, own), SMALL), (over_c, LARGER)]
        elif keep_out >= 0:
            bets = [(own, BANKROLL), (over_a, SMALL), (keep_out, LARGER)]
        else:
            bets = [(own, BANKROLL + LARGER), (over_a, SMALL)]
    else:
        stay = total[c] - (total[a] - max(cover, 0)) - 1
        bets = [(own, HALF), (total[b] - total[c] + 1, PASSES), *within(min(max(stay, 0), own), STAYS)]
    return tuple((min(max(amount, 0), own), chance) for amount, chance in bets)


def first_final_bet(scores: Sequence[int], seat: int, coming: int) -> int:
    """What people bet in Final of game 1, which they treat like a Daily Double: nearly everything unless the lead is
    overwhelming, in whole hundreds; nothing from a score of zero or less."""
    from kibitz.games.jeopardy.value.match_features import bold_wager

    if scores[seat] <= 0:
        return 0
    return min(bold_wager(tuple(scores), (0, 0, 0), seat, coming, scores[seat]), scores[seat])
