"""What luck gave a player, clue by clue, as a network sees it; taken out, what became of a state has the same mean and a
far smaller spread (the control variates that backgammon players call luck adjustment).

Three draws of each clue are weighed: whether its square hides a Daily Double, who answers, and the answer to the Daily
Double. Each gives the value of what came less the mean of what could have come; the means are exact, whatever the
network says, so that luck has mean zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.value.kernels import chance, describe

RARE = 0.01
"""Outcomes of a clue that are rarer are valued as if nobody had answered."""


@njit(cache=True)
def seen(scores: Any, control: Any, me: Any, left: Any, ability: Any, known: Any, net: Any, x: Any, hidden: Any) -> Any:
    """The chance of seat ``me``, by its network."""
    describe(x, scores, scores[me], me, control, left, ability, known)
    return chance(x, net.w1[me], net.b1[me], net.w2[me], net.b2[me], hidden)


@njit(cache=True)
def after_clue(
    steps: Any, changes: Any, controls: Any, dollars: Any, row: Any, me: Any, left: Any, ability: Any, known: Any,
    net: Any, x: Any, hidden: Any, values: Any,
) -> Any:  # fmt: skip
    """Mean value of a clue; ``values`` gets that of each outcome, whose cumulative chances are ``steps``."""
    moved = np.zeros(3, dtype=np.int64)
    nobody = seen(row, row[3], me, left, ability, known, net, x, hidden)
    mean, below = 0.0, 0.0
    for k in range(len(steps)):
        p = steps[k] - below
        below = steps[k]
        values[k] = nobody
        if p >= RARE and (changes[k, 0] != 0 or changes[k, 1] != 0 or changes[k, 2] != 0):
            for seat in range(3):
                moved[seat] = row[seat] + changes[k, seat] * dollars
            control = controls[k] if controls[k] >= 0 else row[3]
            values[k] = seen(moved, control, me, left, ability, known, net, x, hidden)
        mean += p * values[k]
    return mean


@njit(cache=True)
def after_double(
    bet: Any, row: Any, me: Any, left: Any, ability: Any, known: Any, net: Any, x: Any, hidden: Any, values: Any
) -> None:
    """Values of a wrong and of a right answer to a Daily Double of whoever has control."""
    moved = np.zeros(3, dtype=np.int64)
    for k in range(2):
        moved[:] = row[:3]
        moved[row[3]] += bet if k == 1 else -bet
        values[k] = seen(moved, row[3], me, left, ability, known, net, x, hidden)


@njit(cache=True)
def double_chance(column: Any, r: Any, columns: Any, round_: Any, found_column: Any, tables: Any) -> Any:
    """The chance that an open square hides a Daily Double, while one is hidden."""
    in_column = np.zeros(6)
    for c in range(6):
        for k in range(5):
            if columns[c] >> k & 1:
                in_column[c] += tables.rows[round_, k]
    total, own = 0.0, 0.0
    for c in range(6):
        if round_ == 0:
            weight = tables.columns[c]
        elif found_column >= 0:
            weight = tables.pairs[found_column, c]
        else:
            weight = 0.0
            for other in range(6):
                weight += tables.pairs[c, other] * in_column[other]
        total += weight * in_column[c]
        if c == column:
            own = weight * tables.rows[round_, r]
    number_hidden = 2.0 if round_ == 1 and found_column < 0 else 1.0
    return min(number_hidden * own / total, 1.0) if total > 0.0 else 0.0
