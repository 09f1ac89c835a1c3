"""The equity curve of a wager, bid or threshold as a stand-alone SVG: nothing is loaded, light on any page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core import Curve, FloatArray, InputError, format_amount

IntArray: TypeAlias = NDArray[np.int64]

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 74, 22, 58, 62
PAPER, INK, FAINT, CURVE, PLATEAU, MARK = "#fffdf6", "#1c1c22", "#6b6b76", "#1f4e8c", "#f3dfa6", "#8a1c2b"
FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"
LABEL_SIZE, TICK_SIZE = 12, 12
APART = 15
"""Least distance between the base lines of two labels."""


def curve_svg(curve: Curve) -> str:
    """The picture of a curve, with its plateau shaded, its marks named and its axes labelled."""
    choices, values = np.array(curve.choices), np.array(curve.worth)
    if not len(choices) or len(choices) != len(values):
        raise InputError("curve: one worth for each choice is needed, and one choice at least")
    unit, choice_unit = curve.unit, curve.choice_unit
    lowest, highest = int(choices[0]), int(choices[-1])
    ticks = round_numbers(float(values.min()), float(values.max()))
    low, high = min(ticks[0], float(values.min())), max(ticks[-1], float(values.max()))

    def x_at(choice: float) -> float:
        return LEFT + (choice - lowest) / max(highest - lowest, 1) * (WIDTH - LEFT - RIGHT)

    def y_at(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / max(high - low, 1e-12) * (HEIGHT - TOP - BOTTOM)

    def choice_text(number: float) -> str:
        return format_amount(number, choice_unit) if choice_unit is not None else f"{number:,.0f}"

    first, last = curve.plateau
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{PAPER}"/>'
    title_size = min(16, int((WIDTH - LEFT - RIGHT) / (0.68 * max(len(curve.title), 1))))
    parts = [paper, _text(LEFT, 28, curve.title, title_size, bold=True)]
    shade = max(x_at(last) - x_at(first), 2.0)
    parts.append(
        f'<rect x="{x_at(first):.1f}" y="{TOP}" width="{shade:.1f}" height="{HEIGHT - TOP - BOTTOM}" fill="{PLATEAU}"/>'
    )
    for tick in ticks:
        parts.append(_line(LEFT, y_at(tick), WIDTH - RIGHT, y_at(tick), "#e4deca"))
        parts.append(_text(LEFT - 8, y_at(tick) + 4, format_amount(tick, unit), TICK_SIZE, anchor="end", fill=FAINT))
    for tick in round_numbers(lowest, highest, 7):
        if lowest <= tick <= highest and tick == round(tick):
            words = choice_text(tick)
            # The last number is set flush with the frame where half of it would stick out.
            anchor = "end" if x_at(tick) + 0.31 * TICK_SIZE * len(words) > WIDTH else "middle"
            parts.append(_line(x_at(tick), HEIGHT - BOTTOM, x_at(tick), HEIGHT - BOTTOM + 5, FAINT))
            parts.append(_text(x_at(tick), HEIGHT - BOTTOM + 20, words, TICK_SIZE, anchor, fill=FAINT))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, curve.choice_axis, 13, "middle"))
    parts.append(_text(LEFT, TOP - 8, curve.worth_axis, 13))
    if curve.footnote:
        parts.append(_text(WIDTH - RIGHT, HEIGHT - 16, curve.footnote, 11, "end", fill=FAINT))
    outline = np.array([(x_at(choice), y_at(value)) for choice, value in _outline(choices, values)])
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)
    parts.append(f'<polyline points="{points}" fill="none" stroke="{CURVE}" stroke-width="2" stroke-linejoin="round"/>')
    worth = dict(zip(curve.choices, curve.worth, strict=True))
    named = [
        (x_at(m.choice), y_at(worth[m.choice]), f"{m.label} {choice_text(m.choice)}")
        for m in curve.marks
        if m.choice in worth
    ]
    parts += _labels(named, outline)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{escape(FONT)}" '
        f'role="img" aria-label="{escape(curve.title)}">\n' + "\n".join(parts) + "\n</svg>\n"
    )


def round_numbers(low: float, high: float, about: int = 6) -> list[float]:
    """About so many round numbers that cover a range: multiples of 1, 2, 2.5 or 5 times a power of ten."""
    span = max(high - low, 1e-9)
    raw = span / about
    power = 10.0 ** np.floor(np.log10(raw))
    step = next(float(power * factor) for factor in (1, 2, 2.5, 5, 10) if power * factor >= raw * (1 - 1e-9))
    start = int(np.floor(low / step + 1e-9))
    end = int(np.ceil(high / step - 1e-9))
    return [round(step * i, 12) for i in range(start, max(end, start + 1) + 1)]


def _outline(choices: IntArray, values: FloatArray) -> Iterator[tuple[int, float]]:
    """The points that make the picture: all of them, or what each column of pixels spans if there are many."""
    size = max(1, len(values) // (WIDTH - LEFT - RIGHT))
    for start in range(0, len(values), size):
        part = values[start : start + size]
        keep = {0, len(part) - 1, int(np.argmin(part)), int(np.argmax(part))}
        yield from ((int(choices[start + i]), float(part[i])) for i in sorted(keep))


def _labels(marks: list[tuple[float, float, str]], curve: FloatArray) -> Iterator[str]:
    """A dot and a name for each mark; a name takes the nearest line where it covers neither curve nor other names."""
    placed: list[tuple[float, float, float]] = []
    for x, y, words in sorted(marks):
        width = 0.62 * LABEL_SIZE * len(words)
        left = min(max(x - width / 2, LEFT + 2), WIDTH - RIGHT - width)
        under = curve[(curve[:, 0] >= left) & (curve[:, 0] <= left + width), 1]
        ceiling, floor = min([y, *under]) - 6, max([y, *under]) + LABEL_SIZE + 4
        taken = [line for start, end, line in placed if left < end and start < left + width]
        lines = [*np.arange(ceiling, TOP, -APART), *np.arange(floor, HEIGHT - BOTTOM - 4, APART)]
        free = [float(line) for line in lines if all(abs(line - other) >= APART for other in taken)]
        line = min(free, key=lambda each: abs(each - y), default=y - 9)
        placed.append((left, left + width, line))
        if abs(line - y) > 2 * APART:
            yield _line(x, y, x, line + 3 if line < y else line - LABEL_SIZE, "#cbbfa0")
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{MARK}"/>'
        yield _text(left, line, words, LABEL_SIZE, fill=MARK)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(
    x: float, y: float, words: str, size: int, anchor: str = "start", *, fill: str = INK, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"'
    return f"<text {place}{weight}>{escape(words)}</text>"
