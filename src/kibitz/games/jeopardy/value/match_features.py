"""Inputs of the evaluator for a state in a two-game match (section 3.1.5), and how people bet there (2.6).

In game 2 a score counts as e = G2 + G1 / 2, since roles go by G1 + 2 G2; a lock game is a total G1 + G2 above the
other's G1 + 2 G2, and two-thirds bets follow. Constants added to all totals change nothing. With totals of zero the
first 39 inputs are those of a single game. `match_kernels` holds the compiled twin.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.play.daily_double_bets import NEARLY_ALL
from kibitz.games.jeopardy.show import SEATS, SMALLEST_WAGER
from kibitz.games.jeopardy.value.features import NOTHING_KNOWN, Floats, KnownAbilities, RemainingClues, squash

IntArray = NDArray[np.int64]

MATCH_INPUTS = 44
"""The 39 of a single game, my score, two differences of totals and the opponents' scores."""
NEXT_GAME = 54_000
"""Dollars on the boards of a whole game, still to come in game 1."""


def bold_wager(scores: tuple[int, ...], totals: tuple[int, ...], me: int, left: float, most: int) -> int:
    """What people bet on a Daily Double in a match: nearly everything, unless the lead is overwhelming.

    It is if the own total G1 + G2 exceeds G1 + 2 G2 of both others and all dollars still to come, those of the next
    game included; then only what exceeds is bet.
    """
    doubled = max(totals[seat] + 2 * scores[seat] for seat in range(SEATS) if seat != me)
    spare = scores[me] + totals[me] - doubled - left
    amount = spare if spare > 0 else NEARLY_ALL * most
    return max(SMALLEST_WAGER, min(math.floor(amount / 100) * 100, most))


def match_features_at(
    own: IntArray,
    scores: tuple[int, ...],
    totals: tuple[int, ...],
    me: int,
    control: int,
    left: RemainingClues,
    known: KnownAbilities = NOTHING_KNOWN,
) -> Floats:
    """The inputs for seat ``me`` at many own scores: len(own) x `MATCH_INPUTS`; control -1 is drawn by lot."""
    won = [total - min(totals) for total in totals]
    worth = [score + total / 2 for score, total in zip(scores, won, strict=True)]
    others = sorted((seat for seat in range(SEATS) if seat != me), key=lambda seat: -worth[seat])
    s, h, low = own.astype(np.float64) + won[me] / 2, worth[others[0]], worth[others[1]]
    total, total_h = s + won[me] / 2, h + won[others[0]] / 2
    rem, d = float(left.dollars), float(sum(left.doubles))
    scale, fine, lock = 1500 + 0.3 * rem + 1200 * d, 200 + 0.04 * rem + 300 * d, 500 + 0.24 * rem + 1600 * d
    ratio = (s - h) / np.maximum(np.maximum(np.abs(s), abs(h)), 200.0)
    late = 3000 / (3000 + rem)
    mine_locked, theirs_locked = total - 2 * h, total_h - 2 * s
    locked = (mine_locked > 0).astype(np.float64) - (theirs_locked > 0)
    two_thirds = np.where(s >= h, total_h + 2 * h - 2 * total, total + 2 * s - 2 * total_h)
    mine, theirs = (1 / 3, 1 / 3) if control < 0 else (float(control == me), float(control == others[0]))
    columns: list[FloatArray | float] = [
        s / 15_000,
        h / 15_000,
        low / 15_000,
        np.clip((s - h) / scale, -8, 8),
        np.clip((s - low) / scale, -8, 8),
        min((h - low) / scale, 8.0),
        rem / 54_000,
        left.clues[0] / 30,
        left.clues[1] / 30,
        left.doubles[0],
        left.doubles[1] / 2,
        mine,
        theirs,
        squash(mine_locked / scale),
        squash(theirs_locked / scale),
        0.5 + 0.5 * squash((mine_locked - 0.15 * rem) / lock),
        0.5 + 0.5 * squash((theirs_locked - 0.15 * rem) / lock),
        ratio,
        late,
        late * ratio,
        late * np.sign(s - h),
        late * locked,
        late * squash(two_thirds / 2000),
        squash((s - h) / (600 + 0.1 * rem + 1000 * d)),
        mine * d,
        theirs * d,
        squash(mine_locked / fine),
        squash(theirs_locked / fine),
        squash((s - h) / fine),
        squash((total_h - 2 * low) / fine),
        squash((s - low) / fine),
        squash((h - low) / fine),
    ]
    own_ability, high, third = (known.abilities[seat] for seat in (me, *others))
    both = high is not None and third is not None
    columns += [
        own_ability or 0.0,
        float(own_ability is not None),
        (high or 0.0) if both else 0.0,
        (third or 0.0) if both else 0.0,
        float(both),
        float(known.champion == me),
        float(known.champion == others[0]),
        own / 15_000,
        (won[me] - won[others[0]]) / 20_000,
        (won[me] - won[others[1]]) / 20_000,
        scores[others[0]] / 15_000,
        scores[others[1]] / 15_000,
    ]
    x = np.empty((len(s), MATCH_INPUTS), dtype=np.float32)
    for i, column in enumerate(columns):
        x[:, i] = column
    return x
