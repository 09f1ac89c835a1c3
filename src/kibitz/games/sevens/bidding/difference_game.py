"""The safe bid of the difference game: two seats, and what counts is the difference of their scores.

Let x be the value of that difference if I get the letter on offer, y if my opponent does. My bid b1 against b2 gives me

    x - b2 if b1 > b2,     y + b1 if b1 < b2,     (x + y)/2 if b1 = b2

(the winner pays the other bid; on a tie a coin decides and the bid is paid). With b* = (x - y)/2 the whole number
ceil(b*), at least 0, gives at least (x + y)/2 whatever my opponent bids, and by symmetry my opponent can hold me to it:
a pure saddle point, worth (x + y)/2. An auction is thus worth as much as tossing a coin for the letter, and so is the
rest of the round: chance fills every rack to seven letters, and the value of the whole is g(R1) - g(R2), where g(R) is
the mean score of the best word when the open places of R are filled by chance from the unseen tiles
(`kibitz.games.sevens.words.best_words`), however many auctions are left. The safe bid is half the sum of what the
letter adds to both: ceil((g(R1 + l) - g(R1) + g(R2 + l) - g(R2)) / 2).

This holds while no bid is limited by a score: a player who cannot pay b* can be outbid for less than the letter's
value.
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
    """One auction of the difference game: the value of the difference if I get the letter, and if my opponent does."""

    mine: float
    theirs: float

    @property
    def value(self) -> float:
        """Value of the auction to me when both bid safely."""
        return (self.mine + self.theirs) / 2

    @property
    def safe_bid(self) -> int:
        """The bid that guarantees at least `value` against every bid."""
        return max(0, math.ceil((self.mine - self.theirs) / 2 - ROUNDING))

    def payoff(self, bid: int, other: int) -> float:
        """Payoff of my bid against another one."""
        if bid == other:
            return self.value
        return self.mine - other if bid > other else self.theirs + bid

    def best_reply(self, other: int, most: int) -> int:
        """The best bid, at most ``most``, against a predicted bid; the lowest of equally good ones."""
        replies = {bid for bid in (0, other - 1, other, other + 1) if 0 <= bid <= most}
        return min(replies, key=lambda bid: (-self.payoff(bid, other), bid))


def difference_stage(best: BestWords, rack: str, other: str, letter: str, unseen: IntArray) -> DifferenceAuction:
    """The auction of a letter between two racks; ``unseen`` excludes the letter.

    Only the known letters of a rack count: hidden ones are like tiles still to be drawn.
    """
    own, theirs = best.expected_best(rack, unseen), best.expected_best(other, unseen)
    return DifferenceAuction(
        own + best.gain(rack, letter, unseen) - theirs, own - theirs - best.gain(other, letter, unseen)
    )
