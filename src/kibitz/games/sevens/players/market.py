"""Loss-based bidders that watch the market: the five tactics of section 3.3.3, and the report's final player.

The report gives no sizes for the first, second, fourth and fifth; those here are kibitz's, as arguments of the classes.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.players.loss import LossPlayer, PlainLossPlayer
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE


class PeriodicBoostPlayer(LossPlayer):
    """Tactic 1: every ``period``-th bid is raised by a factor or by a fixed amount, so as not to be outbid forever."""

    def __init__(self, lexicon: Lexicon, period: int = 3, factor: float = 1.5, amount: int = 0) -> None:
        super().__init__(lexicon)
        self.period, self.factor, self.amount = period, factor, amount

    def valuation(self, view: SeatView) -> float:
        value = super().valuation(view)
        return value + self.amount if value >= 1 and self._raises(view) else value

    def boost(self, view: SeatView) -> float:
        return self.factor if not self.amount and self._raises(view) else 1.0

    def _raises(self, view: SeatView) -> bool:
        return len(view.sales) % self.period == self.period - 1


class PacePlayer(LossPlayer):
    """Tactic 2: raises with no or one letter once a seventh of the auctions has passed, with two after two sevenths,
    and so on. The sevenths are those of the letters that are bought: hidden ones are there from the start."""

    def __init__(self, lexicon: Lexicon, factor: float = 1.5) -> None:
        super().__init__(lexicon)
        self.factor = factor

    def boost(self, view: SeatView) -> float:
        rules = view.rules
        bought = len(view.rack) - rules.hidden
        behind = len(view.sales) * (RACK_SIZE - rules.hidden) > max(bought, 1) * rules.auctions
        return self.factor if behind else 1.0


class EarlyPlayer(PlainLossPlayer):
    """The report's earlier player (3.3.2): its bid grows as the ratio of auctions left to letters needed falls below
    that at the start of the round, at most to ``most`` times the loss."""

    def __init__(self, lexicon: Lexicon, most: float = 3.0) -> None:
        super().__init__(lexicon)
        self.most = most

    def boost(self, view: SeatView) -> float:
        ratio = view.left / view.open_places
        return float(min(self.most, max(1.0, view.rules.players / ratio)))


class StreakPlayer(LossPlayer):
    """Tactic 3: raises by a fixed factor after ``patience`` non-zero bids in a row that did not win."""

    def __init__(self, lexicon: Lexicon, patience: int = 3, factor: float = 2.0) -> None:
        super().__init__(lexicon)
        self.patience, self.factor = patience, factor
        self._counted = (0, 0)
        self._failures = 0

    def boost(self, view: SeatView) -> float:
        return self.factor if self.failures(view) >= self.patience else 1.0

    def failures(self, view: SeatView) -> int:
        """Own non-zero bids since the last one that won; counted across rounds."""
        for sale in view.sales_since(*self._counted):
            if sale.bids[view.seat]:
                self._failures = 0 if sale.winner == view.seat else self._failures + 1
        self._counted = (view.round_number, len(view.sales))
        return self._failures


class EscalatingPlayer(StreakPlayer):
    """Tactic 4: keeps raising with every further failure until a bid succeeds."""

    def __init__(self, lexicon: Lexicon, patience: int = 3, factor: float = 1.3, most: float = 4.0) -> None:
        super().__init__(lexicon, patience, factor)
        self.most = most

    def boost(self, view: SeatView) -> float:
        steps = max(0, self.failures(view) - self.patience + 1)
        return float(min(self.factor**steps, self.most))


class StatisticsPlayer(LossPlayer):
    """Tactic 5: keeps a non-zero bid within ``width`` standard deviations of the average bid of the last auctions."""

    def __init__(self, lexicon: Lexicon, width: float = 1.0, memory: int = 40) -> None:
        super().__init__(lexicon)
        self.width, self.memory = width, memory

    def bid(self, view: SeatView) -> int:
        value = self.valuation(view)
        lately = [*(sale for past in view.past[-self.memory :] for sale in past), *view.sales][-self.memory :]
        made = np.array([bid for sale in lately for bid in sale.bids if bid], dtype=float)
        if value < 1 or len(made) < 5:
            return int(value)
        mean, spread = float(made.mean()), self.width * float(made.std())
        return int(min(max(value, mean - spread), mean + spread))


class FinalPlayer(StreakPlayer):
    """The report's final player, G1: doubles its bids after three or more unsuccessful non-zero ones (section
    3.3.3)."""
