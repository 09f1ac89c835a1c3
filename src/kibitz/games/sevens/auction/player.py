"""The view of a seat and the interface of a player: the only contact between strategies and the referee."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class SeatView:
    """One seat's knowledge when a tile is on offer; everything in it is read-only.

    ``unseen`` counts the tiles this player has not seen, the one on offer excluded: the bag and the hidden letters of
    the others. ``left`` counts the auctions of the round still to come, this one included. ``room`` holds the open
    places of every rack by seat. ``sales`` are those of this round, ``past`` those of earlier rounds. ``scores`` are
    those of all seats, payments of this round included, where the rules make them public.
    """

    rules: Rules
    seat: int
    round_number: int
    letter: str
    rack: str
    unseen: IntArray
    left: int
    score: int
    paid: int
    room: tuple[int, ...]
    sales: tuple[Sale, ...]
    past: tuple[tuple[Sale, ...], ...]
    scores: tuple[int, ...] | None = None

    @property
    def open_places(self) -> int:
        """Letters this player still needs."""
        return RACK_SIZE - len(self.rack)

    @property
    def number(self) -> int:
        """The number of the letter on offer, 0 for A."""
        return ord(self.letter) - 65

    def sales_since(self, round_number: int, auction: int) -> list[Sale]:
        """All sales of the game from this auction of this round on."""
        if round_number >= self.round_number:
            return list(self.sales[auction:])
        earlier = [sale for past in self.past[round_number + 1 :] for sale in past]
        return [*self.past[round_number][auction:], *earlier, *self.sales]

    def copies_left(self) -> IntArray:
        """The report's count of copies left: the unseen tiles and the one on offer."""
        bag = self.unseen.copy()
        bag[self.number] += 1
        return bag


class Player(ABC):
    """A strategy in one seat of one game; it may remember what it has seen."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:  # noqa: B027
        """Called once before the first round; ``rng`` is the player's only source of chance."""

    @abstractmethod
    def bid(self, view: SeatView) -> int:
        """The bid for the tile on offer."""

    def word(self, rack: str) -> str:
        """The word returned at the end of a round: the best one, unless a strategy overrides it."""
        return self.lexicon.best_word(rack)[1]
