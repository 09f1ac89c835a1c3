"""Templates made into pages: the environment, and the words that templates ask for."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from jinja2.ext import Extension
from markupsafe import Markup, escape

from kibitz.app.boards import board_sides, board_svg, letter_points
from kibitz.app.catalogue import BY_PATH
from kibitz.app.library import LibraryItem
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.app.uploads import FILE_ACTIONS, FileAction
from kibitz.core.controls import PlayerShare
from kibitz.core.grades import GLYPHS
from kibitz.version import __version__
from kibitz.web.labels import file_label
from kibitz.web.panels.tables import LONG_LIST_ROWS, full_grid, players_by_seat, short_grid
from kibitz.web.request_summary import summarise_request

NOT_PLAYED = "—"
"""How often a choice is played that is not."""


class StripIndent(Extension):
    """Templates are indented for those who read them; pages are not."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template without the blanks at the beginning of its lines."""
        return re.sub(r"(?m)^[ \t]+", "", source)


def format_age(then: float | None, now: float | None = None) -> str:
    """How long ago something was, as people say it."""
    passed = (time.time() if now is None else now) - (then or 0.0)
    for limit, size, word in ((3600, 60, "min"), (86_400, 3600, "h"), (86_400 * 60, 86_400, "d")):
        if passed < limit:
            return f"{int(passed // size)} {word} ago" if passed >= 60 else "just now"
    return time.strftime("%-d %b %Y", time.localtime(then))


def loss_text(words: str) -> str:
    """The loss in the words of a judgement: ``−0.7 %`` of ``fine (−0.7 %)``, whose grade stands beside it."""
    _, bracket, loss = words.partition("(")
    return loss.removesuffix(")") if bracket else words


def capitalise(words: str) -> str:
    """Words with a capital letter at their beginning."""
    return words[:1].upper() + words[1:]


def format_choice_name(name: str) -> str:
    """The name of a choice as people write it."""
    return name.replace("-", " ").capitalize()


def format_certainty(word: str) -> str:
    """How an answer is known, with its sign."""
    return "✓ Exact" if word == "exact" else f"≈ {capitalise(word)}"


def format_figure(words: str) -> Markup:
    """The large figure of an answer, its percent sign smaller."""
    plain = words.removesuffix(" %")
    return escape(words) if plain == words else Markup("{}<small>%</small>").format(plain)


def format_axis_label(name: str) -> Markup:
    """The name of a row or column of a matrix; how often it is played stands apart: ``2 (89.7 %)``."""
    wager, _, often = name.partition(" (")
    if often == f"{NOT_PLAYED})":
        return Markup('{} <span class="never">{}</span>').format(wager, NOT_PLAYED)
    return Markup('{} <span class="often">{}</span>').format(wager, often[:-1]) if often[-3:] == " %)" else escape(name)


def matrix_cell_classes(cell: tuple[str, int, bool]) -> str:
    """The classes of a cell of a matrix: its colour, a ring, and brackets for what is not settled."""
    words, colour, ringed = cell
    looks = f"heat-{colour}" if colour >= 0 else ""
    return looks + " ringed" * ringed + " unsettled" * words.startswith("(")


def format_mix(mix: Iterable[tuple[str, float]]) -> str:
    """A mix in words."""
    return ", ".join(f"{choice} with {100 * chance:.1f} %" for choice, chance in mix)


def encode_mix(mix: Iterable[tuple[str, float]]) -> str:
    """A mix as the button that draws from it reads it."""
    return "|".join(f"{choice}:{chance}" for choice, chance in mix)


def share_offsets(shares: Iterable[PlayerShare]) -> Iterator[tuple[float, PlayerShare]]:
    """Shares side by side, each with the place in per cent where it begins."""
    start = 0.0
    for share in shares:
        yield start, share
        start += 100 * share.share


def with_unique_patterns(svg: str, number: int) -> str:
    """A map whose patterns have names of their own, where several maps stand on one page."""
    return svg.replace("hatch-", f"hatch-{number}-")


def item_subject(item: LibraryItem) -> str:
    """What a piece of work was about, where its title does not say it."""
    said = summarise_request(item.path, item.request)
    return "" if said == item.title else said


def has_own_title(item: LibraryItem) -> bool:
    """Whether a piece of work has a title of its own: the name of its file, not the title of its question."""
    entry = BY_PATH.get(item.path) or SESSIONS.get(item.path)
    return entry is None or item.title != entry.title


def file_actions(item: LibraryItem | None) -> tuple[FileAction, ...]:
    """What can be asked about a file that was brought."""
    return FILE_ACTIONS.get(item.path, ()) if item is not None and item.state == "ready" else ()


def format_megabytes(size: int) -> str:
    """The size of a file."""
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.0f} kB"


def is_longer(what: Sequence[object], most: int) -> bool:
    """Whether a text or a list is longer than so much."""
    return len(what) > most


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
    ago=format_age,
    board=board_svg,
    certainty=format_certainty,
    edge=format_axis_label,
    few=short_grid,
    figure=format_figure,
    file_label=file_label,
    flat=chain.from_iterable,
    grid=full_grid,
    hatched=with_unique_patterns,
    heat_look=matrix_cell_classes,
    laid=share_offsets,
    loss=loss_text,
    lots=format_mix,
    megabytes=format_megabytes,
    orders=file_actions,
    seated=players_by_seat,
    sentence=capitalise,
    sides=board_sides,
    spoken=format_choice_name,
    svg=Markup,  # drawn by kibitz.draw, which escapes every word
    urn=encode_mix,
)
TEMPLATES.tests.update(longer=is_longer, titled=has_own_title)
KEYS = (
    (
        "Anywhere",
        (
            ("find any position or game", "/"),
            ("these keys", "?"),
            ("go to a game", "G then J B C S P R"),
            ("dark or light", "T"),
            ("drill", "D"),
            ("library", "L"),
            ("copy the link", "C"),
            ("close or cancel", "Esc"),
        ),
    ),
    (
        "A position",
        (
            ("the next choice, shown on the board", "↑ ↓"),
            ("a wager to the next named bet", "[ ]"),
            ("why not my choice", "W"),
            ("answer", "Enter"),
            ("the other side of the board", "X"),
        ),
    ),
    (
        "Review, drill and library",
        (
            ("next error, the one before", "N P"),
            ("one move or clue back, on", "← →"),
            ("undo", "U"),
            ("judge, next position", "Enter"),
        ),
    ),
)
"""What single keys do, told by the overlay; ``static/page.js`` listens to them."""
TEMPLATES.globals.update(
    version=__version__, glyphs=GLYPHS, keys=KEYS, long=LONG_LIST_ROWS, letter_points=letter_points
)


def render(template: str, **context: object) -> str:
    """A page from its template."""
    return TEMPLATES.get_template(template).render({"group": "", "page": "", **context})
