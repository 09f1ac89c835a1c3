"""Curve of the value of every wager, bid or threshold as SVG: the same chart in files, print and pages.

A stand-alone chart has its title, axes and colours. A chart inside a page leaves these to the page (classes of
`kibitz.draw.style`) and has the numbers under the pointer instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError, format_amount
from kibitz.core.units import MINUS, Unit
from kibitz.draw.axes import CHARACTER_WIDTH_PX, round_ticks, spread_labels, svg_text
from kibitz.draw.curve import Curve
from kibitz.draw.hover import hover_points, named_choice_list
from kibitz.draw.style import standalone_svg

IntArray: TypeAlias = NDArray[np.int64]
Places = TypeVar("Places", float, FloatArray)

LABEL_ROW_HEIGHT_PX = 17
"""Height of one row of labels above the plot."""
NAMES_NARROW = 52
"""Width of the labels at the ends of lines on a phone."""
MAX_DOTS = 40
"""Most choices shown as dots joined by a thin line."""
NOTE_LINE_HEIGHT_PX = 16
"""Height of a line of a note."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The plot area in pixels; with ``names`` all marks are labelled, else only the best one and the ends."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    names: bool = True


WIDE = Frame(800, 330, 48, 20, 12, 28)
HALF = Frame(460, 330, 44, 16, 12, 28)
NARROW = Frame(358, 264, 44, 12, 12, 28, names=False)
CARD = Frame(360, 148, 0, 0, 16, 0, names=False)
STANDALONE = Frame(800, 400, 58, 24, 64, 62)


@dataclass(frozen=True, slots=True)
class CurvePlot:
    """A curve in its frame, with its scales."""

    curve: Curve
    frame: Frame
    choices: IntArray
    values: FloatArray
    ticks: list[float]
    top: float

    @property
    def bottom(self) -> float:
        """The bottom edge of the plot."""
        return self.frame.height - self.frame.bottom

    @property
    def right(self) -> float:
        """The right edge of the plot."""
        return self.frame.width - self.frame.right

    def x(self, choice: Places) -> Places:
        """The x coordinate of a choice, or of many."""
        first, last = int(self.choices[0]), int(self.choices[-1])
        return self.frame.left + (choice - first) / max(last - first, 1) * (self.right - self.frame.left)

    def y(self, value: Places) -> Places:
        """The y coordinate of a value, or of many."""
        low, high = self.ticks[0], self.ticks[-1]
        return self.bottom - (value - low) / max(high - low, 1e-12) * (self.bottom - self.top)

    def worth(self, choice: int) -> float | None:
        result = int(np.searchsorted(self.choices, choice))
        same = result < len(self.choices) and self.choices[result] == choice
        return float(self.values[result]) if same else None


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A placed mark: the row of labels, counted upwards from the plot, and where its text begins."""

    x: float
    y: float
    text: str
    best: bool
    row: int
    start: float


NEAR_BEST_LOSS = 0.01
"""Largest loss of win chance of a choice in the lighter band."""


def curve_svg(curve: Curve, frame: Frame = STANDALONE) -> str:
    """The curve as SVG: plateau shaded, best choice and marks named, the user's own choice with its grade."""
    choices, values = np.array(curve.choices), np.array(curve.worth)
    if not len(choices) or len(choices) != len(values):
        raise InputError("curve: give one value for each choice, and at least one choice")
    covered = np.concatenate([values, curve.low, curve.high, *(line.values for line in curve.beside)])
    stands_alone, is_card = frame is STANDALONE, frame is CARD
    if curve.beside and not is_card:
        wide = CHARACTER_WIDTH_PX * max(map(len, _at_ends(curve)))
        frame = replace(frame, right=frame.right + int(wide if frame.names else min(wide, NAMES_NARROW)))
    ticks = round_ticks(float(covered.min()), float(covered.max()), 5)
    plot = CurvePlot(curve, frame, choices, values, ticks, frame.top)
    named = _place_labels(plot)
    rows = 1 + max((name.row for name in named), default=-1)
    plot = CurvePlot(curve, frame, choices, values, ticks, frame.top + LABEL_ROW_HEIGHT_PX * rows + 6 * bool(rows))
    named = _place_labels(plot)
    ground = [] if is_card else _ground(plot)
    parts = [
        *_plateau(plot),
        *ground,
        *_bars(plot),
        *_beside(plot),
        _line(_outline(plot), plot),
        *_names(named, plot),
        *_own_choice(plot),
        *_curve_notes(plot),
    ]
    if is_card:
        return (
            f'<svg class="chart" viewBox="0 0 {frame.width} {frame.height}" role="img" '
            f'aria-label="{escape(curve.title)}">{"".join(parts)}</svg>'
        )
    if stands_alone:
        parts += _words_around(plot)
        return standalone_svg(frame.width, frame.height, curve.title, parts)
    hover_data = json.dumps(hover_points(plot), ensure_ascii=False, separators=(",", ":"))
    hover_data = escape(hover_data, quote=False).replace("'", "&#39;")  # for an attribute in single quotes
    return (
        f'<svg class="chart" viewBox="0 0 {frame.width} {frame.height}" role="img" aria-label="{escape(curve.title)}" '
        f"data-hover='{hover_data}' data-named=\"{named_choice_list(curve)}\" "
        f'data-top="{plot.top:.0f}" data-bottom="{plot.bottom:.0f}">{"".join(parts)}</svg>'
    )


