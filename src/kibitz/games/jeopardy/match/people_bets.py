"""What people bet in the Final of game 2 of a match (section 2.6): a few amounts with their chances, by role.

Roles A, B, C go by D = G1 + 2 G2, which a player has after going all-in and being right; T = G1 + G2 is the
total before. A score below zero counts as zero. The paper gives numbers for one group, B with a two-thirds
bet who can keep C out; the others follow by analogy (docs/jeopardy-matches.md). `kernels` holds the compiled twin.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games.jeopardy.show import SEATS

B_ALL_IN_SHARE, B_SMALL_SHARE, B_LIMIT_SHARE = 0.35, 0.43, 0.22
"""B who has a two-thirds bet and can keep C out: all-in, small within both limits, the larger limit."""
A_COVER_SHARE, A_ALL_IN_SHARE, A_NOTHING_SHARE = 0.90, 0.05, 0.05
"""A without a lock game: covers B's double, goes all-in, bets $0."""
C_ALL_IN_SHARE, C_PASS_SHARE, C_SMALL_SHARE = 0.50, 0.25, 0.25
"""C: all-in, enough to pass B, small enough to pass A who covers and is wrong."""
N_SMALL_BETS = 5
"""Number of equally likely amounts, from $0 to the limit, that approximate a small random bet."""

Bets = tuple[tuple[int, float], ...]
"""Amounts in dollars with their chances."""


def seats_by_total(scores: Sequence[int], totals: Sequence[int]) -> list[int]:
    """Seats in order of G1 + 2 G2; of equal ones the left seat first."""
    return sorted(range(SEATS), key=lambda seat: -(totals[seat] + 2 * max(scores[seat], 0)))


def small_bets(limit: int, chance: float) -> list[tuple[int, float]]:
    """A small random bet: amounts from nothing to ``limit``, in whole hundreds but for the limit itself."""
    last = N_SMALL_BETS - 1
    return [
        (limit if k == last else limit * k // last // 100 * 100, chance / N_SMALL_BETS) for k in range(N_SMALL_BETS)
    ]


def people_bets(scores: Sequence[int], totals: Sequence[int], seat: int) -> Bets:
    """The bets of a seat before Final of game 2."""
    played = [max(score, 0) for score in scores]
    order = seats_by_total(scores, totals)
    a, b, c = order
    own = played[seat]
    total = {s: totals[s] + played[s] for s in order}
    double = {s: total[s] + played[s] for s in order}
    cover = double[b] - total[a] + 1
    locked = cover <= 0
    role = order.index(seat)
    bets: list[tuple[int, float]]
    if role == 0:
        bets = (
            small_bets(min(-cover, own), 1.0)
            if locked
            else [(cover, A_COVER_SHARE), (own, A_ALL_IN_SHARE), (0, A_NOTHING_SHARE)]
        )
    elif role == 1:
        two_thirds = total[b] + double[b] - 2 * total[a]
        keep_out, over_c, over_a = total[b] - double[c] - 1, double[c] - total[b] + 1, total[a] - total[b] + 1
        if locked and keep_out >= 0:
            bets = [*small_bets(min(keep_out, own), B_ALL_IN_SHARE + B_SMALL_SHARE), (keep_out, B_LIMIT_SHARE)]
        elif locked:
            bets = [(over_c, B_SMALL_SHARE + B_LIMIT_SHARE), (own, B_ALL_IN_SHARE)]
        elif two_thirds >= 0 and keep_out >= 0:
            both = min(two_thirds, keep_out, own)
            bets = [(own, B_ALL_IN_SHARE), *small_bets(both, B_SMALL_SHARE), (max(two_thirds, keep_out), B_LIMIT_SHARE)]
        elif two_thirds >= 0:
            bets = [(own, B_ALL_IN_SHARE), *small_bets(min(two_thirds, own), B_SMALL_SHARE), (over_c, B_LIMIT_SHARE)]
        elif keep_out >= 0:
            bets = [(own, B_ALL_IN_SHARE), (over_a, B_SMALL_SHARE), (keep_out, B_LIMIT_SHARE)]
        else:
            bets = [(own, B_ALL_IN_SHARE + B_LIMIT_SHARE), (over_a, B_SMALL_SHARE)]
    else:
        stay = total[c] - (total[a] - max(cover, 0)) - 1
        bets = [
            (own, C_ALL_IN_SHARE),
            (total[b] - total[c] + 1, C_PASS_SHARE),
            *small_bets(min(max(stay, 0), own), C_SMALL_SHARE),
        ]
    return tuple((min(max(amount, 0), own), chance) for amount, chance in bets)


def game_1_final_bet(scores: Sequence[int], seat: int, coming: int) -> int:
    """What people bet in Final of game 1, which they treat like a Daily Double: nearly everything unless the lead is
    overwhelming, in whole hundreds; nothing from a score of zero or less."""
    from kibitz.games.jeopardy.value.match_features import bold_wager

    if scores[seat] <= 0:
        return 0
    return min(bold_wager(tuple(scores), (0, 0, 0), seat, coming, scores[seat]), scores[seat])
