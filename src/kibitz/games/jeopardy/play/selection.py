"""How players pick squares: people stay and go top down, champions seek Daily Doubles, a machine infers (section 2.5).

A board is six integers, one a column, whose bit r stands for the open square in row r (0 at the top).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from kibitz.games.jeopardy.board import Square, iter_squares
from kibitz.games.jeopardy.people.contestant import load_table
from kibitz.games.jeopardy.play.placement import PlacementModel
from kibitz.games.jeopardy.show import COLUMNS, ROWS, Era


class Uniforms(Protocol):
    """Where uniform random numbers come from: a generator, or the tape of one game."""

    def random(self) -> float:
        """The next number, from 0 to 1."""
        ...


Pick = tuple[int, int]
"""Column and row, from 0."""
NO_COLUMN = -1
"""The current category before the first pick of a round."""


@dataclass(frozen=True, slots=True)
class SelectionHabits:
    """What people do: chance to stay in the category, and to take its topmost square, by round."""

    stay: float
    topmost: tuple[float, float]
    clues_played: tuple[tuple[float, ...], tuple[float, ...]]
    """Chance that 0 to 30 clues of a round are played before time runs out."""
    hunt: tuple[int, int]
    """Clues played from which they look for a Daily Double not yet found, by round: time may run out."""


@cache
def load_habits(era: Era = Era.PAPER) -> SelectionHabits:
    """The fitted habits of an era."""
    table = load_table("selection")["eras"][str(int(era))]
    first, second = (tuple(n / sum(counts) for n in counts) for counts in table["clues_played"])
    topmost, hunt = table["topmost"], table["hunt"]
    return SelectionHabits(table["stay"], (topmost[0], topmost[1]), (first, second), (hunt[0], hunt[1]))


def people_pick(columns: Sequence[int], current: int, stay: float, topmost: float, rng: Uniforms) -> Pick:
    """Stay in the category with chance ``stay``, else jump to a random other one; its top square for the most part."""
    others = [c for c in range(COLUMNS) if columns[c] and c != current]
    column = current
    if current == NO_COLUMN or not columns[current] or (others and rng.random() >= stay):
        column = others[int(rng.random() * len(others))]
    rows = [r for r in range(ROWS) if columns[column] >> r & 1]
    row = rows[0]
    if len(rows) > 1 and rng.random() >= topmost:
        row = rows[1 + int(rng.random() * (len(rows) - 1))]
    return column, row


def seeking_pick(columns: Sequence[int], current: int, safe: int, row_chances: Sequence[float]) -> Pick:
    """The open row where Daily Doubles are most frequent, in the current category if possible, else the leftmost.

    The ``safe`` category already had its Daily Double (`NO_COLUMN` for none) and is left for later.
    """
    useful = [column if c != safe else 0 for c, column in enumerate(columns)]
    if not any(useful):
        useful = list(columns)
    open_rows = [r for r in range(ROWS) if any(column >> r & 1 for column in useful)]
    row = max(open_rows, key=lambda r: row_chances[r])
    if current != NO_COLUMN and useful[current] >> row & 1:
        return current, row
    return next(c for c in range(COLUMNS) if useful[c] >> row & 1), row


def bayesian_pick(
    columns: Sequence[int], round_: int, found_doubles: tuple[Square, ...], model: PlacementModel
) -> Pick:
    """The square most likely to hide a Daily Double given all that is known; the first of equals (section 3.3)."""
    mask = sum(1 << (r * COLUMNS + c) for c in range(COLUMNS) for r in range(ROWS) if columns[c] >> r & 1)
    chances = model.chances(round_, mask, found_doubles)
    place = max(iter_squares(mask), key=lambda square: chances[square])
    return place % COLUMNS, place // COLUMNS