def _plateau(plot: CurvePlot) -> Iterator[str]:
    """The plateau, at least four pixels wide."""
    if plot.curve.plateau is None:
        return
    first, last = plot.curve.plateau
    few = len(plot.choices) <= MAX_DOTS
    half = (plot.right - plot.frame.left) / max(len(plot.choices) - 1, 1) / 2 if few else 0.0
    near = None if plot.frame is CARD else near_best_range(plot.curve)
    for name, begin, end in (*([("near", *near)] if near else []), ("plateau", first, last)):
        wide = max(plot.x(end) - plot.x(begin) + 2 * half, 4.0)
        start = max(min(plot.x(begin) - half, plot.right - wide), float(plot.frame.left) - half)
        yield f'<rect class="{name}" x="{start:.1f}" y="{plot.top:.1f}" width="{wide:.1f}" height="{_tall(plot):.1f}"/>'


def near_best_range(curve: Curve) -> tuple[int, int] | None:
    """The band of choices that lose at most one point of win chance, if it is wider than the plateau."""
    plateau = curve.plateau
    if curve.unit is not Unit.WIN or plateau is None:
        return None
    choices, values = np.array(curve.choices), np.array(curve.worth)
    begin, end = (int(np.searchsorted(choices, choice)) for choice in plateau)
    below = np.flatnonzero(values < values.max() - NEAR_BEST_LOSS)
    before, after = below[below < begin], below[below > end]
    low = int(before[-1]) + 1 if len(before) else 0
    high = int(after[0]) - 1 if len(after) else len(choices) - 1
    near = int(choices[min(low, begin)]), int(choices[max(high, min(end, len(choices) - 1))])
    return None if near == plateau else near


def _ground(plot: CurvePlot) -> Iterator[str]:
    """The grid and the axis with its numbers."""
    for tick in plot.ticks:
        y = plot.y(tick)
        yield f'<path class="grid" d="M{plot.frame.left} {y:.1f}H{plot.right:.1f}"/>'
        yield svg_text(plot.frame.left - 8, y + 4, _tick(tick, plot), "tick", "end")
    yield f'<path class="axis" d="M{plot.frame.left} {plot.bottom:.1f}H{plot.right:.1f}"/>'
    about = 6 if plot.frame.width > 500 else 3
    named = len(plot.choices) <= 2 * about if plot.curve.names else len(plot.choices) <= 10
    for tick in plot.choices if named else round_ticks(int(plot.choices[0]), int(plot.choices[-1]), about):
        if plot.choices[0] <= tick <= plot.choices[-1] and tick == round(tick):
            words, x = plot.curve.format_choice(tick), plot.x(tick)
            # The last number is set flush with the frame where half of it would stick out.
            anchor = "end" if x + CHARACTER_WIDTH_PX * len(words) / 2 > plot.frame.width else "middle"
            yield f'<path class="axis" d="M{x:.1f} {plot.bottom:.1f}v4"/>'
            yield svg_text(x, plot.bottom + 20, words, "tick", anchor)


def _bars(plot: CurvePlot) -> Iterator[str]:
    """Intervals as vertical bars."""
    for choice, low, high in zip(plot.curve.choices, plot.curve.low, plot.curve.high, strict=False):
        yield f'<path class="axis" d="M{plot.x(choice):.1f} {plot.y(low):.1f}V{plot.y(high):.1f}"/>'


