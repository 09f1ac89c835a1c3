"""The loss-based bidder: bids what it loses if another player gets the letter (section 3.3)."""

from __future__ import annotations

from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.bidding.prospects import prospects, sequence_factors


class LossPlayer(Player):
    """Bids 50 times the share of draw sequences lost with the letter, times 1 + 1/auctions left.

    Taking a copy of a letter out of b multiplies C(b, d) by 1 - d/b, so the lost share is the mean number of missing
    copies over b, and each word is weighted only once.
    """

    def bid(self, view: SeatView) -> int:
        return int(self.valuation(view))

    def valuation(self, view: SeatView) -> float:
        """The bid before rounding down to a whole number."""
        bag = view.copies_left()
        sums = prospects(self.lexicon, view.rack, sequence_factors(bag), view.letter)
        if sums.total <= 0:
            return float(self.lexicon.increment(view.rack, view.letter))
        lost = sums.needed / sums.total / int(bag[ord(view.letter) - 65])
        return self.boost(view) * view.rules.bonus * lost * self.opportunity(view)

    def opportunity(self, view: SeatView) -> float:
        """The report's factor for time running out (section 3.3.2)."""
        return 1 + 1 / view.left

    def boost(self, view: SeatView) -> float:
        """The correction for the market (section 3.3.3); none here."""
        return 1.0


class PlainLossPlayer(LossPlayer):
    """Loss without the factor for time running out (section 3.3.1)."""

    def opportunity(self, view: SeatView) -> float:
        return 1.0
