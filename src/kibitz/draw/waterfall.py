"""Waterfall of luck and skill for two players, from the start to the end of a match."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from kibitz.core.units import MINUS
from kibitz.draw.axes import Axis, level_grid, round_ticks, svg_chart, svg_text
from kibitz.draw.chart import Chart
from kibitz.draw.style import hatch_pattern

WIDE, TALL, LEFT, RIGHT, TOP, BOTTOM = 358, 250, 44, 4, 26, 44


class WaterfallStep(Struct, frozen=True):
    """One step of a waterfall: its name, its amount and its kind."""

    name: str
    amount: float
    kind: Literal["own", "other", "luck"] = "luck"


class Waterfall(Chart, frozen=True):
    """Waterfall from the first value to the last in named steps, in chances or points. Own errors are hatched, errors
    of the opponent green, luck grey."""

    fits_column: ClassVar[bool] = True

    title: str
    start: float
    stairs: tuple[WaterfallStep, ...]
    percent: bool = True

    @property
    def levels(self) -> list[float]:
        """The values before the first step, and after each."""
        levels = [self.start]
        for stair in self.stairs:
            levels.append(levels[-1] + stair.amount)
        return levels

    def format_value(self, value: float, signed: bool = False) -> str:
        """A value as text."""
        shown = f"{100 * value:{'+' if signed else ''}.1f}" if self.percent else f"{value:+.2f}"
        return shown.replace("-", MINUS) + (" %" if self.percent and not signed else "")

    def sentence(self) -> str:
        end = self.format_value(self.start + sum(stair.amount for stair in self.stairs))
        steps = [f"{self.format_value(self.start)} at the start"]
        steps += [f"{self.format_value(stair.amount, signed=True)} {stair.name}" for stair in self.stairs]
        return f"{self.title}: {', '.join(steps)}, {end} at the end. {self.note}".strip()

    def svg(self, narrow: bool = False) -> str:
        levels = self.levels
        if self.percent:
            low, high = min(0.0, *levels), max(1.0, *levels)
            ticks = [tick for tick in (-0.5, 0.0, 0.5, 1.0, 1.5) if low - 0.49 < tick < high + 0.49]
        else:
            ticks = round_ticks(min(0.0, *levels), max(0.0, *levels), 4)
        y = Axis(min(ticks[0], *levels), max(ticks[-1], *levels), TALL - BOTTOM, TOP)
        words = [(f"{tick:.0%}" if self.percent else f"{tick:g}").replace("-", MINUS) for tick in ticks]
        columns = [("start", 0.0, levels[0], "end", self.format_value(levels[0]))]
        columns += [
            (stair.name, below, below + stair.amount, stair.kind, self.format_value(stair.amount, signed=True))
            for stair, below in zip(self.stairs, levels, strict=False)
        ]
        columns.append(("end", 0.0, levels[-1], "end", self.format_value(levels[-1])))
        parts = [hatch_pattern("own-errors"), *level_grid(ticks, y, LEFT, WIDE - RIGHT, words, axis=0)]
        room = (WIDE - LEFT - RIGHT) / len(columns)
        for number, (name, begins, ends, kind, text) in enumerate(columns):
            x, wide = LEFT + room * number + room * 0.16, room * 0.68
            top, bottom = sorted((y(begins), y(ends)))
            look = f'x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{max(bottom - top, 1):.1f}" rx="2"'
            parts.append(f'<rect class="stair {kind}" {look}/>')
            if number < len(columns) - 1:
                parts.append(f'<path class="axis" d="M{x + wide:.1f} {y(ends):.1f}h{room * 0.32:.1f}"/>')
            parts.append(svg_text(x + wide / 2, top - 6, text, "name strong", "middle"))
            for row, word in enumerate(_lines(name)):
                parts.append(svg_text(x + wide / 2, TALL - BOTTOM + 18 + 14 * row, word, "tick", "middle"))
        said = ", ".join(f"{name} {text}" for name, _, _, _, text in columns)
        return svg_chart("staircase", WIDE, TALL, f"{self.title}: {said}", parts)


def _lines(name: str) -> list[str]:
    """A name of two words on two lines, to fit under its column."""
    return [word if len(word) <= 9 else word[:8] + "…" for word in name.rsplit(" ", 1)]
