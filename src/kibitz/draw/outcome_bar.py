"""Outcome bar as SVG: backgammons, gammons and plain wins from the left, losses to the right."""

from __future__ import annotations

from html import escape

from kibitz.core.exhibits.charts import OutcomeBar
from kibitz.core.units import format_chance
from kibitz.draw.curve import svg_text

WIDE, TOP, TALL = 358, 26, 26


def outcome_bar_svg(ends: OutcomeBar) -> str:
    """The bar as SVG, in the colours of the page; outcomes worth more points are darker."""
    won, lost = sum(ends.wins), sum(ends.losses)
    pieces = [
        ("won-3", ends.wins[2]),
        ("won-2", ends.wins[1]),
        ("won-1", ends.wins[0]),
        ("lost-1", ends.losses[0]),
        ("lost-2", ends.losses[1]),
        ("lost-3", ends.losses[2]),
    ]
    parts, x = [], 0.0
    for kind, share in pieces:
        long = max(share, 0.0) * WIDE
        if long >= 0.4:
            look = f'x="{x:.1f}" y="{TOP}" width="{max(long - 1, 0.4):.1f}" height="{TALL}" rx="2"'
            parts.append(f'<rect class="{kind}" {look}/>')
        x += long
    gammons = sum(ends.wins[1:]), sum(ends.losses[1:])
    words = [f"{100 * gammon:.1f}" for gammon in gammons]
    parts += [
        f'<path class="now" d="M{WIDE / 2} {TOP - 5}v{TALL + 10}"/>',
        svg_text(0, 16, f"you win {format_chance(won)}", "name strong", "start", 13),
        svg_text(WIDE, 16, f"they win {format_chance(lost)}", "name strong", "end", 13),
        svg_text(0, TOP + TALL + 18, f"gammon {words[0]}", "tick"),
        svg_text(WIDE / 2, TOP + TALL + 18, "even", "tick", "middle"),
        svg_text(WIDE, TOP + TALL + 18, f"gammon {words[1]}", "tick", "end"),
    ]
    names = ("plainly", "with a gammon", "with a backgammon")
    said = [
        ", ".join(f"{format_chance(p)} {name}" for p, name in zip(each, names, strict=True))
        for each in (ends.wins, ends.losses)
    ]
    label = escape(f"{ends.title}: you win {said[0]}; they win {said[1]}")
    box = f'viewBox="0 0 {WIDE} {TOP + TALL + 26}" role="img" aria-label="{label}"'
    return f'<svg class="chart ends" {box}>{"".join(parts)}</svg>'
