"""Best-response picture of a 2x2 game: each player's best chance against every chance of the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from kibitz.core.exhibits import Table
from kibitz.core.units import format_chance
from kibitz.draw.axes import Axis, svg_chart, svg_text
from kibitz.draw.chart import Chart

SIDE, LEFT, RIGHT, TOP, BOTTOM = 250, 64, 22, 30, 46
TICKS = (0.0, 0.5, 1.0)

Point = tuple[float, float]


class BestResponseChart(Chart, frozen=True):
    """Best responses of both players in a 2x2 game, across the row player's chance and up the column player's.

    ``row`` and ``column`` are the corners of each player's line, (row's chance, column's chance). An empty line stands
    for a player to whom everything is equally good. The lines meet at the ``equilibria``.
    """

    fits_column: ClassVar[bool] = True

    title: str
    first_row: str
    """Name of the row player's first choice, whose chance is across."""
    first_column: str
    row: tuple[Point, ...]
    column: tuple[Point, ...]
    equilibria: tuple[Point, ...]

    def table(self) -> Table:
        rows = tuple((format_chance(p), format_chance(q)) for p, q in self.equilibria)
        return Table((f"chance of {self.first_row}", f"chance of {self.first_column}"), rows, "Where the lines meet")

    def svg(self, narrow: bool = False) -> str:
        wide, tall = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM
        x, y = Axis(0.0, 1.0, LEFT, LEFT + SIDE), Axis(0.0, 1.0, TOP + SIDE, TOP)
        parts = [*self._square(x, y)]
        for line, look in ((self.column, "other-line line-1"), (self.row, "curve")):
            if line:
                parts.append(f'<polyline class="{look}" points="{_points(line, x, y)}"/>')
        parts += [f'<circle class="best" cx="{x(p):.1f}" cy="{y(q):.1f}" r="6"/>' for p, q in self.equilibria]
        meet = ", ".join(f"({format_chance(p)}, {format_chance(q)})" for p, q in self.equilibria)
        return svg_chart("responses", wide, tall, f"{self.title}: the lines meet at {meet}", parts)

    def _square(self, x: Axis, y: Axis) -> Iterator[str]:
        """The unit square with its numbers and the names of both chances."""
        for tick in TICKS:
            yield f'<path class="grid" d="M{x(tick):.1f} {TOP}V{TOP + SIDE}M{LEFT} {y(tick):.1f}H{LEFT + SIDE}"/>'
            yield svg_text(x(tick), TOP + SIDE + 18, f"{100 * tick:.0f} %", "tick", "middle")
            yield svg_text(LEFT - 8, y(tick) + 4, f"{100 * tick:.0f} %", "tick", "end")
        yield svg_text(LEFT - 52, TOP - 14, f"chance of {self.first_column} (column)", "tick")
        yield svg_text(LEFT + SIDE, TOP + SIDE + 38, f"chance of {self.first_row} (row)", "tick", "end")


def response_line(at_zero: float, at_one: float) -> tuple[Point, ...]:
    """The best response (other's chance, own chance) of a player who gains these by the first choice.

    ``at_zero`` is the gain over the second choice if the other's chance is 0, ``at_one`` if it is 1; the gain is linear
    between. Empty if both are 0, where every own chance is best.
    """
    if at_zero == at_one == 0:
        return ()
    if (at_zero > 0) == (at_one > 0) and at_zero and at_one:
        own = float(at_zero > 0)
        return ((0.0, own), (1.0, own))
    turn = at_zero / (at_zero - at_one)
    start, end = float(at_zero > 0 or (at_zero == 0 and at_one < 0)), float(at_one > 0 or (at_one == 0 and at_zero < 0))
    return ((0.0, start), (turn, start), (turn, end), (1.0, end))


def _points(line: Sequence[Point], x: Axis, y: Axis) -> str:
    return " ".join(f"{x(p):.1f},{y(q):.1f}" for p, q in line)
