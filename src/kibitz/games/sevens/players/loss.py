"""Loss-based bidders: they bid what they lose if another player gets the letter (section 3.3).

All bid 50 times the share of draw sequences lost with the letter, times factors that `LossTactic` sizes: for time
running out (3.3.2), for the market (the five tactics of 3.3.3), and for the stand-ins of the other groups. The report
gives sizes for its final player, G1, alone; the others are kibitz's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.prospects import letter_prospects, sequence_factors
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.reach import reach_probabilities
from kibitz.games.sevens.words.tiles import RACK_SIZE, with_letter

STATISTICS_AUCTIONS = 40
"""Auctions whose bids tactic 5 averages."""


@dataclass(frozen=True, slots=True)
class LossTactic:
    """Sizes of a loss-based bidder; the defaults change nothing.

    ``last_call`` multiplies bids by 1 + 1/auctions left. ``hurry`` limits the factor by which bids grow as the ratio of
    auctions left to letters needed falls below that at the start (3.3.2). Tactic 1 raises every ``period``-th bid by
    ``period_factor`` and ``period_points``. Tactic 2 multiplies by ``pace`` with no or one letter once a seventh of the
    auctions has passed, with two after two sevenths, and so on. Tactic 5 keeps bids within ``width`` standard
    deviations of the average bid.

    Tactic 3 multiplies one bid by ``raised`` after ``patience`` non-zero bids in a row that did not win; then counting
    starts anew. Tactic 4 extends it by "maintaining (or continuing to escalate)" the boost until a bid succeeds: each
    further failure multiplies again, up to ``raised_limit``. G1 maintains it, at 2.

    A stand-in for another group multiplies by ``scale``, by ``late`` to the power of the share of the rack that is
    filled, and by a random factor whose logarithm has the deviation ``noise``; a result below ``least`` is no bid.
    ``reserve`` is the lowest bid, to make the others pay.
    """

    last_call: bool = True
    hurry: float = 1.0
    period: int = 0
    period_factor: float = 1.0
    period_points: int = 0
    pace: float = 1.0
    patience: int = 0
    raised: float = 1.0
    raised_limit: float | None = 1.0
    width: float | None = None
    scale: float = 1.0
    late: float = 1.0
    noise: float = 0.0
    least: float = 0.0
    reserve: int = 0


LOSS_TACTICS = {
    "plainloss": LossTactic(last_call=False),
    "loss": LossTactic(),
    "early": LossTactic(last_call=False, hurry=3.0),
    "periodic": LossTactic(period=3, period_factor=1.5),
    "pace": LossTactic(pace=1.5),
    "streak": LossTactic(patience=3, raised=2.0, raised_limit=None),
    "escalate": LossTactic(patience=3, raised=1.3, raised_limit=4.0),
    "statistics": LossTactic(width=1.0),
    "g1": LossTactic(patience=3, raised=2.0, raised_limit=2.0),
    "reserve": LossTactic(reserve=4),
    "g2": LossTactic(scale=0.83, late=18.3, noise=0.15, least=3.7),
    "g3": LossTactic(scale=1.09, late=1.9, noise=0.15, least=5.1),
    "g4back": LossTactic(scale=0.64, late=3.9, noise=0.15, least=5.6),
    "g4forward": LossTactic(scale=0.24, late=39.3, noise=0.15, least=1.6),
    "g5": LossTactic(scale=0.83, late=3.7, noise=0.15, least=4.7),
}
"""The loss-based players by name.

