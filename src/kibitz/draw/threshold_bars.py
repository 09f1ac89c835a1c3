"""Threshold bars: zones under one mark, such as the confidence to buzz or the chance to double.

Zones to act in are dark with their text on them; a second one next to the first is lighter. The others are pale with an
edge. Text that does not fit its zone is only in the table. On a phone the names are above the bars.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.draw.axes import CHARACTER_WIDTH_PX, svg_chart, svg_text
from kibitz.draw.chart import Chart

TOP, BAR = 34, 26
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


class BarsLayout(NamedTuple):
    """Layout: width, space left and right of the bars, height of a row and of the space above its bar."""

    width: int
    left: int
    right: int
    row: int
    above: int

    def x(self, chance: float) -> float:
        """The x coordinate of a chance."""
        return self.left + min(max(chance, 0.0), 1.0) * (self.width - self.left - self.right)


DESKTOP, PHONE = BarsLayout(800, 200, 120, 52, 0), BarsLayout(358, 4, 4, 68, 24)
STANDALONE, SMALL = BarsLayout(720, 4, 4, 52, 0), BarsLayout(358, 4, 4, 52, 0)
"""A single bar needs no name."""


BAR_WIDTH_CHARACTERS = 40


class ThresholdZone(Struct, frozen=True):
    """A zone of a threshold bar up to a chance, and what to do there; ``acts`` marks zones in which to act."""

    until: float
    words: str
    acts: bool = False


class ThresholdBar(Struct, frozen=True):
    """One threshold bar from 0 to 1: its name, a note below it, and the verdict at the mark."""

    name: str
    zones: tuple[ThresholdZone, ...]
    verdict: str
    note: str = ""


class ThresholdBars(Chart, frozen=True):
    """Threshold bars under one mark: the confidence to buzz, the chance to double."""

    title: str
    strips: tuple[ThresholdBar, ...]
    at: float
    at_words: str

    def sentence(self) -> str:
        if self.listing is None:
            return ""
        return f"{self.title}: {'; '.join(f'{self.at_words}, {strip.verdict}' for strip in self.strips)}."

    def table(self) -> Table:
        """Bars of characters, dark in zones to act, with the mark."""
        if self.listing is not None:
            return self.listing
        rows = []
        for strip in self.strips:
            bar = "".join("█" if self._zone(strip, place).acts else "░" for place in range(BAR_WIDTH_CHARACTERS))
            mark = min(int(self.at * BAR_WIDTH_CHARACTERS), BAR_WIDTH_CHARACTERS - 1)
            rows.append((strip.name, f"{bar[:mark]}│{bar[mark + 1 :]}", strip.verdict))
        return Table((self.title, f"│ {self.at_words}", "now"), tuple(rows), left=(0, 1, 2))

    @staticmethod
    def _zone(strip: ThresholdBar, place: int) -> ThresholdZone:
        chance = (place + 0.5) / BAR_WIDTH_CHARACTERS
        return next((zone for zone in strip.zones if chance < zone.until), strip.zones[-1])

    def svg(self, narrow: bool = False) -> str:
        one = len(self.strips) == 1
        sheet = (SMALL if narrow else STANDALONE) if one else PHONE if narrow else DESKTOP
        foot = TOP + sheet.row * len(self.strips)
        anchors = ("start", "middle", "middle", "middle", "end")
        parts = [
            svg_text(sheet.x(tick), foot + 14, f"{100 * tick:.0f}%", "tick", anchor)
            for tick, anchor in zip(TICKS, anchors, strict=True)
        ]
        for number, strip in enumerate(self.strips):
            parts += _strip(strip, TOP + sheet.row * number, sheet)
        x = sheet.x(self.at)
        for number in range(len(self.strips)):
            y = TOP + sheet.row * number + sheet.above
            parts.append(f'<path class="now" d="M{x:.1f} {y - 4}V{y + BAR + 4}"/>')
        anchor = "start" if self.at < 0.15 else "end" if self.at > 0.85 else "middle"
        parts.append(svg_text(x, TOP - 14, self.at_words, "name strong", anchor, 13))
        if one:
            parts.append(f'<path class="now-head" d="M{x - 6:.1f} {TOP - 9}h12l-6 7z"/>')
        label = f"{self.title}: " + "; ".join(f"{strip.name}, {strip.verdict}" for strip in self.strips)
        return svg_chart("strips", sheet.width, foot + 22, label, parts)


def _strip(strip: ThresholdBar, y: int, sheet: BarsLayout) -> list[str]:
    if sheet in (STANDALONE, SMALL):
        parts = []
    elif sheet.above:
        parts = [
            svg_text(sheet.left, y + 17, strip.name, "name strong", "start", 14),
            svg_text(sheet.width - sheet.right, y + 17, strip.verdict, "name strong", "end", 14),
        ]
    else:
        parts = [
            svg_text(0, y + (11 if strip.note else 18), strip.name, "name strong", "start", 14),
            svg_text(sheet.width, y + 18, strip.verdict, "name strong", "end", 14),
        ]
        if strip.note:
            parts.append(svg_text(0, y + 28, strip.note, "tick"))
    low, top, free = 0.0, y + sheet.above, float(sheet.left)
    for before, zone in zip((None, *strip.zones), strip.zones, strict=False):
        left, wide = sheet.x(low), sheet.x(zone.until) - sheet.x(low)
        low = max(low, zone.until)
        if wide <= 0.5:
            continue
        second = zone.acts and before is not None and before.acts
        kind = "zone acts second" if second else "zone acts" if zone.acts else "zone"
        parts.append(f'<rect class="{kind}" x="{left:.1f}" y="{top}" width="{wide:.1f}" height="{BAR}" rx="4"/>')
        long = CHARACTER_WIDTH_PX * len(zone.words)
        if long + 14 <= wide:
            look = "on-act" if zone.acts and not second else "in-zone"
            parts.append(svg_text(left + 8, top + 18, zone.words, look, "start", 13))
        elif sheet in (STANDALONE, SMALL):
            start = min(max(left + wide / 2 - long / 2, free), sheet.width - sheet.right - long)
            if start >= free:
                free = start + long + 8
                parts.append(svg_text(start, top + BAR + 15, zone.words, "under best" if zone.acts else "under"))
    return parts
