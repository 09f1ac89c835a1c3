"""Crossover chart: two actions over a chance, the first solid, the other dashed; the side where the first is
better is shaded. The belief about the chance is below the same axis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.core.units import format_chance
from kibitz.draw.axes import round_ticks, spread_labels, svg_chart, svg_text
from kibitz.draw.chart import Chart

TICK_CHANCES = (0.0, 0.25, 0.5, 0.75, 1.0)
WIDE, TALL, LEFT, RIGHT, TOP, BOTTOM = 364, 300, 44, 62, 28, 26
BELIEF_HEIGHT = 76
"""Height of the belief, from the bottom of the plot to the axis."""
GAP = 14
"""Pixels between the plot and the peak of a density."""
LABEL_LEFT_FROM = 0.7
"""From this share of the width on, labels are to the left of their point."""
TABLE_STEP = 10
"""Points of the lines between two rows of the table."""


class BeliefDensity(Struct, frozen=True):
    """Belief about a chance from 0 to 1: its density at even steps, its mean, its interval and a note on the evidence;
    ``usual`` is the chance of optimal play, with its label."""

    density: tuple[float, ...]
    mean: float
    low: float
    high: float
    words: str
    usual: float
    usual_words: str


class CrossoverChart(Chart, frozen=True):
    """The values of two actions over a chance from 0 to 1 at even steps. The first is better from ``cross`` on, or
    ``until`` it. The belief about the chance is below the same axis."""

    fits_column: ClassVar[bool] = True

    title: str
    acts: tuple[str, str]
    first: tuple[float, ...]
    second: tuple[float, ...]
    cross: float | None
    cross_words: str = ""
    at: float | None = None
    """The user's own chance."""
    at_words: str = ""
    lead: str = ""
    """The highlighted first words of the note."""
    until: bool = False
    axis: str = "sure"
    """The name of the chance in the heading of a table."""
    belief: BeliefDensity | None = None
    limits: tuple[str, ...] = ()
    """How exact it is."""

    @property
    def caption(self) -> str:
        return self.note.removeprefix(self.lead).strip()

    def table(self) -> Table:
        """The values at a few chances."""
        if self.listing is not None:
            return self.listing
        last = len(self.first) - 1
        rows = tuple(
            (f"{100 * place / last:.0f} %", format_chance(self.first[place]), format_chance(self.second[place]))
            for place in range(0, last + 1, TABLE_STEP)
        )
        return Table((self.axis, *self.acts), rows, self.title)

    def svg(self, narrow: bool = False) -> str:
        ticks = round_ticks(min(self.first + self.second), max(self.first + self.second), 4)
        tall = TALL + (BELIEF_HEIGHT if self.belief else 0)
        plot = CrossoverPlot(self, ticks, TALL - BOTTOM - (GAP if self.belief else 0), tall - BOTTOM)
        middle = _threshold(plot) if self.belief is None else _belief_density(plot, self.belief)
        parts = [*_ground(plot), *_action_lines(plot), *middle]
        return svg_chart("crossing", WIDE, tall, f"{self.title}: {' and '.join(self.acts)}", parts)


@dataclass(frozen=True, slots=True)
class CrossoverPlot:
    """The scales of a chart; ``foot`` is the lowest line of values."""

    crossing: CrossoverChart
    ticks: list[float]
    foot: float
    axis: float

    @property
    def end(self) -> float:
        """The right edge."""
        return WIDE - RIGHT

    def x(self, chance: float) -> float:
        """The x coordinate of a chance."""
        return LEFT + chance * (self.end - LEFT)

    def y(self, value: float) -> float:
        """The y coordinate of a value."""
        return self.foot - (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0]) * (self.foot - TOP)

    def value_at(self, values: tuple[float, ...], chance: float) -> float:
        """The value of an action at a chance, by linear interpolation."""
        place = chance * (len(values) - 1)
        k = min(int(place), len(values) - 2)
        return values[k] + (place - k) * (values[k + 1] - values[k])


def _ground(plot: CrossoverPlot) -> Iterator[str]:
    """The side where the first action is better, the grid, and the axis with its numbers."""
    if plot.crossing.cross is not None:
        begin, end = (0.0, plot.crossing.cross) if plot.crossing.until else (plot.crossing.cross, 1.0)
        wide, high = plot.x(end) - plot.x(begin), plot.foot - TOP
        yield f'<rect class="near" x="{plot.x(begin):.1f}" y="{TOP}" width="{wide:.1f}" height="{high:.1f}"/>'
    for tick in plot.ticks:
        yield f'<path class="grid" d="M{LEFT} {plot.y(tick):.1f}H{plot.end}"/>'
        yield svg_text(LEFT - 8, plot.y(tick) + 4, f"{100 * tick:g} %", "tick", "end")
    yield f'<path class="axis" d="M{LEFT} {plot.axis}H{plot.end}"/>'
    for chance in TICK_CHANCES:
        yield svg_text(
            plot.x(chance), plot.axis + 18 + 2 * bool(plot.crossing.belief), f"{100 * chance:.0f} %", "tick", "middle"
        )