def _beside(plot: CurvePlot) -> Iterator[str]:
    """Other curves over the same choices, dashed and dotted, with labels at their ends."""
    if not plot.curve.beside:
        return
    ends = [*(float(line.values[-1]) for line in plot.curve.beside), float(plot.values[-1])]
    names = _at_ends(plot.curve)
    order = sorted(range(len(ends)), key=lambda i: -ends[i])
    places = spread_labels([plot.y(ends[i]) for i in order], plot.bottom)
    for number, line in enumerate(plot.curve.beside):
        size = max(1, len(line.values) // 120)
        stored = sorted({*range(0, len(line.values), size), len(line.values) - 1})
        points = " ".join(f"{plot.x(int(plot.choices[i])):.1f},{plot.y(line.values[i]):.1f}" for i in stored)
        yield f'<polyline class="other-line line-{number + 1}" points="{points}"/>'
    if plot.frame is not CARD:
        for i, y in zip(order, places, strict=True):
            yield svg_text(plot.right + 8, y + 4, names[i], "name" if i < len(ends) - 1 else "title")


def _at_ends(curve: Curve) -> list[str]:
    """Labels of the other curves, and of this one."""
    return [*(line.name for line in curve.beside), curve.name or curve.worth_axis]


def _tall(plot: CurvePlot) -> float:
    return plot.bottom - plot.top


def _tick(value: float, plot: CurvePlot) -> str:
    """A tick label, as short as possible: ``45 %`` and not ``45.0 %``."""
    if plot.curve.unit is Unit.POINTS:
        return f"{value:g}".replace("-", MINUS)
    words = format_amount(value, plot.curve.unit)
    return words.replace(".0 ", " ").removesuffix(" points")


def _outline(plot: CurvePlot) -> FloatArray:
    """The points to draw: all of them, or the range of each pixel column if there are many."""
    count = len(plot.values)
    size = max(1, count // int(plot.right - plot.frame.left))
    starts = np.arange(0, count, size)
    whole = plot.values[: count // size * size].reshape(-1, size)
    rest = plot.values[len(whole) * size :]
    extremes = [starts[: len(whole)] + whole.argmin(axis=1), starts[: len(whole)] + whole.argmax(axis=1)]
    if len(rest):
        extremes += [starts[-1:] + rest.argmin(), starts[-1:] + rest.argmax()]
    keep = np.unique(np.concatenate([starts, np.minimum(starts + size, count) - 1, *extremes]))
    return np.column_stack([plot.x(plot.choices[keep].astype(float)), plot.y(plot.values[keep])])


def _without_flats(outline: FloatArray) -> FloatArray:
    """The points of a line without those inside a horizontal run."""
    height = np.round(outline[:, 1], 1)
    level = np.zeros(len(height), dtype=bool)
    level[1:-1] = (height[1:-1] == height[:-2]) & (height[1:-1] == height[2:])
    return outline[~level]


def _line(outline: FloatArray, plot: CurvePlot) -> str:
    few = len(plot.choices) <= MAX_DOTS
    places = (outline if few else _without_flats(outline)).tolist()
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places) if few else ""
    return f'<polyline class="curve{" thin" if few else ""}" points="{points}"/>{dots}'


def _place_labels(plot: CurvePlot) -> list[PlacedLabel]:
    """The marks with labels in rows without overlaps; the best choice is nearest to the plot."""
    marks = {mark.choice: mark.label for mark in reversed(plot.curve.marks)} if plot.frame.names else {}
    wanted = [(mark.choice, mark.label) for mark in plot.curve.marks] if plot.frame.names else []
    best = plot.curve.best
    if best is not None and best not in marks:
        label = next((mark.label for mark in plot.curve.marks if mark.choice == best), "")
        wanted.insert(0, (best, label))
    wanted.sort(key=lambda each: (each[0] != best, each[0]))
    taken: list[tuple[int, float, float]] = []
    result = []
    for choice, label in wanted:
        worth = plot.worth(choice)
        if worth is None:
            continue
        words = f"{plot.curve.format_choice(choice)} {label}".strip()
        wide = CHARACTER_WIDTH_PX * len(words)
        x = plot.x(choice)
        start = min(max(x - wide / 2, plot.frame.left - 16), plot.frame.width - 2 - wide)
        row = 0
        while any(r == row and start < b + 10 and a - 10 < start + wide for r, a, b in taken):
            row += 1
        taken.append((row, start, start + wide))
        result.append(PlacedLabel(x, plot.y(worth), words, choice == best, row, start))
    return result


def _names(names: Sequence[PlacedLabel], plot: CurvePlot) -> Iterator[str]:
    for name in sorted(names, key=lambda each: each.best):
        line = plot.top - 12 - LABEL_ROW_HEIGHT_PX * name.row
        kind = "best" if name.best else "mark"
        yield f'<path class="lead {kind}" d="M{name.x:.1f} {line + 4:.1f}V{name.y:.1f}"/>'
        yield f'<circle class="{kind}" cx="{name.x:.1f}" cy="{name.y:.1f}" r="{6 if name.best else 3.5}"/>'
        yield svg_text(name.start, line, name.text, f"name {kind}")


def _own_choice(plot: CurvePlot) -> Iterator[str]:
    """The user's own choice: a diamond in the colour of its grade, with a line down to the axis."""
    own = plot.curve.own
    worth = None if own is None else plot.worth(own.choice)
    if own is None or worth is None:
        return
    x, y = plot.x(own.choice), plot.y(worth)
    words = f"your {plot.curve.format_choice(own.choice)} {own.glyph}".strip()
    wide = CHARACTER_WIDTH_PX * len(words)
    beside = x + 8 if x + 8 + wide < plot.right else x - 8 - wide  # of the line down to the axis
    start = beside if plot.curve.beside else min(max(x - wide / 2, plot.frame.left), plot.right - wide)
    yield f'<path class="own {own.grade}" d="M{x:.1f} {y:.1f}V{plot.bottom:.1f}"/>'
    yield f'<path class="diamond {own.grade}" d="M{x:.1f} {y - 7:.1f}l7 7l-7 7l-7 -7z"/>'
    above = y - 28 > plot.top and not plot.curve.beside  # above it there may be another line
    yield svg_text(start, y - 14 if above else y + 24, words, f"name {own.grade}")


def _curve_notes(plot: CurvePlot) -> Iterator[str]:
    """The note on a break of the curve, next to its lower side; omitted if the curve would run through it."""
    if not plot.frame.names:
        return
    for remark in plot.curve.remarks:
        after = plot.worth(remark.choice + 1) if remark.falls else plot.worth(remark.choice)
        before = plot.worth(remark.choice) if remark.falls else plot.worth(remark.choice + 1)
        if after is None or before is None:
            continue
        lines = remark.words.split("\n")
        wide, tall = CHARACTER_WIDTH_PX * max(map(len, lines)), NOTE_LINE_HEIGHT_PX * len(lines)
        side = 1 if remark.falls else -1
        start = plot.x(remark.choice) + 12 * side
        covered = (start, start + wide) if remark.falls else (start - wide, start)
        places = plot.x(plot.choices.astype(float))
        under = plot.y(plot.values[(places > covered[0] - 8) & (places < covered[1])])
        free = float(under.min()) if len(under) else plot.bottom
        top = plot.y(before) + 0.3 * (free - plot.y(before))
        if covered[0] < plot.frame.left or covered[1] > plot.right or top + tall + 26 > free:
            continue
        for number, line in enumerate(lines):
            yield svg_text(
                start, top + NOTE_LINE_HEIGHT_PX * (number + 1), line, "name remark", "start" if remark.falls else "end"
            )


def _words_around(plot: CurvePlot) -> Iterator[str]:
    """Title, axes and footnote of a stand-alone chart."""
    frame, curve = plot.frame, plot.curve
    size = min(16, int((frame.width - frame.left - frame.right) / (0.64 * max(len(curve.title), 1))))
    yield svg_text(frame.left, 26, curve.title, "title", size=size)
    yield svg_text(frame.left, 44, curve.worth_axis, "axis-name")
    middle = (frame.left + plot.right) / 2
    aside = plot.right - CHARACTER_WIDTH_PX * len(curve.note) < middle + CHARACTER_WIDTH_PX * len(curve.choice_axis)
    place = (frame.left, "start") if aside else (middle, "middle")
    yield svg_text(place[0], frame.height - 16, curve.choice_axis, "axis-name", place[1])
    if curve.note:
        yield svg_text(plot.right, frame.height - 16, curve.note, "tick", "end")
