"""A chess board as SVG: pieces as paths, so that they look the same everywhere, and a move as an arrow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from kibitz.core.errors import InputError
from kibitz.core.grades import GLYPHS

SIZE = 60
"""Pixels of a square."""
LIGHT, DARK = "#EDE4D3", "#AD8B6C"
FILL = {"w": ("#FFFDF5", "#24272C", "#24272C"), "b": ("#2A2D33", "#0C0D0F", "#C9C4B8")}
"""Fill, edge and inner line of a piece."""
KING = "M12 34c-2-4.5-6-8-6-13 0-7.5 11.5-9.5 16.5-2.5C27.5 11.5 39 13.5 39 21c0 5-4 8.5-6 13zM12 34h21v4.5H12z"
PAWN = (
    "M22.5 17.5c-4.5 0-6 2.7-6 4.7 0 2 1.4 3.2 2.6 4.2-1 3.2-6.1 5.6-6.6 11.6h20c-.5-6-5.6-8.4-6.6-11.6 "
    "1.2-1 2.6-2.2 2.6-4.2 0-2-1.5-4.7-6-4.7z"
)
KNIGHT = (
    "M12.5 38.5h22c.5-13-1.5-21-8-25.7-1.2-.8-2.4-1.4-3.7-1.8l-.8-4-4 4.6c-4.3 2.6-7 7.2-8.8 12.7-.6 2 .3 3.6 "
    "2.2 4.2l3-1.3.8 1.2 5.4-3.7c.2 4.6-6.6 6.8-8.1 13.8z"
)
ROOK = "M11 38.5h23v-4.5h-2.5l-1.5-13.5 3-3V9.5h-5v3.5h-3.2V9.5h-4.6v3.5H17V9.5h-6v8l3 3L12.5 34H11z"
BISHOP = (
    "M11 38.5h23c0-3.5-2-5.5-5.5-6.5 2.2-1.6 3.7-4 3.7-7.3 0-5.2-4.2-10-9.7-14.2-5.5 4.2-9.7 9-9.7 14.2 0 3.3 1.5 5.7 "
    "3.7 7.3-3.5 1-5.5 3-5.5 6.5z"
)
QUEEN = "M12 34 8 16l6.5 8.5L15.8 11l4.4 12.5 2.3-14.5 2.3 14.5L29.2 11l1.3 13.5L37 16l-4 18zM12 34h21v4.5H12z"
SHAPES: dict[str, tuple[str, list[tuple[float, float, float]], str]] = {
    "p": (PAWN, [(22.5, 13.5, 5.5)], ""),
    "r": (ROOK, [], "M14 20.5h17M12.5 34h20"),
    "n": (KNIGHT, [], ""),
    "b": (BISHOP, [(22.5, 8, 2.7)], "M22.5 17v8M18.5 21h8M16.5 32h12"),
    "q": (QUEEN, [(8, 14.5, 2.3), (15.7, 9.7, 2.3), (22.5, 7.5, 2.3), (29.3, 9.7, 2.3), (37, 14.5, 2.3)], ""),
    "k": (KING, [], "M22.5 18.5V30"),
}
"""Outline, circles and inner lines of each piece, in a box of 45 x 45."""
CROSS = '<path d="M22.5 4.5v9M18.7 8h7.6" stroke-width="2.6" stroke-linecap="round"/>'
"""The king's cross, in the colour of its edge."""
SHADES = {"inaccuracy": "#7D5900", "mistake": "#A8430A", "blunder": "#AE1238"}
"""The colours of grades on a board, the same in both themes."""
NAMES = {"p": "pawn", "r": "rook", "n": "knight", "b": "bishop", "q": "queen", "k": "king"}


def chess_svg(fen: str, move: str = "", flipped: bool = False, other: str = "") -> str:
    """The board of a FEN, white at the bottom unless ``flipped``; ``move`` (e2e4) is drawn as an arrow.

    ``other`` is the move that was made and its grade (``e2e4 mistake``), drawn in the grade's colour with its sign.
    """
    rows = _rows(fen)
    made, _, grade = other.partition(" ")
    second = (
        []
        if made[:4] == move[:4]
        else [*_arrow(made, flipped, SHADES.get(grade, "#494B4F")), *_tag(made, flipped, grade)]
    )
    parts = [*_squares(flipped), *_pieces(rows, flipped), *second, *_arrow(move, flipped)]
    side = "black" if " b " in f"{fen} " else "white"
    words = f"Chess position, {side} to move" + (f"; {move} is drawn" if move else "")
    words += f"; {made} was played" if made else ""
    box = 8 * SIZE
    turned = ' data-flipped="1"' if flipped else ""
    look = f'viewBox="0 0 {box} {box}" role="img" aria-label="{escape(words)}"'
    return f'<svg class="board" data-board="chess"{turned} {look}>{"".join(parts)}</svg>'


