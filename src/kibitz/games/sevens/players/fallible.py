"""Seats for any `Policy`, and for simulated people, who err."""

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
"""Sensitivity is in points: differences well above it are seen, those below it are not."""


class PolicyPlayer(Player):
    """A seat for any policy that chooses from a view: the choices are the bids from 0 up, so an index is a bid.

    A policy has no beginning of a game; one that learns from the sales it sees must be made anew for every game.
    """

    def __init__(self, lexicon: Lexicon, policy: Policy[SeatView]) -> None:
        super().__init__(lexicon)
        self._policy = policy

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self._rng = rng

    def bid(self, view: SeatView) -> int:
        return int(self._policy.choose(view, self._rng))


class FalliblePlayer(MarginalPlayer):
    """Knows the equities of the marginal-value bidder and chooses among all bids with a person's errors.

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
