"""Cells of grids on a page: squares to press, coloured matrices, and rows with bars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qsl, urlencode

from kibitz.core.controls import ClickBinding
from kibitz.core.exhibits.grids import ChoiceFrequencies, HeatMap, Matrix, OutcomeComparison, format_points
from kibitz.core.units import Unit, format_amount, format_chance
from kibitz.draw.bars import difference_bar_svg, share_bar_svg

N_COLOURS = 10
MatrixCell: TypeAlias = tuple[str, int, bool]
"""Text, colour (0 to 9, or -1 for none) and whether the cell is ringed."""


@dataclass(frozen=True, slots=True)
class ClickCell:
    """One square: its text and number, its colour (0 to 9, or -1 for none), and its links."""

    words: str
    figure: str
    colour: int
    name: str
    value: str
    link: str
    found: str = ""
    best: bool = False
    played: bool = False

    @property
    def look(self) -> str:
        """Its CSS class: played, coloured by its number, or open."""
        return "played" if self.played else f"heat-{self.colour}" if self.colour >= 0 else "open"

    @property
    def accessible_name(self) -> str:
        """Its accessible name."""
        return ", ".join(filter(None, (self.name, self.figure, "best" * self.best)))


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """A column heading: its name, a hidden prefix for screen readers, and a note below."""

    words: str
    unseen: str = ""
    note: str = ""

    @property
    def accessible_note(self) -> str:
        """The note in words, for screen readers."""
        return ", ".join({"✓": "right", "✗": "wrong"}.get(sign, sign) for sign in self.note.split())


class ClickCells(NamedTuple):
    """The squares of a board to press: the field they set, headings, rows, and the end of the scale."""

    field: str
    found_words: str
    columns: tuple[ColumnHeading, ...]
    rows: tuple[tuple[ClickCell, ...], ...]
    most: str


def click_cells(heat: HeatMap, query: str) -> ClickCells:
    """The squares of a heat map with links; ``query`` is the link of the question."""
    press = heat.press
    assert press is not None
    held = [(name, value) for name, value in parse_qsl(query) if name != press.field]
    rows = tuple(
        tuple(_click_cell(heat, press, held, r, c) for c in range(len(heat.columns))) for r in range(len(heat.rows))
    )
    columns = tuple(map(_heading, heat.columns, heat.notes or [""] * len(heat.columns)))
    return ClickCells(
        press.field, press.found_words, columns, rows, format_chance(heat.largest) if heat.largest else ""
    )


def _heading(name: str, note: str) -> ColumnHeading:
    """The heading of a column; a numbered column shows only its number."""
    kind, _, number = name.rpartition(" ")
    numbered = number.isdigit() and kind.islower()
    return ColumnHeading(number, f"{kind} ", note) if numbered else ColumnHeading(name, "", note)


def _click_cell(heat: HeatMap, press: ClickBinding, held: list[tuple[str, str]], row: int, column: int) -> ClickCell:
    share, most = heat.shares[row][column], heat.largest
    sign = press.signs[row][column] if press.signs else ""
    value = press.pressed[row][column]
    state = f"played{', ' + sign if sign else ''}" if share is None else "open"
    return ClickCell(
        sign or "–" if share is None else heat.rows[row],
        format_chance(share) if share is not None and most else "",
        min(int((share or 0.0) / most * N_COLOURS), N_COLOURS - 1) if share is not None and most else -1,
        f"{heat.columns[column]}, row {row + 1}: {state}",
        value,
        f"?{urlencode([*held, (press.field, value)])}",
        press.found[row][column] if press.found else "",
        heat.best == (row, column),
        share is None,
    )


def matrix_cells(matrix: Matrix) -> tuple[list[tuple[str, list[MatrixCell]]], tuple[str, str]]:
    """The rows of a matrix with coloured cells, and the values of the first and the last colour."""
    known = [value for row in matrix.values for value in row if value is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    rows = []
    for r, (name, values, words) in enumerate(zip(matrix.rows, matrix.values, matrix.words, strict=True)):
        colours = [
            -1 if value is None else min(int((value - low) / max(high - low, 1e-12) * N_COLOURS), N_COLOURS - 1)
            for value in values
        ]
        cells = zip(words, colours, strict=True)
        rows.append((name, [(word, colour, (r, c) in matrix.ringed) for c, (word, colour) in enumerate(cells)]))
    said = {
        value: word.strip("()")
        for values, words in zip(matrix.values, matrix.words, strict=True)
        for value, word in zip(values, words, strict=True)
        if value is not None
    }
    return rows, (said[low], said[high]) if known and low < high else ("", "")


class BarRow(NamedTuple):
    """A row with a bar: name, outcome, bar, number, loss and grade."""

    name: str
    outcome: tuple[tuple[str, bool], ...]
    svg: str
    figure: str
    cost: str = ""
    grade: str = ""


def bar_rows(predicted: ChoiceFrequencies) -> list[BarRow]:
    """Predicted choices, most likely first."""
    return [
        BarRow(
            bar.name,
            (),
            share_bar_svg(bar.chance, bar.grade == "best"),
            format_amount(bar.chance, Unit.WIN),
            bar.cost,
            bar.grade,
        )
        for bar in predicted.bars
    ]


def gain_rows(comparison: OutcomeComparison) -> list[BarRow]:
    """Gains and losses by outcome, and their sum."""
    amounts = [*(row.amount for row in comparison.rows), comparison.net]
    ends = max(-min(amounts), 0.0), max(*amounts, 0.0)
    rows = [
        BarRow("" if row.outcome else row.format_outcome(), row.outcome or (), "", format_points(row.amount))
        for row in comparison.rows
    ]
    rows.append(BarRow("Net", (), "", format_points(comparison.net)))
    return [row._replace(svg=difference_bar_svg(amount, *ends)) for row, amount in zip(rows, amounts, strict=True)]
