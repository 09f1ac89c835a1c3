"""What every bid is worth: equities over the grid of bids, from marginal values and learnt prices.

Any policy built on equities (a fallible one included) can take a seat with it, and every bid can be judged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import ChoiceGrid, Equities, PlayerId, Provenance, Unit
from kibitz.games.sevens.auction.position import BidPosition
from kibitz.games.sevens.bidding.plan import PLACE_WORTH, Plan, solve_plan, sublattice
from kibitz.games.sevens.bidding.prices import HIGHEST, Market, phase_of
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import IntArray, with_letter


@dataclass(frozen=True, slots=True)
class Worth:
    """The gain still to come without the letter on offer, and with it (its price not yet paid)."""

    without: float
    with_letter: float
    hopeless: bool = False

    @property
    def gain(self) -> float:
        """What the letter adds."""
        return self.with_letter - self.without


def letter_worth(lexicon: Lexicon, plan: Plan | None, rack: str, letter: str, left: int) -> Worth:
    """The worth of a letter by a plan of the rack; no plan means that no seven-letter word is in reach any more.

    ``left`` counts the auctions to come, this one included. Without hope the letter adds what it adds to the best word.
    """
    room = 7 - len(rack)
    best = lexicon.best_word(with_letter(rack, letter))[0] + PLACE_WORTH * (room - 1)
    if plan is None:
        return Worth(lexicon.best_word(rack)[0] + PLACE_WORTH * (room - 1), best, hopeless=True)
    now = plan.value(left - 1)
    then = plan.value(left - 1, ord(letter) - 65)
    assert now is not None
    return Worth(now, best if then is None else then)


def solved_plan(
    lexicon: Lexicon, rack: str, unseen: IntArray, left: int, auctions: int, market: Market, with_sevens: bool = False
) -> Plan | None:
    """The plan after the tile on offer has gone; ``None`` once no seven-letter word contains the rack."""
    if lexicon.lattice.find(rack) < 0:
        return None
    return solve_plan(sublattice(lexicon, rack), unseen, left - 1, auctions, market, with_sevens)


@dataclass(frozen=True, slots=True, eq=False)
class BidEvaluator:
    """Expected gain of the rest of the round for every bid, against a market of competing bids."""

    lexicon: Lexicon
    market: Market
    opponents: str = "prior prices"

    def equities(self, position: BidPosition) -> Equities:
        """Equities of the bids from 0 up, in points; bids above 64 win as surely as 64 and are left out."""
        rules = position.rules()
        plan = solved_plan(self.lexicon, position.rack, position.unseen(), position.left, rules.auctions, self.market)
        return self.equities_of(
            position, letter_worth(self.lexicon, plan, position.rack, position.letter, position.left)
        )

    def equities_of(self, position: BidPosition, worth: Worth, most: int = HIGHEST) -> Equities:
        """The same for a worth that is already known, with bids up to ``most``."""
        top = min(position.score, most)
        if position.left == position.open_places:
            values = np.full(top + 1, worth.with_letter)  # alone at the table: the tile is ours for nothing
        else:
            phase = phase_of(position.left, position.rules().auctions)
            profit = self.market.profit(phase, ord(position.letter) - 65, worth.gain)
            values = worth.without + profit[np.minimum(np.arange(top + 1), HIGHEST)]
        return Equities(
            ChoiceGrid(0, top), values, Unit.POINTS, PlayerId("bidder"),
            Provenance("marginal values", opponents=self.opponents, settings=(("words", self.lexicon.source),)),
        )  # fmt: skip
