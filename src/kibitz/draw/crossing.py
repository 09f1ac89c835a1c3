"""Two acts over a chance, as SVG: the first solid, the other dashed, the side where the first is better shaded."""

from __future__ import annotations

from html import escape

from kibitz.core.exhibits.figures import Crossing
from kibitz.draw.curve import names_apart, round_numbers, text

CHANCES = (0.0, 0.25, 0.5, 0.75, 1.0)
WIDE, TALL, LEFT, RIGHT, TOP, BOTTOM = 460, 300, 44, 60, 28, 26


def crossing_svg(crossing: Crossing) -> str:
    """The picture; its colours are the page's."""
    ticks = round_numbers(min(crossing.first + crossing.second), max(crossing.first + crossing.second), 4)
    foot, end, last = TALL - BOTTOM, WIDE - RIGHT, len(crossing.first) - 1

    def x(chance: float) -> float:
        return LEFT + chance * (end - LEFT)

    def y(value: float) -> float:
        return foot - (value - ticks[0]) / (ticks[-1] - ticks[0]) * (foot - TOP)

    parts = []
    if crossing.cross is not None:
        at = x(crossing.cross)
        parts.append(f'<rect class="near" x="{at:.1f}" y="{TOP}" width="{end - at:.1f}" height="{foot - TOP}"/>')
    for tick in ticks:
        parts.append(f'<path class="grid" d="M{LEFT} {y(tick):.1f}H{end}"/>')
        parts.append(text(LEFT - 8, y(tick) + 4, f"{100 * tick:g} %", "tick", "end"))
    parts.append(f'<path class="axis" d="M{LEFT} {foot}H{end}"/>')
    parts += [text(x(chance), foot + 18, f"{100 * chance:.0f} %", "tick", "middle") for chance in CHANCES]
    for values, kind in ((crossing.second, "beside beside-1"), (crossing.first, "curve")):
        points = " ".join(f"{x(place / last):.1f},{y(value):.1f}" for place, value in enumerate(values))
        parts.append(f'<polyline class="{kind}" points="{points}"/>')
    ends = sorted(((y(values[-1]), act) for values, act in zip((crossing.first, crossing.second), crossing.acts,
                                                               strict=True)))  # fmt: skip
    for place, (_, act) in zip(names_apart([each for each, _ in ends], foot), ends, strict=True):
        parts.append(text(end + 8, place + 4, act, "name strong"))
    if crossing.at is not None:
        value = max(values[round(crossing.at * last)] for values in (crossing.first, crossing.second))
        parts.append(f'<circle class="mark" cx="{x(crossing.at):.1f}" cy="{y(value):.1f}" r="4"/>')
        side, anchor = (-10, "end") if crossing.at > 0.7 else (10, "start")
        parts.append(text(x(crossing.at) + side, y(value) + 18, crossing.at_words, "name", anchor))
    if crossing.cross is not None:
        at, value = x(crossing.cross), crossing.first[round(crossing.cross * last)]
        parts.append(f'<path class="lead best" d="M{at:.1f} {TOP - 8}V{foot}"/>')
        parts.append(f'<circle class="best" cx="{at:.1f}" cy="{y(value):.1f}" r="6"/>')
        parts.append(text(min(max(at, LEFT + 30), end - 30), TOP - 12, crossing.cross_words, "name best", "middle"))
    label = escape(f"{crossing.title}: {' and '.join(crossing.acts)}")
    drawn = "".join(parts)
    return f'<svg class="chart crossing" viewBox="0 0 {WIDE} {TALL}" role="img" aria-label="{label}">{drawn}</svg>'
