"""Bidders that count gains: of the best word now (section 3.1), or of words that stay reachable (section 3.2).

The gain-based ones bid (50 + s - c) / (7 - n) for a letter they want, with s its points, c the payments of the round
and n the letters on the rack; the report prints an epsilon where its text and its program have c. They differ in what
they want.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core import FloatArray
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.bidding.prospects import letter_prospects, naive_factors, prospects, word_factors
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import IntArray


class IncrementPlayer(Player):
    """Bids ``share`` of what the letter adds to its best word; it can never lose money (section 3.1).

    With a share of 0 it bids nothing, the report's first idea (section 3.2).
    """

    def __init__(self, lexicon: Lexicon, share: int = 1) -> None:
        super().__init__(lexicon)
        self.share = share

    def bid(self, view: SeatView) -> int:
        return self.share * self.lexicon.increment(view.rack, view.letter)


class GainPlayer(Player):
    """Bids when more than ``cutoff`` of the reachable weight remains after the purchase.

    ``factors`` weighs words: each once (3.2.1), by naive probabilities (3.2.2) or by draw sequences (3.2.3). A
    ``relaxed`` player has no cutoff once fewer than two auctions are left per needed letter (3.2.3).
    """

    def __init__(
        self,
        lexicon: Lexicon,
        factors: Callable[[IntArray], FloatArray] = word_factors,
        cutoff: float = 0.3,
        relaxed: bool = False,
    ) -> None:
        super().__init__(lexicon)
        self.factors, self.cutoff, self.relaxed = factors, cutoff, relaxed

    def bid(self, view: SeatView) -> int:
        total, _, kept = letter_prospects(self.lexicon, view.rack, self.factors(view.copies_left()), view.number)
        if total <= 0:
            return self.lexicon.increment(view.rack, view.letter)
        cutoff = 0.0 if self.relaxed and view.left < 2 * view.open_places else self.cutoff
        return share_of_word(view) if kept > cutoff * total else 0


def share_of_word(view: SeatView) -> int:
    """The price of a wanted letter: an equal share of the word's value that is not yet spent (section 3.2)."""
    worth = view.rules.bonus + view.rules.tiles.worth(view.letter) - view.paid
    return max(0, int(worth / view.open_places))


class RankedLettersPlayer(Player):
    """Ranks the letters in the bag by summed probability (section 3.2.2): the upper third at the full price, the middle
    third at half of it, nothing for the rest. The report does not state thirds and halves; they are kibitz's choice."""

    def bid(self, view: SeatView) -> int:
        bag = view.copies_left()
        sums = prospects(self.lexicon, view.rack, naive_factors(bag))
        if sums.total <= 0:
            return self.lexicon.increment(view.rack, view.letter)
        own, present = sums.kept[view.number], int((bag > 0).sum())
        better = int((sums.kept[bag > 0] > own).sum())
        if own <= 0 or 3 * better >= 2 * present:
            return 0
        return share_of_word(view) // (1 if 3 * better < present else 2)
