"""A backgammon board as SVG, seen by the player on roll (white, at the bottom, bearing off at the lower right)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.grades import ERROR_GRADES, GLYPHS
from kibitz.draw.style import COLOURS

WIDTH, HEIGHT = 790, 624
FRAME, EDGE, BAR_WIDTH, TRAY, POINT, POINT_HEIGHT, RADIUS = 28, 14, 48, 64, 53, 232, 24.5
FIELD_TOP, FIELD_BOTTOM = FRAME, HEIGHT - FRAME
LEFT = EDGE
BAR_LEFT = LEFT + 6 * POINT
RIGHT = BAR_LEFT + BAR_WIDTH
FIELD_RIGHT = RIGHT + 6 * POINT
TRAY_LEFT = WIDTH - EDGE - TRAY
MEN = {"white": ("#FFFDF5", "#6F5E4B", "#E5DAC5", "#24272C"), "black": ("#24272C", "#0F1113", "#41464E", "#FFFDF5")}
"""Fill, edge, inner ring and ink of a checker."""
BEST, PLAYED = COLOURS["best"], "#494B4F"
SHADES: dict[str, str] = {grade: COLOURS[grade] for grade in ERROR_GRADES}
"""Colours of arrows, the same in both themes, like the board."""
MAX_STACKED_CHECKERS = 5
"""Most checkers drawn on a point; the last one shows the count."""


@dataclass(frozen=True, slots=True)
class BackgammonPicture:
    """What the board shows: men by the mover's points 1 to 24 (index 0 is the bar, index 25 is off), both sides.

    ``trips`` are the moves to draw, from and to, in the mover's points (25 the bar, 0 off). ``owner`` of the cube is
    -1 for the opponent, 0 centred, 1 for the player on roll; a cube of 0 is not drawn.
    """

    own: tuple[int, ...]
    opponent: tuple[int, ...]
    dice: tuple[int, int] | None = None
    cube: int = 1
    owner: int = 0
    trips: tuple[tuple[int, int], ...] = ()
    words: str = ""
    other: tuple[tuple[int, int], ...] = ()
    """The play that was made, if it differs, and its grade."""
    grade: str = ""
    reply: tuple[tuple[int, int], ...] = ()
    """The opponent's last play, in the opponent's points; the board shows the position after it."""


def backgammon_svg(picture: BackgammonPicture) -> str:
    """The board with checkers, roll, cube, and arrows for the moves."""
    from html import escape

    parts = [*_table(), *_numbers(), *_men(picture), *_dice(picture), *_cube(picture)]
    if picture.other:
        parts += [*_arrows(picture, picture.other, SHADES.get(picture.grade, PLAYED)), *_tag(picture)]
    if picture.reply:
        parts += _past_arrows(picture)
    parts += _arrows(picture, picture.trips, BEST)
    own, other = (" ".join(map(str, men[:25])) for men in (picture.own, picture.opponent))
    return (
        f'<svg class="board" data-board="backgammon" data-own="{own}" data-other="{other}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(picture.words)}" '
        f'font-family="inherit">{"".join(parts)}</svg>'
    )


def _x(point: int) -> float:
    """The middle of one of the mover's points."""
    column = (point - 1) % 12
    if point <= 12:
        column = 11 - column
    return (LEFT if column < 6 else RIGHT - 6 * POINT) + POINT * (column + 0.5)


def _place(point: int, height: int) -> tuple[float, float]:
    """The centre of the checker at a height (0 lowest) on a point; 25 is the mover's bar, 0 off, -1 and 26 theirs."""
    if point == 25:
        return BAR_LEFT + BAR_WIDTH / 2, HEIGHT / 2 + 60 + 2 * RADIUS * height
    if point == -1:
        return BAR_LEFT + BAR_WIDTH / 2, HEIGHT / 2 - 60 - 2 * RADIUS * height
    if point == 26:
        return TRAY_LEFT + TRAY / 2, FIELD_TOP + RADIUS + 14.0 * height
    if point == 0:
        return TRAY_LEFT + TRAY / 2, FIELD_BOTTOM - RADIUS - 14.0 * height
    low = point <= 12
    edge = FIELD_BOTTOM - RADIUS if low else FIELD_TOP + RADIUS
    return _x(point), edge - (1 if low else -1) * 2 * RADIUS * min(height, MAX_STACKED_CHECKERS - 1)


