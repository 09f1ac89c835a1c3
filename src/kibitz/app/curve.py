"""The equity curve of a wager, bid or threshold as a stand-alone SVG: nothing is loaded, light on any page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from kibitz.core import Advice, ChoiceGrid, FloatArray, InputError, Unit, format_amount

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 74, 22, 58, 62
PAPER, INK, FAINT, CURVE, PLATEAU, MARK = "#fffdf6", "#1c1c22", "#6b6b76", "#1f4e8c", "#f3dfa6", "#8a1c2b"
FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"
LABEL_SIZE, TICK_SIZE = 12, 12
APART = 15
"""Least distance between the base lines of two labels."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A choice worth naming on the curve."""

    choice: int
    label: str


def curve_svg(
    advice: Advice, title: str, axis: str, marks: Sequence[Mark] = (), choice_unit: Unit | None = None
) -> str:
    """The curve of an `Advice` over a grid, with the plateau shaded and ``marks`` named.

    ``axis`` says what is chosen; ``choice_unit`` how its numbers are written (`Unit.DOLLARS` for money).
    """
    choices = advice.equities.choices
    if not isinstance(choices, ChoiceGrid):
        raise InputError("a curve needs choices on a grid of whole numbers")
    values = advice.equities.values
    finite = values[np.isfinite(values)]
    ticks = round_numbers(float(finite.min()), float(finite.max()))
    low, high = min(ticks[0], float(finite.min())), max(ticks[-1], float(finite.max()))

    def x_at(choice: float) -> float:
        return LEFT + (choice - choices.first) / max(choices.last - choices.first, 1) * (WIDTH - LEFT - RIGHT)

    def y_at(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) / max(high - low, 1e-12) * (HEIGHT - TOP - BOTTOM)

    def choice_text(number: float) -> str:
        return format_amount(number, choice_unit) if choice_unit is not None else f"{number:,.0f}"

    unit = advice.equities.unit
    first, last = (int(choices[index]) for index in advice.plateau)
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{PAPER}"/>', _text(LEFT, 28, title, 16, bold=True)]
    shade = max(x_at(last) - x_at(first), 2.0)
    parts.append(
        f'<rect x="{x_at(first):.1f}" y="{TOP}" width="{shade:.1f}" height="{HEIGHT - TOP - BOTTOM}" fill="{PLATEAU}"/>'
    )
    for tick in ticks:
        parts.append(_line(LEFT, y_at(tick), WIDTH - RIGHT, y_at(tick), "#e4deca"))
        parts.append(_text(LEFT - 8, y_at(tick) + 4, format_amount(tick, unit), TICK_SIZE, anchor="end", fill=FAINT))
    for tick in round_numbers(choices.first, choices.last, 7):
        if choices.first <= tick <= choices.last:
            parts.append(_line(x_at(tick), HEIGHT - BOTTOM, x_at(tick), HEIGHT - BOTTOM + 5, FAINT))
            parts.append(_text(x_at(tick), HEIGHT - BOTTOM + 20, choice_text(tick), TICK_SIZE, "middle", fill=FAINT))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, axis, 13, "middle"))
    curve = np.array([(x_at(choice), y_at(value)) for choice, value in _outline(choices, values)])
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
    parts.append(f'<polyline points="{points}" fill="none" stroke="{CURVE}" stroke-width="2" stroke-linejoin="round"/>')
    named = [
        (x_at(m.choice), y_at(values[choices.index(m.choice)]), f"{m.label} {choice_text(m.choice)}") for m in marks
    ]
    parts += _labels(named, curve)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{escape(FONT)}" '
        f'role="img" aria-label="{escape(title)}">\n' + "\n".join(parts) + "\n</svg>\n"
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


def _outline(choices: ChoiceGrid, values: FloatArray) -> Iterator[tuple[int, float]]:
    """The points that make the picture: all of them, or what each column of pixels spans if there are many."""
    numbers = choices.values
    size = max(1, len(values) // (WIDTH - LEFT - RIGHT))
    for start in range(0, len(values), size):
        part = values[start : start + size]
        keep = {0, len(part) - 1, int(np.argmin(part)), int(np.argmax(part))}
        yield from ((numbers[start + i], float(part[i])) for i in sorted(keep) if np.isfinite(part[i]))


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
