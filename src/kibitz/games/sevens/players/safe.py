"""Bidders for the difference of scores: the safe bidder, and a best response to a predicted bid."""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.difference_game import DifferenceAuction, difference_stage
from kibitz.games.sevens.bidding.hidden_letters import expected_gain_with_hidden
from kibitz.games.sevens.players.rivals import TablePlayer, known_rack
from kibitz.games.sevens.words.best_words import best_words
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import with_letter


class SafePlayer(Player):
    """Bids the mean of what the letter adds to both racks: with two seats and nothing hidden nobody can exploit it.

    Hidden letters of the opponent count as tiles still to be drawn. A player that ``infers`` averages over them,
    weighted by the opponent's bids of this round. At larger tables it is `TablePlayer`.
    """

    def __init__(self, lexicon: Lexicon, infers: bool = False) -> None:
        super().__init__(lexicon)
        self.infers = infers
        self._words = best_words(lexicon)
        self._table = TablePlayer(lexicon)

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self._table.start(rules, seat, rng)
        self._rng = rng

    def bid(self, view: SeatView) -> int:
        if view.left <= view.open_places:
            return 0  # nobody else has room: the tile is ours for nothing
        if view.rules.players > 2:
            return self._table.bid(view)
        return min(self.difference_auction(view).safe_bid, view.score)

    def difference_auction(self, view: SeatView) -> DifferenceAuction:
        """The auction as a game against the opponent."""
        seat, letter, unseen = 1 - view.seat, view.letter, view.unseen
        known = known_rack(view, seat)
        stage = difference_stage(self._words, view.rack, known, letter, unseen)
        if not (self.infers and view.rules.hidden):
            return stage
        rounds = (*view.past, view.sales)
        gain = expected_gain_with_hidden(self._words, known, view.rules.hidden, letter, unseen, rounds, seat, self._rng)
        return DifferenceAuction(stage.mine, stage.theirs + self._words.gain(known, letter, unseen) - gain)


class MirrorPlayer(SafePlayer):
    """Predicts the opponent's bid by running its program on its view, and plays the best response.

    That takes two seats and nothing hidden; otherwise it bids safely. ``model`` is a new player of the opponent's kind.
    """

    def __init__(self, lexicon: Lexicon, model: Player) -> None:
        super().__init__(lexicon)
        self._model = model

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        super().start(rules, seat, rng)
        self._foresees = rules.players == 2 and rules.hidden == 0
        self._counted, self._score = 0, rules.start
        if self._foresees:
            self._model.start(rules, 1 - seat, np.random.default_rng(0))

    def bid(self, view: SeatView) -> int:
        if not self._foresees or view.left <= view.open_places:
            return super().bid(view)
        theirs = self._their_view(view)
        foreseen = min(self._model.bid(theirs), theirs.score)
        return self.difference_auction(view).best_reply(foreseen, view.score)

    def _their_view(self, view: SeatView) -> SeatView:
        """The view of the opponent: everything is public except the score, which follows from the words it must have
        spelt."""
        seat = 1 - view.seat
        for past in view.past[self._counted :]:
            rack = ""
            for sale in past:
                if sale.winner == seat:
                    rack, self._score = with_letter(rack, sale.letter), self._score - sale.price
            self._score += self.lexicon.best_word(rack)[0]
        self._counted = len(view.past)
        paid = sum(sale.price for sale in view.sales if sale.winner == seat)
        return SeatView(
            view.rules,
            seat,
            view.round_number,
            view.letter,
            known_rack(view, seat),
            view.unseen,
            view.left,
            self._score - paid,
            paid,
            view.room,
            view.sales,
            view.past,
        )
