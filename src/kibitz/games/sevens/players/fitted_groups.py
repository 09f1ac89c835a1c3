"""Stand-ins for the other groups of the course, whose players the report does not describe (section 4).

A stand-in is a loss-based bidder with four fitted parameters. In both of the report's tournaments it makes about as
many sevens, and pays about as much per letter with and without one, as the report's tables of section 4.3 give for that
group. It reproduces a group's results, not its program.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.players.loss import LossPlayer
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE


@dataclass(frozen=True, slots=True)
class GroupParameters:
    """How a stand-in differs from the loss bid.

    The bid is ``scale`` times the loss, times ``late`` to the power of the share of the rack that is filled, times a
    random factor whose logarithm has the deviation ``noise``; a result below ``least`` is no bid.
    """

    scale: float
    late: float
    noise: float
    least: float


GROUP_PARAMETERS = {
    "g2": GroupParameters(0.83, 18.3, 0.15, 3.7),
    "g3": GroupParameters(1.09, 1.9, 0.15, 5.1),
    "g4back": GroupParameters(0.64, 3.9, 0.15, 5.6),
    "g4forward": GroupParameters(0.24, 39.3, 0.15, 1.6),
    "g5": GroupParameters(0.83, 3.7, 0.15, 4.7),
}
"""The fitted parameters; `kibitz sevens report` shows how close they come."""


class FittedGroupPlayer(LossPlayer):
    """A loss-based bidder with fitted parameters."""

    def __init__(self, lexicon: Lexicon, habit: GroupParameters) -> None:
        super().__init__(lexicon)
        self.habit = habit

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self._rng = rng

    def bid(self, view: SeatView) -> int:
        value = self.valuation(view)
        return min(int(value), view.score) if value >= self.habit.least else 0

    def boost(self, view: SeatView) -> float:
        filled = len(view.rack) / RACK_SIZE
        luck = np.exp(self.habit.noise * self._rng.standard_normal())
        return float(self.habit.scale * self.habit.late**filled * luck)
