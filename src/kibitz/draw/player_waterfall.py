"""Waterfall of luck and skill for one player: from the win chance at the start to the end.

Luck is grey, own errors are hatched, errors of others have the colour of the best choice. Every step has its name and
its signed value, so that colour is never the only cue.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from msgspec import Struct

from kibitz.core.exhibits.grids import format_points
from kibitz.draw.axes import Axis
from kibitz.draw.chart import Chart
from kibitz.draw.style import hatch_pattern
from kibitz.draw.waterfall import WaterfallStep

WIDTH, ROW = 360, 24
LEFT, RIGHT = 112, 48


class PlayerWaterfall(Struct, frozen=True):
    """One player's waterfall from the win chance at the start to the end; ``note`` is below the name."""

    name: str
    note: str
    start: float
    stairs: tuple[WaterfallStep, ...]

    @property
    def end(self) -> float:
        """The value after the last step."""
        return self.start + sum(stair.amount for stair in self.stairs)


class PlayerWaterfalls(Chart, frozen=True):
    """Luck and skill: one waterfall per player on one scale from 0 to 1; the note says how they add up."""

    title: str
    cases: tuple[PlayerWaterfall, ...]

    def pictures(self) -> tuple[str, ...]:
        """The waterfall of each player as SVG."""
        return player_waterfalls_svg(self.cases)


def player_waterfalls_svg(cases: Sequence[PlayerWaterfall]) -> tuple[str, ...]:
    """The waterfalls of all players on one scale, from 0 to 100 points or wider if a step goes beyond."""
    places = [place for case in cases for place in _places(case)]
    ends = min([0.0, *places]), max([1.0, *places])
    return tuple(player_waterfall_svg(case, ends) for case in cases)


def _places(case: PlayerWaterfall) -> list[float]:
    """The start of each step, and the end of the last one."""
    return list(accumulate((stair.amount for stair in case.stairs), initial=case.start))


def player_waterfall_svg(case: PlayerWaterfall, ends: tuple[float, float] = (0.0, 1.0)) -> str:
    """The waterfall of one player on a scale, extended if steps go beyond it."""
    places = _places(case)
    low, high = min(ends[0], *places), max(ends[1], *places)

    x = Axis(low, high, LEFT, WIDTH - RIGHT)
    rows = [_row(0, "start", f"{100 * case.start:.1f}", _end(x(case.start), 0))]
    for number, stair in enumerate(case.stairs, start=1):
        before, after = places[number - 1], places[number]
        start, wide = x(min(before, after)), abs(x(after) - x(before))
        place = f'x="{start:.1f}" y="{number * ROW + 6}" width="{max(wide, 1):.1f}" height="12"'
        bar = f'<rect class="stair {stair.kind}" {place}/>'
        join = f'<path class="join" d="M{x(before):.1f} {number * ROW - 6}v12"/>'
        rows.append(_row(number, stair.name, format_points(stair.amount), join + bar))
    last = len(case.stairs) + 1
    join = f'<path class="join" d="M{x(places[-1]):.1f} {last * ROW - 6}v12"/>'
    rows.append(_row(last, "end", f"{100 * case.end:.1f}", join + _end(x(case.end), last)))
    ground = "".join(f'<path class="grid" d="M{x(value):.1f} 0V{(last + 1) * ROW}"/>' for value in (0.0, 0.5, 1.0))
    words = ", ".join(
        [
            f"start {100 * case.start:.1f}",
            *(f"{s.name} {format_points(s.amount)}" for s in case.stairs),
            f"end {100 * case.end:.1f}",
        ]
    )
    return (
        f'<svg class="chart stairs" viewBox="0 0 {WIDTH} {(last + 1) * ROW}" role="img" '
        f'aria-label="{escape(case.name)}: {escape(words)}">{hatch_pattern("loss")}{ground}{"".join(rows)}</svg>'
    )


def _row(number: int, name: str, figure: str, drawn: str) -> str:
    y = number * ROW + 16
    strong = " strong" if name in ("start", "end") else ""
    return (
        f'{drawn}<text class="name{strong}" x="0" y="{y}" font-size="12">{escape(name)}</text>'
        f'<text class="figure" x="{WIDTH}" y="{y}" font-size="12" text-anchor="end">{figure}</text>'
    )


def _end(x: float, row: int) -> str:
    return f'<circle class="stair-end" cx="{x:.1f}" cy="{row * ROW + 12}" r="5"/>'