def _table() -> Iterator[str]:
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#3B2B23"/>'
    for top in (FIELD_TOP, FIELD_BOTTOM - 248):
        yield f'<rect x="{TRAY_LEFT}" y="{top}" width="{TRAY}" height="248" rx="4" fill="#2A1D17"/>'
    middle = BAR_LEFT + BAR_WIDTH / 2
    yield f'<path d="M{middle} {FRAME}V{HEIGHT - FRAME}" stroke="#2A1D17" stroke-width="2"/>'
    for left in (LEFT, RIGHT):
        yield f'<rect x="{left}" y="{FRAME}" width="{6 * POINT}" height="{HEIGHT - 2 * FRAME}" fill="#E8DFCD"/>'
    for point in range(1, 25):
        x, low = _x(point), point <= 12
        base, tip = (FIELD_BOTTOM, FIELD_BOTTOM - POINT_HEIGHT) if low else (FIELD_TOP, FIELD_TOP + POINT_HEIGHT)
        colour = "#CDA77B" if point % 2 else "#8A5B45"
        inward = -3 if low else 3
        yield (
            f'<path d="M{x - POINT / 2 + 1:.1f} {base}L{x - 2:.1f} {tip - inward}Q{x:.1f} {tip + inward} {x + 2:.1f} '
            f'{tip - inward}L{x + POINT / 2 - 1:.1f} {base}z" fill="{colour}"/>'
        )


def _numbers() -> Iterator[str]:
    for point in range(1, 25):
        y = HEIGHT - 8 if point <= 12 else 20
        yield _label(_x(point), y, 16, "#EADFCB", point).replace("<text ", '<text class="on-frame" ')


def _label(x: float, y: float, size: int, ink: str, number: int) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="700" text-anchor="middle"'
    return f'<text {place} fill="{ink}">{number}</text>'


def _checker(x: float, y: float, side: str, count: int = 0) -> str:
    fill, edge, ring, ink = MEN[side]
    label = _label(x, y + 7, 20, ink, count) if count else ""
    return (
        f'<circle cx="{x:.1f}" cy="{y + 1.5:.1f}" r="{RADIUS}" fill="#000" fill-opacity=".25"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS - 7}" fill="none" stroke="{ring}" stroke-width="2"/>{label}'
    )


def _men(picture: BackgammonPicture) -> Iterator[str]:
    for side, men in (("white", picture.own), ("black", picture.opponent)):
        for point in range(1, 25):
            for height in range(min(men[point], MAX_STACKED_CHECKERS)):
                last = height == MAX_STACKED_CHECKERS - 1 and men[point] > MAX_STACKED_CHECKERS
                yield _checker(*_place(point, height), side, men[point] if last else 0)
        bar = 25 if side == "white" else -1
        for height in range(min(men[0], 3)):
            yield _checker(*_place(bar, height), side, men[0] if height == 2 and men[0] > 3 else 0)
        for height in range(men[25]):
            fill, edge, _, _ = MEN[side]
            y = FIELD_BOTTOM - 14 - 14 * height if side == "white" else FIELD_TOP + 2 + 14 * height
            place = f'x="{TRAY_LEFT + 4}" y="{y}" width="{TRAY - 8}" height="12" rx="2"'
            yield f'<rect {place} fill="{fill}" stroke="{edge}"/>'


CORNERS = [(-1, -1), (1, 1), (1, -1), (-1, 1)]
PIPS = {
    1: [(0, 0)],
    2: CORNERS[:2],
    3: [*CORNERS[:2], (0, 0)],
    4: CORNERS,
    5: [*CORNERS, (0, 0)],
    6: [*CORNERS, (-1, 0), (1, 0)],
}
"""Where the pips of a die lie, in thirds from its middle."""


def _dice(picture: BackgammonPicture) -> Iterator[str]:
    for number, die in enumerate(picture.dice or ()):
        x, y = RIGHT + 3 * POINT - 54 + 62 * number, HEIGHT / 2 - 23
        yield f'<rect x="{x}" y="{y}" width="46" height="46" rx="9" fill="#FFFDF5" stroke="#6F5E4B"/>'
        for dx, dy in PIPS[die]:
            yield f'<circle cx="{x + 23 + 12 * dx}" cy="{y + 23 + 12 * dy}" r="4.2" fill="#24272C"/>'


def _cube(picture: BackgammonPicture) -> Iterator[str]:
    if not picture.cube:
        return
    y = {0: HEIGHT / 2 - 19, 1: FIELD_BOTTOM - 46, -1: FIELD_TOP + 8}[picture.owner]
    x = BAR_LEFT + BAR_WIDTH / 2 - 19
    shown = 64 if picture.cube == 1 else picture.cube
    yield f'<rect x="{x}" y="{y}" width="38" height="38" rx="6" fill="#FFFDF5" stroke="#6F5E4B"/>'
    yield _label(x + 19, y + 26, 18, "#24272C", shown)


