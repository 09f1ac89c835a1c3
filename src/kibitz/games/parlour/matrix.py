"""Matrix games from files: JSON or CSV, payoffs as exact fractions.

JSON: ``{"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}``, or one matrix, ``[[1, -1], [-1, 1]]``, which is a
zero-sum game; ``"rows"`` and ``"columns"`` may name the choices, entries may be strings such as ``"1/3"`` or pairs
``[3, 5]``. CSV: numbers, or pairs ``"3,5"`` in quotes (no quotes are needed if cells are separated by ``;`` or tabs);
two blocks with a blank line between are the two players' payoffs; words in the first line or column are names.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.parlour.position import parse_number

MAX_CHOICES = 500
"""Choices of one player."""
MAX_TEXT = 5_000_000
"""Characters of a game: both players' payoffs of 500 x 500 choices with ten characters each."""

Table: TypeAlias = Sequence[Sequence[Any]]
Labels: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatrixGame:
    """Payoffs of both players for every pair of choices, and what the choices are called."""

    row: tuple[tuple[Fraction, ...], ...]
    column: tuple[tuple[Fraction, ...], ...]
    row_labels: Labels
    column_labels: Labels

    @property
    def constant_sum(self) -> Fraction | None:
        """What both get together in every cell, if that is always the same; such a game is as good as zero-sum."""
        sums = {
            a + b for ours, theirs in zip(self.row, self.column, strict=True) for a, b in zip(ours, theirs, strict=True)
        }
        return sums.pop() if len(sums) == 1 else None

    @property
    def is_zero_sum(self) -> bool:
        """Whether what one wins the other loses, in every cell."""
        return self.constant_sum == 0

    def payoffs(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Both matrices as object arrays of fractions."""
        return np.array(self.row, dtype=object), np.array(self.column, dtype=object)


def matrix_game(
    row: Table, column: Table | None = None, row_labels: Sequence[Any] = (), column_labels: Sequence[Any] = ()
) -> MatrixGame:
    """A game from tables of numbers, texts or, in ``row`` alone, pairs; without ``column`` it is zero-sum."""
    cells = [[_cell(entry) for entry in line] for line in _lines(row, "row")]
    shape = _shape(cells, "row")
    if len({len(cell) for line in cells for cell in line}) > 1:
        raise InputError("payoffs: either every cell holds a pair or none does")
    if len(cells[0][0]) == 2:
        if column is not None:
            raise InputError("payoffs: pairs hold the column player's payoffs already, a second table is not accepted")
        theirs = [[cell[1] for cell in line] for line in cells]
    elif column is None:
        theirs = [[-cell[0] for cell in line] for line in cells]
    else:
        others = [[_cell(entry) for entry in line] for line in _lines(column, "column")]
        if _shape(others, "column") != shape:
            raise InputError("column: as many lines and columns as in row are needed")
        if any(len(cell) == 2 for line in others for cell in line):
            raise InputError("column: plain numbers are accepted, not pairs")
        theirs = [[cell[0] for cell in line] for line in others]
    return MatrixGame(
        tuple(tuple(cell[0] for cell in line) for line in cells),
        tuple(map(tuple, theirs)),
        _labels(row_labels, shape[0], "rows", "row"),
        _labels(column_labels, shape[1], "columns", "column"),
    )


def parse_game(text: str) -> MatrixGame:
    """The game written in ``text``: JSON if it starts with a bracket, otherwise CSV."""
    if len(text) > MAX_TEXT:
        raise InputError(f"game: at most {MAX_TEXT:,} characters are accepted, not {len(text):,}")
    return _from_json(text) if text.lstrip()[:1] in ("{", "[") else _from_csv(text)


def _lines(table: object, name: str) -> Sequence[Sequence[Any]]:
    if not isinstance(table, list | tuple) or not all(isinstance(line, list | tuple) for line in table):
        raise InputError(f"{name}: a table is needed, a list of lists of numbers")
    return table


def _shape(cells: Table, name: str) -> tuple[int, int]:
    if not cells or not cells[0]:
        raise InputError(f"{name}: at least one payoff is needed, this table is empty")
    if len({len(line) for line in cells}) > 1:
        raise InputError(f"{name}: lines of equal length are needed, these differ")
    if max(len(cells), len(cells[0])) > MAX_CHOICES:
        raise InputError(f"{name}: at most {MAX_CHOICES} choices of a player are accepted")
    return len(cells), len(cells[0])


def _cell(entry: object) -> tuple[Fraction, ...]:
    """One payoff or two."""
    if isinstance(entry, str):
        parts: Sequence[object] = entry.split(",")
    else:
        parts = entry if isinstance(entry, list | tuple) else [entry]
    if len(parts) not in (1, 2):
        raise InputError(f"payoffs: a number or a pair of numbers is accepted in a cell, not {len(parts)} numbers")
    return tuple(_number(part) for part in parts)


def _number(entry: object) -> Fraction:
    if isinstance(entry, str):
        return parse_number(entry, "payoffs")
    if isinstance(entry, bool) or not isinstance(entry, int | float | Fraction):
        raise InputError(f"payoffs: finite numbers are accepted, not {str(entry)[:40]!r}")
    if isinstance(entry, float) and not np.isfinite(entry):
        raise InputError(f"payoffs: finite numbers are accepted, not {entry}")
    return Fraction(entry)


def _labels(labels: object, n: int, name: str, word: str) -> Labels:
    if not isinstance(labels, list | tuple):
        raise InputError(f"{name}: a list of {n} names is accepted")
    if not labels:
        return tuple(f"{word} {i + 1}" for i in range(n))
    texts = tuple(str(label).strip()[:80] for label in labels)
    if len(texts) != n or len(set(texts)) != n or not all(texts):
        raise InputError(f"{name}: {n} different names are needed")
    return texts


def _reject_constant(constant: str) -> Fraction:
    raise InputError(f"payoffs: finite numbers are accepted, not {constant}")


def _from_json(text: str) -> MatrixGame:
    def exact(number: str) -> Fraction:
        return parse_number(number, "payoffs")

    try:
        data = json.loads(text, parse_float=exact, parse_int=exact, parse_constant=_reject_constant)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"game: not readable as JSON ({error})") from None
    if not isinstance(data, dict):
        return matrix_game(data)
    unknown = set(data) - {"row", "column", "rows", "columns"}
    if unknown or "row" not in data:
        raise InputError(
            'game: an object with "row", and if wanted "column", "rows" and "columns", is accepted'
            + (f", not {min(unknown)[:40]!r}" if unknown else "")
        )
    return matrix_game(data["row"], data.get("column"), data.get("rows", ()), data.get("columns", ()))


def _from_csv(text: str) -> MatrixGame:
    delimiter = next((mark for mark in ";\t" if mark in text), ",")
    try:
        lines = list(csv.reader(io.StringIO(text.strip("\r\n")), delimiter=delimiter, skipinitialspace=True))
    except csv.Error as error:
        raise InputError(f"game: not readable as CSV ({error})") from None
    blocks: list[list[list[str]]] = [[]]
    for line in lines:
        if any(cell.strip() for cell in line):
            blocks[-1].append([cell.strip() for cell in line])
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    if not 1 <= len(blocks) <= 2:
        raise InputError(f"game: one table or two with a blank line between are accepted, not {len(blocks)}")
    named = [_split_labels(block) for block in blocks]
    _, rows, columns = named[0]
    return matrix_game(named[0][0], named[1][0] if len(named) == 2 else None, rows, columns)


def _split_labels(block: list[list[str]]) -> tuple[list[list[str]], list[str], list[str]]:
    """The numbers of a block, the names of its rows and those of its columns."""
    columns: list[str] = []
    if all(_is_name(cell) or (i == 0 and not cell) for i, cell in enumerate(block[0])):
        columns, block = block[0], block[1:]
    rows: list[str] = []
    if block and all(_is_name(line[0]) for line in block):
        rows = [line[0] for line in block]
        block = [line[1:] for line in block]
    if rows and columns and len(columns) == len(block[0]) + 1:
        columns = columns[1:]
    return block, rows, columns


def _is_name(cell: str) -> bool:
    try:
        _cell(cell)
    except InputError:
        # Words that other programs write for numbers are payoffs gone wrong, not names.
        return cell.lower().lstrip("+-") not in {"", "nan", "inf", "infinity", "na", "n/a", "none", "null"}
    return False
