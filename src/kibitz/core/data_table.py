"""Tables of plain values, to continue in pandas, Polars, DuckDB or a spreadsheet.

`Answer.table` and `Answer.tables` return them. A `DataTable` has the values behind what a page shows: chances as 0.408,
not as 40.8 %, where the answer has them; cells that exist only as text become numbers if a whole column can.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from kibitz.core.arrow_stream import Cell, stream_capsule
from kibitz.core.choices import parse_choices
from kibitz.core.csv_text import format_csv
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Table
from kibitz.core.recommendation import Recommendation

MAX_SHOWN_ROWS = 10
"""Rows of a table that a terminal or a notebook shows."""
_CELL = re.compile(r"(?P<sign>[+-]?)\$?(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+)(?P<unit> ?%| points?)?")


class DataTable(Mapping[str, Sequence[Any]]):
    """Columns by name, all of the same length.

    ``polars.DataFrame(table)``, ``pyarrow.table(table)``, ``duckdb.sql("from choices")`` and, from pandas 3,
    ``pandas.DataFrame.from_arrow(table)`` take it as it is; ``pandas.DataFrame(dict(table))`` works in any version.
    """

    def __init__(self, columns: Mapping[str, Sequence[Cell]]) -> None:
        if len({len(values) for values in columns.values()}) > 1:
            raise InputError("table: all columns must have the same length")
        self._columns = {name: tuple(values) for name, values in columns.items()}

    def __getitem__(self, name: str) -> tuple[Any, ...]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(next(iter(self._columns.values()), ()))

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, each as values by column."""
        for values in zip(*self._columns.values(), strict=True):
            yield dict(zip(self._columns, values, strict=True))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as an Arrow stream, for programs that speak the C data interface."""
        return stream_capsule(self._columns)

    def to_csv(self, path: str | PathLike[str] | None = None) -> str:
        """The table as CSV; also written to ``path`` if one is given. A missing value is an empty cell."""
        text = format_csv(tuple(self._columns), zip(*self._columns.values(), strict=True)).decode()
        if path is not None:
            Path(path).write_text(text, "utf-8", newline="")
        return text

    def __repr__(self) -> str:
        return f"DataTable({self.n_rows:,} rows: {', '.join(self._columns)})"

    def _repr_html_(self) -> str:
        """The first rows as an HTML table, for notebooks."""
        shown = list(zip(*(values[:MAX_SHOWN_ROWS] for values in self._columns.values()), strict=True))
        head = "".join(f"<th>{escape(name)}</th>" for name in self._columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_short_text(cell))}</td>" for cell in row) + "</tr>" for row in shown
        )
        left = self.n_rows - len(shown)
        more = f"<p>and {left:,} more rows</p>" if left else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _short_text(cell: Cell) -> str:
    return "" if cell is None else f"{cell:.6g}" if isinstance(cell, float) else str(cell)


def from_recommendation(counsel: Recommendation) -> DataTable:
    """Every choice of a recommendation in order, or the best ones if it has no curve: value, loss and chances.

    Values are from the point of view of its player, in its unit; a choice that is ruled out has no value.
    """
    if counsel.curve is None:
        best = counsel.best
        choices: Sequence[str] = [option.choice for option in best]
        columns: dict[str, Sequence[Cell]] = {"worth": [option.worth for option in best]}
        errors: Sequence[Cell] = [option.standard_error for option in best]
        mix: Sequence[Cell] = [option.probability for option in best]
        highest = max((option.worth + option.loss for option in best), default=0.0)
    else:
        choices = list(parse_choices(counsel.curve.choices))
        worths = [None if worth == "-inf" or math.isinf(worth) else float(worth) for worth in counsel.curve.worth]
        columns = {"worth": worths, **counsel.curve.more}
        errors, mix = counsel.curve.standard_errors or (), counsel.curve.mix or ()
        highest = max((worth for worth in worths if worth is not None), default=0.0)
    columns["loss"] = [None if not isinstance(worth, float) else highest - worth for worth in columns["worth"]]
    if any(error is not None for error in errors):
        columns["standard_error"] = errors
    if any(mix):
        columns["probability"] = mix
    return DataTable({"choice": _as_numbers(choices), **columns})


def from_exhibit(table: Table) -> DataTable:
    """A table of an answer with numbers where a whole column is written as numbers: ``$12,400``, ``43.6 %``, ``+3``,
    ``0.3 points``.

    A chance in per cent becomes a number from 0 to 1, rounded as the answer shows it.
    """
    names: dict[str, int] = {}
    columns: dict[str, Sequence[Cell]] = {}
    for index, column in enumerate(table.columns):
        cells = [row[index] if index < len(row) else "" for row in table.rows]
        if not column and not any(cells):
            continue
        name = column or f"column {index + 1}"
        if any(cell.endswith(" points") for cell in cells):
            name += " (points)"
        names[name] = names.get(name, 0) + 1
        columns[name if names[name] == 1 else f"{name} {names[name]}"] = _as_numbers(cells)
    return DataTable(columns)


def _as_numbers(cells: Sequence[str]) -> Sequence[Cell]:
    """Cells as numbers if all of them are, else as they are. An empty cell or a dash is a missing value."""
    result: list[Cell] = []
    for cell in cells:
        plain = cell.strip().replace("\N{MINUS SIGN}", "-")
        found = _CELL.fullmatch(plain)
        if plain in ("", "—", "–"):
            result.append(None)
        elif found is None:
            return cells
        else:
            digits = found["sign"] + found["digits"].replace(",", "")
            if (found["unit"] or "").strip() == "%":
                result.append(float(f"{digits}e-2"))
            else:
                result.append(float(digits) if "." in digits else int(digits))
    if any(isinstance(each, float) for each in result):
        return [None if each is None else float(each) for each in result]
    return result
