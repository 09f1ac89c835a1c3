"""Calibration plot as SVG: expected against actual loss, a dot with its interval for each group of decisions."""

from __future__ import annotations

from html import escape

from kibitz.core.exhibits.charts import CalibrationPlot
from kibitz.draw.curve import round_ticks, svg_text

WIDE, TALL, LEFT, RIGHT, TOP, BOTTOM = 460, 300, 44, 12, 26, 46
CAP = 6
"""Half the width of the cap of a whisker."""


def calibration_svg(figure: CalibrationPlot) -> str:
    """The plot as SVG, in the colours of the page. Groups whose interval misses the diagonal are highlighted."""
    across = round_ticks(0.0, max(*(dot.expected for dot in figure.dots), 1e-9), 5)
    up = round_ticks(0.0, max(*(dot.high for dot in figure.dots), 1e-9), 5)

    def x(value: float) -> float:
        return LEFT + value / across[-1] * (WIDE - LEFT - RIGHT)

    def y(value: float) -> float:
        return TALL - BOTTOM - value / up[-1] * (TALL - TOP - BOTTOM)

    parts = [svg_text(LEFT, TOP - 12, "actual", "tick"), svg_text(WIDE - RIGHT, TALL - 6, "expected", "tick", "end")]
    for tick in up:
        parts.append(f'<path class="{"axis" if tick == 0 else "grid"}" d="M{LEFT} {y(tick):.1f}H{WIDE - RIGHT}"/>')
        parts.append(svg_text(LEFT - 8, y(tick) + 4, f"{tick:g}", "tick", "end"))
    parts += [svg_text(x(tick), TALL - BOTTOM + 18, f"{tick:g}", "tick", "middle") for tick in across]
    end = min(across[-1], up[-1])
    parts.append(f'<path class="diagonal" d="M{x(0):.1f} {y(0):.1f}L{x(end):.1f} {y(end):.1f}"/>')
    for dot in figure.dots:
        at, low, high = x(dot.expected), y(dot.low), y(dot.high)
        look = "whisker" if dot.as_expected else "whisker missed"
        parts.append(f'<path class="{look}" d="M{at:.1f} {low:.1f}V{high:.1f}"/>')
        parts += [f'<path class="{look}" d="M{at - CAP:.1f} {edge:.1f}h{2 * CAP}"/>' for edge in (low, high)]
        parts.append(f'<circle class="mark" cx="{at:.1f}" cy="{y(dot.actual):.1f}" r="6"/>')
    for dot, word in zip((figure.dots[0], figure.dots[-1]), ("easy", "hard"), strict=True):
        parts.append(svg_text(x(dot.expected), y(dot.high) - 8, word, "tick", "middle"))
    k = figure.digits
    said = "; ".join(f"expected {dot.expected:.{k}f}, actual {dot.actual:.{k}f}" for dot in figure.dots)
    box = f'viewBox="0 0 {WIDE} {TALL}" role="img" aria-label="{escape(f"{figure.title}: {said}")}"'
    return f'<svg class="chart whiskers diagonal" {box}>{"".join(parts)}</svg>'
