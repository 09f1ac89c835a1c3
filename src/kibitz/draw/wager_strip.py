"""Wager strip: the likely wagers of each opponent as bars over their range, with what it takes to beat each bar."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.core.units import format_chance, format_money
from kibitz.draw.axes import CHARACTER_WIDTH_PX, Axis, svg_chart, svg_text
from kibitz.draw.chart import Chart

WIDE, ROW, TALL, HEAD = 358, 104, 48, 34
MIN_BAR_PX = 3.0
MAX_LABELS = 3
"""Bars with their share above them, the likeliest first."""


class WagerBar(Struct, frozen=True):
    """Wagers from ``low`` to ``high`` dollars and their share. ``needs`` is your least bet that beats the bar if both
    are right, ``keeps`` your largest that stays ahead if both are wrong; null where there is none."""

    low: int
    high: int
    share: float
    needs: int | None = None
    keeps: int | None = None

    def words(self) -> str:
        """The wagers as text."""
        return (
            format_money(self.low)
            if self.low == self.high
            else f"{format_money(self.low)} to {format_money(self.high)}"
        )


class OpponentStrip(Struct, frozen=True):
    """The wagers of one opponent, who has ``score`` dollars; shares sum to 1."""

    name: str
    score: int
    bars: tuple[WagerBar, ...]


class WagerStrip(Chart, frozen=True):
    """The likely wagers of the opponents, one row each."""

    fits_column: ClassVar[bool] = True

    title: str
    strips: tuple[OpponentStrip, ...]

    def sentence(self) -> str:
        likeliest = [(each.name, max(each.bars, key=lambda bar: bar.share)) for each in self.strips]
        parts = [f"{name} {bar.words()} ({format_chance(bar.share, 0)})" for name, bar in likeliest]
        return f"{self.title}: most likely {', '.join(parts)}. {self.note}".strip()

    def table(self) -> Table:
        """All bars with what beats them."""
        rows = tuple(
            (
                strip.name,
                bar.words(),
                format_chance(bar.share),
                "no bet" if bar.needs is None else format_money(bar.needs),
                "no bet" if bar.keeps is None else format_money(bar.keeps),
            )
            for strip in self.strips
            for bar in strip.bars
        )
        return Table(("", "wager", "share", "both right: you need", "both wrong: at most"), rows, left=(0,))

    def svg(self, narrow: bool = False) -> str:
        parts: list[str] = []
        for number, strip in enumerate(self.strips):
            parts += _strip(strip, ROW * number)
        return svg_chart("wagers", WIDE, ROW * len(self.strips), self.sentence(), parts)


def _strip(strip: OpponentStrip, top: float) -> list[str]:
    x = Axis(0, max(strip.score, 1), 0, WIDE - MIN_BAR_PX)
    foot = top + HEAD + TALL
    tallest = max(bar.share for bar in strip.bars)
    parts = [
        svg_text(0, top + 14, f"{strip.name} has {format_money(strip.score)}", "name strong", "start", 13),
        f'<path class="axis" d="M0 {foot:g}H{WIDE}"/>',
        svg_text(0, foot + 15, "$0", "tick"),
        svg_text(WIDE, foot + 15, format_money(strip.score), "tick", "end"),
    ]
    free: list[tuple[float, float]] = []
    for bar in sorted(strip.bars, key=lambda each: -each.share):
        left, long = x(bar.low), max(x(bar.high) - x(bar.low), MIN_BAR_PX)
        tall = max(bar.share / tallest * TALL, 1.0)
        kind = "span good" if bar.low == bar.high else "span plain"
        parts.append(
            f'<rect class="{kind}" x="{left:.1f}" y="{foot - tall:.1f}" width="{long:.1f}" height="{tall:.1f}"/>'
        )
        text = f"{bar.words() if bar.low == bar.high else ''} {format_chance(bar.share, 0)}".strip()
        half = CHARACTER_WIDTH_PX * len(text) / 2
        middle = min(max(left + long / 2, half), WIDE - half)
        if len(free) < MAX_LABELS and all(abs(middle - m) > half + h + 4 for m, h in free):
            free.append((middle, half))
            parts.append(svg_text(middle, foot - tall - 4, text, "tick", "middle"))
    return parts
