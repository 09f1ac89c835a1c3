"""Number line as SVG: possible outcomes against thresholds, on one scale of dollars."""

from __future__ import annotations

from html import escape

from kibitz.core.exhibits.charts import NumberLine, NumberLineChart
from kibitz.core.units import format_money
from kibitz.draw.curve import CHARACTER_WIDTH_PX, svg_text
from kibitz.draw.style import hatch_pattern

BAR = 24
SIGNS = {"bad": "✗", "plain": "", "good": "✓"}


def number_line_svg(spans: NumberLineChart, narrow: bool = False) -> str:
    """The chart as SVG, in the colours of the page. On a phone the names are above the bars."""
    width, left, row, above = (358, 4, 92, 44) if narrow else (800, 200, 72, 26)
    pattern = f"span-{'narrow' if narrow else 'wide'}"
    parts = [hatch_pattern(pattern)]
    for number, span in enumerate(spans.spans):
        top = row * number
        parts.append(svg_text(0, top + (16 if narrow else above + 10), span.name, "name strong", "start", 14))
        place = (width, top + 16, "end") if narrow else (0, top + above + 27, "start")
        parts.append(svg_text(place[0], place[1], span.note, "tick", place[2]))
        parts += _span(span, spans, left, width - 4, top + above, number == 0 or narrow, pattern)
    tall = row * len(spans.spans) + 8
    said = "; ".join(
        f"{span.name}: " + ", ".join(f"{words} {format_money(amount)}" for amount, words, _ in span.places)
        for span in spans.spans
    )
    box = f'viewBox="0 0 {width} {tall}" role="img" aria-label="{escape(f"{spans.title}: {said}")}"'
    return f'<svg class="chart spans" {box}>{"".join(parts)}</svg>'


def _span(
    span: NumberLine, spans: NumberLineChart, left: float, right: float, y: float, named: bool, pattern: str
) -> list[str]:
    def x(amount: float) -> float:
        share = (amount - spans.low) / max(spans.high - spans.low, 1)
        return left + min(max(share, 0.0), 1.0) * (right - left)

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
