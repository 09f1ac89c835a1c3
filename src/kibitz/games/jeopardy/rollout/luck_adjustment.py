"""What luck gave a player, clue by clue, as a network sees it.

Taken out, what became of a state has the same mean and a far smaller spread (backgammon players know it as luck
adjustment, statisticians as control variates).

Three draws of each clue are weighed: whether its square hides a Daily Double, who answers, and the answer to the Daily
Double. Each gives the value of what came less the mean of what could have come; the means are exact, whatever the
network says, so that luck has mean zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.jeopardy.play.kernels import column_weights
from kibitz.games.jeopardy.value.kernels import write_places

MIN_OUTCOME_CHANCE = 0.01
"""Outcomes of a clue that are rarer are valued as if nobody had answered."""


@njit(cache=True)
def clue_value(
    steps: Any,
    changes: Any,
    controls: Any,
    dollars: Any,
    standing: Any,
    control: Any,
    me: Any,
    left: Any,
    ability: Any,
    known: Any,
    net: Any,
    x: Any,
    hidden: Any,
    values: Any,
    means: Any,
) -> None:
    """Write the chances of places of seat ``me`` after each outcome of a clue to ``values`` (outcomes x 2), and their
    means to ``means``; ``steps`` are cumulative chances of the outcomes.

    ``standing`` as `write_standing` has it, ``left`` what is left without the clue.
    """
    moved = standing.copy()
    nobody = np.zeros(2)
    write_places(standing[me], control, x, hidden, net, standing, me, left, ability, known, nobody)
    means[:] = 0.0
    below = 0.0
    for k in range(len(steps)):
        p = steps[k] - below
        below = steps[k]
        values[k] = nobody
        if p >= MIN_OUTCOME_CHANCE and (changes[k, 0] != 0 or changes[k, 1] != 0 or changes[k, 2] != 0):
            for seat in range(3):
                moved[seat] = standing[seat] + changes[k, seat] * dollars
            picks = controls[k] if controls[k] >= 0 else control
            write_places(moved[me], picks, x, hidden, net, moved, me, left, ability, known, values[k])
        means[0] += p * values[k, 0]
        means[1] += p * values[k, 1]


@njit(cache=True)
def daily_double_values(
    bet: Any,
    standing: Any,
    control: Any,
    me: Any,
    left: Any,
    ability: Any,
    known: Any,
    net: Any,
    x: Any,
    hidden: Any,
    values: Any,
) -> None:
    """Chances of places after a wrong and a right answer to a Daily Double of the seat in control: 2 x 2."""
    moved = standing.copy()
    for k in range(2):
        moved[control] = standing[control] + (bet if k == 1 else -bet)
        write_places(moved[me], control, x, hidden, net, moved, me, left, ability, known, values[k])


@njit(cache=True)
def double_chance(column: Any, r: Any, columns: Any, round_: Any, found_column: Any, tables: Any) -> Any:
    """The chance that an open square hides a Daily Double, while one is hidden."""
    in_column, weights = np.zeros(6), np.zeros(6)
    column_weights(columns, round_, found_column, tables, in_column, weights)
    total = 0.0
    for c in range(6):
        total += weights[c] * in_column[c]
    own = weights[column] * tables.rows[round_, r]
    number_hidden = 2.0 if round_ == 1 and found_column < 0 else 1.0
    return min(number_hidden * own / total, 1.0) if total > 0.0 else 0.0
