"""The marginal-value bidder that tracks every rival (report, section 5)."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.prices import Market, market_tables, phase_of
from kibitz.games.sevens.bidding.rival_model import RivalModel, highest_bid_chances
from kibitz.games.sevens.players.marginal import MarginalPlayer


class TrackingPlayer(MarginalPlayer):
    """dp with prices of the current quarter predicted from each rival separately.

    Later quarters have dp's prices, since rivals will have other letters by then.
    """

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        super().start(rules, seat, rng)
        self.rivals = RivalModel(self.lexicon, rules, seat)
        self.price_losses: dict[str, list[float]] = {"pooled": [], "tracked": []}
        """Log loss of the highest bid of the others in nats, by dp's prices and by these."""
        self._plain = self.market
        self._last: SeatView | None = None

    def _watch(self, view: SeatView) -> None:
        self._learn_sale(view)
        self.market = self._plain
        super()._watch(view)
        self._plain = self.market
        chances = self.rivals.chances(view)
        self._last = view
        if not chances:
            return
        phase = phase_of(view.left, view.rules.auctions)
        cells = self._plain.chances.copy()
        cells[phase] = highest_bid_chances(list(chances.values()))
        tables = self._plain.tables.copy()
        # Our share of ties at zero follows from dp's table: the chance to win with a bid of 0 over that of a tie.
        zero_share = tables[phase, 0, 0, 0] / self._plain.chances[phase, 0, 0]
        tables[phase] = market_tables(cells[phase], zero_share)
        self.market = Market(cells, tables, self._plain.stray)

    def _learn_sale(self, view: SeatView) -> None:
        """The sale of the letter on offer at the last call. Sales while our rack was full are skipped, since they had
        no prediction."""
        last = self._last
        if last is None:
            return
        sales = view.sales_since(last.round_number, len(last.sales))
        if sales:
            self.rivals.observe(sales[0], last)
            others = [bid for seat, bid in enumerate(sales[0].bids) if bid is not None and seat != view.seat]
            if others:
                phase, letter = phase_of(last.left, last.rules.auctions), ord(last.letter) - 65
                for name, market in (("pooled", self._plain), ("tracked", self.market)):
                    chance = float(market.chances[phase, letter, min(max(others), 63)])
                    self.price_losses[name].append(-float(np.log(max(chance, 1e-6))))
