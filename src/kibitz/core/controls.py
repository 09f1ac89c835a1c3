"""Controls of pages: buttons, squares and sliders of a session, and hints for the form of a question.

A terminal uses only the text of the actions. A page makes buttons of them, so that nothing has to be typed.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit


class ActionButton(Struct, frozen=True):
    """A button: its label and its action; ``{}`` in the action is replaced by the text typed next to it."""

    words: str
    order: str
    primary: bool = False


class ActionRow(Struct, frozen=True):
    """A row of actions, the player they are about (``seat`` from 1, or 0), and a text field."""

    orders: tuple[ActionButton, ...]
    name: str = ""
    seat: int = 0
    asks: str = ""
    """Label of a text field whose text the actions carry."""


class ActionPanel(Exhibit, frozen=True):
    """The actions that are possible now; if they are ``complete``, a page needs no line to type others."""

    title: str
    rows: tuple[ActionRow, ...]
    complete: bool = False


class ClickSquare(Struct, frozen=True):
    """One square: its text, the action when pressed (empty: it cannot be pressed), and the player who got it."""

    words: str
    order: str = ""
    seat: int = 0
    look: Literal["open", "played", "chosen"] = "played"
    name: str = ""
    """Its accessible name."""


class ClickBoard(Exhibit, frozen=True):
    """A click board: rows of squares under column headings."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[ClickSquare, ...], ...]
    back: ActionButton | None = None
    """The action that undoes the last one."""


class ClickBinding(Struct, frozen=True):
    """What pressing a square of a heat map does: it sets a field of the question to another value."""

    field: str
    pressed: tuple[tuple[str, ...], ...]
    """That value by row and column: the state after the square is played, or open again."""
    found: tuple[tuple[str, ...], ...] = ()
    """The value if the square is a Daily Double; empty if it cannot be one."""
    found_words: str = ""
    signs: tuple[tuple[str, ...], ...] = ()
    """Text on squares that were played, or empty."""


class PlayerShare(Struct, frozen=True):
    """One player's share of a bar: the chance, the score as text, the change by the last action."""

    name: str
    share: float
    score: str
    change: str = ""
    mine: bool = False


class ShareBar(Exhibit, frozen=True):
    """Win chances of all players as one bar."""

    title: str
    shares: tuple[PlayerShare, ...]


class ObservationCount(Struct, frozen=True):
    """One observed choice with its count: label, value in the argument, and how often it was seen."""

    name: str
    choice: str
    count: int


class ObservationCounter(Struct, frozen=True):
    """Observed choices of a player (``seat`` from 1); ``field`` is the argument that takes them, as
    ``choice:count``."""

    title: str
    field: str
    seat: int
    counts: tuple[ObservationCount, ...]
    note: str = ""


class SliderTick(Struct, frozen=True):
    """A named tick under a slider; ``place`` is the number of the slider of its field, from 1."""

    field: str
    place: int
    at: float
    words: str


class FormHints(Exhibit, frozen=True):
    """Ticks and counts that the answer adds to the form of its question. A terminal ignores them."""

    tally: ObservationCounter | None = None
    ticks: tuple[SliderTick, ...] = ()

    def tick(self, field: str, place: int = 1) -> SliderTick | None:
        """The tick of the first slider of a field, if there is one."""
        return next((each for each in self.ticks if (each.field, each.place) == (field, place)), None)
