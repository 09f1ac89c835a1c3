"""A value for each letter as SVG, with letter tiles as the axis; on a phone only the first letters."""

from __future__ import annotations

from html import escape

from kibitz.core.exhibits.charts import LetterChart
from kibitz.draw.curve import round_ticks, svg_text

TALL, LEFT, RIGHT, TOP, BOTTOM = 250, 34, 4, 16, 34
MAX_LETTERS_ON_PHONE = 12


def letter_chart_svg(shown: LetterChart, narrow: bool = False) -> str:
    """The chart as SVG, in the colours of the page."""
    wide = 358 if narrow else 1000
    count = min(len(shown.letters), MAX_LETTERS_ON_PHONE) if narrow else len(shown.letters)
    known = [*shown.values[:count], *(each for each in (*shown.low[:count], *shown.high[:count]) if each is not None)]
    ticks = round_ticks(min(0.0, *known), max(known, default=1.0), 4) if known else [0.0, 1.0]
    ticks = [tick for tick in ticks if tick >= 0] or ticks
    foot = TALL - BOTTOM

    def y(value: float) -> float:
        share = (value - ticks[0]) / max(ticks[-1] - ticks[0], 1e-9)
        return foot - 8 - min(max(share, -0.02), 1.0) * (foot - 8 - TOP)

    parts = []
    for tick in ticks:
        kind = "axis" if tick == ticks[0] else "grid"
        parts.append(f'<path class="{kind}" d="M{LEFT} {y(tick):.1f}H{wide - RIGHT}"/>')
        parts.append(svg_text(LEFT - 8, y(tick) + 4, f"{tick:g}", "tick", "end"))
    room = (wide - LEFT - RIGHT) / max(count, 1)
    tile = min(28.0, room - 2)
    for number in range(count):
        x = LEFT + room * (number + 0.5)
        low, high = shown.low[number], shown.high[number]
        if low is not None and high is not None:
            parts.append(f'<path class="whisker" d="M{x:.1f} {y(max(low, 0.0)):.1f}V{y(high):.1f}"/>')
        parts.append(f'<circle class="mark" cx="{x:.1f}" cy="{y(shown.values[number]):.1f}" r="4.5"/>')
        look = f'x="{x - tile / 2:.1f}" y="{foot}" width="{tile:.1f}" height="26" rx="4"'
        parts.append(f'<rect class="tile" {look}/>')
        parts.append(svg_text(x, foot + 18, shown.letters[number], "on-tile", "middle", 14))
    said = ", ".join(f"{letter} {value:.1f}" for letter, value in zip(shown.letters, shown.values, strict=True))
    box = f'viewBox="0 0 {wide} {TALL}" role="img" aria-label="{escape(f"{shown.title}: {said}")}"'
    return f'<svg class="chart letters" {box}>{"".join(parts)}</svg>'
