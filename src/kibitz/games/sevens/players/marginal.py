"""The marginal-value bidder: what the letter adds to the value of the rack, by dynamic programming (`plan`)."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.lexicon import Lexicon
from kibitz.games.sevens.plan import PLACE_WORTH, Plan, Sublattice, solve_plan, sublattice
from kibitz.games.sevens.prices import Market, PriceModel, phase_of
from kibitz.games.sevens.rules import Rules
from kibitz.games.sevens.table import Player, View
from kibitz.games.sevens.tiles import with_letter

SMALL_RACK = 2
"""Racks below this size keep one plan; larger ones are solved anew at every auction, which takes milliseconds."""
FIRST_ROUND_STEP = 6
"""Auctions after which prices are tabulated again while the first round runs."""


class MarginalPlayer(Player):
    """Bids the gain in value, rounded to what pays best against the bids of all opponents seen so far."""

    def __init__(self, lexicon: Lexicon, learn: bool = True) -> None:
        super().__init__(lexicon)
        self.learn = learn
        self.predicted: list[float] = []

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self._prices = PriceModel(rules, seat)
        self._market: Market = self._prices.market(rules.tiles.bag())
        self._counted = (0, 0)
        self._tabulated = 0
        self._part: Sublattice | None = None
        self._plan: Plan | None = None
        self._opening: dict[str, tuple[int, Plan]] = {}

    def bid(self, view: View) -> int:
        self._watch(view)
        if not view.sales:
            self.predicted.append(self.value_before(view))
        worth = self.worth(view)
        if worth is None:
            return min(self.lexicon.increment(view.rack, view.letter), view.score)
        if view.left <= view.open_places:
            return 0
        phase = phase_of(view.left, view.rules.auctions)
        return min(self._market.best_bid(phase, ord(view.letter) - 65, worth), view.score)

    def worth(self, view: View) -> float | None:
        """What the letter on offer adds to the value of the rack; ``None`` once no seven-letter word is in reach."""
        plan = self._plan_for(view)
        if plan is None:
            return None
        now = plan.value(view.left - 1)
        then = plan.value(view.left - 1, ord(view.letter) - 65)
        assert now is not None
        if then is None:
            best, _ = self.lexicon.best_word(with_letter(view.rack, view.letter))
            then = best + PLACE_WORTH * (view.open_places - 1)
        return then - now

    def value_before(self, view: View) -> float:
        """The value of the rack before the tile on offer was seen."""
        if self.lexicon.lattice.find(view.rack) < 0:
            return self.lexicon.best_word(view.rack)[0] + PLACE_WORTH * view.open_places
        plan = self._plan_for(view)
        if plan is None or len(plan.values) <= view.left:
            plan = solve_plan(
                self._sublattice(view.rack), view.in_bag(), view.left, view.rules.auctions, self._market
            )
        return float(plan.values[view.left, 0])

    def _watch(self, view: View) -> None:
        if not self.learn:
            return
        round_number, seen = self._counted
        auctions = view.rules.auctions
        new = view.sales_since(round_number, seen)
        self._prices.observe(new, (auctions - (seen + i) % auctions for i in range(len(new))))
        self._counted = (view.round_number, len(view.sales))
        fresh = self._prices.n_seen - self._tabulated
        if fresh and (not view.sales or (view.round_number == 0 and fresh >= FIRST_ROUND_STEP)):
            self._tabulated = self._prices.n_seen
            self._market = self._prices.market(view.rules.tiles.bag())
            self._plan = None

    def _sublattice(self, rack: str) -> Sublattice:
        if self._part is None or self._part.rack != rack:
            self._part = sublattice(self.lexicon, rack)
        return self._part

    def _plan_for(self, view: View) -> Plan | None:
        if self.lexicon.lattice.find(view.rack) < 0:
            return None
        if len(view.rack) < SMALL_RACK:
            return self._opening_plan(view)
        part = self._sublattice(view.rack)
        return solve_plan(part, view.unseen, view.left - 1, view.rules.auctions, self._market)

    def _opening_plan(self, view: View) -> Plan:
        """A plan for a rack of no or one letter, made for the whole round and kept until prices have moved.

        Solved for all letters of the full bag: early in a round the unseen tiles are nearly that, and the large
        lattice takes a good part of a second.
        """
        known = self._opening.get(view.rack)
        if known is not None and self._tabulated < 1.25 * known[0]:
            return known[1]
        if known is not None and view.sales:
            return known[1]
        bag = view.rules.tiles.bag()
        for letter in view.rack:
            bag[ord(letter) - 65] -= 1
        part = self._sublattice(view.rack)
        plan = solve_plan(part, bag, view.rules.auctions, view.rules.auctions, self._market)
        self._opening[view.rack] = (self._tabulated, plan)
        return plan


