"""Forest plot as SVG: estimates with intervals on one scale, such as standings of a tournament or ratings.

On a wide screen the cells are to the right of each row. On a phone the names are above the intervals, and the cells are
in the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from kibitz.core.exhibits import ForestPlot, ForestRow
from kibitz.core.units import MINUS
from kibitz.draw.curve import round_ticks, svg_text

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


@dataclass(frozen=True, slots=True)
class AxisScale:
    """The ticks of the scale, and its ends in pixels."""

    ticks: list[float]
    left: float
    right: float

    def x(self, value: float) -> float:
        """The x coordinate of a value."""
        share = (value - self.ticks[0]) / max(self.ticks[-1] - self.ticks[0], 1e-12)
        return self.left + share * (self.right - self.left)


def forest_plot_svg(whiskers: ForestPlot, narrow: bool = False) -> str:
    """The plot as SVG, in the colours of the page."""
    sheet = PHONE if narrow else DESKTOP
    columns = whiskers.columns if sheet.cells else ()
    known = [x for row in whiskers.rows for x in (row.value, row.low, row.high) if x is not None] or [0.0]
    ticks = round_ticks(min(known), max(known), 5 if sheet.cells else 3)
    wide = _widths(whiskers, len(columns))
    scale = AxisScale(ticks, sheet.left + 12, sheet.width - sum(wide) - 24)
    top = 28 if columns else 4
    foot = top + sheet.row * len(whiskers.rows)
    edges = [sheet.width - 6 - sum(wide[i + 1 :]) for i in range(len(columns))]
    parts = [svg_text(x, 16, name, "tick", "end") for x, name in zip(edges, columns, strict=True)]
    if whiskers.best is not None and whiskers.rows:
        y = top + sheet.row * whiskers.best
        parts.append(f'<rect class="best-row" x="0" y="{y}" width="{sheet.width}" height="{sheet.row}" rx="4"/>')
    for tick in ticks:
        parts.append(f'<path class="grid" d="M{scale.x(tick):.1f} {top}V{foot}"/>')
        parts.append(svg_text(scale.x(tick), foot + 18, _format_value(f"{tick:,.10g}"), "tick", "middle"))
    parts.append(f'<path class="axis" d="M{scale.left} {foot}H{scale.right}"/>')
    for number, row in enumerate(whiskers.rows):
        y = top + sheet.row * number
        parts += _row(row, y, sheet, scale, number == whiskers.best, whiskers.digits)
        cells = zip(edges, row.cells, strict=False) if sheet.cells else ()
        parts += [svg_text(x, y + sheet.at + 5, cell, "name", "end", 14) for x, cell in cells]
    said = "; ".join(f"{row.name} {_figure(row, whiskers.digits)}" for row in whiskers.rows)
    box = f'viewBox="0 0 {sheet.width} {foot + 26}" role="img" aria-label="{escape(f"{whiskers.title}: {said}")}"'
    return f'<svg class="chart whiskers" {box}>{"".join(parts)}</svg>'


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


def _row(row: ForestRow, y: int, sheet: ForestLayout, scale: AxisScale, best: bool, digits: int) -> Iterator[str]:
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
    for value, open_end, tip in ((row.low, scale.left, 6), (row.high, scale.right, -6)):
        x = open_end if value is None else scale.x(value)
        ends.append(x)
        yield (
            f'<path class="whisker" d="M{x + tip:.1f} {at - 6}L{x:.1f} {at}L{x + tip:.1f} {at + 6}"/>'
            if value is None
            else f'<path class="whisker" d="M{x:.1f} {at - 6}v12"/>'
        )
    yield f'<path class="whisker" d="M{ends[0]:.1f} {at}H{ends[1]:.1f}"/>'
    yield f'<circle class="{"best" if best else "mark"}" cx="{scale.x(row.value):.1f}" cy="{at}" r="6"/>'
    yield svg_text(scale.x(row.value), at - 11, _figure(row, digits), "name best" if best else "name strong", "middle")


def _figure(row: ForestRow, digits: int) -> str:
    return _format_value(f"{row.value:,.{digits}f}")
