"""Inputs of the evaluator for a state, from one player's point of view (section 3.1).

Opponents are in order of score. What belongs to one of them (control, ability, being the champion or the one who bets
well) enters by sums and by differences times a smooth sign of their gap, so that exchanging them changes nothing, not
even where they are level. All inputs are smooth and of order one: scores, gaps on the scale of what is still to be won,
clues and Daily Doubles left, control, lockout potential (3.1.5), and what matters late. `kernels` holds the compiled
twin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.show import SEATS

N_INPUTS = 48
"""34 that describe the state itself and 14 for what is known of the players."""
SECOND_ROUND = 36_000
"""Dollars on the board of round 2."""

Floats = NDArray[np.float32]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RemainingClues:
    """What is still to be played: dollars on the board and to come, clues and Daily Doubles by round."""

    dollars: int
    clues: tuple[int, int]
    doubles: tuple[int, int]


@dataclass(frozen=True, slots=True)
class KnownAbilities:
    """What is known of the three players by seat: abilities (0 Average, 1 Champion), the returning champion's seat, and
    that of the one who bets well, if there is one.

    ``None`` for an ability that nobody knows; the scores then speak for themselves.
    """

    abilities: tuple[float | None, float | None, float | None] = (None, None, None)
    champion: int | None = None
    expert: int | None = None


NOTHING_KNOWN = KnownAbilities()


def features(
    scores: tuple[int, ...], me: int, control: int, left: RemainingClues, known: KnownAbilities = NOTHING_KNOWN
) -> Floats:
    """The inputs for seat ``me``; ``control`` is the seat that picks next. Of equal opponents the first seat is h."""
    return np.asarray(features_at(np.array([scores[me]]), scores, me, control, left, known)[0])


def features_at(
    own: IntArray,
    scores: tuple[int, ...],
    me: int,
    control: int,
    left: RemainingClues,
    known: KnownAbilities = NOTHING_KNOWN,
) -> Floats:
    """The inputs for seat ``me`` at many own scores, with ``scores`` of the others: len(own) x `N_INPUTS`."""
    others = sorted((seat for seat in range(SEATS) if seat != me), key=lambda seat: -scores[seat])
    s, h, low = own.astype(np.float64), float(scores[others[0]]), float(scores[others[1]])
    rem, d = float(left.dollars), float(sum(left.doubles))
    scale, fine, lock = 1500 + 0.3 * rem + 1200 * d, 200 + 0.04 * rem + 300 * d, 500 + 0.24 * rem + 1600 * d
    ratio = (s - h) / np.maximum(np.maximum(np.abs(s), abs(h)), 200.0)
    late = 3000 / (3000 + rem)
    locked = (s > 2 * max(h, 0.0)).astype(np.float64) - (h > 2 * np.maximum(s, 0.0))
    sign = float(squash((h - low) / fine))
    picks, wins, bets = (
        [float(seat == which) for which in (me, *others)] for seat in (control, known.champion, known.expert)
    )
    mine, picked = picks[0], picks[1] - picks[2]
    hidden = left.doubles[0] / left.clues[0] if left.clues[0] else left.doubles[1] / max(left.clues[1], 1)
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
        picked * sign,
        squash((s - 2 * h) / scale),
        squash((h - 2 * s) / scale),
        0.5 + 0.5 * squash((s - 2 * h - 0.15 * rem) / lock),
        0.5 + 0.5 * squash((h - 2 * s - 0.15 * rem) / lock),
        ratio,
        late,
        late * ratio,
        late * np.sign(s - h),
        late * locked,
        late * squash((3 * np.minimum(s, h) - 2 * np.maximum(s, h)) / 2000),
        squash((s - h) / (600 + 0.1 * rem + 1000 * d)),
        mine * d,
        picked * sign * d,
        squash((s - 2 * h) / fine),
        squash((h - 2 * s) / fine),
        squash((s - h) / fine),
        squash((h - 2 * low) / fine),
        squash((s - low) / fine),
        sign,
        hidden,
        mine * hidden,
    ]
    own_ability, high, third = (known.abilities[seat] for seat in (me, *others))
    both = high is not None and third is not None
    total, apart = ((high or 0.0) + (third or 0.0), (high or 0.0) - (third or 0.0)) if both else (0.0, 0.0)
    expert = bets[1] - bets[2]
    columns += [
        own_ability or 0.0,
        float(own_ability is not None),
        total / 2,
        apart * sign / 2,
        apart * apart / 4,
        float(both),
        wins[0],
        wins[1] + wins[2],
        (wins[1] - wins[2]) * sign,
        bets[0],
        expert * sign,
        apart * expert / 2,
        picked * expert,
        picked * apart / 2,
    ]
    x = np.empty((len(s), N_INPUTS), dtype=np.float32)
    for i, column in enumerate(columns):
        x[:, i] = column
    return x


def squash(x: FloatArray | float) -> FloatArray:
    """A cheap hyperbolic tangent: x (27 + x^2) / (27 + 9 x^2), cut at 3 either way."""
    x = np.clip(x, -3.0, 3.0)
    return np.asarray(x * (27.0 + x * x) / (27.0 + 9.0 * x * x))
