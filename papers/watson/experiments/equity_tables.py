"""The paper's three lookup tables of match equity after game 1, for me in first, second and third place (3.1.5).

Totals from 0 to 72,000 in steps of 6,000 with the lowest at zero, since a constant added to all changes nothing; in
between bilinear. Play needs no tables, because the game-2 network gives the same at once; they are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.match.evaluator import MatchEvaluator
from kibitz.games.jeopardy.match.final import MATCH_EQUITY, Weights
from kibitz.games.jeopardy.show import SEATS
from kibitz.games.jeopardy.value.features import NOTHING_KNOWN, KnownAbilities

IntArray = NDArray[np.int64]
Case = Literal["first", "second", "third"]

CASES: tuple[Case, ...] = ("first", "second", "third")
TOTAL_STEP_DOLLARS, MAX_TOTAL_DOLLARS = 6_000, 72_000


@dataclass(frozen=True, slots=True, eq=False)
class EquityTables:
    """My match equity over two totals, the third being zero, by my place after game 1.

    First: mine and the second's; second: the first's and mine; third, mine zero: the first's and the second's. The
    part of a table in which the first total is below the second belongs to another place and is valued all the same.
    """

    values: dict[Case, FloatArray]
    step: int = TOTAL_STEP_DOLLARS

    @property
    def largest(self) -> int:
        """The largest total that a table holds."""
        return self.step * (len(self.values["first"]) - 1)


def equity_tables(
    evaluator: MatchEvaluator,
    me: int,
    known: KnownAbilities = NOTHING_KNOWN,
    weights: Weights = MATCH_EQUITY,
    step: int = TOTAL_STEP_DOLLARS,
) -> EquityTables:
    """The three tables from the game-2 network."""
    grid = np.arange(0, MAX_TOTAL_DOLLARS + 1, step)
    high, low = (each.ravel() for each in np.meshgrid(grid, grid, indexing="ij"))
    zero = np.zeros_like(high)
    one, two = (seat for seat in range(SEATS) if seat != me)
    values: dict[Case, FloatArray] = {}
    for case, (mine, first, second) in zip(
        CASES, ((high, low, zero), (low, high, zero), (zero, high, low)), strict=True
    ):
        totals = np.zeros((len(high), SEATS), dtype=np.int64)
        totals[:, me], totals[:, one], totals[:, two] = mine, first, second
        worth = evaluator.of_totals(totals, me, known)[:, me] @ np.array(weights)
        values[case] = worth.reshape(len(grid), len(grid))
    return EquityTables(values, step)


def interpolate_equity(tables: EquityTables, totals: IntArray, me: int) -> FloatArray:
    """My match equity at totals of game 1 (n x 3) by bilinear interpolation; beyond the tables that of their edge."""
    lowered = totals - totals.min(axis=1, keepdims=True)
    mine = lowered[:, me]
    others = np.sort(np.delete(lowered, me, axis=1), axis=1)[:, ::-1]
    place = (others > mine[:, None]).sum(axis=1)
    result = np.empty(len(totals))
    for k, case in enumerate(CASES):
        rows = place == k
        high, low = (mine, others[:, 0]) if k == 0 else (others[:, 0], mine) if k == 1 else (others[:, 0], others[:, 1])
        result[rows] = _bilinear(tables.values[case], high[rows] / tables.step, low[rows] / tables.step)
    return result


def _bilinear(values: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
    last = len(values) - 1
    x, y = np.clip(x, 0, last), np.clip(y, 0, last)
    i, j = np.minimum(x.astype(np.int64), last - 1), np.minimum(y.astype(np.int64), last - 1)
    u, v = x - i, y - j
    return np.asarray(
        (1 - u) * (1 - v) * values[i, j]
        + u * (1 - v) * values[i + 1, j]
        + (1 - u) * v * values[i, j + 1]
        + u * v * values[i + 1, j + 1]
    )
