"""The safe bidder with hidden letters: it infers them from the opponent's bids."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.difference_game import DifferenceAuction
from kibitz.games.sevens.bidding.hidden_letters import expected_gain_with_hidden
from kibitz.games.sevens.players.rivals import known_rack
from kibitz.games.sevens.players.safe import SafePlayer


class SafeHiddenPlayer(SafePlayer):
    """`SafePlayer` that averages the opponent's rack over its hidden letters, weighted by its bids of this round.

    With nothing hidden, and at larger tables, it is `SafePlayer`.
    """

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        super().start(rules, seat, rng)
        self._rng = rng

    def difference_auction(self, view: SeatView) -> DifferenceAuction:
        plain = super().difference_auction(view)
        if not view.rules.hidden:
            return plain
        seat = 1 - view.seat
        known, rounds = known_rack(view, seat), (*view.past, view.sales)
        unseen = view.unseen
        gain = expected_gain_with_hidden(
            self._words, known, view.rules.hidden, view.letter, unseen, rounds, seat, self._rng
        )
        return DifferenceAuction(plain.mine, plain.theirs + self._words.gain(known, view.letter, unseen) - gain)
