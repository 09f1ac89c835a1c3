"""Grids of numbers: heat maps, matrices, gains by outcome, predicted choices and words in letter tiles."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kibitz.core.controls import ClickBinding
from kibitz.core.exhibits import MAX_HALF_COLUMNS, Exhibit, Room, Table
from kibitz.core.units import MINUS, format_chance

SHADES = (" ", "░", "▒", "▓", "█")


class HeatMap(Exhibit, frozen=True):
    """A board of squares with a share each, 0 to 1, or ``None`` for a played square. ``best`` is row and column. With
    ``press`` the squares can be pressed on a page."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]
    title: str = ""
    best: tuple[int, int] | None = None
    press: ClickBinding | None = None
    notes: tuple[str, ...] = ()
    """Text under the name of each column, such as the results there."""

    def table(self) -> Table | None:
        """Each share with a shade character; nothing for a board without numbers."""
        return None if self.press is not None and self.best is None else self.all_shares()

    def all_shares(self) -> Table:
        """Each share with a shade character."""
        most = self.largest or 1.0

        def cell(share: float | None) -> str:
            if share is None:
                return ""
            shade = SHADES[min(int(share / most * (len(SHADES) - 1) + 0.5), len(SHADES) - 1)]
            return f"{shade * 2} {format_chance(share)}"

        rows = tuple((name, *map(cell, row)) for name, row in zip(self.rows, self.shares, strict=True))
        noted = (("", *self.notes),) if any(self.notes) else ()
        return Table(("", *self.columns), (*noted, *rows), self.title)

    @property
    def largest(self) -> float:
        """The largest share."""
        return max((share for row in self.shares for share in row if share is not None), default=0.0)


class Matrix(Exhibit, frozen=True):
    """Numbers by row and column, coloured by size; ``words`` are the texts of the cells, ``ringed`` the cells that are
    played. ``listing`` has the same as text for a terminal."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    words: tuple[tuple[str, ...], ...]
    listing: Table | None = None
    ringed: tuple[tuple[int, int], ...] = ()
    worths: bool = False
    """Whether the last column is the value of each row."""
    corner: str = ""
    """The names of rows and columns."""

    def sentence(self) -> str:
        return ""

    def table(self) -> Table | None:
        return self.listing

    @property
    def room(self) -> Room:
        return "half" if self.worths and len(self.columns) <= MAX_HALF_COLUMNS + 1 else "full"


class OutcomeDifference(Struct, frozen=True):
    """One outcome: who is right (``None`` for all other outcomes), and what one choice gains there."""

    outcome: tuple[tuple[str, bool], ...] | None
    amount: float

    def format_outcome(self) -> str:
        """The outcome in words: ``A right, you wrong``."""
        if self.outcome is None:
            return "all other outcomes"
        return ", ".join(f"{who} {'right' if right else 'wrong'}" for who, right in self.outcome)


class OutcomeComparison(Struct, frozen=True):
    """Gains and losses against one other choice; ``name`` is its short name."""

    against: str
    rows: tuple[OutcomeDifference, ...]
    name: str = ""

    @property
    def net(self) -> float:
        """The sum of all gains and losses."""
        return sum(row.amount for row in self.rows)


class OutcomeBreakdown(Exhibit, frozen=True):
    """What the best choice gains and loses against others by outcome, in win chance; buttons choose which one."""

    title: str
    comparisons: tuple[OutcomeComparison, ...]

    @property
    def room(self) -> Room:
        return "half"


class ChoiceBar(Struct, frozen=True):
    """A choice with its probability, its loss and its grade."""

    name: str
    chance: float
    cost: str = ""
    grade: str = ""


class ChoiceFrequencies(Exhibit, frozen=True):
    """Predicted choices, most likely first; ``listing`` has the same as text."""

    title: str
    bars: tuple[ChoiceBar, ...]
    listing: Table

    def table(self) -> Table:
        return self.listing

    @property
    def room(self) -> Room:
        return "half"


class Tile(Struct, frozen=True):
    """A letter tile: held, on offer, or still missing; ``points`` is what it scores, if shown."""

    letter: str
    kind: Literal["held", "offer", "missing"]
    points: str = ""


class TileRow(Struct, frozen=True):
    """A word in tiles, and its numbers."""

    tiles: tuple[Tile, ...]
    cells: tuple[str, ...]


class TileTable(Exhibit, frozen=True):
    """Words in letter tiles with numbers; ``listing`` has the same as text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[TileRow, ...]
    listing: Table

    def table(self) -> Table:
        return self.listing


class LetterSeat(Struct, frozen=True):
    """A player at a table of letters: name, open tiles, and facts such as the score; ``is_next`` if it is its turn."""

    name: str
    tiles: tuple[Tile, ...]
    facts: tuple[str, ...]
    is_next: bool


class LetterTable(Exhibit, frozen=True):
    """A table at which players collect letters: the rack of the player to act, the letter on offer, and all seats.

    ``places`` is the size of a full rack.

    With ``cover`` the rack is hidden until that button is pressed, so that people can share a screen. ``log`` has all
    that happened, and ``rules`` the rules of the game.
    """

    title: str
    rack: tuple[Tile, ...]
    places: int
    offer: Tile | None
    headline: str
    cover: str
    seats: tuple[LetterSeat, ...]
    log: Table
    rules: tuple[str, ...]


def format_points(chance: float) -> str:
    """A difference of chances in points, with its sign."""
    return f"{100 * chance:+.1f}".replace("-", MINUS)
