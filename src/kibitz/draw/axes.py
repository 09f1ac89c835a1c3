"""Axes that all charts share: scales, round ticks and text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

CHARACTER_WIDTH_PX = 7.0
"""Estimated width of a character of a label; too wide is better than too narrow."""
LABEL_GAP_PX = 17
"""Pixels between two labels at the ends of lines."""


class Axis(NamedTuple):
    """A linear scale from the values ``low`` to ``high`` to the pixels ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The pixel of a value."""
        return self.start + (value - self.low) / max(self.high - self.low, 1e-12) * (self.end - self.start)

    def clip(self, value: float) -> float:
        """The pixel of a value, or of the nearest end of the scale."""
        return self(min(max(value, self.low), self.high))


def round_ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round ticks that cover a range: multiples of 1, 2, 2.5 or 5 times a power of ten."""
    raw = max(high - low, 1e-9) / about
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= raw * (1 - 1e-9))
    start = math.floor(low / step + 1e-9)
    end = math.ceil(high / step - 1e-9)
    return [round(step * i, 12) for i in range(start, max(end, start + 1) + 1)]


def svg_text(x: float, y: float, words: str, kind: str, anchor: str = "start", size: int = 12) -> str:
    """A text element; ``kind`` is a class of `kibitz.draw.style`."""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escape(words)}</text>'


def svg_chart(kind: str, width: float, height: float, label: str, parts: Sequence[str], data: str = "") -> str:
    """The SVG of a chart on a page; ``kind`` is its CSS class, ``data`` are further attributes."""
    names = f"chart {kind}".strip()
    box = f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}"'
    return f'<svg class="{names}" {box}{data}>{"".join(parts)}</svg>'


def level_grid(
    ticks: Sequence[float], y: Axis, left: float, right: float, words: Sequence[str], axis: float
) -> list[str]:
    """Horizontal lines with their numbers; the line at ``axis`` is the axis."""
    parts = []
    for tick, text in zip(ticks, words, strict=True):
        kind = "axis" if tick == axis else "grid"
        parts.append(f'<path class="{kind}" d="M{left:g} {y(tick):.1f}H{right:g}"/>')
        parts.append(svg_text(left - 8, y(tick) + 4, text, "tick", "end"))
    return parts


def spread_labels(places: list[float], lowest: float) -> list[float]:
    """Heights of labels from top to bottom, moved apart so that none overlaps or leaves the plot."""
    result: list[float] = []
    for place in places:
        result.append(max([place, *(above + LABEL_GAP_PX for above in result[-1:])]))
    for number in range(len(result) - 1, -1, -1):
        result[number] = min(result[number], lowest - LABEL_GAP_PX * (len(result) - 1 - number))
    return result
