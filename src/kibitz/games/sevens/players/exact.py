"""Loss-based bidding with exact chances instead of sequence counts: the improvement the report wished for (section
5)."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.words.reach import reach_probabilities
from kibitz.games.sevens.words.tiles import with_letter


class ExactLossPlayer(Player):
    """Bids 50 times the share of reach lost when the letter goes elsewhere, as a function of the auctions left.

    Reach is the sum of `reach_probabilities` over the words in reach. With the letter still to be had it counts the
    words of the rack drawn from the bag with this tile in it, without it from the bag after this tile has gone.
    """

    def bid(self, view: SeatView) -> int:
        words = self.lexicon.containing(view.rack)
        before = reach_probabilities(self.lexicon, view.rack, view.copies_left(), view.left, words)
        total = float(before.sum())
        if total <= 0:
            return self.lexicon.increment(view.rack, view.letter)
        helped = self.lexicon.containing(with_letter(view.rack, view.letter))
        if not len(helped):
            return 0
        after = reach_probabilities(self.lexicon, view.rack, view.unseen, view.left - 1, helped)
        lost = float(before[np.searchsorted(words, helped)].sum() - after.sum()) / total
        return int(view.rules.bonus * lost)
