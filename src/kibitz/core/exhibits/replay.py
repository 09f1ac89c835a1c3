"""Boards and replays: a position to draw, and a game to step through."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Table, Tone
from kibitz.core.exhibits.grids import ChoiceFrequencies


class Side(Struct, frozen=True):
    """The player at one edge of a board: colour of the pieces, name, task, note and count."""

    men: Literal["white", "black"]
    name: str
    task: str = ""
    note: str = ""
    count: str = ""


class BoardDiagram(Exhibit, frozen=True):
    """A board to draw: ``name`` is the game (``chess``, ``backgammon``), ``state`` the notation."""

    name: str
    state: str
    play: str = ""
    """A play to draw on it, in the notation of the game."""
    other: str = ""
    """The play that was made and its grade, to draw as well: ``e2e4 mistake``."""
    reply: str = ""
    """The other side's last play, to draw as well, in the notation of the game."""
    flipped: bool = False
    names: tuple[str, ...] = ()
    """The players; the one at the bottom first."""
    drawing: str = ""
    """The board as lines of text, for a terminal."""

    def sentence(self) -> str:
        return "\n".join(filter(None, (self.drawing, self.note or self.state)))

    @property
    def style(self) -> Tone:
        return "fixed" if self.drawing else "plain"


class ReplayStep(Struct, frozen=True):
    """One step of a replay: the board, the move, its loss and its grade."""

    board: BoardDiagram
    name: str
    words: str
    grade: str = ""
    link: str = ""
    """The link to a question about this step."""
    about: str = ""
    """The player and the place in the game."""
    best: str = ""
    worth: str = ""
    """The best choice and its value."""
    why: str = ""
    cost: str = ""
    """The loss of the choice that was made, if known."""
    options: Table | None = None
    """The choices, best first."""
    chances: ChoiceFrequencies | None = None
    """Predicted choices of peers, most likely first."""
    rule: str = ""
    """The rule of thumb here, and after a semicolon the loss of not following it."""


class GameReplay(Exhibit, frozen=True):
    """A game to step through on a page. A terminal has the table of its errors instead."""

    title: str
    steps: tuple[ReplayStep, ...]
    link_words: str = ""
    unit: str = ""
    """The name of the value of the best choice."""
