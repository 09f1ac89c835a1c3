"""Loss-based bidding with exact chances instead of sequence counts, as the report suggests (section 5)."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.words.reach import reach_probabilities
from kibitz.games.sevens.words.tiles import with_letter


class ExactLossPlayer(Player):
    """Bids 50 times the share of reach lost when the letter goes elsewhere, as a function of the auctions left.

    Reach is the sum of `reach_probabilities` over the reachable words. It is computed from the bag with this tile in
    it, and again from the bag without it.
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
