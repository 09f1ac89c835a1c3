"""Where Daily Doubles hide: fitted row and column frequencies by era, and what is left of them as squares open.

Rows are independent of columns and of each other; the two of round 2 are never in one column, and the pair of columns
has its own fitted frequencies (section 2.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.board import ALL_SQUARES, Square, column_of
from kibitz.games.jeopardy.people.contestant import Contestant, load_table
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, SQUARES, Era, check_round

PAIRS = [(i, j) for i in range(COLUMNS) for j in range(i + 1, COLUMNS)]
"""The 15 pairs of columns of round 2, first column first."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacementModel:
    """Chances of where Daily Doubles are before anything is known."""

    first_round: FloatArray
    """Round 1, by row and column: 5 x 6."""
    rows: FloatArray
    """Round 2, by row: 5."""
    pairs: FloatArray
    """Round 2, by pair of columns: 6 x 6, symmetric, empty diagonal, summing to 2 (each pair stands twice)."""

    def row_chances(self, round_: int) -> FloatArray:
        """Chance of each row, top to bottom."""
        check_round(round_)
        return self.first_round.sum(axis=1) if round_ == 1 else self.rows

    def chances(
        self, round_: int, open_squares: int = ALL_SQUARES, found_doubles: tuple[Square, ...] = ()
    ) -> FloatArray:
        """Expected number of hidden Daily Doubles in each of the 30 squares (row by row), given what is known.

        ``open_squares`` are those not yet played, ``found`` the Daily Doubles already played in this round. Exact
        Bayes: places that turned out to be ordinary clues are ruled out, the rest keep their odds.
        """
        check_round(round_)
        if not 0 <= open_squares <= ALL_SQUARES:
            raise InputError("open squares: must be a set of the 30 squares")
        if len(found_doubles) > DAILY_DOUBLES[round_]:
            raise InputError(f"daily doubles: round {round_} has {DAILY_DOUBLES[round_]}, not {len(found_doubles)}")
        is_open = np.array([open_squares >> i & 1 for i in range(SQUARES)], dtype=float).reshape(ROWS, COLUMNS)
        if len(found_doubles) == DAILY_DOUBLES[round_]:
            return np.zeros(SQUARES)
        if round_ == 1:
            weights = self.first_round * is_open
        else:
            by_row = self.rows[:, None] * is_open
            if found_doubles:
                weights = by_row * self.pairs[column_of(found_doubles[0]) - 1]
            else:
                # One hides in this square and its partner in some open square of another column.
                weights = by_row * (self.pairs @ by_row.sum(axis=0))
        hidden = DAILY_DOUBLES[round_] - len(found_doubles)
        total = weights.sum()
        return (hidden * weights / total).ravel() if total > 0 else np.zeros(SQUARES)

    def sample(self, rng: np.random.Generator, round_: int, n: int) -> NDArray[np.int64]:
        """Squares of the Daily Doubles of ``n`` rounds: an array of n x 1 or n x 2."""
        check_round(round_)
        if round_ == 1:
            return rng.choice(SQUARES, size=(n, 1), p=self.first_round.ravel())
        weights = np.array([self.pairs[pair] for pair in PAIRS])
        columns = np.array(PAIRS)[rng.choice(len(PAIRS), size=n, p=weights / weights.sum())]
        rows = rng.choice(ROWS, size=(n, 2), p=self.rows)
        return np.asarray(rows * COLUMNS + columns)


def placement_from_counts(counts: NDArray[np.int64], pairs: NDArray[np.int64]) -> PlacementModel:
    """Frequencies from counts by round, row and column (2 x 5 x 6) and of column pairs (6 x 6, upper triangle).

    Row times column is used in round 1 as well, since the two are independent in every era (chi-squared test) and
    single cells are thin.
    """
    first = counts[0] / counts[0].sum()
    joint = np.outer(first.sum(axis=1), first.sum(axis=0))
    both = (pairs + pairs.T).astype(float)
    return PlacementModel(joint, counts[1].sum(axis=1) / counts[1].sum(), both / pairs.sum())


@cache
def load_placement(era: Era = Era.PAPER) -> PlacementModel:
    """The fitted placement of an era."""
    table = load_table("placement")["eras"][str(int(era))]
    counts = np.array(table["counts"], dtype=np.int64)
    pairs = np.array(table["pairs"], dtype=np.int64)
    return placement_from_counts(counts, pairs)


def usual_confidence(player: Contestant, row: int | None, era: Era) -> float:
    """A player's chance to be right on a Daily Double of round 2 in this row, or in the rows where they lie."""
    if row is not None:
        return player.daily_double_accuracy(2, row)
    rows = load_placement(era).row_chances(2)
    return float(sum(chance * player.daily_double_accuracy(2, i) for i, chance in enumerate(rows, start=1)))
