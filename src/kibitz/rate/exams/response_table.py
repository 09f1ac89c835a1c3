"""Answers of an exam as a table: marks of every player on every item, read as teachers keep them.

Three kinds of documents: a CSV matrix of letters with a row named KEY; a CSV matrix of points (or 0 and 1); and
decision records, where an item is a position or an id and the marks are the values of the options.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.core import Document, FloatArray, InputError
from kibitz.rate.exams.item_response import MAX_STEPS, MISSING, Credits

EmptyRule = Literal["wrong", "missing"]

KEY_NAMES = {"key", "answer key", "answers", "correct"}
MAXIMUM_NAMES = {"max", "maximum", "points", "max points"}
"""Names of the row with the most points of each item."""
NAME_COLUMNS = {"name", "player", "student", "candidate", "id", "person"}
EMPTY_CELLS = {"", "-", ".", "na", "n/a", "blank", "omit"}
MAX_CELLS = 4_000_000
HALF_CREDIT_LOSS_SHARE = 0.5
"""In a game with many values, a choice that is not best gets half the credit where it loses less than this share of a
random chooser's loss."""


@dataclass(frozen=True, slots=True, eq=False)
class ResponseTable:
    """Marks (P, I) as shares of the most of each item, NaN where an item was not seen; credits (P, I) are the same as
    whole numbers from 0. ``letters`` and ``key`` are what was answered and what is right, where it is known."""

    players: tuple[str, ...]
    items: tuple[str, ...]
    marks: FloatArray
    credits: Credits
    letters: NDArray[np.object_] | None = None
    key: tuple[str, ...] = ()
    n_empty: int = 0


def is_response_matrix(source: Document) -> bool:
    """Whether a document is a matrix with a row for each player, rather than decision records."""
    if source.suffix not in (".csv", ".tsv"):
        return False
    header = [cell.strip().lower() for cell in next(iter(_rows(source.read_text())), [])]
    return not any(name in ("utilities", "chosen") for name in header)


def read_matrix(source: Document, empty: EmptyRule = "wrong") -> ResponseTable:
    """The table of a CSV matrix: a header, one row a player, names in the first column.

    With a row KEY the cells are letters (several right ones as ``A/C``). Otherwise they are points; a row MAX has the
    most points of each item, or the largest mark given counts as the most. An empty cell is wrong, or not seen.
    """
    rows = [row for row in _rows(source.read_text()) if any(cell.strip() for cell in row)]
    if len(rows) < 3 or len(rows[0]) < 3:
        raise InputError("exam: give a header and at least two players with two items")
    header, *body = rows
    if sum(map(len, rows)) > MAX_CELLS:
        raise InputError(f"exam: give at most {MAX_CELLS:,} cells")
    items = tuple(cell.strip() or f"item {i + 1}" for i, cell in enumerate(header[1:]))
    if len(set(items)) < len(items):
        raise InputError("exam: two items have the same name")
    for row in body:
        if len(row) > len(header):
            raise InputError(f"exam: the row of {row[0]!r} has more cells than the header")
    cells = {row[0].strip(): [cell.strip() for cell in row[1:]] + [""] * (len(header) - len(row)) for row in body}
    if len(cells) < len(body):
        raise InputError("exam: two rows have the same name")
    special = {name.lower(): name for name in cells if name.lower() in KEY_NAMES | MAXIMUM_NAMES}
    people = {name: row for name, row in cells.items() if name.lower() not in special}
    if len(people) < 2:
        raise InputError("exam: give at least two players")
    keys = [cells[name] for low, name in special.items() if low in KEY_NAMES]
    if keys:
        return _letter_table(people, items, keys[0], empty)
    most = [cells[name] for low, name in special.items() if low in MAXIMUM_NAMES]
    return _point_table(people, items, most[0] if most else None, empty)


def _rows(text: str) -> list[list[str]]:
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise InputError(f"exam: the table cannot be read ({error})") from None


