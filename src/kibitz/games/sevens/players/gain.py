"""Gain-based bidders: they want letters that keep many words reachable (section 3.2).

All bid (50 + s - c) / (7 - n) for a letter they want, with s its points, c the payments of the round and n the letters
on the rack; the report prints an epsilon where its text and its program have c. They differ in what they want.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core import FloatArray
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.bidding.prospects import naive_factors, prospects, sequence_factors, word_factors
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import LETTERS, IntArray


class GainPlayer(Player):
    """Bids when more than ``cutoff`` of the reachable weight remains after the purchase."""

    factors: Callable[[IntArray], FloatArray] = staticmethod(word_factors)

    def __init__(self, lexicon: Lexicon, cutoff: float = 0.3) -> None:
        super().__init__(lexicon)
        self.cutoff = cutoff

    def bid(self, view: SeatView) -> int:
        sums = prospects(self.lexicon, view.rack, type(self).factors(view.copies_left()), view.letter)
        if sums.total <= 0:
            return self.lexicon.increment(view.rack, view.letter)
        return self.price(view) if sums.kept > self.cutoff_now(view) * sums.total else 0

    def cutoff_now(self, view: SeatView) -> float:
        """The share of weight that a letter must keep."""
        return self.cutoff

    def price(self, view: SeatView) -> int:
        """An equal share of the word's value that is not yet spent (section 3.2)."""
        worth = view.rules.bonus + view.rules.tiles.worth(view.letter) - view.paid
        return max(0, int(worth / view.open_places))


class WordCountPlayer(GainPlayer):
    """Counts the reachable words (section 3.2.1)."""


class SummedProbabilityPlayer(GainPlayer):
    """Sums naive probabilities of the reachable words (section 3.2.2)."""

    factors = staticmethod(naive_factors)


class SequencePlayer(GainPlayer):
    """Sums draw sequences; cutoff 0.4, none once fewer than two auctions are left per needed letter (section 3.2.3)."""

    factors = staticmethod(sequence_factors)

    def __init__(self, lexicon: Lexicon, cutoff: float = 0.4) -> None:
        super().__init__(lexicon, cutoff)

    def cutoff_now(self, view: SeatView) -> float:
        return 0.0 if view.left < 2 * view.open_places else self.cutoff


class RankedLettersPlayer(GainPlayer):
    """Ranks the letters in the bag by summed probability (section 3.2.2): the upper third at the full price, the middle
    third at half of it, nothing for the rest. The report does not state thirds and halves; they are kibitz's choice."""

    factors = staticmethod(naive_factors)

    def bid(self, view: SeatView) -> int:
        bag = view.copies_left()
        factors = naive_factors(bag)
        present = [letter for letter in LETTERS if bag[ord(letter) - 65]]
        sums = {letter: prospects(self.lexicon, view.rack, factors, letter) for letter in present}
        own = sums[view.letter]
        if own.total <= 0:
            return self.lexicon.increment(view.rack, view.letter)
        better = sum(other.kept > own.kept for other in sums.values())
        if own.kept <= 0 or 3 * better >= 2 * len(present):
            return 0
        return self.price(view) if 3 * better < len(present) else self.price(view) // 2
