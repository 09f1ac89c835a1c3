"""What a session shows beside its words: who stands how, squares to press, and orders to give by a button; and what the
form of a question shows beside its fields.

A terminal has the words of the orders alone; a page makes buttons of them, so that nothing need be typed.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class ActionButton(Struct, frozen=True):
    """A button: its words, and the order that it gives; ``{}`` in it stands for what was typed beside it."""

    words: str
    order: str
    primary: bool = False


class ActionRow(Struct, frozen=True):
    """Orders side by side, with whom they are about (``seat`` from 1, or 0) and what is typed beside them."""

    orders: tuple[ActionButton, ...]
    name: str = ""
    seat: int = 0
    asks: str = ""
    """The name of a field whose text the orders carry."""


class ActionPanel(Struct, frozen=True, tag="orders"):
    """What can be ordered now."""

    title: str
    rows: tuple[ActionRow, ...]
    remark: str = ""


class ClickSquare(Struct, frozen=True):
    """One square: what it says, what pressing it orders (nothing: it cannot be pressed), and for whom it fell."""

    words: str
    order: str = ""
    seat: int = 0
    look: Literal["open", "played", "chosen"] = "played"
    name: str = ""
    """What it is called by those who do not see it."""


class ClickBoard(Struct, frozen=True, tag="squares"):
    """A board of squares to press, row by row under its columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[ClickSquare, ...], ...]
    back: ActionButton | None = None
    """The order that takes the last one back."""


class ClickBinding(Struct, frozen=True):
    """What pressing a square of a board of figures does: a field of the question takes another value."""

    field: str
    pressed: tuple[tuple[str, ...], ...]
    """That value, by row and column: the square opened, or put back."""
    found: tuple[tuple[str, ...], ...] = ()
    """The value where the square turns out to hide what is looked for; nothing where it cannot."""
    found_words: str = ""
    signs: tuple[tuple[str, ...], ...] = ()
    """What stands on squares that were played: a sign, or nothing."""


class Slider(Struct, frozen=True, kw_only=True, tag="dial"):
    """A chance that a question takes, to be set inside the counsel that rests on it.

    ``field`` takes it, ``value`` holds here, ``mark`` is the usual one and ``note`` says whose. ``about`` is what the
    counsel is about, and ``own`` the field of a choice of one's own.
    """

    field: str
    words: str
    value: float
    mark: float
    note: str
    about: str = ""
    own: str = ""
    own_words: str = ""


class PlayerShare(Struct, frozen=True):
    """One player's part of the whole: the chance, the score in words, what the last order changed."""

    name: str
    share: float
    score: str
    change: str = ""
    mine: bool = False


class ShareBar(Struct, frozen=True, tag="shares"):
    """Chances of all players as one bar."""

    title: str
    shares: tuple[PlayerShare, ...]


class ObservationCount(Struct, frozen=True):
    """One thing that is counted up and down: its name, how the argument calls it, and how often it was seen."""

    name: str
    choice: str
    count: int


class ObservationCounter(Struct, frozen=True):
    """What somebody (``seat`` from 1) was seen to do; ``field`` is the argument that takes it, as ``choice:count``."""

    title: str
    field: str
    seat: int
    counts: tuple[ObservationCount, ...]
    note: str = ""


class SliderTick(Struct, frozen=True):
    """A place worth naming under a slider; ``place`` tells the sliders of one field apart, from 1."""

    field: str
    place: int
    at: float
    words: str


class FormHints(Struct, frozen=True, tag="hints"):
    """What the form of a question shows beside its fields, since only the answer knows it; a terminal has no form."""

    tally: ObservationCounter | None = None
    ticks: tuple[SliderTick, ...] = ()

    def tick(self, field: str, place: int = 1) -> SliderTick | None:
        """The place to name under one slider, if there is one."""
        return next((each for each in self.ticks if (each.field, each.place) == (field, place)), None)
