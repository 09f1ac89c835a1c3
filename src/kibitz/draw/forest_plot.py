"""Forest plot: estimates with intervals on one scale, such as standings of a tournament or ratings.

On a wide screen the cells are to the right of each row. On a phone the names are above the intervals, and the cells are
in the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import Struct

from kibitz.core.units import MINUS
from kibitz.draw.axes import Axis, round_ticks, svg_chart, svg_text
from kibitz.draw.chart import Chart

CELL = 96
"""Smallest width of a column of cells."""


@dataclass(frozen=True, slots=True)
class ForestLayout:
    """Layout: width, space left of the scale, height of a row, position of the interval in it, and whether cells are
    shown."""

    width: int
    left: int
    row: int
    at: int
    cells: bool


DESKTOP, PHONE = ForestLayout(1000, 176, 46, 30, True), ForestLayout(358, 6, 64, 48, False)


MAX_INLINE_REMARK_CHARACTERS = 40
"""Longest remark that fits opposite the title."""


class ForestRow(Struct, frozen=True):
    """An estimate with its interval (``None`` for an open side), a note below the name, and cells to the right."""

    name: str
    value: float
    low: float | None
    high: float | None
    note: str = ""
    cells: tuple[str, ...] = ()


class ForestPlot(Chart, frozen=True):
    """Estimates on one scale, with row ``best`` (from 0) highlighted; ``listing`` has the same as text."""

    title: str
    rows: tuple[ForestRow, ...]
    columns: tuple[str, ...] = ()
    """The headings of the cells."""
    best: int | None = None
    digits: int = 0

    @property
    def caption(self) -> str:
        """A remark that is too long for the place opposite the title."""
        return self.remark if len(self.remark) >= MAX_INLINE_REMARK_CHARACTERS else ""

    def svg(self, narrow: bool = False) -> str:
        sheet = PHONE if narrow else DESKTOP
        columns = self.columns if sheet.cells else ()
        known = [x for row in self.rows for x in (row.value, row.low, row.high) if x is not None] or [0.0]
        ticks = round_ticks(min(known), max(known), 5 if sheet.cells else 3)
        wide = _widths(self, len(columns))
        scale = Axis(ticks[0], ticks[-1], sheet.left + 12, sheet.width - sum(wide) - 24)
        top = 28 if columns else 4
        foot = top + sheet.row * len(self.rows)
        edges = [sheet.width - 6 - sum(wide[i + 1 :]) for i in range(len(columns))]
        parts = [svg_text(x, 16, name, "tick", "end") for x, name in zip(edges, columns, strict=True)]
        if self.best is not None and self.rows:
            y = top + sheet.row * self.best
            parts.append(f'<rect class="best-row" x="0" y="{y}" width="{sheet.width}" height="{sheet.row}" rx="4"/>')
        for tick in ticks:
            parts.append(f'<path class="grid" d="M{scale(tick):.1f} {top}V{foot}"/>')
            parts.append(svg_text(scale(tick), foot + 18, _format_value(f"{tick:,.10g}"), "tick", "middle"))
        parts.append(f'<path class="axis" d="M{scale.start} {foot}H{scale.end}"/>')
        for number, row in enumerate(self.rows):
            y = top + sheet.row * number
            parts += _row(row, y, sheet, scale, number == self.best, self.digits)
            cells = zip(edges, row.cells, strict=False) if sheet.cells else ()
            parts += [svg_text(x, y + sheet.at + 5, cell, "name", "end", 14) for x, cell in cells]
        said = "; ".join(f"{row.name} {_figure(row, self.digits)}" for row in self.rows)
        return svg_chart("whiskers", sheet.width, foot + 26, f"{self.title}: {said}", parts)


def _format_value(figure: str) -> str:
    """A value as text, with a comma only from 10,000 up, so that ratings have none."""
    short = len(figure.partition(".")[0].lstrip("-")) <= len("9,999")
    return (figure.replace(",", "") if short else figure).replace("-", MINUS)


def _widths(whiskers: ForestPlot, columns: int) -> list[int]:
    """The widths of the columns of cells, by their longest text."""
    return [
        max([CELL, *(9 * len(row.cells[i]) + 16 for row in whiskers.rows if i < len(row.cells))])
        for i in range(columns)
    ]


def _row(row: ForestRow, y: int, sheet: ForestLayout, scale: Axis, best: bool, digits: int) -> Iterator[str]:
    """One row: name and note, the interval with caps (an arrowhead for an open side), the dot and its value."""
    at = y + sheet.at
    high = y + (22 if sheet.cells else 16) if row.note or not sheet.cells else at + 5
    yield svg_text(8, high, row.name, "name strong", "start", 14)
    if row.note:
        yield (
            svg_text(8, high + 18, row.note, "tick")
            if sheet.cells
            else svg_text(sheet.width - 8, high, row.note, "tick", "end")
        )
    ends = []
    for value, open_end, tip in ((row.low, scale.start, 6), (row.high, scale.end, -6)):
        x = open_end if value is None else scale(value)
        ends.append(x)
        yield (
            f'<path class="whisker" d="M{x + tip:.1f} {at - 6}L{x:.1f} {at}L{x + tip:.1f} {at + 6}"/>'
            if value is None
            else f'<path class="whisker" d="M{x:.1f} {at - 6}v12"/>'
        )
    yield f'<path class="whisker" d="M{ends[0]:.1f} {at}H{ends[1]:.1f}"/>'
    yield f'<circle class="{"best" if best else "mark"}" cx="{scale(row.value):.1f}" cy="{at}" r="6"/>'
    yield svg_text(scale(row.value), at - 11, _figure(row, digits), "name best" if best else "name strong", "middle")


def _figure(row: ForestRow, digits: int) -> str:
    return _format_value(f"{row.value:,.{digits}f}")