def _arrows(picture: BackgammonPicture, trips: tuple[tuple[int, int], ...], colour: str) -> Iterator[str]:
    """The moves: rings around checkers that leave, dashed targets, and curved arrows between them."""
    heights = {point: picture.own[point] for point in range(1, 25)} | {25: picture.own[0], 0: picture.own[25]}
    for source, target in trips:
        heights[source] -= 1
        start, end = _place(source, max(heights[source], 0)), _place(target, heights[target])
        heights[target] += 1
        yield from _arrow(start, end, colour)


def _past_arrows(picture: BackgammonPicture) -> Iterator[str]:
    """The opponent's last play: from the places that were left to the checkers that now stand there."""
    men = picture.opponent
    heights = {point: men[point] for point in range(1, 25)} | {-1: men[0], 26: men[25]}
    turned = [({25: -1}.get(one, 25 - one), {0: 26}.get(two, 25 - two)) for one, two in picture.reply]
    for source, target in reversed(turned):
        heights[target] -= 1
        start, end = _place(source, heights[source]), _place(target, max(heights[target], 0))
        heights[source] += 1
        yield from _arrow(start, end, PLAYED, past=True)


def _arrow(start: tuple[float, float], end: tuple[float, float], colour: str, past: bool = False) -> Iterator[str]:
    """One move: a ring around its checker, the dashed empty place, and the arrow; ``past`` if it has been made."""
    (x1, y1), (x2, y2) = start, end
    (empty_x, empty_y), (full_x, full_y) = (start, end) if past else (end, start)
    yield f'<circle cx="{full_x:.1f}" cy="{full_y:.1f}" r="{RADIUS}" fill="none" stroke="{colour}" stroke-width="4"/>'
    yield (
        f'<circle cx="{empty_x:.1f}" cy="{empty_y:.1f}" r="{RADIUS}" fill="#FFFDF5" fill-opacity=".45" '
        f'stroke="{colour}" stroke-width="3" stroke-dasharray="6 4"/>'
    )
    bend = 60 if y1 > HEIGHT / 2 else -60
    mid_x, mid_y = (x1 + x2) / 2, (y1 + y2) / 2 - bend
    start_x, start_y = _towards(x1, y1, mid_x, mid_y, 12)
    end_x, end_y = _towards(x2, y2, mid_x, mid_y, 6)
    tail_x, tail_y = _towards(x2, y2, mid_x, mid_y, 20)
    ux, uy = (end_x - tail_x) / 14, (end_y - tail_y) / 14
    path = f"M{start_x:.1f} {start_y:.1f}Q{mid_x:.1f} {mid_y:.1f} {tail_x:.1f} {tail_y:.1f}"
    head = (
        f"M{end_x:.1f} {end_y:.1f}L{end_x - 18 * ux - 9 * uy:.1f} {end_y - 18 * uy + 9 * ux:.1f}"
        f"L{end_x - 18 * ux + 9 * uy:.1f} {end_y - 18 * uy - 9 * ux:.1f}z"
    )
    yield f'<path d="{path}" fill="none" stroke="#fff" stroke-width="11" stroke-linecap="round"/>'
    yield f'<path d="{head}" fill="#fff" stroke="#fff" stroke-width="5" stroke-linejoin="round"/>'
    yield f'<path class="arrow" d="{path}" fill="none" stroke="{colour}" stroke-width="6" stroke-linecap="round"/>'
    yield f'<path d="{head}" fill="{colour}"/>'


def _towards(x: float, y: float, to_x: float, to_y: float, far: float) -> tuple[float, float]:
    """The point at a given distance from one point towards another."""
    length = max(((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5, 1.0)
    return x + far * (to_x - x) / length, y + far * (to_y - y) / length


def _tag(picture: BackgammonPicture) -> Iterator[str]:
    """The glyph of the grade next to the first checker of the play that was made."""
    if picture.grade in SHADES:
        source = picture.other[0][0]
        men = picture.own[0] if source == 25 else picture.own[source]
        x, y = _place(source, max(men - 1, 0))
        x, y = min(x + 30, WIDTH - 24), y + (24 if y < HEIGHT / 2 else -24)
        look = f'fill="{SHADES[picture.grade]}" stroke="#fff" stroke-width="2"'
        yield f'<rect x="{x - 19:.1f}" y="{y - 13:.1f}" width="38" height="26" rx="13" {look}/>'
        place = f'x="{x:.1f}" y="{y + 6:.1f}" font-size="17" font-weight="700" text-anchor="middle" fill="#fff"'
        yield f"<text {place}>{GLYPHS[picture.grade]}</text>"
