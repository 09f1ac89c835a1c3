"""How a terminal shows exhibits: the sentence of each, then its table. This module knows no kind of exhibit."""

from __future__ import annotations

from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.grades import GLYPHS
from kibitz.core.question import Answer

STYLES = {"plain": "", "strong": "bold", "quiet": "dim", "warning": "yellow"}

PIPE_WIDTH = 10_000
"""Columns of a file or pipe, more than any line has."""


def make_console() -> Console:
    """A console on standard output: as wide as the screen, or so wide that nothing wraps in a file or pipe."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


def show(answer: Answer, console: Console | None = None, all_rows: bool = False) -> None:
    """Print the exhibits of an answer, top to bottom; long tables in full only with ``all_rows``."""
    screen = console or make_console()
    for exhibit in answer.exhibits():
        show_exhibit(exhibit, screen, all_rows)


def show_exhibit(exhibit: Exhibit, console: Console, all_rows: bool = False) -> None:
    """Print one exhibit: its sentence, then its table."""
    sentence = exhibit.sentence()
    if exhibit.style in ("fixed", "drawing"):
        if sentence:
            console.out(sentence.removesuffix("\n"), highlight=False)
    elif sentence:
        first, *rest = sentence.split("\n")
        console.print(Text(first, style=STYLES[exhibit.style]), soft_wrap=not console.is_terminal)
        for line in rest:
            console.print(Text(line), soft_wrap=not console.is_terminal)
    table = exhibit.table()
    if table is not None:
        _show_table(table if all_rows else _short(table), console)


def _short(table: Table) -> Table:
    """A table with its short rows only."""
    if not table.short or len(table.short) == len(table.rows):
        return table

    def places(rows: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(place for place, row in enumerate(table.short) if row in rows)

    return replace(
        table,
        rows=tuple(table.rows[row] for row in table.short),
        grades=tuple(table.grades[row] for row in table.short if table.grades),
        strong=places(table.strong),
        quiet=places(table.quiet),
        remark=table.short_remark,
        short=(),
    )


def _show_table(table: Table, console: Console) -> None:
    shown = _with_grade_glyphs(table) if any(table.grades) else table
    if table.title:
        console.print(Text(table.title, style="italic"))
    console.print(_grid(shown) if _width(shown) <= console.width else _records(shown))
    if table.remark:
        console.print(Text(table.remark, style="dim"))


def _with_grade_glyphs(table: Table) -> Table:
    """A table with the glyphs of the grades in a separate column after the losses."""
    place = table.columns.index("loss") + 1 if "loss" in table.columns else len(table.columns)
    signs = ("" if grade in ("", "best", "fine") else GLYPHS[grade] for grade in table.grades)
    rows = tuple((*row[:place], sign, *row[place:]) for row, sign in zip(table.rows, signs, strict=True))
    columns = (*table.columns[:place], "", *table.columns[place:])
    return replace(table, columns=columns, rows=rows, left=tuple(k + (k >= place) for k in table.left), grades=())


def _width(table: Table) -> int:
    """Smallest width at which a table loses no cells; left-aligned columns can wrap."""
    padding = 1 if len(table.columns) > 8 else 2
    widest = [max(map(len, cells)) for cells in zip(table.columns, *table.rows, strict=True)]
    return sum((min(width, 8) if k in table.left else width) + padding for k, width in enumerate(widest)) - padding


def _records(table: Table) -> Text:
    """The rows as lines of text for a narrow screen: the name of the row, then its cells."""
    text = Text()
    for number, row in enumerate(table.rows):
        cells = [f"{name} {cell}".strip() for name, cell in zip(table.columns[1:], row[1:], strict=True) if cell]
        style = "bold" if number in table.strong else "dim" if number in table.quiet else ""
        text.append(f"{row[0]}: {', '.join(cells)}" + "\n" * (number < len(table.rows) - 1), style)
    return text


def _grid(table: Table) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    narrow = len(table.columns) > 8
    grid.padding = (0, 1 if narrow else 2, 0, 0)
    for number, name in enumerate(table.columns):
        left = number in table.left
        # The first column names the row: it may wrap, but it must never vanish on a narrow screen.
        grid.add_column(
            escape(name), justify="left" if left else "right", no_wrap=not left, min_width=8 if left else None
        )
    for number, row in enumerate(table.rows):
        style = "bold" if number in table.strong else "dim" if number in table.quiet else None
        grid.add_row(*(escape(cell) for cell in row), style=style)
    return grid
