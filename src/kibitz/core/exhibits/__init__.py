"""Exhibits: what an answer shows, without markup. Each one owns its sentence and its table.

A terminal prints the sentence and the table. A page draws the exhibit with the template of its class. Charts, which
draw themselves as SVG, are in `kibitz.draw`. Cells are text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from kibitz.core.recommendation import Option, Recommendation
from kibitz.core.units import Unit, format_amount, format_chance, format_loss

MAX_SHOWN_CHOICES = 12
"""Most choices shown of a long list, best first."""
MAX_SHORT_ROWS = 5
"""Rows of a long table in a terminal, best first."""
ROUNDING_LOSS = 1e-12
"""Smaller losses are rounding errors and shown as 0."""
MAX_HALF_COLUMNS = 4
"""Most columns of a table that fits half of the width of a page."""
Tone: TypeAlias = Literal["plain", "strong", "quiet", "warning", "fixed", "drawing"]
"""How a text is set. ``strong`` highlights its first line, ``fixed`` keeps line breaks and columns, and a ``drawing``
is an SVG picture, which a terminal prints as text."""
Room: TypeAlias = Literal["full", "half", "text"]
"""The room of an exhibit on a page: the full width, half of it, or a place among the notes."""


class Exhibit(Struct, frozen=True, kw_only=True):
    """One thing that an answer shows. ``remark`` is opposite the title, ``note`` below."""

    title = ""
    remark: str = ""
    note: str = ""

    def sentence(self) -> str:
        """What it says in words, for a terminal; several lines if needed."""
        return self.note

    def table(self) -> Table | None:
        """The same as a table, if it has numbers that the sentence leaves out."""
        return None

    @property
    def style(self) -> Tone:
        """How its sentence is set."""
        return "plain"

    @property
    def room(self) -> Room:
        """How much room it needs on a page."""
        return "full"


class Note(Exhibit, frozen=True):
    """A sentence or a block of text."""

    text: str
    tone: Tone = "plain"

    def sentence(self) -> str:
        return self.text

    @property
    def style(self) -> Tone:
        return self.tone

    @property
    def room(self) -> Room:
        return "text"


class Headline(Exhibit, frozen=True):
    """The main sentence of an answer without a recommendation."""

    text: str
    rule: str = ""

    def sentence(self) -> str:
        return self.text

    @property
    def style(self) -> Tone:
        return "strong"


class Table(Exhibit, frozen=True):
    """Rows of text. ``left`` are the left-aligned columns, ``strong`` the highlighted rows; both from 0."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    left: tuple[int, ...] = (0,)
    strong: tuple[int, ...] = ()
    quiet: tuple[int, ...] = ()
    grades: tuple[str, ...] = ()
    """The grade of each row if rows are choices, or an empty string."""
    few: tuple[int, ...] = ()
    """The columns to show if there is little room."""
    short: tuple[int, ...] = ()
    """The rows to show where a long table would be in the way; all if empty."""
    short_remark: str = ""
    """The remark in place of ``remark`` if only these rows are shown."""
    links: tuple[str, ...] = ()
    """The link of each row on a page, if any."""
    seats: tuple[int, ...] = ()
    """The player of each row, from 1, if a page can filter by player."""
    asks: str = ""
    """The argument of the question that takes the first cell of a row as the user's own choice."""
    chosen: int | None = None
    """The row of the user's own choice, from 0."""

    def table(self) -> Table:
        return self

    @property
    def room(self) -> Room:
        columns = len(self.columns) - (self.columns[-1:] == ("",))  # a last column of signs takes no room
        return "half" if self.title and columns <= MAX_HALF_COLUMNS else "text"


def options_table(counsel: Recommendation, word: str, title: str = "") -> Table:
    """The choices of a recommendation with their values: all in order if few, else the best ones first."""
    options = list(counsel.best)
    if counsel.options <= len(options) <= MAX_SHOWN_CHOICES and all(option.choice.isdigit() for option in options):
        options.sort(key=lambda option: int(option.choice))
    mixed = any(option.probability for option in options)
    rows = tuple(_cells(option, counsel, mixed) for option in options[:MAX_SHOWN_CHOICES])
    return Table((word, *(["play"] if mixed else []), "worth", "loss"), rows, title, left=())


def _cells(option: Option, counsel: Recommendation, mixed: bool) -> tuple[str, ...]:
    unit = counsel.unit
    play = [format_chance(option.probability) if option.probability else ""] if mixed else []
    return (
        counsel.label(option.choice),
        *play,
        format_amount(option.worth, unit),
        format_option_loss(option.loss, unit),
    )


def format_option_loss(loss: float, unit: Unit) -> str:
    """A loss as text; rounding errors are shown as 0."""
    return format_loss(0.0 if loss < ROUNDING_LOSS else loss, unit)


def join_truncated(words: Sequence[str], most: int = 10) -> str:
    """``a, b, c and 4 more``."""
    rest = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + rest
