"""A value for each letter, with letter tiles as the axis; on a phone only the first letters."""

from __future__ import annotations

from kibitz.core.exhibits import Table
from kibitz.draw.axes import Axis, level_grid, round_ticks, svg_chart, svg_text
from kibitz.draw.chart import Chart

TALL, LEFT, RIGHT, TOP, BOTTOM = 250, 34, 4, 16, 34
MAX_LETTERS_ON_PHONE = 12


class LetterChart(Chart, frozen=True):
    """A value with its interval for each letter; ``None`` for no interval."""

    title: str
    letters: tuple[str, ...]
    values: tuple[float, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]

    def sentence(self) -> str:
        return f"{self.title}: {self._values()}"

    def values_table(self) -> Table:
        """The values as a table."""
        rows = tuple((letter, f"{value:.2f}") for letter, value in zip(self.letters, self.values, strict=True))
        return Table(("letter", "mean"), rows)

    def _values(self) -> str:
        return ", ".join(f"{letter} {value:.1f}" for letter, value in zip(self.letters, self.values, strict=True))

    def svg(self, narrow: bool = False) -> str:
        wide = 358 if narrow else 1000
        count = min(len(self.letters), MAX_LETTERS_ON_PHONE) if narrow else len(self.letters)
        known = [*self.values[:count], *(each for each in (*self.low[:count], *self.high[:count]) if each is not None)]
        ticks = round_ticks(min(0.0, *known), max(known, default=1.0), 4) if known else [0.0, 1.0]
        ticks = [tick for tick in ticks if tick >= 0] or ticks
        foot = TALL - BOTTOM
        scale = Axis(ticks[0], ticks[-1], foot - 8, TOP)

        def y(value: float) -> float:
            return min(max(scale(value), TOP), foot - 8 + 0.02 * (foot - 8 - TOP))

        parts = level_grid(ticks, scale, LEFT, wide - RIGHT, [f"{tick:g}" for tick in ticks], axis=ticks[0])
        room = (wide - LEFT - RIGHT) / max(count, 1)
        tile = min(28.0, room - 2)
        for number in range(count):
            x = LEFT + room * (number + 0.5)
            low, high = self.low[number], self.high[number]
            if low is not None and high is not None:
                parts.append(f'<path class="whisker" d="M{x:.1f} {y(max(low, 0.0)):.1f}V{y(high):.1f}"/>')
            parts.append(f'<circle class="mark" cx="{x:.1f}" cy="{y(self.values[number]):.1f}" r="4.5"/>')
            look = f'x="{x - tile / 2:.1f}" y="{foot}" width="{tile:.1f}" height="26" rx="4"'
            parts.append(f'<rect class="tile" {look}/>')
            parts.append(svg_text(x, foot + 18, self.letters[number], "on-tile", "middle", 14))
        return svg_chart("letters", wide, TALL, f"{self.title}: {self._values()}", parts)
