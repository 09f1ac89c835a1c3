"""The safe bidder where letters are hidden: what the other's bids tell of them counts."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.table import View
from kibitz.games.sevens.bidding.hidden import suspected_gain
from kibitz.games.sevens.bidding.saddle import Stage
from kibitz.games.sevens.players.rivals import known_rack
from kibitz.games.sevens.players.saddle import SaddlePlayer


class SuspectingPlayer(SaddlePlayer):
    """`SaddlePlayer` that averages the other's rack over the hidden letters its bids of this round allow.

    With nothing hidden, and at larger tables, it is `SaddlePlayer`.
    """

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        super().start(rules, seat, rng)
        self._rng = rng

    def stage(self, view: View) -> Stage:
        plain = super().stage(view)
        if not view.rules.hidden:
            return plain
        seat = 1 - view.seat
        known, rounds = known_rack(view, seat), (*view.past, view.sales)
        unseen = view.unseen
        gain = suspected_gain(self._words, known, view.rules.hidden, view.letter, unseen, rounds, seat, self._rng)
        return Stage(plain.mine, plain.theirs + self._words.gain(known, view.letter, unseen) - gain)
