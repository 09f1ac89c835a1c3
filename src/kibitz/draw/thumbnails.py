"""Thumbnails for home cards: an interval on its scale, letter tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from kibitz.draw.axes import Axis, round_ticks

WIDTH, HEIGHT = 360, 148


def _svg(parts: list[str], words: str) -> str:
    drawn = "".join(parts)
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(words)}">{drawn}</svg>'


def _text(x: float, y: float, words: str, kind: str, size: int = 12, anchor: str = "middle") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">{escape(words)}</text>'
    )


def interval_svg(low: float, value: float, high: float) -> str:
    """An estimate with its interval on a scale."""
    ticks = round_ticks(low - 0.3 * (high - low), high + 0.2 * (high - low), 5)

    x = Axis(ticks[0], ticks[-1], 24, WIDTH - 24)
    parts = [f'<path class="axis" d="M24 112H{WIDTH - 24}"/>']
    parts += [f'<path class="axis" d="M{x(t):.1f} 112v4"/>' + _text(x(t), 132, f"{t:,.0f}", "tick") for t in ticks]
    parts.append(f'<path class="whisker" d="M{x(low):.1f} 60H{x(high):.1f}M{x(low):.1f} 54v12M{x(high):.1f} 54v12"/>')
    parts.append(f'<circle class="best" cx="{x(value):.1f}" cy="60" r="7"/>')
    parts += [_text(x(low), 44, f"{low:,.0f}", "tick"), _text(x(high), 44, f"{high:,.0f}", "tick")]
    parts.append(_text(x(value), 40, f"{value:,.0f}", "name best", 14))
    return _svg(parts, f"{value:,.0f}, between {low:,.0f} and {high:,.0f}")


def tiles_svg(rack: str, offer: str, points: Mapping[str, int], words: Sequence[str] = ()) -> str:
    """The rack and the letter on offer, each with its points; below them ``words`` that are reachable with it."""
    parts = []
    left, top = WIDTH / 2 - 30 * (len(rack) + 1.6), 30 if words else 46
    for number, letter in enumerate(rack + offer):
        last = number == len(rack)
        x = left + 60 * number + (36 if last else 0)
        fill, edge = ("#F4DFA8", "#0B6B50") if last else ("#FBF5E6", "#B9A98E")
        box = f'x="{x:.0f}" y="{top}" width="56" height="56" rx="8"'
        parts.append(f'<rect {box} fill="{fill}" stroke="{edge}" stroke-width="2"/>')
        place = f'x="{x + 28:.0f}" y="{top + 39}" font-size="30" font-weight="700" text-anchor="middle"'
        parts.append(f'<text {place} fill="#24272C" stroke="none">{escape(letter)}</text>')
        corner = f'x="{x + 48:.0f}" y="{top + 50}" font-size="11" text-anchor="end"'
        parts.append(f'<text {corner} fill="#24272C" stroke="none">{points.get(letter, 0)}</text>')
    if words:
        parts.append(_text(WIDTH / 2, 128, f"with {offer}: {', '.join(words)}", "tick"))
    return _svg(parts, f"You hold {rack}; {offer} is on offer")
