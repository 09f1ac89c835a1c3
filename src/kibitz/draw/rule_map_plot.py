"""Rule map as SVG: which line of a list fires, over two parameters. Each region has a tint, a pattern and a number.

The edges are traced from the cells, so that a region may have any shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.draw.axes import CHARACTER_WIDTH_PX, svg_text
from kibitz.draw.rule_map import RuleMap, with_subscripts

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom of a label."""

WIDTH, HEIGHT = 400, 372
LEFT, TOP, SIDE = 60, 12, 320
NAMED_AT = (0.05, 0.19)
"""Alternating start positions of contour labels, as shares of the width."""
LABEL_LEFT_FROM = 0.6
"""From this share of the width on, the label is to the left of the dot."""
CARD = 148 / 360
"""Height of the picture of a card, relative to its width."""
PATTERNS = (
    '<circle cx="4" cy="4" r="1.2"/>',
    '<path d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6"/>',
    '<path d="M0 4H8"/>',
    '<path d="M-2 -2L10 10M-2 6L2 10M6 -2L10 2"/>',
    '<path d="M4 0V8"/>',
    '<path d="M0 4H8M4 0V8"/>',
)
"""Patterns of 8 x 8 pixels, so that regions differ without colour."""


def rule_map_svg(regions: RuleMap) -> str:
    """The map as SVG, in the colours of the page."""
    parts = [*_map(regions), *_axes(regions), *_contours(regions), *_numbers(regions), *_here(regions)]
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{_label(regions)}"'
    ends = " ".join(f"{value:g}" for value in (*regions.across[1:], *regions.up[1:]))
    data = f'data-across="{escape(regions.across[0])}" data-up="{escape(regions.up[0])}" data-ends="{ends}"'
    plot = f'data-plot="{LEFT} {TOP} {SIDE}"'
    return f'<svg class="chart regions" {box} {data} {plot}>{"".join(parts)}</svg>'


def rule_map_card_svg(regions: RuleMap) -> str:
    """The part of the map around the user's point, without axes, for a card of the home page."""
    shares = _shares(regions) or (0.5, 0.5)
    tall = SIDE * CARD
    top = min(max(TOP + (1 - shares[1]) * SIDE - tall / 2, TOP), TOP + SIDE - tall)
    box = f'viewBox="{LEFT} {top:.1f} {SIDE} {tall:.1f}" preserveAspectRatio="xMidYMid slice" role="img"'
    box += f' aria-label="{_label(regions)}"'
    drawn = "".join([*_map(regions), *_numbers(regions, False), *_here(regions)])
    return f'<svg class="chart regions" {box}>{drawn}</svg>'


def _label(regions: RuleMap) -> str:
    return escape(f"{regions.title}: {regions.across[0]} to the right, {regions.up[0]} upwards")


def _map(regions: RuleMap) -> list[str]:
    """The regions with their patterns and edges."""
    fired = np.array(regions.cells)
    parts = [f"<defs>{''.join(_pattern(number) for number in range(len(PATTERNS)))}</defs>"]
    parts += [
        f'<path class="region-{number % len(PATTERNS)}" d="{_region_path(fired == number)}"/>'
        f'<path fill="url(#hatch-{number % len(PATTERNS)})" d="{_region_path(fired == number)}"/>'
        for number in np.unique(fired[fired >= 0]).tolist()
    ]
    parts.append(f'<path class="edge" d="{_edges(fired)}"/>')
    parts.append(f'<rect class="edge" x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}"/>')
    return parts


def _numbers(regions: RuleMap, named: bool = True) -> Iterator[str]:
    """The number of each region, with a short text of what is played there."""
    fired = np.array(regions.cells)
    for number in np.unique(fired[fired >= 0]).tolist():
        x, y = _middle(fired, number)
        yield f'<circle class="number" cx="{x:.1f}" cy="{y:.1f}" r="12"/>'
        yield svg_text(x, y + 5, str(number + 1), "name strong", "middle", 14)
        if named and regions.regions[number].short:
            yield svg_text(x + 18, y + 4, regions.regions[number].short, "name")


def _contours(regions: RuleMap) -> Iterator[str]:
    """Contours, each labelled where the label overlaps no other, near the left end if possible."""
    (_, left, right), (_, low, high) = regions.across, regions.up
    taken = list(_occupied_boxes(regions))
    for number, contour in enumerate(regions.contours):
        places = [
            (LEFT + SIDE * (x - left) / (right - left), TOP + SIDE * (1 - (y - low) / (high - low)))
            for x, y in contour.points
        ]
        yield f'<polyline class="contour" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>'
        wanted = LEFT + SIDE * NAMED_AT[number % len(NAMED_AT)]
        wide = CHARACTER_WIDTH_PX * len(contour.words)
        for x, y in sorted(places, key=lambda place: abs(place[0] - wanted)):
            box = (x, y - 9, x + wide, y + 9)
            inside = box[2] < LEFT + SIDE - 4 and box[1] > TOP + 4 and box[3] < TOP + SIDE - 4
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                yield svg_text(x, y + 4, contour.words, "name")
                break


