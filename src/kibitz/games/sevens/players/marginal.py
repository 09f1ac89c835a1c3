"""The marginal-value bidder: bids what the letter adds to the value of the rack, by dynamic programming (`plan`)."""

from __future__ import annotations

import numpy as np

from kibitz.core import Equities
from kibitz.core.units import format_count
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.position import position_of
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.evaluator import BidEvaluator, LetterWorth, letter_worth
from kibitz.games.sevens.bidding.plan import OPEN_PLACE_VALUE, RackPlan, opening_plans, solve_plan
from kibitz.games.sevens.bidding.prices import Market, PriceModel, phase_of
from kibitz.games.sevens.bidding.rack_graph import sublattice
from kibitz.games.sevens.words.lexicon import Lexicon

SMALL_RACK = 2
"""Racks below this size reuse one plan; larger ones are solved again at every auction, which takes milliseconds."""
FIRST_ROUND_STEP = 6
"""Number of auctions after which prices are tabulated again during the first round."""
STALE_GROWTH = 1.25
"""Growth of the history after which the plan of a small rack is recomputed at the start of a round."""
CORRECTION_WEIGHT = 10.0
"""Weight, in rounds, of "no correction" in the forecast of the gain."""


class MarginalPlayer(Player):
    """Bids the gain in value, rounded to what gains most against the earlier bids of all opponents.

    ``predicted`` holds, for each round, the gain it expected at the first bid: the value of the rack, corrected by the
    mean error of earlier forecasts of the same game. Prices that stay high for a whole round, because somebody else
    collects the same letters, make values a little too high; the correction estimates by how much.
    """

    def __init__(self, lexicon: Lexicon, learn: bool = True) -> None:
        super().__init__(lexicon)
        self.learn = learn
        self.predicted: list[float] = []

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self.prices = PriceModel(rules, seat)
        self.market: Market = self.prices.market(rules.tiles.bag())
        self._counted = (0, 0)
        self._tabulated = 0
        self._opening: dict[str, RackPlan] | None = None
        self._opened = 0
        self._values: list[float] = []
        self._errors = 0.0
        self._score = rules.start

    def bid(self, view: SeatView) -> int:
        self._watch(view)
        if len(self._values) <= view.round_number:
            self._forecast(view)
        if view.left <= view.open_places:
            return 0  # nobody else has room: the tile is ours for nothing
        phase = phase_of(view.left, view.rules.auctions)
        return min(self.market.best_bid(phase, ord(view.letter) - 65, self.worth(view).gain), view.score)

    def equities(self, view: SeatView) -> Equities:
        """Equities of all bids in points of the round, after learning from all earlier sales."""
        self._watch(view)
        source = f"prices of {format_count(self.prices.n_seen, 'auction')}"
        evaluator = BidEvaluator(self.lexicon, self.market, source)
        return evaluator.equities_of(position_of(view), self.worth(view))

    def worth(self, view: SeatView) -> LetterWorth:
        """What the letter on offer adds to the value of the rack."""
        return letter_worth(self.lexicon, self._plan_for(view), view.rack, view.letter, view.left)

    def _forecast(self, view: SeatView) -> None:
        if self._values:
            self._errors += view.score - self._score - self._values[-1]
        self._score = view.score
        value = self._value_before(view)
        self.predicted.append(value + self._errors / (len(self._values) + CORRECTION_WEIGHT))
        self._values.append(value)

    def _value_before(self, view: SeatView) -> float:
        """The value of the rack before the tile on offer was seen."""
        if self.lexicon.lattice.find(view.rack) < 0:
            return self.lexicon.best_word(view.rack)[0] + OPEN_PLACE_VALUE * view.open_places
        if len(view.rack) < SMALL_RACK:
            plan = self._opening_plan(view)
        else:
            graph = sublattice(self.lexicon, view.rack)
            plan = solve_plan(graph, view.copies_left(), view.left, view.rules.auctions, self.market)
        return float(plan.values[view.left, plan.node])

    def _watch(self, view: SeatView) -> None:
        if not self.learn:
            return
        round_number, seen = self._counted
        auctions = view.rules.auctions
        new = view.sales_since(round_number, seen)
        self.prices.observe(new, (auctions - (seen + i) % auctions for i in range(len(new))))
        self._counted = (view.round_number, len(view.sales))
        fresh = self.prices.n_seen - self._tabulated
        if fresh and (not view.sales or (view.round_number == 0 and fresh >= FIRST_ROUND_STEP)):
            self._tabulated = self.prices.n_seen
            self.market = self.prices.market(view.rules.tiles.bag())

    def _plan_for(self, view: SeatView) -> RackPlan | None:
        if self.lexicon.lattice.find(view.rack) < 0:
            return None
        if len(view.rack) < SMALL_RACK:
            return self._opening_plan(view)
        graph = sublattice(self.lexicon, view.rack)
        return solve_plan(graph, view.unseen, view.left - 1, view.rules.auctions, self.market)

    def _opening_plan(self, view: SeatView) -> RackPlan:
        """The plan of a rack of no or one letter, computed for the whole round and reused until prices have changed.

        It counts all tiles not on the rack as unseen, which is nearly true early in a round, because solving the whole
        lattice takes a good part of a second.
        """
        stale = not view.sales and self._tabulated >= STALE_GROWTH * self._opened
        if self._opening is None or stale:
            self._opening = opening_plans(self.lexicon, view.rules.auctions, self.market)
            self._opened = self._tabulated
        return self._opening[view.rack]