def _action_lines(plot: CrossoverPlot) -> Iterator[str]:
    """Both actions as lines, with their names at the ends."""
    crossing = plot.crossing
    last = len(crossing.first) - 1
    for values, kind in ((crossing.second, "other-line line-1"), (crossing.first, "curve")):
        points = " ".join(f"{plot.x(place / last):.1f},{plot.y(value):.1f}" for place, value in enumerate(values))
        yield f'<polyline class="{kind}" points="{points}"/>'
    both = zip((crossing.first, crossing.second), crossing.acts, strict=True)
    ends = sorted((plot.y(values[-1]), act) for values, act in both)
    for place, (_, act) in zip(spread_labels([each for each, _ in ends], plot.foot), ends, strict=True):
        yield svg_text(plot.end + 8, place + 4, act, "name strong")


def _threshold(plot: CrossoverPlot) -> Iterator[str]:
    """The user's own chance, and the break-even chance."""
    crossing = plot.crossing
    last = len(crossing.first) - 1
    if crossing.at is not None:
        value = max(values[round(crossing.at * last)] for values in (crossing.first, crossing.second))
        yield f'<circle class="mark" cx="{plot.x(crossing.at):.1f}" cy="{plot.y(value):.1f}" r="4"/>'
        side, anchor = (-10, "end") if crossing.at > LABEL_LEFT_FROM else (10, "start")
        yield svg_text(plot.x(crossing.at) + side, plot.y(value) + 18, crossing.at_words, "name", anchor)
    if crossing.cross is not None:
        at, value = plot.x(crossing.cross), crossing.first[round(crossing.cross * last)]
        yield f'<path class="lead best" d="M{at:.1f} {TOP - 8}V{plot.foot}"/>'
        yield f'<circle class="best" cx="{at:.1f}" cy="{plot.y(value):.1f}" r="6"/>'
        yield svg_text(min(max(at, LEFT + 30), plot.end - 30), TOP - 12, crossing.cross_words, "name best", "middle")


def _belief_density(plot: CrossoverPlot, belief: BeliefDensity) -> Iterator[str]:
    """The density on the axis with its interval, optimal play as a dotted line, and the value of the response at the
    mean."""
    crossing = plot.crossing
    usual, mean, axis = plot.x(belief.usual), plot.x(belief.mean), plot.axis
    yield f'<path class="lead mark" d="M{usual:.1f} {TOP - 8}V{axis}"/>'
    half = 3.5 * len(belief.usual_words)
    yield svg_text(min(max(usual, LEFT + half), plot.end - half), TOP - 12, belief.usual_words, "name", "middle")
    last = len(belief.density) - 1
    rim = last // 50  # at the very ends a density may have no bound; its picture has
    most = max(*belief.density[rim : last + 1 - rim], 1e-9)
    heights = [axis - min(value / most, 1.0) * (BELIEF_HEIGHT - 6) for value in belief.density]
    outline = " ".join(f"{plot.x(place / last):.1f},{high:.1f}" for place, high in enumerate(heights))
    yield f'<polygon class="density" points="{LEFT},{axis} {outline} {plot.end},{axis}"/>'
    yield f'<polyline class="density-line" points="{outline}"/>'
    right = belief.mean <= 0.55
    beside = min(plot.x(belief.high) + 6, plot.end) if right else max(plot.x(belief.low) - 6, LEFT)
    anchor = ("end" if beside > plot.end - 90 else "start") if right else ("start" if beside < LEFT + 90 else "end")
    yield svg_text(beside, axis - 14, belief.words, "name", anchor)
    low, high = plot.x(belief.low), plot.x(belief.high)
    yield f'<path class="whisker" d="M{low:.1f} {axis - 6}v12M{low:.1f} {axis}H{high:.1f}M{high:.1f} {axis - 6}v12"/>'
    if crossing.cross is not None:
        value = plot.value_at(crossing.first, crossing.cross)
        yield f'<circle class="mark" cx="{plot.x(crossing.cross):.1f}" cy="{plot.y(value):.1f}" r="4"/>'
    value = plot.y(plot.value_at(crossing.first, belief.mean))
    yield f'<path class="lead best" d="M{mean:.1f} {value:.1f}V{axis}"/>'
    yield f'<circle class="best" cx="{mean:.1f}" cy="{value:.1f}" r="6"/>'
    yield f'<circle class="best" cx="{mean:.1f}" cy="{axis}" r="6"/>'
    words, room = crossing.at_words, 4 * len(crossing.at_words)
    above = value - 12 if value - 12 > TOP + 6 else value + 22
    yield svg_text(min(max(mean, LEFT + room), plot.end - room), above, words, "name best", "middle")