The stand-ins g2 to g5 are fitted to the tables of section 4.3, since the report does not describe the players of these
groups: in both of its tournaments they make about as many sevens, and pay about as much per letter with and without
one. They reproduce a group's results, not its program; `kibitz sevens report` shows how close they come.
"""


class LossPlayer(Player):
    """Bids 50 times the share of draw sequences lost with the letter, times the factors of its tactic.

    Taking a copy of a letter out of b multiplies C(b, d) by 1 - d/b, so the lost share is the mean number of missing
    copies over b, and each word is weighted only once.
    """

    def __init__(self, lexicon: Lexicon, tactic: LossTactic = LOSS_TACTICS["loss"]) -> None:
        super().__init__(lexicon)
        self.tactic = tactic
        self._counted = (0, 0)
        self._failures = 0

    def start(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self._rng = rng

    def bid(self, view: SeatView) -> int:
        value = self.valuation(view)
        if self.tactic.width is not None:
            value = self._near_average(view, value, self.tactic.width)
        bid = int(value) if value >= self.tactic.least else 0
        return min(max(bid, self.tactic.reserve), view.score) if self.tactic.reserve or self.tactic.least else bid

    def valuation(self, view: SeatView) -> float:
        """The bid before rounding down to a whole number."""
        bag, tactic = view.copies_left(), self.tactic
        total, needed, _ = letter_prospects(self.lexicon, view.rack, sequence_factors(bag), view.number)
        if total > 0:
            lost = needed / total / int(bag[view.number])
            value = self.boost(view) * view.rules.bonus * lost * (1 + 1 / view.left if tactic.last_call else 1.0)
        else:
            value = float(self.lexicon.increment(view.rack, view.letter))
        return value + tactic.period_points if value >= 1 and self._in_period(view) else value

    def boost(self, view: SeatView) -> float:
        """The product of all factors of the tactic but the one for the last auctions."""
        tactic, rules = self.tactic, view.rules
        factor = tactic.period_factor if self._in_period(view) else 1.0
        if tactic.pace != 1:
            # The sevenths are those of the letters that are bought: hidden ones are there from the start.
            bought = len(view.rack) - rules.hidden
            if len(view.sales) * (RACK_SIZE - rules.hidden) > max(bought, 1) * rules.auctions:
                factor *= tactic.pace
        if tactic.hurry != 1:
            factor *= min(tactic.hurry, max(1.0, rules.players / (view.left / view.open_places)))
        if tactic.patience:
            failures = self.failures(view)
            if tactic.raised_limit is None:
                factor *= tactic.raised if failures % (tactic.patience + 1) == tactic.patience else 1.0
            else:
                factor *= min(tactic.raised ** max(0, failures - tactic.patience + 1), tactic.raised_limit)
        factor *= tactic.scale * tactic.late ** (len(view.rack) / RACK_SIZE)
        if tactic.noise:
            factor *= np.exp(tactic.noise * self._rng.standard_normal())
        return float(factor)

    def failures(self, view: SeatView) -> int:
        """Own non-zero bids since the last one that won; counted across rounds."""
        for sale in view.sales_since(*self._counted):
            if sale.bids[view.seat]:
                self._failures = 0 if sale.winner == view.seat else self._failures + 1
        self._counted = (view.round_number, len(view.sales))
        return self._failures

    def _in_period(self, view: SeatView) -> bool:
        period = self.tactic.period
        return bool(period) and len(view.sales) % period == period - 1

    def _near_average(self, view: SeatView, value: float, width: float) -> float:
        """A non-zero bid within ``width`` standard deviations of the average bid of the last auctions."""
        n = STATISTICS_AUCTIONS
        lately = [*(sale for past in view.past[-n:] for sale in past), *view.sales][-n:]
        made = np.array([bid for sale in lately for bid in sale.bids if bid], dtype=float)
        if value < 1 or len(made) < 5:
            return value
        mean, spread = float(made.mean()), width * float(made.std())
        return min(max(value, mean - spread), mean + spread)


class ExactLossPlayer(Player):
    """Bids 50 times the share of reach lost when the letter goes elsewhere, as a function of the auctions left.

    Reach is the sum of `reach_probabilities` over the reachable words, exact chances instead of sequence counts, as the
    report suggests (section 5). It is computed from the bag with this tile in it, and again from the bag without it.
    """

    def bid(self, view: SeatView) -> int:
        words = self.lexicon.containing(view.rack)
        before = reach_probabilities(self.lexicon, view.rack, view.copies_left(), view.left, words)
        total = float(before.sum())
        if total <= 0:
            return self.lexicon.increment(view.rack, view.letter)
        helped = self.lexicon.containing(with_letter(view.rack, view.letter))
        if not len(helped):
            return 0
        after = reach_probabilities(self.lexicon, view.rack, view.unseen, view.left - 1, helped)
        lost = float(before[np.searchsorted(words, helped)].sum() - after.sum()) / total
        return int(view.rules.bonus * lost)