def _rows(fen: str) -> list[str]:
    """The eight rows of a FEN from the top, empty squares as dots."""
    rows = [re.sub(r"[1-8]", lambda m: "." * int(m[0]), row) for row in fen.split(" ")[0].split("/")]
    if len(rows) != 8 or any(len(row) != 8 or set(row.lower()) - set("prnbqk.") for row in rows):
        raise InputError(f"fen: must be a position in Forsyth-Edwards Notation, not {fen[:40]!r}")
    return rows


def _place(file: int, rank: int, flipped: bool) -> tuple[int, int]:
    """The upper left corner of a square; file and rank from 0, a1 is 0, 0."""
    return (SIZE * (7 - file), SIZE * rank) if flipped else (SIZE * file, SIZE * (7 - rank))


def _squares(flipped: bool) -> Iterator[str]:
    for rank in range(8):
        for file in range(8):
            x, y = _place(file, rank, flipped)
            fill, ink = (DARK, LIGHT) if (file + rank) % 2 == 0 else (LIGHT, DARK)
            yield f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{fill}"/>'
            if y == 7 * SIZE:
                yield _label(x + SIZE - 10, y + SIZE - 5, "abcdefgh"[file], ink)
            if x == 0:
                yield _label(x + 4, y + 15, str(rank + 1), ink)


def _label(x: int, y: int, text: str, ink: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="14" font-weight="700" fill="{ink}">{text}</text>'


def _pieces(rows: list[str], flipped: bool) -> Iterator[str]:
    scale = SIZE / 45
    for r, row in enumerate(rows):
        for file, letter in enumerate(row):
            if letter == ".":
                continue
            x, y = _place(file, 7 - r, flipped)
            outline, circles, inner = SHAPES[letter.lower()]
            fill, edge, line = FILL["w" if letter.isupper() else "b"]
            look = f'fill="{fill}" stroke="{edge}" stroke-width="1.5" stroke-linejoin="round"'
            drawn = "".join(f'<circle cx="{cx}" cy="{cy}" r="{radius}"/>' for cx, cy, radius in circles)
            lines = f'<path d="{inner}" fill="none" stroke="{line}" stroke-linecap="round"/>' if inner else ""
            lines += CROSS if letter in "kK" else ""
            side = "white" if letter.isupper() else "black"
            title = f"<title>{side} {NAMES[letter.lower()]}, {'abcdefgh'[file]}{8 - r}</title>"
            place = f'transform="translate({x} {y}) scale({scale:.4f})"'
            yield f'<g class="piece" {place} {look}>{title}<path d="{outline}"/>{drawn}{lines}</g>'


def _ends(move: str, flipped: bool) -> list[tuple[float, float]]:
    """The centres of the start and end squares of a move; ``None`` if it is not a move."""
    result = re.match(r"([a-h])([1-8])([a-h])([1-8])", move)
    if not result:
        return []
    places = (_place("abcdefgh".index(result[i]), int(result[i + 1]) - 1, flipped) for i in (1, 3))
    return [(x + SIZE / 2, y + SIZE / 2) for x, y in places]


def _tag(move: str, flipped: bool, grade: str) -> Iterator[str]:
    """The glyph of a grade at the corner of the end square of a move."""
    ends = _ends(move, flipped)
    if ends and grade in SHADES:
        x, y = min(ends[1][0] + 24, 8 * SIZE - 18), max(ends[1][1] - 24, 14)
        look = f'fill="{SHADES[grade]}" stroke="#fff" stroke-width="2"'
        yield f'<rect x="{x - 16:.0f}" y="{y - 12:.0f}" width="32" height="24" rx="12" {look}/>'
        yield f'<text x="{x:.0f}" y="{y + 6:.0f}" font-size="16" font-weight="700" text-anchor="middle" fill="#fff">'
        yield f"{GLYPHS[grade]}</text>"


def _arrow(move: str, flipped: bool, colour: str = "#0B6B50") -> Iterator[str]:
    ends = _ends(move, flipped)
    if not ends:
        return
    (x1, y1), (x2, y2) = ends
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    shaft = f"M{x1:.1f} {y1:.1f}L{x2 - 18 * ux:.1f} {y2 - 18 * uy:.1f}"
    head = (
        f"M{x2:.1f} {y2:.1f}L{x2 - 24 * ux - 12 * uy:.1f} {y2 - 24 * uy + 12 * ux:.1f}"
        f"L{x2 - 24 * ux + 12 * uy:.1f} {y2 - 24 * uy - 12 * ux:.1f}z"
    )
    yield f'<path class="arrow" d="{shaft}" stroke="#fff" stroke-width="14" stroke-linecap="round" fill="none"/>'
    yield f'<path d="{head}" fill="#fff" stroke="#fff" stroke-width="5"/>'
    yield f'<path d="{shaft}" stroke="{colour}" stroke-width="9" stroke-linecap="round" fill="none"/>'
    yield f'<path d="{head}" fill="{colour}"/>'
