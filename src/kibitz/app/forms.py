"""Kinds of forms on pages: a question whose form is more than a list of fields names one of these in the catalogue."""

from __future__ import annotations

from typing import NamedTuple


class PodiumForm(NamedTuple):
    """Three scores on podiums, and the fields next to them. ``by_place`` if reasons name players A, B and C. A given
    state has the scores; ``slider_fields`` are then set inside the recommendation."""

    fields: tuple[str, ...]
    by_place: bool = False
    slider_fields: tuple[str, ...] = ()


class DuelForm(NamedTuple):
    """Two players with score steppers, and the fields next to them."""

    fields: tuple[str, ...]


class ClickBoardForm(NamedTuple):
    """A state that is entered on a click board; ``slider_fields`` are set inside the recommendation."""

    slider_fields: tuple[str, ...] = ()


class RackForm(NamedTuple):
    """A rack of letters, and the fields next to it."""

    fields: tuple[str, ...]


class MatrixForm(NamedTuple):
    """A grid of payoffs to type into, written to the field ``text``; ``classics`` are games to pick, name and text."""

    classics: tuple[tuple[str, str], ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The name of the field that the grid writes to."""
        return ("text",)


class BoardForm(NamedTuple):
    """A position that can be set up on a board: the kind of board, and the field with its notation."""

    board: str
    field: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The name of the field that the board writes to."""
        return (self.field,)


class TournamentForm(NamedTuple):
    """A list of players: the field with the names, the formats (label and checkbox), the fields in one row, the field
    of the seed, and the page about the players. The form stays next to a running job."""

    names: str
    ways: tuple[tuple[str, str], ...]
    row: tuple[str, ...]
    seed: str
    who: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all its fields."""
        return (self.names, *(box for _, box in self.ways if box), *self.row, self.seed)


FormKind = BoardForm | PodiumForm | DuelForm | ClickBoardForm | RackForm | MatrixForm | TournamentForm
