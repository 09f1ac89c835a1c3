"""The Jinja environment of the pages, and its filters."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from jinja2.ext import Extension
from markupsafe import Markup, escape

from kibitz.app.boards import board_links, board_sides, board_svg, letter_points
from kibitz.app.catalogue import BY_PATH
from kibitz.app.library import LibraryItem
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.app.uploads import FILE_ACTIONS, FileAction
from kibitz.core.controls import PlayerShare
from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.grids import HeatMap
from kibitz.core.grades import GLYPHS
from kibitz.draw.heat_map import heat_map_svg
from kibitz.draw.letter_chart import LetterChart
from kibitz.draw.win_chart import WinChart
from kibitz.version import __version__
from kibitz.web.panels.advice import AdvicePanel, advice_panel
from kibitz.web.panels.cells import bar_rows, click_cells, gain_rows, matrix_cells
from kibitz.web.panels.stepper import error_detail, replay_view
from kibitz.web.panels.tables import LONG_LIST_ROWS, full_grid, players_by_seat, short_grid, with_choice_links
from kibitz.web.request_summary import summarise_request

if TYPE_CHECKING:
    from kibitz.web.answer_page import PageView

NOT_PLAYED = "—"
"""Frequency of a choice that is never played."""


class StripIndent(Extension):
    """Remove the indentation of templates from pages."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template without leading spaces in its lines."""
        return re.sub(r"(?m)^[ \t]+", "", source)


def format_age(then: float | None, now: float | None = None) -> str:
    """How long ago something was, such as ``5 min ago``."""
    passed = (time.time() if now is None else now) - (then or 0.0)
    for limit, size, word in ((3600, 60, "min"), (86_400, 3600, "h"), (86_400 * 60, 86_400, "d")):
        if passed < limit:
            return f"{int(passed // size)} {word} ago" if passed >= 60 else "just now"
    try:
        return time.strftime("%-d %b %Y", time.localtime(then))
    except (OverflowError, ValueError, OSError):  # a time that no calendar has
        return "at an unknown time"


def loss_text(words: str) -> str:
    """The loss in the words of a judgement: ``−0.7 %`` of ``fine (−0.7 %)``, whose grade stands beside it."""
    _, bracket, loss = words.partition("(")
    return loss.removesuffix(")") if bracket else words


def capitalise(words: str) -> str:
    """The text with a capital first letter."""
    return words[:1].upper() + words[1:]


def format_choice_name(name: str) -> str:
    """The label of a choice, without hyphens."""
    return name.replace("-", " ").capitalize()


def format_certainty(word: str) -> str:
    """Whether an answer is exact or approximate, with a sign."""
    return "✓ Exact" if word == "exact" else f"≈ {capitalise(word)}"


def format_figure(words: str) -> Markup:
    """The main number of an answer, with a smaller percent sign."""
    plain = words.removesuffix(" %")
    return escape(words) if plain == words else Markup("{}<small>%</small>").format(plain)


def format_axis_label(name: str) -> Markup:
    """The label of a row or column of a matrix, with its frequency in a separate element: ``2 (89.7 %)``."""
    wager, _, often = name.partition(" (")
    if often == f"{NOT_PLAYED})":
        return Markup('{} <span class="never">{}</span>').format(wager, NOT_PLAYED)
    return Markup('{} <span class="often">{}</span>').format(wager, often[:-1]) if often[-3:] == " %)" else escape(name)


def matrix_cell_classes(cell: tuple[str, int, bool]) -> str:
    """The CSS classes of a matrix cell: colour, ring, and whether it is in brackets (unsettled)."""
    words, colour, ringed = cell
    looks = f"heat-{colour}" if colour >= 0 else ""
    return looks + " ringed" * ringed + " unsettled" * words.startswith("(")


def format_mix(mix: Iterable[tuple[str, float]]) -> str:
    """A mixed strategy in words, such as ``2 with 89.7 %, 1 with 10.3 %``."""
    return ", ".join(f"{choice} with {100 * chance:.1f} %" for choice, chance in mix)


def encode_mix(mix: Iterable[tuple[str, float]]) -> str:
    """A mixed strategy in the format of the button that draws from it."""
    return "|".join(f"{choice}:{chance}" for choice, chance in mix)


def share_offsets(shares: Iterable[PlayerShare]) -> Iterator[tuple[float, PlayerShare]]:
    """Each share with its left edge in per cent of the bar."""
    start = 0.0
    for share in shares:
        yield start, share
        start += 100 * share.share


