"""Bidders that ignore future letters: always 0, and the gain of the best word (section 3.1)."""

from __future__ import annotations

from kibitz.games.sevens.auction.player import Player, SeatView


class NothingPlayer(Player):
    """Bids 0 and spells the best word with the letters it gets: the report's first idea (section 3.2)."""

    def bid(self, view: SeatView) -> int:
        return 0


class IncrementPlayer(Player):
    """Bids what the letter adds to its best word; it can never lose money (section 3.1)."""

    def bid(self, view: SeatView) -> int:
        return self.lexicon.increment(view.rack, view.letter)
