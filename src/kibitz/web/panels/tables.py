"""Tables as a page draws them: which columns and rows, the sign of each grade, the link of each row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from msgspec.structs import replace

from kibitz.core.exhibits import Table
from kibitz.core.grades import GLYPHS

GRADE_BY_GLYPH = {glyph: grade for grade, glyph in GLYPHS.items()}
MAX_SHORT_ROWS = 6
"""Rows shown where there is little room."""
LONG_LIST_ROWS = 24
"""Rows of a list that has a column to itself."""


@dataclass(frozen=True, slots=True)
class TableHeading:
    """The name of a column; ``hidden`` where only those need it who do not see the column."""

    words: str
    hidden: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class TableCell:
    """What stands in a row under a column: words, a link, or the sign of a grade."""

    words: str = ""
    left: bool = False
    link: str = ""
    choice: str = ""
    """The field of the form that the words go into, where pressing them chooses."""
    grade: str = ""
    sign: bool = False
    """Whether it is a cell for signs alone."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row; ``look`` says whether it matters most or least."""

    cells: tuple[TableCell, ...]
    look: str = ""


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A table ready to be drawn; the label tells it from others on its page."""

    label: str
    heads: tuple[TableHeading, ...]
    lines: tuple[TableRow, ...]
    caption: str = ""


def full_grid(table: Table, number: int = 1, titled: bool = False) -> TableGrid:
    """All columns and rows; ``titled`` where no head above it says what it is."""
    return _grid(table, range(len(table.columns)), f" {number}", len(table.rows), table.title if titled else "")


def short_grid(table: Table, number: int = 1, most: int = MAX_SHORT_ROWS) -> TableGrid:
    """The columns that matter most, of the first rows."""
    return _grid(table, table.few, f" most {number}", most, "")


def _grid(table: Table, chosen: range | tuple[int, ...], label: str, most: int, caption: str) -> TableGrid:
    lines = tuple(
        TableRow(tuple(_cells(table, chosen, row)), _look(table, row)) for row in range(len(table.rows[:most]))
    )
    return TableGrid(f"{table.title or 'Table'}{label}", tuple(_heads(table, chosen)), lines, caption)


def _graded_column(table: Table) -> int | None:
    """The column after which the signs of grades stand: that of losses, or the last."""
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
    """A table whose rows ask about their choice; ``query`` is the link of the question asked at ``path``."""
    held = parse_qsl(query)
    rest = [pair for pair in held if pair[0] != table.asks]
    page = f"/{path.replace('.', '/')}"
    links = tuple(f"{page}?{urlencode([*rest, (table.asks, row[0])], safe=':/,')}" for row in table.rows)
    mine = dict(held).get(table.asks)
    return replace(table, links=links, chosen=next((k for k, row in enumerate(table.rows) if row[0] == mine), None))


def players_by_seat(table: Table) -> dict[int, str]:
    """Whose rows a table has, by seat, where they are of several players."""
    if not table.seats:
        return {}
    name = table.columns.index("player")
    result = {seat: row[name] for seat, row in zip(table.seats, table.rows, strict=True)}
    return dict(sorted(result.items())) if len(result) > 1 else {}
