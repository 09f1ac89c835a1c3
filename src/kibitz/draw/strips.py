"""Bars of zones under one mark, as SVG: from which confidence to buzz, at which chance to double.

Zones to act in are dark, with their words on them; the others are pale, with an edge. Words that do not fit their zone
stand beside it in the table behind the picture.
"""

from __future__ import annotations

from html import escape

from kibitz.core.exhibits import Strip, Strips
from kibitz.draw.curve import CHARACTER, text

WIDTH, LEFT, RIGHT, TOP = 800, 200, 90, 34
ROW, BAR = 52, 26
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def _x(chance: float) -> float:
    return LEFT + min(max(chance, 0.0), 1.0) * (WIDTH - LEFT - RIGHT)


def strips_svg(strips: Strips) -> str:
    """The picture; its colours are the page's."""
    height = TOP + ROW * len(strips.strips) + 26
    foot = height - 10
    parts = [text(_x(tick), foot, f"{100 * tick:.0f}%", "tick", "middle") for tick in TICKS]
    for number, strip in enumerate(strips.strips):
        parts += _strip(strip, TOP + ROW * number)
    x, low = _x(strips.at), TOP + ROW * len(strips.strips) - ROW + BAR
    anchor = "start" if strips.at < 0.15 else "end" if strips.at > 0.85 else "middle"
    parts.append(f'<path class="now" d="M{x:.1f} {TOP - 8}V{low + 4}"/>')
    parts.append(text(x, TOP - 14, strips.at_words, "name strong", anchor, 13))
    label = escape(f"{strips.title}: " + "; ".join(f"{strip.name}, {strip.verdict}" for strip in strips.strips))
    box = f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}"'
    return f'<svg class="chart strips" {box}>{"".join(parts)}</svg>'


def _strip(strip: Strip, y: float) -> list[str]:
    parts = [text(0, y + (11 if strip.note else 18), strip.name, "name strong", "start", 14)]
    if strip.note:
        parts.append(text(0, y + 28, strip.note, "tick"))
    low = 0.0
    for zone in strip.zones:
        left, wide = _x(low), _x(zone.until) - _x(low)
        low = zone.until
        if wide <= 0.5:
            continue
        kind = "zone acts" if zone.acts else "zone"
        parts.append(f'<rect class="{kind}" x="{left:.1f}" y="{y}" width="{wide:.1f}" height="{BAR}" rx="4"/>')
        if CHARACTER * len(zone.words) + 8 <= wide:
            parts.append(text(left + wide / 2, y + 18, zone.words, "on-act" if zone.acts else "in-zone", "middle", 13))
    parts.append(text(WIDTH, y + 18, strip.verdict, "name strong", "end", 14))
    return parts
