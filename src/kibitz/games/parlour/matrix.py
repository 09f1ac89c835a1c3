"""Matrix games from files: JSON or CSV, payoffs as exact fractions.

JSON: ``{"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}``, or one matrix, ``[[1, -1], [-1, 1]]``, which is a
zero-sum game; ``"rows"`` and ``"columns"`` may name the choices, entries may be strings such as ``"1/3"`` or pairs
``[3, 5]``. CSV: numbers, or pairs ``"3,5"`` in quotes (no quotes are needed if cells are separated by ``;``, tabs or
blanks, and ``(3,5)`` is a pair too); two blocks with a blank line between are the two players' payoffs; words in the
first line or column are names. On one line ``;`` or `` / `` ends a row: ``1,2;3,4`` is a 2 x 2 matrix. Files of Gambit
(.nfg, and .efg by its reduced strategic form) are read too.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.parlour.position import parse_number
from kibitz.solve.extensive_game import TableGame
from kibitz.solve.gambit import is_gambit_text, parse_gambit

MAX_CHOICES = 500
"""Maximum number of choices of one player."""
MAX_TEXT = 5_000_000
"""Maximum length of a game in characters: two payoffs of ten characters for each of 500 x 500 cells."""

PAIR = re.compile(r"\(\s*([^\s,()]+)\s*,\s*([^\s,()]+)\s*\)")
"""A pair in parentheses."""
CELL_GAP = re.compile(r",\s|\s,")
NUMBER_CELL = re.compile(r"[-+\u2212]?[\d./]+(?:[eE][-+]?\d+)?(?:,[-+\u2212]?[\d./]+(?:[eE][-+]?\d+)?)?")
"""A number, or a pair without blanks."""

Table: TypeAlias = Sequence[Sequence[Any]]
Labels: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatrixGame:
    """Payoffs of both players for every pair of choices, and the names of the choices."""

    row: tuple[tuple[Fraction, ...], ...]
    column: tuple[tuple[Fraction, ...], ...]
    row_labels: Labels
    column_labels: Labels

    @property
    def constant_sum(self) -> Fraction | None:
        """The sum of both payoffs, if it is the same in every cell; such a game is equivalent to a zero-sum game."""
        sums = {
            a + b for ours, theirs in zip(self.row, self.column, strict=True) for a, b in zip(ours, theirs, strict=True)
        }
        return sums.pop() if len(sums) == 1 else None

    @property
    def is_zero_sum(self) -> bool:
        """Whether both payoffs sum to 0 in every cell."""
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
        raise InputError("payoffs: every cell must be a pair, or none")
    if len(cells[0][0]) == 2:
        if column is not None:
            raise InputError("payoffs: pairs include the column player's payoffs, so leave out the second table")
        theirs = [[cell[1] for cell in line] for line in cells]
    elif column is None:
        theirs = [[-cell[0] for cell in line] for line in cells]
    else:
        others = [[_cell(entry) for entry in line] for line in _lines(column, "column")]
        if _shape(others, "column") != shape:
            raise InputError("column: must have as many rows and columns as row")
        if any(len(cell) == 2 for line in others for cell in line):
            raise InputError("column: must be plain numbers, not pairs")
        theirs = [[cell[0] for cell in line] for line in others]
    return MatrixGame(
        tuple(tuple(cell[0] for cell in line) for line in cells),
        tuple(map(tuple, theirs)),
        _labels(row_labels, shape[0], "rows", "row"),
        _labels(column_labels, shape[1], "columns", "column"),
    )


def parse_game(text: str) -> MatrixGame:
    """The game written in ``text``: JSON if it starts with a bracket, a file of Gambit by its first word, or CSV."""
    if len(text) > MAX_TEXT:
        raise InputError(f"game: must have at most {MAX_TEXT:,} characters, not {len(text):,}")
    if is_gambit_text(text):
        return _from_table(parse_gambit(text))
    return _from_json(text) if text.lstrip()[:1] in ("{", "[") else _from_csv(text)


def _lines(table: object, name: str) -> Sequence[Sequence[Any]]:
    if not isinstance(table, list | tuple) or not all(isinstance(line, list | tuple) for line in table):
        raise InputError(f"{name}: must be a table, a list of lists of numbers")
    return table


def _shape(cells: Table, name: str) -> tuple[int, int]:
    if not cells or not cells[0]:
        raise InputError(f"{name}: must have at least one payoff, but the table is empty")
    if len({len(line) for line in cells}) > 1:
        raise InputError(f"{name}: rows must have equal length")
    if max(len(cells), len(cells[0])) > MAX_CHOICES:
        raise InputError(f"{name}: must have at most {MAX_CHOICES} choices per player")
    return len(cells), len(cells[0])


def _cell(entry: object) -> tuple[Fraction, ...]:
    """One payoff or two."""
    if isinstance(entry, str):
        parts: Sequence[object] = entry.split(",")
    else:
        parts = entry if isinstance(entry, list | tuple) else [entry]
    if len(parts) not in (1, 2):
        raise InputError(f"payoffs: a cell must be a number or a pair of numbers, not {len(parts)} numbers")
    return tuple(_number(part) for part in parts)


def _number(entry: object) -> Fraction:
    if isinstance(entry, str):
        return parse_number(entry, "payoffs")
    if isinstance(entry, bool) or not isinstance(entry, int | float | Fraction):
        raise InputError(f"payoffs: must be finite numbers, not {str(entry)[:40]!r}")
    if isinstance(entry, float) and not np.isfinite(entry):
        raise InputError(f"payoffs: must be finite numbers, not {entry}")
    return Fraction(entry)


def _labels(labels: object, n: int, name: str, prefix: str) -> Labels:
    if not isinstance(labels, list | tuple):
        raise InputError(f"{name}: must be a list of {n} names")
    if not labels:
        return tuple(f"{prefix} {i + 1}" for i in range(n))
    texts = tuple(str(label).strip()[:80] for label in labels)
    if len(texts) != n or len(set(texts)) != n or not all(texts):
        raise InputError(f"{name}: must be {n} different names")
    return texts


def _reject_constant(constant: str) -> Fraction:
    raise InputError(f"payoffs: must be finite numbers, not {constant}")


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
            'game: must be an object with "row" and, if you like, "column", "rows" and "columns"'
            + (f", not {min(unknown)[:40]!r}" if unknown else "")
        )
    return matrix_game(data["row"], data.get("column"), data.get("rows", ()), data.get("columns", ()))


def _from_table(game: TableGame) -> MatrixGame:
    """The matrix game of a strategic form of two players."""
    if len(game.players) != 2:
        raise InputError(f"game: must have two players, not {len(game.players)}")
    if max(len(labels) for labels in game.actions) > MAX_CHOICES:
        raise InputError(f"game: must have at most {MAX_CHOICES} choices per player")
    m, k = (len(labels) for labels in game.actions)
    cells = [[game.payoff((i, j)) for j in range(k)] for i in range(m)]
    return matrix_game(
        [[cell[0] for cell in line] for line in cells],
        [[cell[1] for cell in line] for line in cells],
        *(_distinct(labels) for labels in game.actions),
    )


def _distinct(labels: Labels) -> Labels:
    """The labels, with numbers where one is empty or occurs twice."""
    texts = [label.strip()[:80] for label in labels]
    return (
        tuple(texts) if all(texts) and len(set(texts)) == len(texts) else tuple(str(k + 1) for k in range(len(texts)))
    )


def _in_rows(text: str) -> str:
    """A matrix on one line as several lines: rows end with ``;`` between commas or blanks, or with `` / ``."""
    line = text.strip()
    if "\n" in line or "\t" in line:
        return text
    if " / " in line:
        return line.replace(" / ", "\n")
    return line.replace(";", "\n") if ";" in line and ("," in line or " " in line.replace("; ", ";")) else text


def _blank_separated(text: str) -> str | None:
    """The cells with tabs between them if blanks separate them: ``1 -1``, ``3,3 0,5`` or ``(3, 3) (0, 5)``."""
    lines = []
    for line in text.splitlines():
        joined = PAIR.sub(r"\1,\2", line)
        if PAIR.search(line) and CELL_GAP.search(joined):
            return None
        parts = joined.split()
        if len(parts) > 1 and all(NUMBER_CELL.fullmatch(part) for part in parts):
            lines.append("\t".join(parts))
        elif not parts:
            lines.append("")
        else:
            return None
    return "\n".join(lines)


def _from_csv(text: str) -> MatrixGame:
    text = _in_rows(text)
    text = _blank_separated(text) or text
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
        raise InputError(f"game: must be one table, or two with a blank line between them, not {len(blocks)}")
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
        # Other programs write these words for missing numbers, so they are bad payoffs and not names.
        return cell.lower().lstrip("+-") not in {"", "nan", "inf", "infinity", "na", "n/a", "none", "null"}
    return False
