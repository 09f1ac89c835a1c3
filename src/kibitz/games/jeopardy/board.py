"""Squares of the board and sets of open ones, as small integers that hash and travel in URLs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NewType

from kibitz.core import InputError
from kibitz.games.jeopardy.show import COLUMNS, ROWS, SQUARES

Square = NewType("Square", int)
"""0 to 29, row by row: square 6 (r - 1) + (c - 1) is row r, column c."""

ALL_SQUARES = (1 << SQUARES) - 1
"""All 30 squares open; bit i of a set of squares is square i."""


def square(row: int, column: int) -> Square:
    """The square in a row (1 top to 5) and column (1 left to 6)."""
    if not (1 <= row <= ROWS and 1 <= column <= COLUMNS):
        raise InputError(f"square: must be in row 1 to {ROWS} and column 1 to {COLUMNS}, not {row}, {column}")
    return Square((row - 1) * COLUMNS + column - 1)


def row_of(place: Square) -> int:
    """Row of a square, 1 at the top."""
    return place // COLUMNS + 1


def column_of(place: Square) -> int:
    """Column of a square, 1 at the left."""
    return place % COLUMNS + 1


def iter_squares(mask: int) -> Iterator[Square]:
    """The squares of a set, in order."""
    return (Square(i) for i in range(SQUARES) if mask >> i & 1)


def squares_to_mask(squares: Iterable[Square]) -> int:
    """The set of these squares."""
    mask = 0
    for place in squares:
        mask |= 1 << place
    return mask


def format_square(place: Square) -> str:
    """``c3r5`` for column 3, row 5."""
    return f"c{column_of(place)}r{row_of(place)}"


def parse_square(text: str) -> Square:
    """Read ``c3r5``."""
    if len(text) == 4 and text[0] == "c" and text[2] == "r" and text[1] in "123456" and text[3] in "12345":
        return square(int(text[3]), int(text[1]))
    raise InputError(f"square: must be a column and row such as c3r5, not {text[:20]!r}")
