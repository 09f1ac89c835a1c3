"""Bidders at tables of three and more that also consider the value of a letter to the others."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.bidding.prices import phase_of
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.words.best_words import BestWords, best_words
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import counts_of

RIVAL_GAIN_WEIGHT = 0.25
"""Weight of what the letter adds to the others' racks on average; not significantly different from 0."""


def known_rack(view: SeatView, seat: int) -> str:
    """The letters that a seat bought this round; its hidden ones are not known."""
    return "".join(sorted(sale.letter for sale in view.sales if sale.winner == seat))


def rival_gains(words: BestWords, view: SeatView) -> dict[int, float]:
    """What the letter adds to the known letters of each other seat with room, by chance filling the rest."""
    result = {}
    for seat, room in enumerate(view.room):
        if room and seat != view.seat:
            rack = known_rack(view, seat)
            # Short racks take long and depend little on the tiles sold: at large tables the full bag is accurate
            # enough.
            rough = len(rack) < 2 and view.rules.players > 2
            unseen = view.rules.tiles.bag() - counts_of(rack + view.letter) if rough else view.unseen
            result[seat] = words.gain(rack, view.letter, unseen)
    return result


class TablePlayer(MarginalPlayer):
    """Bids its own value by dynamic programming, plus ``weight`` times the mean of what the letter adds to the others.

    Denying a letter to others helps to stay ahead of them, and a letter that they value is not sold cheaply.
    """

    def __init__(self, lexicon: Lexicon, weight: float = RIVAL_GAIN_WEIGHT) -> None:
        super().__init__(lexicon)
        self.weight = weight
        self._words = best_words(lexicon)

    def bid(self, view: SeatView) -> int:
        plain = super().bid(view)  # also learns prices and makes the forecast
        if view.left <= view.open_places or not self.weight:
            return plain
        worth = self.worth(view).gain + self.weight * float(np.mean(list(rival_gains(self._words, view).values())))
        phase = phase_of(view.left, view.rules.auctions)
        return min(self.market.best_bid(phase, ord(view.letter) - 65, worth), view.score)
