"""Equities over the grid of bids, from marginal values and estimated prices.

Any policy built on equities (a fallible one included) can use it to play, and every bid can be judged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import ChoiceGrid, Equities, PlayerId, Provenance, Unit
from kibitz.games.sevens.auction.position import BidPosition
from kibitz.games.sevens.bidding.plan import (
    OPEN_PLACE_VALUE,
    OPENING_LETTERS,
    RackPlan,
    opening_plan,
    solve_arrays,
    solve_plan,
)
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL, Market, phase_of
from kibitz.games.sevens.bidding.rack_graph import MAX_OPEN_PLACES, sublattice, superset_graph
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import with_letter

MAX_SEEN_FOR_KEPT_PLAN = 8
"""Number of letters seen up to which the stored plan of a rack with no or one letter is accurate enough."""


@dataclass(frozen=True, slots=True)
class LetterWorth:
    """The gain still to come without the letter on offer, and with it (its price not yet paid)."""

    without: float
    with_letter: float
    hopeless: bool = False

    @property
    def gain(self) -> float:
        """What the letter adds."""
        return self.with_letter - self.without


def letter_worth(lexicon: Lexicon, plan: RackPlan | None, rack: str, letter: str, left: int) -> LetterWorth:
    """The value of a letter by a plan of the rack; no plan means that no seven-letter word is reachable any more.

    ``left`` counts the auctions to come, this one included. Without a plan the letter adds what it adds to the best
    word; a letter that a plan does not follow leads to the best word and one point per open place.
    """
    room = 7 - len(rack)
    best = lexicon.best_word(with_letter(rack, letter))[0] + OPEN_PLACE_VALUE * (room - 1)
    if plan is None:
        return LetterWorth(lexicon.best_word(rack)[0] + OPEN_PLACE_VALUE * (room - 1), best, hopeless=True)
    now = plan.value(left - 1)
    then = plan.value(left - 1, ord(letter) - 65)
    assert now is not None
    return LetterWorth(now, best if then is None else then, lexicon.lattice.find(rack) < 0)


def make_plan(lexicon: Lexicon, position: BidPosition, market: Market, learnt: bool = True) -> RackPlan | None:
    """The plan after the tile on offer has gone; ``None`` for a pair of letters that no seven-letter word contains.

    Racks of three letters and more are followed through all racks above them, smaller ones through those that a
    seven-letter word contains. Prices that are not ``learnt`` are always the same, so plans of racks with no and one
    letter can be stored; these count the few tiles already sold as unseen.
    """
    rack, unseen = position.rack, position.unseen()
    draws, auctions = position.left - 1, position.rules().auctions
    if position.open_places <= MAX_OPEN_PLACES:
        plan = solve_arrays(superset_graph(lexicon, rack), unseen, draws, auctions, market)
        if position.open_places > 1:  # a letter bought now removes no other tile from the unseen ones
            larger = superset_graph(lexicon, with_letter(rack, position.letter))
            bought = solve_arrays(larger, unseen, draws, auctions, market)
            place = plan.next_racks[ord(position.letter) - 65]
            plan.values[:, place], plan.sevens[:, place] = bought.values[:, 0], bought.sevens[:, 0]
        return plan
    if lexicon.lattice.find(rack) < 0:
        return None
    if len(rack) < OPENING_LETTERS:
        if not learnt and len(position.seen) <= MAX_SEEN_FOR_KEPT_PLAN:
            return opening_plan(lexicon, rack, position.rules())
        return solve_plan(sublattice(lexicon, rack), unseen, draws, auctions, market, with_sevens=True)
    return solve_arrays(sublattice(lexicon, rack), unseen, draws, auctions, market)


@dataclass(frozen=True, slots=True, eq=False)
class BidEvaluator:
    """Expected gain of the rest of the round for every bid, against a market of competing bids."""

    lexicon: Lexicon
    market: Market
    opponents: str = "prior prices"

    def equities(self, position: BidPosition) -> Equities:
        """Equities of the bids from 0 up, in points; bids above 64 win as surely as 64 and are left out."""
        plan = make_plan(self.lexicon, position, self.market)
        return self.equities_of(
            position, letter_worth(self.lexicon, plan, position.rack, position.letter, position.left)
        )

    def equities_of(self, position: BidPosition, worth: LetterWorth, most: int = MAX_BID_CELL) -> Equities:
        """The same for a worth that is already known, with bids up to ``most``."""
        top = min(position.score, most)
        if position.left == position.open_places:
            values = np.full(top + 1, worth.with_letter)  # nobody else has room: the tile is ours for nothing
        else:
            phase = phase_of(position.left, position.rules().auctions)
            profit = self.market.profit(phase, ord(position.letter) - 65, worth.gain)
            values = worth.without + profit[np.minimum(np.arange(top + 1), MAX_BID_CELL)]
        return Equities(
            ChoiceGrid(0, top),
            values,
            Unit.POINTS,
            PlayerId("bidder"),
            Provenance("marginal values", opponents=self.opponents, settings=self.lexicon.provenance),
        )
