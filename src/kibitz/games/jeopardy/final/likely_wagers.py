"""The opponents' likely wagers in a Final as bars: the distribution that prices my wagers, summed over ranges."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition, opponent_wagers

MIN_SINGLE_SHARE = 0.03
"""Share from which a single wager is a bar of its own."""
MIN_RANGE_SHARE = 0.01
"""Share below which a range is joined to the next one."""
LITTLE_DOLLARS = 200
"""Dollars above a single wager that count as the same wager with a margin."""


@dataclass(frozen=True, slots=True)
class WagerRange:
    """Wagers from ``low`` to ``high`` dollars and their share; ``needs`` is my least bet that beats all of them if
    both are right, ``keeps`` the largest that stays ahead of them if both are wrong."""

    low: int
    high: int
    share: float
    needs: int | None
    keeps: int | None


@dataclass(frozen=True, slots=True)
class LikelyWagers:
    """One opponent's wagers: seat, standing (0 first), score and ranges, whose shares sum to 1."""

    seat: int
    role: int
    score: int
    ranges: tuple[WagerRange, ...]


def likely_wagers(position: FinalPosition, model: FinalModel) -> tuple[LikelyWagers, ...]:
    """The wagers of each opponent, right and wrong answers together, the leader first."""
    chances = model.accuracies_at(position.scores)
    mine, past = position.scores[position.me], position.tie_dollar
    result = []
    for each in opponent_wagers(position, model):
        score, sure = position.scores[each.seat], chances[each.seat]
        shares = sure * each.if_right + (1 - sure) * each.if_wrong
        ranges = []
        for low, high in wager_ranges(shares):
            needs = max(score + high + past - mine, 0)
            keeps = mine - (score - low) - past
            ranges.append(
                WagerRange(
                    low,
                    high,
                    float(shares[low : high + 1].sum()),
                    needs if needs <= mine else None,
                    min(keeps, mine) if keeps >= 0 else None,
                )
            )
        result.append(LikelyWagers(each.seat, each.role, score, tuple(ranges)))
    return tuple(sorted(result, key=lambda each: each.role))


def wager_ranges(shares: FloatArray) -> list[tuple[int, int]]:
    """Ranges of dollars that hold all shares: frequent wagers alone, the others between them together."""
    single = np.flatnonzero(shares >= MIN_SINGLE_SHARE)
    edges = {0, len(shares), *single.tolist(), *(single + 1).tolist()}
    edges |= {int(wager) + LITTLE_DOLLARS + 1 for wager in single if wager + LITTLE_DOLLARS + 1 < len(shares)}
    cuts = sorted(edges)
    result: list[tuple[int, int]] = []
    alone = set(single.tolist())
    for start, end in pairwise(cuts):
        used = np.flatnonzero(shares[start:end])
        if not len(used):
            continue
        low, high = start + int(used[0]), start + int(used[-1])
        before = result[-1] if result else None
        small = shares[low : high + 1].sum() < MIN_RANGE_SHARE
        joins = before is not None and start not in alone and before[0] not in alone
        if joins and before is not None and (small or shares[before[0] : before[1] + 1].sum() < MIN_RANGE_SHARE):
            result[-1] = (before[0], high)
        else:
            result.append((low, high))
    return result
