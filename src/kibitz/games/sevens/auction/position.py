"""The position of a bidder at the table, with a notation: ``EST.R.6.30.0.100.AAQ``.

Rack, tile on offer, players, auctions left (this one included), hidden letters per player, own score, and the
letters that others are known to have won this round; ``-`` means none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import InputError
from kibitz.core.units import format_count
from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, IntArray, TileSet, counts_of, parse_rack

MAX_SCORE = 1_000_000


_LABELS = {"rack": "rack", "letter": "letter on offer", "seen": "letters taken"}


@dataclass(frozen=True, slots=True)
class BidPosition:
    """Position of a bidder when a tile is on offer."""

    rack: str
    letter: str
    players: int
    left: int
    hidden: int = 0
    score: int = 100
    seen: str = ""
    tiles: TileSet = SCRABBLE
    """Not part of the notation, which has the English tiles."""

    def __post_init__(self) -> None:
        rules = self.rules()
        for name, limit in (("rack", RACK_SIZE - 1), ("letter", 1), ("seen", rules.tiles.total)):
            typed = getattr(self, name)
            if len(typed) > limit:
                raise InputError(f"{_LABELS[name]}: must be at most {limit} letters from A to Z, not {len(typed)}")
            if parse_rack(typed, _LABELS[name], limit) != typed:
                raise InputError(f"{_LABELS[name]}: must be capital letters in alphabetical order")
        if not self.letter:
            raise InputError("letter on offer: give one letter from A to Z")
        if len(self.rack) < self.hidden:
            raise InputError(f"rack: must have at least the {self.hidden} hidden letters, not {len(self.rack)}")
        room = RACK_SIZE - len(self.rack)
        # Every letter bought, or seen to be sold, took one auction of the round.
        limit = rules.auctions - (len(self.rack) - self.hidden) - len(self.seen)
        if not room <= limit:
            raise InputError(
                f"rack, seen: too many letters for the {format_count(rules.auctions, 'auction')} of a round"
            )
        if not room <= self.left <= limit:
            raise InputError(
                f"left: must be from {room} (your open places) to {limit} (auctions of the round minus letters "
                f"already sold), not {self.left}"
            )
        if not 0 <= self.score <= MAX_SCORE:
            raise InputError(f"score: must be a whole number from 0 to {MAX_SCORE:,}, not {self.score}")
        known = rules.tiles.bag() - counts_of(self.rack + self.letter + self.seen)
        if known.min() < 0:
            letter = chr(65 + int(np.argmin(known)))
            raise InputError(f"rack, tile and seen letters: the bag has fewer {letter}s")

    def rules(self) -> Rules:
        """The rules this position belongs to, for one round."""
        return Rules(players=self.players, hidden=self.hidden, rounds=1, tiles=self.tiles)

    @property
    def open_places(self) -> int:
        """Letters still needed."""
        return RACK_SIZE - len(self.rack)

    def unseen(self) -> IntArray:
        """Tiles that may still come, the one on offer excluded.

        Letters that others won without our knowledge belong here: they and the bag are exchangeable.
        """
        return self.rules().tiles.bag() - counts_of(self.rack + self.letter + self.seen)


def position_of(view: SeatView) -> BidPosition:
    """The position behind a view."""
    taken = "".join(sorted(sale.letter for sale in view.sales if sale.winner != view.seat))
    rules = view.rules
    return BidPosition(view.rack, view.letter, rules.players, view.left, rules.hidden, view.score, taken, rules.tiles)


def format_position(position: BidPosition) -> str:
    """The notation; `parse_position` reads it back."""
    numbers = (position.players, position.left, position.hidden, position.score)
    return ".".join([position.rack or "-", position.letter, *map(str, numbers), position.seen or "-"])


def parse_position(text: str) -> BidPosition:
    """Read ``EST.R.6.30.0.100.AAQ``; letters may come in any order."""
    parts = text.strip().split(".")
    if len(parts) != 7 or not all(part.isascii() and part.isdigit() and len(part) <= 7 for part in parts[2:6]):
        raise InputError(f"position: must be RACK.TILE.PLAYERS.LEFT.HIDDEN.SCORE.SEEN, not {text[:60]!r}")
    rack, letter, *numbers, seen = ("" if part == "-" else part for part in parts)
    players, left, hidden, score = map(int, numbers)
    return BidPosition(
        parse_rack(rack), parse_rack(letter, "tile", 1), players, left, hidden, score, parse_rack(seen, "seen", 98)
    )
