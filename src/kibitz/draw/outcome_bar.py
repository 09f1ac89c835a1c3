"""Outcome bar: backgammons, gammons and plain wins from the left, losses to the right."""

from __future__ import annotations

from typing import ClassVar

from kibitz.core.units import format_chance
from kibitz.draw.axes import svg_chart, svg_text
from kibitz.draw.chart import Chart

WIDE, TOP, TALL = 358, 26, 26
WAYS = ("plainly", "with a gammon", "with a backgammon")


class OutcomeBar(Chart, frozen=True):
    """Outcome chances: to win plainly, with a gammon, with a backgammon, and to lose likewise; they sum to 1. Outcomes
    worth more points are darker."""

    fits_column: ClassVar[bool] = True

    title: str
    wins: tuple[float, float, float]
    losses: tuple[float, float, float]

    def sentence(self) -> str:
        if self.listing is not None:
            return ""
        won, lost = (
            f"{format_chance(sum(each))} ({format_chance(sum(each[1:]))} with a gammon)"
            for each in (self.wins, self.losses)
        )
        return f"{self.title}: you win {won}, they win {lost}."

    def svg(self, narrow: bool = False) -> str:
        pieces = zip(
            ("won-3", "won-2", "won-1", "lost-1", "lost-2", "lost-3"), (*self.wins[::-1], *self.losses), strict=True
        )
        parts, x = [], 0.0
        for kind, share in pieces:
            long = max(share, 0.0) * WIDE
            if long >= 0.4:
                look = f'x="{x:.1f}" y="{TOP}" width="{max(long - 1, 0.4):.1f}" height="{TALL}" rx="2"'
                parts.append(f'<rect class="{kind}" {look}/>')
            x += long
        won, lost = (f"gammon {100 * sum(each[1:]):.1f}" for each in (self.wins, self.losses))
        parts += [
            f'<path class="now" d="M{WIDE / 2} {TOP - 5}v{TALL + 10}"/>',
            svg_text(0, 16, f"you win {format_chance(sum(self.wins))}", "name strong", "start", 13),
            svg_text(WIDE, 16, f"they win {format_chance(sum(self.losses))}", "name strong", "end", 13),
            svg_text(0, TOP + TALL + 18, won, "tick"),
            svg_text(WIDE / 2, TOP + TALL + 18, "even", "tick", "middle"),
            svg_text(WIDE, TOP + TALL + 18, lost, "tick", "end"),
        ]
        label = f"{self.title}: you win {_ways(self.wins)}; they win {_ways(self.losses)}"
        return svg_chart("ends", WIDE, TOP + TALL + 26, label, parts)


def _ways(chances: tuple[float, float, float]) -> str:
    return ", ".join(f"{format_chance(p)} {way}" for p, way in zip(chances, WAYS, strict=True))
