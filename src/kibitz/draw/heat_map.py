"""Heat map of a board as SVG: where Daily Doubles are, which square to pick."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

CIVIDIS = ("#00224E", "#123570", "#3B496C", "#575D6D", "#707173", "#8A8678", "#A59C74", "#C3B369", "#E1CC55", "#FEE838")
BACKGROUND = "#05081A"


def heat_colour(share: float) -> tuple[str, str]:
    """The colour of a share of the largest value, and a readable text colour."""
    place = min(int(max(share, 0.0) * len(CIVIDIS)), len(CIVIDIS) - 1)
    return CIVIDIS[place], "#FFFFFF" if place < 5 else "#000000"


def heat_map_svg(
    rows: Sequence[Sequence[float | None]], words: str, best: tuple[int, int] | None = None, tall: int = 34
) -> str:
    """Rows of percentages, one square each; ``None`` is an open square. ``best`` is row and column."""
    wide, gap = 60, 4
    most = max((value for row in rows for value in row if value is not None), default=1.0) or 1.0
    columns = max((len(row) for row in rows), default=0)
    parts = [
        f'<rect width="{columns * (wide + gap) + gap}" height="{len(rows) * (tall + gap) + gap}" fill="{BACKGROUND}"/>'
    ]
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            x, y = gap + c * (wide + gap), gap + r * (tall + gap)
            fill, ink = heat_colour(0.0 if value is None else value / most)
            ring = ' stroke="#FFFFFF" stroke-width="3"' if best == (r, c) else ""
            fill = "#10142B" if value is None else fill
            parts.append(f'<rect x="{x}" y="{y}" width="{wide}" height="{tall}" rx="4" fill="{fill}"{ring}/>')
            if value is not None:
                place = f'x="{x + wide / 2}" y="{y + tall // 2 + 6}" text-anchor="middle"'
                parts.append(f'<text {place} font-size="16" font-weight="700" fill="{ink}">{100 * value:.1f}</text>')
    box = f"0 0 {columns * (wide + gap) + gap} {len(rows) * (tall + gap) + gap}"
    return f'<svg class="board" viewBox="{box}" role="img" aria-label="{escape(words)}">{"".join(parts)}</svg>'


def clue_board_svg(rows: Sequence[Sequence[str]], words: str) -> str:
    """A board of clues under its column numbers; played squares are empty."""
    tall, wide, gap = 40, 84, 4
    columns = max((len(row) for row in rows), default=0)
    box = columns * (wide + gap) + gap, (len(rows) + 1) * (tall + gap) + gap
    parts = [f'<rect width="{box[0]}" height="{box[1]}" rx="6" fill="{BACKGROUND}"/>']
    squares = [(0, c, str(c + 1), "#0B1D66", "#FFFFFF") for c in range(columns)]
    squares += [
        (r, c, said or "\u2013", "#0B1D66" if said else "#10142B", "#F5CF6B" if said else "#969A9D")
        for r, row in enumerate(rows, 1)
        for c, said in enumerate(row)
    ]
    for r, c, said, fill, ink in squares:
        x, y = gap + c * (wide + gap), gap + r * (tall + gap)
        place = f'x="{x + wide / 2}" y="{y + 26}" font-size="17" font-weight="700" text-anchor="middle"'
        parts.append(f'<rect x="{x}" y="{y}" width="{wide}" height="{tall}" rx="4" fill="{fill}"/>')
        parts.append(f'<text {place} fill="{ink}">{escape(said)}</text>')
    return (
        f'<svg class="board" viewBox="0 0 {box[0]} {box[1]}" role="img" aria-label="{escape(words)}">'
        f"{''.join(parts)}</svg>"
    )
