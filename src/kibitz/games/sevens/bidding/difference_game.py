"""The safe bid of the difference game: two seats, and what counts is the difference of their scores.

Let x be the value of that difference if I get the letter on offer, y if the other does. A bid b1 against b2 brings me

    x - b2 if b1 > b2,     y + b1 if b1 < b2,     (x + y)/2 if b1 = b2

(the winner pays the other's bid; on a tie a coin decides and the bid is paid). With b* = (x - y)/2 the whole number
ceil(b*), at least 0, brings at least (x + y)/2 whatever the other bids, and by symmetry the other can hold me to it:
a pure saddle point, worth (x + y)/2. An auction is thus worth what a toss of a coin for the letter would be, and so is
the rest of the round: every rack is filled to seven, by chance as it were, and the value of the whole is g(R1) - g(R2),
where g(R) is the mean score of the best word when the open places of R are filled by chance from the unseen tiles
(`kibitz.games.sevens.words.best_words`), however many auctions are left. The safe bid is half the sum of what the
letter adds to both: ceil((g(R1 + l) - g(R1) + g(R2 + l) - g(R2)) / 2).

It holds while no bid is cut to a score: whoever cannot pay b* can be outbid for less than the letter is worth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.games.sevens.words.best_words import BestWords
from kibitz.games.sevens.words.tiles import IntArray

ROUNDING = 1e-9
"""Values are sums of floats; a half sum that is whole up to this much is taken as whole."""


@dataclass(frozen=True, slots=True)
class DifferenceAuction:
    """One auction of the difference game: the value of the difference if the letter is mine, and if it is theirs."""

    mine: float
    theirs: float

    @property
    def value(self) -> float:
        """What the auction is worth to me when both bid safely."""
        return (self.mine + self.theirs) / 2

    @property
    def safe_bid(self) -> int:
        """The bid that brings at least `value` against every bid."""
        return max(0, math.ceil((self.mine - self.theirs) / 2 - ROUNDING))

    def payoff(self, bid: int, other: int) -> float:
        """What my bid brings against another one."""
        if bid == other:
            return self.value
        return self.mine - other if bid > other else self.theirs + bid

    def best_reply(self, other: int, most: int) -> int:
        """The best bid, at most ``most``, against a bid that is foreseen; of equals the lowest."""
        replies = {bid for bid in (0, other - 1, other, other + 1) if 0 <= bid <= most}
        return min(replies, key=lambda bid: (-self.payoff(bid, other), bid))


def difference_stage(best: BestWords, rack: str, other: str, letter: str, unseen: IntArray) -> DifferenceAuction:
    """The auction of a letter between two racks; ``unseen`` excludes the letter.

    Of a rack with hidden letters only those known count: to us the hidden ones are like tiles still to be drawn.
    """
    own, theirs = best.expected_best(rack, unseen), best.expected_best(other, unseen)
    return DifferenceAuction(
        own + best.gain(rack, letter, unseen) - theirs, own - theirs - best.gain(other, letter, unseen)
    )