def _letter_table(
    people: dict[str, list[str]], items: tuple[str, ...], key: list[str], empty: EmptyRule
) -> ResponseTable:
    right = []
    for item, cell in zip(items, key, strict=True):
        right.append({part.strip().upper() for part in cell.split("/") if part.strip()})
        if not right[-1]:
            raise InputError(f"exam: the KEY row has no answer for {item!r}")
    letters = np.array(
        [["" if cell.lower() in EMPTY_CELLS else cell.upper() for cell in row] for row in people.values()], dtype=object
    )
    blank = letters == ""
    marks = np.array([[float(cell in answer) for cell, answer in zip(row, right, strict=True)] for row in letters])
    return _make_table(tuple(people), items, _apply_empty(marks, blank, empty), letters, key, int(blank.sum()))


def _point_table(
    people: dict[str, list[str]], items: tuple[str, ...], most: list[str] | None, empty: EmptyRule
) -> ResponseTable:
    points = np.array([[_parse_points(cell, name) for cell in row] for name, row in people.items()])
    blank = np.isnan(points)
    with np.errstate(invalid="ignore"):
        top = np.array([_parse_points(cell, "MAX") for cell in most]) if most else np.nanmax(points, axis=0, initial=0)
    if (points < 0).any() or (points > top + 1e-9).any():
        raise InputError("exam: points must be from 0 to the most of the item")
    marks = points / np.where(top > 0, top, 1.0)
    return _make_table(tuple(people), items, _apply_empty(marks, blank, empty), None, (), int(blank.sum()))


def _parse_points(cell: str, name: str) -> float:
    if cell.lower() in EMPTY_CELLS:
        return math.nan
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        value = math.inf
    if not math.isfinite(value):
        raise InputError(f"exam: {cell!r} of {name!r} is no number; letters need a row named KEY")
    return value


def _apply_empty(marks: FloatArray, blank: NDArray[np.bool_], empty: EmptyRule) -> FloatArray:
    return np.asarray(np.where(blank, 0.0 if empty == "wrong" else np.nan, marks))


def _make_table(
    players: tuple[str, ...],
    items: tuple[str, ...],
    marks: FloatArray,
    letters: NDArray[np.object_] | None,
    key: Sequence[str],
    n_empty: int,
) -> ResponseTable:
    levels = [group_marks(np.unique(column[np.isfinite(column)])) for column in marks.T]
    credits = np.stack([to_credits(column, steps) for column, steps in zip(marks.T, levels, strict=True)], axis=1)
    return ResponseTable(players, items, marks, credits, letters, tuple(key), n_empty)


def group_marks(levels: FloatArray) -> FloatArray:
    """Lower ends of the credits of an item with these distinct marks: each its own, or groups of about equally many
    where there are more than `MAX_STEPS` steps."""
    if len(levels) <= MAX_STEPS + 1:
        return levels
    return np.asarray(levels[np.round(np.linspace(0, len(levels), MAX_STEPS + 1, endpoint=False)).astype(int)])


def to_credits(marks: FloatArray, levels: FloatArray) -> Credits:
    """The credit of each mark: how many lower ends above the first it reaches; `MISSING` where there is no mark."""
    seen = np.isfinite(marks)
    result = np.full(len(marks), MISSING, dtype=np.intp)
    if len(levels):
        result[seen] = np.searchsorted(levels, marks[seen] + 1e-9, side="right") - 1
    return np.maximum(result, np.where(seen, 0, MISSING))


def item_credits(values: FloatArray, chosen: NDArray[np.intp]) -> tuple[Credits, FloatArray]:
    """Credits and marks of the choices in one item of a game, from the values of its options (N, K), best first and
    minus infinity where there is none: by its distinct values, or by `HALF_CREDIT_LOSS_SHARE` where there are many."""
    own = values[np.arange(len(values)), chosen]
    worst = np.where(np.isfinite(values), values, np.inf).min(axis=1)
    top = values[:, 0]
    span = np.where(top > worst, top - worst, 1.0)
    marks = np.where(top > worst, (own - worst) / span, 1.0)
    levels = np.unique(np.round(((values - worst[:, None]) / span[:, None])[np.isfinite(values)], 9))
    if len(levels) <= MAX_STEPS + 1:
        return to_credits(marks, levels), marks
    losses = np.where(np.isfinite(values), top[:, None] - values, 0.0)
    blind = losses.sum(axis=1) / np.isfinite(values).sum(axis=1)
    loss = top - own
    return np.where(loss <= 0, 2, (loss < HALF_CREDIT_LOSS_SHARE * blind).astype(np.intp)), marks
