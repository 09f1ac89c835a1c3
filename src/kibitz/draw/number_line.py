"""Number line: possible outcomes against thresholds, on one scale of dollars."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.core.units import format_money
from kibitz.draw.axes import CHARACTER_WIDTH_PX, Axis, svg_chart, svg_text
from kibitz.draw.chart import Chart
from kibitz.draw.style import hatch_pattern

BAR = 24
SIGNS = {"bad": "✗", "plain": "", "good": "✓"}
ZONE_STYLE_NAMES = {"bad": "hatched", "plain": "plain", "good": "green"}
"""How the zones between thresholds are drawn."""
Kind: TypeAlias = Literal["bad", "plain", "good"]


class NumberLine(Struct, frozen=True):
    """One row of a number line: its name and note, thresholds (amount and name), the kind of zone between them from the
    lowest amount up, and the possible outcomes (amount, text, and whether it is good, bad or neither)."""

    name: str
    note: str
    lines: tuple[tuple[int, str], ...]
    between: tuple[Kind, ...]
    places: tuple[tuple[int, str, Kind], ...]


class NumberLineChart(Chart, frozen=True):
    """Possible outcomes against thresholds, on one scale of dollars. ``keys`` has the meaning of each kind of zone."""

    title: str
    low: int
    high: int
    spans: tuple[NumberLine, ...]
    keys: tuple[tuple[Kind, str], ...]

    @property
    def caption(self) -> str:
        return "; ".join(f"{ZONE_STYLE_NAMES[kind]}: {words}" for kind, words in self.keys)

    def table(self) -> Table:
        """The thresholds and the outcomes."""
        rows = tuple(
            (
                f"{span.name} ({span.note})" if span.note else span.name,
                ", ".join(f"{words} {format_money(amount)}" for amount, words in span.lines),
                ", ".join(f"{words} {format_money(amount)}" for amount, words, _ in span.places),
            )
            for span in self.spans
        )
        return Table((self.title, "lines", "you"), rows, left=(0, 1, 2))

    def svg(self, narrow: bool = False) -> str:
        """On a phone the names are above the bars."""
        width, left, row, above = (358, 4, 92, 44) if narrow else (800, 200, 72, 26)
        x = Axis(self.low, max(self.high, self.low + 1), left, width - 4)
        pattern = f"span-{'narrow' if narrow else 'wide'}"
        parts = [hatch_pattern(pattern)]
        for number, span in enumerate(self.spans):
            top = row * number
            parts.append(svg_text(0, top + (16 if narrow else above + 10), span.name, "name strong", "start", 14))
            place = (width, top + 16, "end") if narrow else (0, top + above + 27, "start")
            parts.append(svg_text(place[0], place[1], span.note, "tick", place[2]))
            parts += _span(span, x, top + above, number == 0 or narrow, pattern)
        said = "; ".join(
            f"{span.name}: " + ", ".join(f"{words} {format_money(amount)}" for amount, words, _ in span.places)
            for span in self.spans
        )
        return svg_chart("spans", width, row * len(self.spans) + 8, f"{self.title}: {said}", parts)


def _span(span: NumberLine, axis: Axis, y: float, named: bool, pattern: str) -> list[str]:
    x, left, right = axis.clip, axis.start, axis.end
    parts = []
    edges = [left, *(x(amount) for amount, _ in span.lines), right]
    for kind, begin, end in zip(span.between, edges, edges[1:], strict=False):
        if end - begin > 0.5:
            place = f'x="{begin:.1f}" y="{y}" width="{end - begin:.1f}" height="{BAR}"'
            fill = f' fill="url(#{pattern})"' if kind == "bad" else ""
            parts.append(f'<rect class="span {kind}" {place}{fill}/>')
    taken = -100.0
    for amount, words in span.lines:
        parts.append(f'<path class="axis" d="M{x(amount):.1f} {y - 4}v{BAR + 8}"/>')
        said = f"{words} {format_money(amount)}"
        half = CHARACTER_WIDTH_PX * len(said) / 2
        middle = min(max(x(amount), left + half, taken + half + 8), right - half)
        taken = middle + half
        parts.append(svg_text(middle, y + BAR + 16, said, "tick", "middle"))
    for amount, words, kind in span.places:
        parts.append(f'<circle class="place {kind}" cx="{x(amount):.1f}" cy="{y + BAR / 2}" r="9"/>')
        parts.append(svg_text(x(amount), y + BAR / 2 + 4, SIGNS[kind], "on-place", "middle", 11))
        if named:
            said = f"{format_money(amount)} {words}"
            half = CHARACTER_WIDTH_PX * len(said) / 2
            parts.append(svg_text(min(max(x(amount), left + half), right - half), y - 8, said, "name strong", "middle"))
    return parts
