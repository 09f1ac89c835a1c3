"""Seats for any `Policy`, and for simulated players with human errors."""

from __future__ import annotations

import numpy as np

from kibitz.core.protocols import Policy
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.rate import FallibleAgent
from kibitz.rate.model.scaling import Scaling, ScalingLaw

SENSITIVITY, CONSISTENCY = 1.0, 0.5
POINTS = Scaling(ScalingLaw.LINEAR, 1.0)
"""Sensitivity in points: the player notices differences well above it, and not those below it."""


class PolicyPlayer(Player):
    """A seat for any policy that chooses from a view: the choices are the bids from 0 up, so an index is a bid.

    A policy is not notified when a game begins; make a new one for every game if it learns from sales.
    """

    def __init__(self, lexicon: Lexicon, policy: Policy[SeatView]) -> None:
        super().__init__(lexicon)
        self._policy = policy

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self._rng = rng

    def bid(self, view: SeatView) -> int:
        return int(self._policy.choose(view, self._rng))


class FalliblePlayer(MarginalPlayer):
    """Chooses among all bids by the equities of the marginal-value bidder, with human errors.

    Smaller sensitivity and larger consistency mean fewer errors (`kibitz.rate`).
    """

    def __init__(self, lexicon: Lexicon, s: float = SENSITIVITY, c: float = CONSISTENCY) -> None:
        super().__init__(lexicon)
        self._agent: FallibleAgent[SeatView] = FallibleAgent(s, c, self, POINTS)

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        super().start(rules, seat, rng)
        self._rng = rng

    def bid(self, view: SeatView) -> int:
        # The choices are the bids from 0 up, so the index of a choice is the bid.
        return int(self._agent.choose(view, self._rng))
