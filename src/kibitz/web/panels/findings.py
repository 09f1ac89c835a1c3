"""Larger parts of a page: click boards, answer summaries, error lists and waterfalls."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from msgspec import Struct

from kibitz.core.controls import ClickBinding
from kibitz.core.exhibits import HeatMap, Table
from kibitz.core.exhibits.as_tables import heat_map_table
from kibitz.core.exhibits.summaries import AnswerSummary, CardExhibit, ErrorList, PlayerWaterfalls, ReadingGuide
from kibitz.core.units import format_chance

N_COLOURS = 10


class HeatMapCell(Struct, frozen=True):
    """One square: its text and number, its colour (0 to 9, or -1 for none), and its links."""

    words: str
    figure: str
    colour: int
    name: str
    value: str
    link: str
    found: str = ""
    best: bool = False
    played: bool = False

    @property
    def look(self) -> str:
        """Its CSS class: played, coloured by its number, or open."""
        return "played" if self.played else f"heat-{self.colour}" if self.colour >= 0 else "open"

    @property
    def accessible_name(self) -> str:
        """Its accessible name."""
        return ", ".join(filter(None, (self.name, self.figure, "best" * self.best)))


class HeatMapHeading(Struct, frozen=True):
    """A column heading: its name, a hidden prefix for screen readers, and a note below."""

    words: str
    unseen: str = ""
    note: str = ""

    @property
    def accessible_note(self) -> str:
        """The note in words, for screen readers."""
        return ", ".join({"✓": "right", "✗": "wrong"}.get(sign, sign) for sign in self.note.split())


class HeatMapPart(Struct, frozen=True, tag="heated"):
    """A heat map whose squares can be pressed; the scale below goes from 0 to ``most``."""

    title: str
    remark: str
    field: str
    found_words: str
    columns: tuple[HeatMapHeading, ...]
    rows: tuple[tuple[HeatMapCell, ...], ...]
    most: str
    table: Table


class ErrorListPart(Struct, frozen=True, tag="cased"):
    """Decisions by loss, and the table of all of them; the page chooses which one is shown in detail."""

    cases: ErrorList
    table: Table | None = None


class WaterfallPart(Struct, frozen=True, tag="climbed"):
    """Waterfalls of luck and skill as pictures, and their table."""

    stairs: PlayerWaterfalls
    pictures: tuple[str, ...]
    table: Table | None = None


FindingPart = HeatMapPart | ErrorListPart | WaterfallPart | AnswerSummary | ReadingGuide | CardExhibit


def heat_map_part(heat: HeatMap, press: ClickBinding, query: str) -> HeatMapPart:
    """The part of a heat map with links; ``query`` is the link of the question."""
    held = [(name, value) for name, value in parse_qsl(query) if name != press.field]
    most = max((share for row in heat.shares for share in row if share is not None), default=0.0)
    rows = tuple(
        tuple(_cell(heat, press, held, most, r, c) for c in range(len(heat.columns))) for r in range(len(heat.rows))
    )
    remark = format_chance(most) if most else ""
    columns = tuple(map(_head, heat.columns, heat.notes or [""] * len(heat.columns)))
    return HeatMapPart(
        heat.title, heat.remark, press.field, press.found_words, columns, rows, remark, heat_map_table(heat)
    )


def _head(name: str, note: str) -> HeatMapHeading:
    """The heading of a column; a numbered column shows only its number."""
    kind, _, number = name.rpartition(" ")
    return (
        HeatMapHeading(number, f"{kind} ", note)
        if number.isdigit() and kind.islower()
        else HeatMapHeading(name, "", note)
    )


def _cell(
    heat: HeatMap, press: ClickBinding, held: list[tuple[str, str]], most: float, row: int, column: int
) -> HeatMapCell:
    share = heat.shares[row][column]
    sign = press.signs[row][column] if press.signs else ""
    value = press.pressed[row][column]
    state = f"played{', ' + sign if sign else ''}" if share is None else "open"
    return HeatMapCell(
        sign or "–" if share is None else heat.rows[row],
        format_chance(share) if share is not None and most else "",
        min(int((share or 0.0) / most * N_COLOURS), N_COLOURS - 1) if share is not None and most else -1,
        f"{heat.columns[column]}, row {row + 1}: {state}",
        value,
        f"?{urlencode([*held, (press.field, value)])}",
        press.found[row][column] if press.found else "",
        heat.best == (row, column),
        share is None,
    )


def waterfall_part(stairs: PlayerWaterfalls, table: Table | None) -> WaterfallPart:
    """The part of waterfalls, with pictures."""
    from kibitz.draw.player_waterfall import player_waterfalls_svg

    return WaterfallPart(stairs, player_waterfalls_svg(stairs.cases), table)