def _occupied_boxes(regions: RuleMap) -> Iterator[Box]:
    """Boxes of existing labels: the numbers of the regions, and the user's point."""
    fired = np.array(regions.cells)
    for number in np.unique(fired[fired >= 0]).tolist():
        x, y = _middle(fired, number)
        yield x - 14, y - 14, x + 18 + CHARACTER_WIDTH_PX * len(regions.regions[number].short), y + 14
    if (shares := _shares(regions)) is not None:
        x, y = LEFT + shares[0] * SIDE, TOP + (1 - shares[1]) * SIDE
        wide = 8 * len(_own_words(regions, shares)) + 12
        yield (x - wide, y - 22, x + 10, y + 24) if shares[0] > LABEL_LEFT_FROM else (x - 10, y - 22, x + wide, y + 24)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _middle(fired: NDArray[np.int64], number: int) -> tuple[float, float]:
    """The position of the number of a region."""
    r, c = _innermost_cell(fired == number)
    return LEFT + (c + 0.5) / fired.shape[1] * SIDE, TOP + (r + 0.5) / fired.shape[0] * SIDE


def _pattern(number: int) -> str:
    square = 'patternUnits="userSpaceOnUse" width="8" height="8"'
    return f'<pattern id="hatch-{number}" class="hatch-{number}" {square}>{PATTERNS[number]}</pattern>'


def _region_path(inside: NDArray[np.bool_]) -> str:
    """The cells of a region as one path, a rectangle for each run in a row."""
    rows, columns = inside.shape
    tall, wide = SIDE / rows, SIDE / columns
    result = []
    padded = np.pad(inside, ((0, 0), (1, 1))).astype(np.int8)
    for r, line in enumerate(np.diff(padded, axis=1)):
        for start, end in zip(np.nonzero(line == 1)[0].tolist(), np.nonzero(line == -1)[0].tolist(), strict=True):
            x, y = LEFT + start * wide, TOP + r * tall
            result.append(f"M{x:.1f} {y:.1f}h{(end - start) * wide:.1f}v{tall:.1f}h{-(end - start) * wide:.1f}z")
    return "".join(result)


def _edges(fired: NDArray[np.int64]) -> str:
    """The lines between cells of different regions."""
    rows, columns = fired.shape
    tall, wide = SIDE / rows, SIDE / columns
    across = zip(*np.nonzero(fired[:, 1:] != fired[:, :-1]), strict=True)
    along = zip(*np.nonzero(fired[1:] != fired[:-1]), strict=True)
    upright = (f"M{LEFT + (c + 1) * wide:.1f} {TOP + r * tall:.1f}v{tall:.1f}" for r, c in across)
    level = (f"M{LEFT + c * wide:.1f} {TOP + (r + 1) * tall:.1f}h{wide:.1f}" for r, c in along)
    return "".join([*upright, *level])


def _innermost_cell(inside: NDArray[np.bool_]) -> tuple[int, int]:
    """The cell of a region that is farthest from its edge, found by repeated erosion."""
    left, last = np.pad(inside, 1), np.pad(inside, 1)
    while left.any():
        last = left
        inner = left.copy()
        inner[1:-1, 1:-1] &= left[:-2, 1:-1] & left[2:, 1:-1] & left[1:-1, :-2] & left[1:-1, 2:]
        inner[[0, -1]] = inner[:, [0, -1]] = False
        left = inner
    rows, columns = np.nonzero(last)
    middle = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
    return int(rows[middle]) - 1, int(columns[middle]) - 1


def _axes(regions: RuleMap) -> Iterator[str]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = LEFT + share * SIDE, TOP + (1 - share) * SIDE
        for (_, low, high), place in ((regions.across, None), (regions.up, y)):
            value = low + share * (high - low)
            words = f"{100 * value:.4g} %" if regions.names[0] else f"{value:.4g}"
            if place is None:
                yield f'<path class="axis" d="M{x:.1f} {TOP + SIDE}v4"/>'
                yield svg_text(x, TOP + SIDE + 18, words, "tick", "middle")
            else:
                yield svg_text(LEFT - 8, place + 4, words, "tick", "end")
    across, up = (
        f"{with_subscripts(axis[0])}, {name}" if name else axis[0]
        for axis, name in zip((regions.across, regions.up), regions.names, strict=True)
    )
    yield svg_text(LEFT + SIDE / 2, TOP + SIDE + 36, across, "name", "middle", 13)
    middle = TOP + SIDE / 2
    yield (
        f'<text class="name" font-size="13" text-anchor="middle" transform="translate(10 {middle:.0f}) rotate(-90)">'
        f"{escape(up)}</text>"
    )


def _shares(regions: RuleMap) -> tuple[float, float] | None:
    """The user's point, as shares of the width and height."""
    if regions.here is None:
        return None
    right, up = (
        (value - low) / max(high - low, 1e-12)
        for value, (_, low, high) in zip(regions.here, (regions.across, regions.up), strict=True)
    )
    return right, up


def _here(regions: RuleMap) -> Iterator[str]:
    """The user's point: a green dot with its label."""
    shares = _shares(regions)
    if shares is None:
        return
    x, y = LEFT + shares[0] * SIDE, TOP + (1 - shares[1]) * SIDE
    yield f'<circle class="grip" cx="{x:.1f}" cy="{y:.1f}" r="20"/>'
    yield f'<circle class="best" cx="{x:.1f}" cy="{y:.1f}" r="7"/>'
    anchor = "end" if shares[0] > LABEL_LEFT_FROM else "start"
    words = _own_words(regions, shares)
    yield svg_text(
        x + (-12 if anchor == "end" else 12), y + (20 if shares[1] > 0.9 else -10), words, "name best", anchor, 13
    )


def _own_words(regions: RuleMap, shares: tuple[float, float]) -> str:
    return f"you, {100 * shares[0]:.0f} · {100 * shares[1]:.0f}" if regions.names[0] else "you"
