"""Calibration plot: expected against actual loss, a dot with its interval for each group of decisions."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.draw.axes import Axis, level_grid, round_ticks, svg_chart, svg_text
from kibitz.draw.chart import Chart

WIDE, TALL, LEFT, RIGHT, TOP, BOTTOM = 460, 300, 44, 12, 26, 46
CAP = 6
"""Half the width of the cap of a whisker."""


class CalibrationPoint(Struct, frozen=True):
    """Expected and actual value of a group of decisions, with the interval of the actual one."""

    expected: float
    actual: float
    low: float
    high: float

    @property
    def as_expected(self) -> bool:
        """Whether the interval contains the expected value."""
        return self.low <= self.expected <= self.high


class CalibrationPlot(Chart, frozen=True):
    """Expected against actual values of groups of decisions, from easy to hard. Groups whose interval misses the
    diagonal are highlighted."""

    fits_column: ClassVar[bool] = True

    title: str
    dots: tuple[CalibrationPoint, ...]
    digits: int = 2

    def table(self) -> Table:
        k = self.digits
        names = ("easiest", *[""] * (len(self.dots) - 2), "hardest")[: len(self.dots)]
        rows = tuple(
            (name, f"{dot.expected:.{k}f}", f"{dot.actual:.{k}f}", f"{dot.low:.{k}f} to {dot.high:.{k}f}")
            for name, dot in zip(names, self.dots, strict=True)
        )
        return Table(("", "expected", "actual", "95 %"), rows, self.title, remark=self.remark)

    def svg(self, narrow: bool = False) -> str:
        across = round_ticks(0.0, max(*(dot.expected for dot in self.dots), 1e-9), 5)
        up = round_ticks(0.0, max(*(dot.high for dot in self.dots), 1e-9), 5)
        x, y = Axis(0.0, across[-1], LEFT, WIDE - RIGHT), Axis(0.0, up[-1], TALL - BOTTOM, TOP)
        parts = [
            svg_text(LEFT, TOP - 12, "actual", "tick"),
            svg_text(WIDE - RIGHT, TALL - 6, "expected", "tick", "end"),
        ]
        parts += level_grid(up, y, LEFT, WIDE - RIGHT, [f"{tick:g}" for tick in up], axis=0)
        parts += [svg_text(x(tick), TALL - BOTTOM + 18, f"{tick:g}", "tick", "middle") for tick in across]
        end = min(across[-1], up[-1])
        parts.append(f'<path class="diagonal" d="M{x(0):.1f} {y(0):.1f}L{x(end):.1f} {y(end):.1f}"/>')
        for dot in self.dots:
            at, low, high = x(dot.expected), y(dot.low), y(dot.high)
            look = "whisker" if dot.as_expected else "whisker missed"
            parts.append(f'<path class="{look}" d="M{at:.1f} {low:.1f}V{high:.1f}"/>')
            parts += [f'<path class="{look}" d="M{at - CAP:.1f} {edge:.1f}h{2 * CAP}"/>' for edge in (low, high)]
            parts.append(f'<circle class="mark" cx="{at:.1f}" cy="{y(dot.actual):.1f}" r="6"/>')
        for dot, word in zip((self.dots[0], self.dots[-1]), ("easy", "hard"), strict=True):
            parts.append(svg_text(x(dot.expected), y(dot.high) - 8, word, "tick", "middle"))
        k = self.digits
        said = "; ".join(f"expected {dot.expected:.{k}f}, actual {dot.actual:.{k}f}" for dot in self.dots)
        return svg_chart("whiskers diagonal", WIDE, TALL, f"{self.title}: {said}", parts)
