"""The last clues solved backwards: the best buzzing on each of them, exact within the model (equation 5).

No Daily Double may be left. The clues are taken in a fixed order, the one in play first and the others rising in value;
another order changes thresholds by a hundredth or so (docs/jeopardy-buzz.md). Confidence is cut into some fifty cells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.final_prices import IntArray, Price, seats_from_me
from kibitz.games.jeopardy.buzz.player import Buzzer
from kibitz.games.jeopardy.buzz.tree import EndStateChances
from kibitz.games.jeopardy.endgame.lattice import ROUND, check_clues
from kibitz.games.jeopardy.play.clue import CHANGES
from kibitz.games.jeopardy.show import SEATS, Rules
from kibitz.simulate.executors import Progress, no_progress

MAX_STATES_WITHOUT_COMPILED = 200
"""Up to this many inner states the plain step is quicker than loading the compiled one."""
MAX_CLUES = 14
"""Clues after the one in play that are solved; more are left to network and rollouts."""


@dataclass(frozen=True, slots=True, eq=False)
class PackedEndStates:
    """The 18 vectors of `EndStateChances` without their zeros: number, index of end state, chances over cells; and the
    cells."""

    counts: IntArray
    index: IntArray
    chances: FloatArray
    masses: FloatArray


def pack_end_states(lines: EndStateChances, masses: FloatArray) -> PackedEndStates:
    """What the compiled step reads of a clue."""
    vectors = np.concatenate([lines.first, lines.rebounds.reshape(16, *lines.first.shape[1:])])
    held = vectors.max(axis=1) > 0
    counts = held.sum(axis=1)
    index = np.zeros((len(vectors), int(counts.max())), dtype=np.int64)
    chances = np.zeros((*index.shape, len(masses)))
    for v, row in enumerate(held):
        places = np.flatnonzero(row)
        index[v, : len(places)] = places
        chances[v, : len(places)] = vectors[v][:, places].T
    return PackedEndStates(counts.astype(np.int64), index, chances, np.ascontiguousarray(masses))


def best_value(ends: FloatArray, lines: EndStateChances, masses: FloatArray) -> FloatArray:
    """Mean over confidence of the best of the 16 policies, given equities of end states (... x 20)."""
    values = np.einsum("pnk,...k->...pn", lines.policies(), ends)
    return np.asarray(values.max(axis=-2) @ masses)


def value_of(row: int) -> int:
    """Dollar value of a row of the second round."""
    return Rules().value(ROUND, row)


def row_of(value: int) -> int:
    """Row of the second round with this dollar value."""
    return Rules().values(ROUND).index(value) + 1


def end_scores(scores: Sequence[int], me: int, value: int) -> IntArray:
    """Scores by seat in the 20 end states of a clue: 20 x 3."""
    after = np.tile(np.asarray(scores, dtype=np.int64), (len(CHANGES), 1))
    after[:, seats_from_me(me)] += CHANGES * value
    return after


def end_equities(
    scores: tuple[int, int, int],
    buzzer: Buzzer,
    value: int,
    left: Sequence[int],
    price: Price,
    progress: Progress = no_progress,
    *,
    falling: bool = False,
    plain: bool = False,
) -> FloatArray:
    """My equity in each of the 20 end states of a clue worth ``value``, clues worth ``left`` to come.

    From there on I buzz as well as can be, and ``price`` says what scores before Final are worth. ``falling`` takes the
    clues left in falling order; ``plain`` keeps to the readable version.
    """
    clues = sorted(check_clues(left), reverse=falling)
    check_clues((*clues, value))
    if len(clues) > MAX_CLUES:
        raise InputError(f"left: give at most {MAX_CLUES} clues after the one in play, not {len(clues)}")
    unit = reduce(math.gcd, clues, value)
    steps = [clue // unit for clue in (value, *clues)]
    # Which changes can be reached after each clue; box t has sides of -reach to +reach steps.
    reached = [np.ones((1,) * SEATS, dtype=bool)]
    for step in steps:
        reached.append(_grow_reachable(reached[-1], step))
    values = _leaves(scores, buzzer.me, unit, reached[-1], price, progress)
    for t in range(len(clues), 0, -1):
        progress(len(clues) - t, len(clues))
        lines, masses = buzzer.end_state_chances(ROUND, row_of(clues[t - 1]))
        if plain or int(reached[t].sum()) <= MAX_STATES_WITHOUT_COMPILED:
            values = _plain_step(values, steps[t], reached[t], lines, masses)
        else:
            values = _compiled_step(values, steps[t], reached[t], pack_end_states(lines, masses))
    places = steps[0] * (1 + CHANGES)
    return np.asarray(values[places[:, 0], places[:, 1], places[:, 2]])


def _grow_reachable(reached: NDArray[np.bool_], step: int) -> NDArray[np.bool_]:
    """Changes that can be reached after one more clue."""
    size = reached.shape[0]
    grown = np.zeros((size + 2 * step,) * SEATS, dtype=bool)
    for change in CHANGES.tolist():
        grown[tuple(slice(step * (1 + d), step * (1 + d) + size) for d in change)] |= reached
    return grown


def _leaves(
    scores: tuple[int, int, int], me: int, unit: int, reached: NDArray[np.bool_], price: Price, progress: Progress
) -> FloatArray:
    """Prices before Final, in a box of changes of mine and the opponents'."""
    places = np.argwhere(reached)
    rows = np.tile(np.asarray(scores, dtype=np.int64), (len(places), 1))
    rows[:, seats_from_me(me)] += (places - reached.shape[0] // 2) * unit
    box = np.zeros(reached.shape)
    result = []
    for start in range(0, len(rows), SCORES_PER_BLOCK):
        progress(start, len(rows))
        result.append(price(rows[start : start + SCORES_PER_BLOCK]))
    box[reached] = np.concatenate(result)
    return box


SCORES_PER_BLOCK = 20_000
"""Scores priced between two checks for cancelling."""


def _plain_step(
    after: FloatArray, step: int, reached: NDArray[np.bool_], lines: EndStateChances, masses: FloatArray
) -> FloatArray:
    """Values before a clue from those after it."""
    places = np.argwhere(reached)[:, None, :] + step * (1 + CHANGES)
    values = np.zeros(reached.shape)
    values[reached] = best_value(after[places[..., 0], places[..., 1], places[..., 2]], lines, masses)
    return values


def _compiled_step(after: FloatArray, step: int, reached: NDArray[np.bool_], clue: PackedEndStates) -> FloatArray:
    from kibitz.games.jeopardy.buzz import kernels

    values = np.zeros(reached.shape)
    kernels.step_back(
        after, step, reached, np.asarray(CHANGES), clue.counts, clue.index, clue.chances, clue.masses, values
    )
    return values
