"""States as rows of whole numbers, which kernel and reference play on from.

Columns: scores of the three seats (0-2), seat in control (3, -1 for one drawn by lot), round from 0 (4), current
category (5, -1 for none), open rows of the six categories as sets (6-11), Daily Doubles found in the round (12) and
the column of the last one (13, -1 for none), how many clues of each category the player with a record knew (14-19),
whether one more clue is sure to be picked (20), and what the seats won in the first game of a match (21-23).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.games.jeopardy.board import Square, column_of
from kibitz.games.jeopardy.position import DecisionKind, Position
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, Rules
from kibitz.games.jeopardy.value.features import SECOND_ROUND, RemainingClues

IntArray = NDArray[np.int64]

ROW_WIDTH = 24
SCORES, BOARD, RECORDS, TOTALS = slice(0, 3), slice(6, 12), slice(14, 20), slice(21, 24)
CONTROL, ROUND, CURRENT, FOUND, FOUND_COLUMN, SURE = 3, 4, 5, 12, 13, 20
CONTROL_BY_LOT = -1


def opening_row(control: int = CONTROL_BY_LOT) -> IntArray:
    """The first state of a game; the player who picks first is drawn by lot unless named."""
    row = np.zeros(ROW_WIDTH, dtype=np.int64)
    row[CONTROL], row[CURRENT], row[FOUND_COLUMN] = control, -1, -1
    row[BOARD] = (1 << ROWS) - 1
    return row


def row_of_position(position: Position, me: int = 0) -> IntArray:
    """The row of a position; records are those of seat ``me``.

    A Daily Double about to be answered counts as found and its square as played, the wager still to come.
    """
    open_squares = position.open_squares
    for place in position.daily_doubles:
        open_squares &= ~(1 << place)
    row = opening_row(position.control)
    row[SCORES], row[ROUND] = position.scores, position.round_ - 1
    for column in range(COLUMNS):
        row[6 + column] = sum(1 << r for r in range(ROWS) if open_squares >> (r * COLUMNS + column) & 1)
        row[14 + column] = position.results[column][me][0]
    row[FOUND] = len(position.daily_doubles)
    if position.daily_doubles:
        row[FOUND_COLUMN] = column_of(position.daily_doubles[-1]) - 1
    row[TOTALS] = position.totals or 0
    row[SURE] = int(position.choosing in (DecisionKind.SQUARE, DecisionKind.BUZZ) and open_squares != 0)
    return row


def position_of_row(row: IntArray, decider: int = 0) -> Position:
    """The position of a row, without records; the row of a Daily Double found is not stored, so it is put
    in the lowest row played."""
    board = [int(mask) for mask in row[BOARD]]
    open_squares = sum(1 << (r * COLUMNS + c) for c in range(COLUMNS) for r in range(ROWS) if board[c] >> r & 1)
    found_doubles: list[Square] = []
    others = [c for c in range(COLUMNS) if board[c] != (1 << ROWS) - 1 and c != row[FOUND_COLUMN]]
    for column in [*others[:1], int(row[FOUND_COLUMN])] if row[FOUND] == 2 else [int(row[FOUND_COLUMN])]:
        if row[FOUND]:
            lowest = max(r for r in range(ROWS) if not board[column] >> r & 1)
            found_doubles.append(Square(lowest * COLUMNS + column))
    first, second, third = (int(score) for score in row[SCORES])
    last = int(row[ROUND]) + 1
    choosing = DecisionKind.SQUARE if open_squares else DecisionKind.FINAL if last == 2 else DecisionKind.NOTHING
    control = max(int(row[CONTROL]), 0)
    return Position(
        (first, second, third), control, last, open_squares, tuple(found_doubles), decider=decider, choosing=choosing
    )


def remaining_after(row: IntArray) -> RemainingClues:
    """What is still to be played in a state."""
    round_ = int(row[ROUND])
    values = Rules().values(round_ + 1)
    board = [int(mask) for mask in row[BOARD]]
    dollars = sum(values[r] for mask in board for r in range(ROWS) if mask >> r & 1)
    clues, hidden = sum(mask.bit_count() for mask in board), DAILY_DOUBLES[round_ + 1] - int(row[FOUND])
    if round_ == 0:
        return RemainingClues(dollars + SECOND_ROUND, (clues, 30), (hidden, 2))
    return RemainingClues(dollars, (0, clues), (0, hidden))


def rows_of(positions: Sequence[Position], me: int = 0) -> IntArray:
    """Rows of several positions."""
    return np.stack([row_of_position(position, me) for position in positions])
