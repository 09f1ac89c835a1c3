"""A bidder that plays for points while that pays at this table, and otherwise bids safely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.players.rivals import rival_gains
from kibitz.games.sevens.players.safe import SafePlayer
from kibitz.games.sevens.words.best_words import best_words
from kibitz.games.sevens.words.lexicon import Lexicon

SWITCH_MARGIN_POINTS = 10.0
"""Points of difference that bidding for points may fall behind the safe bid before the safe bid takes over."""


@dataclass(frozen=True, slots=True)
class BidPair:
    """The bids of both strategies for a letter, its value to us, and what it adds to each other seat."""

    plain: int
    safe: int
    worth: float
    gains: dict[int, float]


class SwitchingPlayer(Player):
    """Bids like dp while its bids do well against the actual bids, otherwise the safe bid.

    Every bid becomes public, so the result of another bid is known: the letter at the highest bid of the others, or
    what its winner gains from it at the price that our bid leaves, shared among the others. ``lead`` sums the
    difference between the two strategies over the game, as our mean lead over the others in points.
    """

    def __init__(self, lexicon: Lexicon, margin: float = SWITCH_MARGIN_POINTS) -> None:
        super().__init__(lexicon)
        self.margin = margin
        self._plain, self._safe = MarginalPlayer(lexicon), SafePlayer(lexicon)
        self._words = best_words(lexicon)

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self._plain.start(rules, seat, rng)
        self._safe.start(rules, seat, rng)
        self.lead = 0.0
        self._open: dict[tuple[int, int], BidPair] = {}

    def bid(self, view: SeatView) -> int:
        self._settle(view)
        plain, safe = self._plain.bid(view), self._safe.bid(view)
        if view.left <= view.open_places:
            return 0
        gains = rival_gains(self._words, view)
        worth = self._plain.worth(view).gain
        self._open[view.round_number, len(view.sales)] = BidPair(plain, safe, worth, gains)
        return plain if self.lead > -self.margin else safe

    def _settle(self, view: SeatView) -> None:
        """Add the results of both strategies in the auctions since the last call."""
        for (number, auction), considered in self._open.items():
            sales = view.sales if number == view.round_number else view.past[number]
            sale = sales[auction]
            self.lead += _outcome(sale, view.seat, considered.plain, considered)
            self.lead -= _outcome(sale, view.seat, considered.safe, considered)
        self._open.clear()


def _outcome(sale: Sale, seat: int, bid: int, considered: BidPair) -> float:
    """Result of a bid against the other bids of a sale, as our mean lead over the others."""
    others = sorted(((made, -place) for place, made in enumerate(sale.bids) if made is not None and place != seat))
    highest, winner = others[-1][0], -others[-1][1]
    won = considered.worth - highest
    price = max(bid, others[-2][0] if len(others) > 1 else 0)
    lost = -(considered.gains.get(winner, 0.0) - price) / len(others)
    return won if bid > highest else lost if bid < highest else (won + lost) / 2
