"""Seats for people, real or simulated: a bidder that errs, and one that asks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.core import Equities
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.table import Player, View
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.rate import FallibleAgent
from kibitz.rate.model.law import Law, Scaling

SENSITIVITY, CONSISTENCY = 1.0, 0.5
POINTS = Scaling(Law.LINEAR, 1.0)
"""Sensitivity is in points: differences well above it are seen, those below it are not."""


class FalliblePlayer(MarginalPlayer):
    """Knows the equities of the marginal-value bidder and chooses among all bids with a person's errors.

    Smaller sensitivity and larger consistency mean fewer errors (`kibitz.rate`).
    """

    def __init__(self, lexicon: Lexicon, s: float = SENSITIVITY, c: float = CONSISTENCY) -> None:
        super().__init__(lexicon)
        self._agent: FallibleAgent[View] = FallibleAgent(s, c, self, POINTS)

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        super().start(rules, seat, rng)
        self._rng = rng

    def bid(self, view: View) -> int:
        # The choices are the bids from 0 up, so the index of a choice is the bid.
        return int(self._agent.choose(view, self._rng))


class AskingPlayer(Player):
    """A person's seat: every bid comes from a callback, which may be given what the bids are worth."""

    def __init__(self, lexicon: Lexicon, ask: Callable[[View, Equities | None], int], tutor: bool = False) -> None:
        super().__init__(lexicon)
        self._ask = ask
        self._tutor = MarginalPlayer(lexicon) if tutor else None

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        if self._tutor is not None:
            self._tutor.start(rules, seat, rng)

    def bid(self, view: View) -> int:
        return self._ask(view, self._tutor.equities(view) if self._tutor is not None else None)
