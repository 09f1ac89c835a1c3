"""Model of every rival (report, section 5): its next bid, from its bids, the letters it bought, and its room.

Three predictions of a rival's next bid are weighted by how well they predicted its earlier bids (Bayes' rule, for each
rival separately):

- pooled: what all rivals bid for this letter in this quarter of the round, as in `prices`;
- own: what this rival bids for this letter;
- fit: what this rival bids when the letter has a given value to a loss-based bidder with the letters it bought (in
  classes of that value, and of few or many open places).

Counts of a rival are shrunk to those of all rivals, and these to the pooled counts. The highest of independent bids
gives the price, which a bidder by marginal values can use for the current quarter
(`kibitz.games.sevens.players.tracking`).
"""

from __future__ import annotations

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.bidding.prices import (
    CELL_WEIGHT,
    GAME_WEIGHT,
    LETTER_WEIGHT,
    MAX_BID_CELL,
    N_PHASES,
    PHASE_WEIGHT,
    PRIOR_MEAN,
    geometric_distribution,
    phase_of,
    shrink,
)
from kibitz.games.sevens.bidding.prospects import loss_worths
from kibitz.games.sevens.words.lexicon import Lexicon

WORTH_CLASS_BOUNDS = np.array([0.25, 1.0, 2.0, 3.0, 4.5, 6.5, 9.0, 13.0, 20.0])
"""Bounds of the classes of value, in points."""
FEW_PLACES = 2
"""Open places up to which a rival counts as nearly full."""
OWN_WEIGHT = 8.0
"""Weight, in bids, of the counts of all rivals in those of one rival."""
PRIOR_LOG_WEIGHTS = np.log(np.array([0.8, 0.1, 0.1]))
"""Logarithms of the weights before a rival has bid: pooled, own, fit."""
STRAY_BID = 1e-3
"""Chance that a bid follows no prediction, so that a single bid rules out none of them."""


class RivalModel:
    """What one seat of a game knows about the others."""

    def __init__(self, lexicon: Lexicon, rules: Rules, seat: int) -> None:
        self.lexicon, self.rules, self.seat = lexicon, rules, seat
        n, classes = rules.players, 2 * (len(WORTH_CLASS_BOUNDS) + 1)
        self._pooled = np.zeros((N_PHASES, 26, MAX_BID_CELL))
        self._letters = np.zeros((n, 26, MAX_BID_CELL))
        self._fits = np.zeros((n, classes, MAX_BID_CELL))
        self._credit = np.tile(PRIOR_LOG_WEIGHTS, (n, 1))
        self._next: dict[int, tuple[FloatArray, int]] = {}
        self.losses: dict[str, list[float]] = {"pooled": [], "tracked": []}
        """Log loss of every bid in nats: minus the logarithm of its predicted chance."""

    def chances(self, view: SeatView) -> dict[int, FloatArray]:
        """For every rival with room: the chance of each bid from 0 to 63 for each letter, at this point of the game."""
        phase, bag = phase_of(view.left, view.rules.auctions), view.copies_left()
        game = shrink(self._pooled.sum(axis=(0, 1)), geometric_distribution(PRIOR_MEAN), GAME_WEIGHT)
        by_phase = shrink(self._pooled[phase].sum(axis=0), game, PHASE_WEIGHT)
        by_letter = shrink(self._pooled.sum(axis=0), game, LETTER_WEIGHT)
        pooled = shrink(self._pooled[phase], (by_phase + by_letter) / 2, CELL_WEIGHT)
        fits = shrink(self._fits.sum(axis=0), game, CELL_WEIGHT)
        result, letter, worths = {}, ord(view.letter) - 65, dict[str, FloatArray]()
        for seat, room in enumerate(view.room):
            if not room or seat == self.seat:
                continue
            rack = "".join(sorted(sale.letter for sale in view.sales if sale.winner == seat))
            if rack not in worths:
                worths[rack] = loss_worths(self.lexicon, rack, bag)
            classes = np.searchsorted(WORTH_CLASS_BOUNDS, worths[rack]) + (room <= FEW_PLACES) * (
                len(WORTH_CLASS_BOUNDS) + 1
            )
            own = shrink(self._letters[seat], pooled, OWN_WEIGHT)
            ways = np.stack([pooled, own, shrink(self._fits[seat], fits, OWN_WEIGHT)[classes]])
            ways = (1 - STRAY_BID) * ways + STRAY_BID / MAX_BID_CELL
            self._next[seat] = ways[:, letter].copy(), int(classes[letter])
            result[seat] = self._combine_models(seat, ways, view)
        return result

    def _combine_models(self, seat: int, ways: FloatArray, view: SeatView) -> FloatArray:
        """The predictions averaged by their credit; a rival with a public score bids no more than that."""
        credit = np.exp(self._credit[seat] - self._credit[seat].max())
        mixed = np.einsum("w,wlb->lb", credit / credit.sum(), ways)
        if view.scores is not None and (limit := view.scores[seat]) < MAX_BID_CELL - 1:
            mixed[:, limit] += mixed[:, limit + 1 :].sum(axis=1)
            mixed[:, limit + 1 :] = 0.0
        return np.asarray(mixed)

    def observe(self, sale: Sale, view: SeatView) -> None:
        """Update from the sale of the letter in a view, after a call of `chances` for that view."""
        phase, letter = phase_of(view.left, view.rules.auctions), ord(sale.letter) - 65
        for seat, (ways, fit) in self._next.items():
            bid = sale.bids[seat]
            assert bid is not None  # it had room
            amount = min(bid, MAX_BID_CELL - 1)
            predicted, credit = ways[:, amount], np.exp(self._credit[seat] - self._credit[seat].max())
            self.losses["pooled"].append(-float(np.log(predicted[0])))
            self.losses["tracked"].append(-float(np.log(predicted @ credit / credit.sum())))
            self._credit[seat] += np.log(predicted)
            self._pooled[phase, letter, amount] += 1
            self._letters[seat, letter, amount] += 1
            self._fits[seat, fit, amount] += 1
        self._next.clear()


def highest_bid_chances(chances: list[FloatArray]) -> FloatArray:
    """Chances of the highest of independent bids, by letter and amount."""
    below = np.prod([np.cumsum(each, axis=1) for each in chances], axis=0)
    return np.asarray(np.diff(below, axis=1, prepend=0.0))
