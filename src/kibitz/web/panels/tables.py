"""Tables of a page: the shown columns and rows, the glyph of each grade, the link of each row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from msgspec.structs import replace

from kibitz.core.exhibits import Table
from kibitz.core.grades import GLYPHS

GRADE_BY_GLYPH = {glyph: grade for grade, glyph in GLYPHS.items()}
MAX_SHORT_ROWS = 6
"""Rows shown if there is little room."""
LONG_LIST_ROWS = 24
"""Rows of a list that has a column to itself."""


@dataclass(frozen=True, slots=True)
class TableHeading:
    """A column heading; ``hidden`` if it is only for screen readers."""

    words: str
    hidden: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class TableCell:
    """A table cell: text, a link, or the glyph of a grade."""

    words: str = ""
    left: bool = False
    link: str = ""
    choice: str = ""
    """The form field that takes the text when the cell is pressed."""
    grade: str = ""
    sign: bool = False
    """Whether it is a cell for a glyph only."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row; ``look`` is its CSS class, such as highlighted or quiet."""

    cells: tuple[TableCell, ...]
    look: str = ""


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A table ready to be drawn; its label is unique on the page."""

    label: str
    heads: tuple[TableHeading, ...]
    lines: tuple[TableRow, ...]
    caption: str = ""


def full_grid(table: Table, number: int = 1, titled: bool = False) -> TableGrid:
    """All columns and rows; ``titled`` if there is no heading above."""
    return _grid(table, range(len(table.columns)), f" {number}", len(table.rows), table.title if titled else "")


def short_grid(table: Table, number: int = 1, most: int = MAX_SHORT_ROWS) -> TableGrid:
    """The main columns of the first rows."""
    return _grid(table, table.few, f" most {number}", most, "")


def _grid(table: Table, chosen: range | tuple[int, ...], label: str, most: int, caption: str) -> TableGrid:
    lines = tuple(
        TableRow(tuple(_cells(table, chosen, row)), _look(table, row)) for row in range(len(table.rows[:most]))
    )
    return TableGrid(f"{table.title or 'Table'}{label}", tuple(_heads(table, chosen)), lines, caption)


def _graded_column(table: Table) -> int | None:
    """The column before the glyphs of grades: the losses, or the last one."""
    if not any(table.grades):
        return None
    return table.columns.index("loss") if "loss" in table.columns else len(table.columns) - 1


def _heads(table: Table, chosen: range | tuple[int, ...]) -> Iterator[TableHeading]:
    after = _graded_column(table)
    for column in chosen:
        words = table.columns[column]
        unnamed = "grade" if column == chosen[-1] else "name"
        yield TableHeading(words or unnamed, not words, column in table.left)
        if column == after:
            yield TableHeading("grade", True)


def _cells(table: Table, chosen: range | tuple[int, ...], row: int) -> Iterator[TableCell]:
    after = _graded_column(table)
    for column in chosen:
        words, left = table.rows[row][column], column in table.left
        link = table.links[row] if table.links and column == chosen[0] else ""
        grade = "" if link else GRADE_BY_GLYPH.get(words, "")
        yield TableCell("" if grade else words, left, link, table.asks if link else "", grade)
        if column == after:
            yield TableCell(grade=table.grades[row], sign=True)


def _look(table: Table, row: int) -> str:
    weight = "strong" if row in table.strong else "quiet" if row in table.quiet else ""
    weight = f"{weight} chosen".strip() if row == table.chosen else weight
    return f"{weight} of-seat-{table.seats[row]}".strip() if table.seats else weight


def with_choice_links(table: Table, path: str, query: str) -> Table:
    """A table whose rows link to the same question with their choice; ``query`` is the link of the question at
    ``path``."""
    held = parse_qsl(query)
    rest = [pair for pair in held if pair[0] != table.asks]
    page = f"/{path.replace('.', '/')}"
    links = tuple(f"{page}?{urlencode([*rest, (table.asks, row[0])], safe=':/,')}" for row in table.rows)
    mine = dict(held).get(table.asks)
    return replace(table, links=links, chosen=next((k for k, row in enumerate(table.rows) if row[0] == mine), None))


def players_by_seat(table: Table) -> dict[int, str]:
    """The players of the rows by seat, if there are several."""
    if not table.seats:
        return {}
    name = table.columns.index("player")
    result = {seat: row[name] for seat, row in zip(table.seats, table.rows, strict=True)}
    return dict(sorted(result.items())) if len(result) > 1 else {}