def with_unique_patterns(svg: str, number: int) -> str:
    """A map with unique pattern ids, so that several maps fit on one page."""
    return svg.replace("hatch-", f"hatch-{number}-")


def item_subject(item: LibraryItem) -> str:
    """The subject of an item, unless its title says it."""
    said = summarise_request(item.path, item.request)
    return "" if said == item.title else said


def has_own_title(item: LibraryItem) -> bool:
    """Whether an item is titled by its file, not by its question."""
    entry = BY_PATH.get(item.path) or SESSIONS.get(item.path)
    return entry is None or item.title != entry.title


def file_label(kind: str) -> str:
    """The label of the link to a file of an answer."""
    return "Save" if kind == "out" else kind.replace("_", " ").capitalize()


def file_actions(item: LibraryItem | None) -> tuple[FileAction, ...]:
    """The questions that take an uploaded file."""
    return FILE_ACTIONS.get(item.path, ()) if item is not None and item.state == "ready" else ()


def format_megabytes(size: int) -> str:
    """The size of a file."""
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.0f} kB"


def is_longer(value: Sequence[object], limit: int) -> bool:
    """Whether a text or a list is longer than ``limit``."""
    return len(value) > limit


def advice_of(exhibit: AdviceExhibit, page: PageView) -> AdvicePanel:
    """The panel of a recommendation; of a partial result it says so."""
    panel = advice_panel(exhibit, page.request)
    return replace(panel, eyebrow=page.with_partial(panel.eyebrow))


def with_links(table: Table, page: PageView) -> Table:
    """A table of choices with links that judge each of them."""
    return with_choice_links(table, page.path, page.link) if table.asks and page.link else table


def heat_map_picture(heat: HeatMap) -> str:
    """A heat map that cannot be pressed, as a picture."""
    return heat_map_svg(heat.shares, heat.title or "heat map", heat.best)


def table_behind(exhibit: Exhibit) -> Table | None:
    """The table for "Show as table": all steps of a chart that has many."""
    if isinstance(exhibit, WinChart):
        return exhibit.all_steps()
    return exhibit.values_table() if isinstance(exhibit, LetterChart) else exhibit.table()


TEMPLATES = Environment(
    loader=PackageLoader("kibitz.web"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[StripIndent],
)
TEMPLATES.filters.update(
    about=item_subject,
    advice=advice_of,
    ago=format_age,
    asking=with_links,
    bar_rows=bar_rows,
    board=board_svg,
    board_links=board_links,
    certainty=format_certainty,
    click_cells=click_cells,
    edge=format_axis_label,
    error_detail=error_detail,
    few=short_grid,
    figure=format_figure,
    file_label=file_label,
    flat=chain.from_iterable,
    gain_rows=gain_rows,
    grid=full_grid,
    hatched=with_unique_patterns,
    heat_look=matrix_cell_classes,
    heat_map_picture=heat_map_picture,
    laid=share_offsets,
    loss=loss_text,
    lots=format_mix,
    matrix_cells=matrix_cells,
    megabytes=format_megabytes,
    orders=file_actions,
    replay=replay_view,
    seated=players_by_seat,
    sentence=capitalise,
    sides=board_sides,
    spoken=format_choice_name,
    svg=Markup,  # drawn by kibitz.draw, which escapes every word
    table_behind=table_behind,
    urn=encode_mix,
)
TEMPLATES.tests.update(longer=is_longer, titled=has_own_title)
KEYS = (
    (
        "Anywhere",
        (
            ("search positions and games", "/"),
            ("show these shortcuts", "?"),
            ("go to a game", "G then J B C S P R"),
            ("switch theme", "T"),
            ("drill", "D"),
            ("library", "L"),
            ("copy the link", "C"),
            ("close or cancel", "Esc"),
        ),
    ),
    (
        "Position",
        (
            ("next or previous choice, shown on the board", "↑ ↓"),
            ("previous or next named bet", "[ ]"),
            ("enter your own choice", "W"),
            ("answer", "Enter"),
            ("flip the board", "X"),
        ),
    ),
    (
        "Review, drill and library",
        (
            ("next or previous error", "N P"),
            ("previous or next move", "← →"),
            ("undo", "U"),
            ("check answer, next position", "Enter"),
        ),
    ),
)
"""Keyboard shortcuts listed in the dialog; ``static/page.js`` handles them."""
TEMPLATES.globals.update(
    version=__version__, glyphs=GLYPHS, keys=KEYS, long=LONG_LIST_ROWS, letter_points=letter_points
)


def render(template: str, **context: object) -> str:
    """A page from its template."""
    return TEMPLATES.get_template(template).render({"group": "", "page": "", **context})
