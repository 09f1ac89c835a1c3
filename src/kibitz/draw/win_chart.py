"""Win chart: each player's win chance over a game, with errors flagged.

Colours and dashes follow the seats from the left. Names are at the ends of the lines, so that no key is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Table
from kibitz.core.grades import GLYPHS
from kibitz.core.units import format_chance
from kibitz.draw.axes import CHARACTER_WIDTH_PX, spread_labels, svg_text
from kibitz.draw.chart import Chart
from kibitz.draw.curve import Series
from kibitz.draw.style import COLOURS, FONT


class WinChartSize(NamedTuple):
    """Size of the chart and space for names to the right, in pixels; ``letters`` is the longest name that fits."""

    width: int
    height: int
    right: int
    letters: int


DESKTOP, PHONE = WinChartSize(960, 300, 150, 16), WinChartSize(358, 260, 78, 8)
LEFT, TOP, BOTTOM = 44, 26, 28
SEATS = ("#2463C4", "#965600", "#7A1F4F")
DASHES = ("", "7 4", "2 4")
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


class ErrorFlag(Struct, frozen=True):
    """A flagged error on a win chart: its step, its line (from 0) and its grade."""

    place: int
    line: int
    grade: str
    words: str
    seat: int = 0
    """If two players share one line: 1 for the player of the line (flag above it), 2 for the other (below it)."""


class WinChart(Chart, frozen=True):
    """Win chances of two or three players over a game. ``parts`` names the steps at which a part of the game begins;
    errors are flagged."""

    title: str
    lines: tuple[Series, ...]
    parts: tuple[tuple[int, str], ...] = ()
    flags: tuple[ErrorFlag, ...] = ()
    step: str = "step"
    """The name of a step: a clue, a move."""
    turns: int = 1
    """Steps that have one number: two for the half-moves of a chess move."""

    def step_name(self, place: int) -> str:
        """The name of the step that ends at a place: ``clue 12``, or with two turns ``move 6, Black``."""
        if self.turns == 1:
            return f"{self.step} {place}" if place else "start"
        number, turn = divmod(place - 1, self.turns)
        return f"{self.step} {number + 1}, {('White', 'Black')[turn % 2]}" if place else "start"

    def svg(self, narrow: bool = False) -> str:
        return win_chart_svg(self, False, PHONE if narrow else DESKTOP)

    def sentence(self) -> str:
        return ""  # the note explains the picture

    def table(self) -> Table:
        """The chances at the start and the end, where a part begins, and after each flagged error."""
        if self.listing is not None:
            return self.listing
        last = len(self.lines[0].values) - 1
        return self._rows(sorted({0, last, *(place for place, _ in self.parts), *(flag.place for flag in self.flags)}))

    def all_steps(self) -> Table:
        """The chance of each player at each step, for "Show as table" on a page."""
        return self.listing or self._rows(list(range(len(self.lines[0].values))))

    def _rows(self, places: list[int]) -> Table:
        rows = tuple(
            (self.step_name(place), *(format_chance(line.values[place]) for line in self.lines)) for place in places
        )
        return Table(("", *(line.name for line in self.lines)), rows, self.title)


def win_chart_svg(story: WinChart, alone: bool = True, sheet: WinChartSize = DESKTOP) -> str:
    """The chart as SVG; a stand-alone one has its own colours, one in a page those of the page."""
    length = len(story.lines[0].values) if story.lines else 0
    if not 1 <= len(story.lines) <= len(SEATS) or length < 2 or any(len(line.values) != length for line in story.lines):
        raise InputError("win chart: give one to three lines of equal length with at least two points")
    parts = [
        *_ground(story, length, alone, sheet),
        *_lines(story, length, alone, sheet),
        *_flags(story, length, alone, sheet),
    ]
    box = f'viewBox="0 0 {sheet.width} {sheet.height}" role="img" aria-label="{escape(story.title)}"'
    if not alone:
        return f'<svg class="chart" {box}>{"".join(parts)}</svg>'
    ground = f'<rect width="{sheet.width}" height="{sheet.height}" fill="{COLOURS["surface"]}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="{escape(FONT)}">{ground}{"".join(parts)}</svg>\n'
    )


def with_cursor(svg: str, place: int, length: int, sheet: WinChartSize) -> str:
    """The chart of a page with a vertical line at one step."""
    line = f'<path class="pointer" d="M{_x(place, length, sheet):.1f} {TOP}V{sheet.height - BOTTOM}"/>'
    return svg.removesuffix("</svg>") + line + "</svg>"


def _x(place: int, length: int, sheet: WinChartSize) -> float:
    return LEFT + place / (length - 1) * (sheet.width - LEFT - sheet.right)


def _y(chance: float, sheet: WinChartSize) -> float:
    return sheet.height - BOTTOM - min(max(chance, 0.0), 1.0) * (sheet.height - TOP - BOTTOM)


def _ink(name: str, alone: bool) -> str:
    return COLOURS[name] if alone else f"var(--{name})"


def _seat(number: int, alone: bool) -> str:
    return SEATS[number] if alone else f"var(--seat-{number + 1})"


def _ground(story: WinChart, length: int, alone: bool, sheet: WinChartSize) -> Iterator[str]:
    """Parts of the game (every second one shaded), grid and numbers."""
    free = 0.0  # where the last name ends
    ends = [*(place for place, _ in story.parts[1:]), length - 1]
    for number, ((place, name), end) in enumerate(zip(story.parts, ends, strict=False)):
        x, wide = _x(place, length, sheet), _x(end, length, sheet) - _x(place, length, sheet)
        if number % 2:
            shade = "#EFECE3" if alone else "var(--sunken)"
            tall = sheet.height - TOP - BOTTOM
            yield f'<rect x="{x:.1f}" y="{TOP}" width="{wide:.1f}" height="{tall}" fill="{shade}" opacity=".6"/>'
        long = CHARACTER_WIDTH_PX * len(name)
        begins = x + 4 if wide >= long else x + wide - long
        if begins >= free:
            free = begins + long
            yield _words(begins, TOP - 8, name, "ink-2", alone, "start")
    for tick in TICKS:
        even = tick == 0.5 and len(story.lines) == 1
        grid = _ink("line-strong" if tick == 0 or even else "grid", alone)
        yield f'<path d="M{LEFT} {_y(tick, sheet):.1f}H{sheet.width - sheet.right}" stroke="{grid}" fill="none"/>'
        yield _words(LEFT - 8, _y(tick, sheet) + 4, f"{tick:.0%}", "ink-3", alone, "end")
        if even and abs(_y(story.lines[0].values[-1], sheet) - _y(tick, sheet)) > 16:
            yield _words(sheet.width - sheet.right + 8, _y(tick, sheet) + 4, "even", "ink-3", alone, "start")
    numbers = (length - 1) // story.turns
    step = max(5, -(-numbers // (6 if sheet is DESKTOP else 3)) // 5 * 5) * story.turns
    for place in range(0, length - 1, step):
        words = "0" if not place else f"{story.step} {place // story.turns}"
        yield _words(_x(place, length, sheet), sheet.height - 9, words, "ink-3", alone, "middle")


def _lines(story: WinChart, length: int, alone: bool, sheet: WinChartSize) -> Iterator[str]:
    order = sorted(enumerate(story.lines), key=lambda each: -each[1].values[-1])
    ends = spread_labels([_y(line.values[-1], sheet) for _, line in order], sheet.height - BOTTOM)
    for (number, line), y in zip(order, ends, strict=True):
        points = " ".join(f"{_x(i, length, sheet):.1f},{_y(value, sheet):.1f}" for i, value in enumerate(line.values))
        dash = f' stroke-dasharray="{DASHES[number]}"' if DASHES[number] else ""
        colour = _seat(number, alone) if len(story.lines) > 1 else _ink("ink", alone)
        yield (
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.25" '
            f'stroke-linejoin="round"{dash}/>'
        )
        if len(story.lines) > 1:
            yield _shape(number, _x(length - 1, length, sheet) + 12, y, colour)
        words = line.name if len(line.name) <= sheet.letters else line.name[: sheet.letters - 1] + "…"
        look = f'fill="{colour}"' if alone else f'class="player-{number + 1}"' if len(story.lines) > 1 else ""
        x = _x(length - 1, length, sheet) + (24 if len(story.lines) > 1 else 8)
        yield (f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="13" font-weight="650" {look}>{escape(words)}</text>')


def _shape(number: int, x: float, y: float, colour: str) -> str:
    if number == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>'
    if number == 1:
        return f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" rx="2" fill="{colour}"/>'
    return f'<path d="M{x:.1f} {y - 6:.1f}l6 11h-12z" fill="{colour}"/>'


def _flags(story: WinChart, length: int, alone: bool, sheet: WinChartSize) -> Iterator[str]:
    """Errors as flags on a short stem, without overlaps."""
    taken: list[tuple[float, float]] = []
    shown = [each for each in story.flags if sheet is DESKTOP or not each.seat or each.grade != "inaccuracy"]
    for flag in sorted(shown, key=lambda each: each.place):
        x, base = _x(flag.place, length, sheet), _y(story.lines[flag.line].values[flag.place], sheet)
        y = base + 22 if flag.seat == 2 or base - 40 <= TOP else base - 22
        aside = -20 if flag.seat == 1 and base - 40 > TOP else 20
        while any(abs(x - a) < 28 and abs(y - b) < 20 for a, b in taken):
            y += aside
        if not TOP < y < sheet.height - BOTTOM and flag.seat:  # no room left on its side
            y = base + 22 if flag.seat == 1 else base - 22
            while any(abs(x - a) < 28 and abs(y - b) < 20 for a, b in taken):
                y -= aside
        taken.append((x, y))
        colour = _ink(flag.grade, alone)
        look = f'fill="{COLOURS["surface"]}"' if alone else 'class="on-flag"'
        yield (
            f'<g class="flag"><title>{escape(flag.words)}</title>'
            f'<path d="M{x:.1f} {base:.1f}V{y:.1f}" stroke="{colour}"/>'
            f"{_shape(flag.seat - 1, x, base, _seat(flag.seat - 1, alone)) if flag.seat else ''}"
            f'<rect x="{x - 11:.1f}" y="{y - 9:.1f}" width="22" height="18" rx="9" fill="{colour}"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="11" font-weight="700" text-anchor="middle" '
            f"{look}>{GLYPHS[flag.grade]}</text></g>"
        )


def _words(x: float, y: float, words: str, ink: str, alone: bool, anchor: str) -> str:
    if not alone:
        return svg_text(x, y, words, "tick", anchor)
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="{anchor}"'
    return f'<text {place} fill="{COLOURS[ink]}">{escape(words)}</text>'
