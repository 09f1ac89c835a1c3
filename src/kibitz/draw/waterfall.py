"""Waterfall of luck and skill for two players, from the start to the end of a match."""

from __future__ import annotations

from html import escape

from kibitz.core.exhibits.charts import Waterfall
from kibitz.core.units import MINUS
from kibitz.draw.curve import round_ticks, svg_text
from kibitz.draw.style import hatch_pattern

WIDE, TALL, LEFT, RIGHT, TOP, BOTTOM = 358, 250, 44, 4, 26, 44


def waterfall_svg(steps: Waterfall) -> str:
    """The chart as SVG, in the colours of the page: own errors hatched, errors of the opponent green, luck grey."""
    levels = [steps.start]
    for stair in steps.stairs:
        levels.append(levels[-1] + stair.amount)
    if steps.percent:
        low, high = min(0.0, *levels), max(1.0, *levels)
        ticks = [tick for tick in (-0.5, 0.0, 0.5, 1.0, 1.5) if low - 0.49 < tick < high + 0.49]
    else:
        ticks = round_ticks(min(0.0, *levels), max(0.0, *levels), 4)
    low, high = min(ticks[0], *levels), max(ticks[-1], *levels)

    def y(value: float) -> float:
        return TALL - BOTTOM - (value - low) / max(high - low, 1e-9) * (TALL - TOP - BOTTOM)

    parts = [hatch_pattern("own-errors")]
    for tick in ticks:
        line = "axis" if tick == 0 else "grid"
        parts.append(f'<path class="{line}" d="M{LEFT} {y(tick):.1f}H{WIDE - RIGHT}"/>')
        words = (f"{tick:.0%}" if steps.percent else f"{tick:g}").replace("-", MINUS)
        parts.append(svg_text(LEFT - 8, y(tick) + 4, words, "tick", "end"))
    columns = [("start", 0.0, levels[0], "end", steps.format_value(levels[0]))]
    for stair, below in zip(steps.stairs, levels, strict=False):
        columns.append(
            (stair.name, below, below + stair.amount, stair.kind, steps.format_value(stair.amount, signed=True))
        )
    columns.append(("end", 0.0, levels[-1], "end", steps.format_value(levels[-1])))
    room = (WIDE - LEFT - RIGHT) / len(columns)
    for number, (name, begins, ends, kind, words) in enumerate(columns):
        x, wide = LEFT + room * number + room * 0.16, room * 0.68
        top, bottom = sorted((y(begins), y(ends)))
        look = f'x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{max(bottom - top, 1):.1f}" rx="2"'
        parts.append(f'<rect class="stair {kind}" {look}/>')
        if number < len(columns) - 1:
            parts.append(f'<path class="axis" d="M{x + wide:.1f} {y(ends):.1f}h{room * 0.32:.1f}"/>')
        parts.append(svg_text(x + wide / 2, top - 6, words, "name strong", "middle"))
        for row, word in enumerate(_lines(name)):
            parts.append(svg_text(x + wide / 2, TALL - BOTTOM + 18 + 14 * row, word, "tick", "middle"))
    said = ", ".join(f"{name} {words}" for name, _, _, _, words in columns)
    box = f'viewBox="0 0 {WIDE} {TALL}" role="img" aria-label="{escape(f"{steps.title}: {said}")}"'
    return f'<svg class="chart staircase" {box}>{"".join(parts)}</svg>'


def _lines(name: str) -> list[str]:
    """A name of two words on two lines, to fit under its column."""
    return [word if len(word) <= 9 else word[:8] + "…" for word in name.rsplit(" ", 1)]
