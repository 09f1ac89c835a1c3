"""Price model: the highest competing bid, estimated from the public history of the game.

Counts are by phase of the round (quarters) and letter, over all opponents who still had room. A cell with few counts is
shrunk to its phase and its letter, these to the whole game, and the game to a geometric prior. The weights are in
auctions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.auction.sale import Sale

N_PHASES = 4
MAX_BID_CELL = 64
"""Competing bids of 63 and more count as 63, so a bid of 64 always wins."""
PRIOR_MEAN = 3.0
CELL_WEIGHT, PHASE_WEIGHT, LETTER_WEIGHT, GAME_WEIGHT = 6.0, 30.0, 20.0, 20.0


def phase_of(left: int, auctions: int) -> int:
    """The quarter of the round, from 0, when ``left`` of its auctions are still to come."""
    return min(N_PHASES - 1, N_PHASES * (auctions - left) // max(auctions, 1))


def geometric_distribution(mean: float) -> FloatArray:
    """A geometric distribution on 0, 1, ..., 63 with this mean, its tail at 63."""
    ratio = mean / (1 + mean)
    chances = (1 - ratio) * ratio ** np.arange(MAX_BID_CELL)
    chances[-1] = ratio ** (MAX_BID_CELL - 1)
    return np.asarray(chances)


@dataclass(frozen=True, slots=True, eq=False)
class Market:
    """Chances of the highest competing bid by phase, letter and amount, and the tables that a bidder needs.

    A bid of b for a letter of value D gains ``wins * D - pays`` on average; ``tables[phase, letter, b]`` holds wins,
    the chance to get the tile, and pays, the mean payment (0 when lost). ``stray`` is the average over letters.
    """

    chances: FloatArray
    tables: NDArray[np.float32]
    stray: NDArray[np.float32]

    def profit(self, phase: int, letter: int, worth: float) -> FloatArray:
        """Expected profit of every bid from 0 to 64 for a letter worth this much."""
        table = self.tables[phase, letter].astype(np.float64)
        return np.asarray(table[:, 0] * worth - table[:, 1])

    def best_bid(self, phase: int, letter: int, worth: float) -> int:
        """The bid with the largest expected profit: the value rounded down or up, whichever gains more."""
        if worth <= 0:
            return 0
        floor = int(worth)
        if floor >= MAX_BID_CELL:
            return floor
        profit = self.profit(phase, letter, worth)
        return floor if profit[floor] >= profit[floor + 1] else floor + 1


def market_tables(chances: FloatArray, zero_share: FloatArray) -> NDArray[np.float32]:
    """(wins, pays) for bids 0 to 64 from chances of the highest competing bid.

    A tie above zero is won half the time; when everybody bids zero we get the tile with chance ``zero_share``.
    """
    below = np.concatenate([np.zeros((*chances.shape[:-1], 1)), np.cumsum(chances, axis=-1)], axis=-1)
    amounts = np.arange(MAX_BID_CELL)
    paid = np.concatenate([np.zeros((*chances.shape[:-1], 1)), np.cumsum(chances * amounts, axis=-1)], axis=-1)
    tie = np.concatenate([chances / 2, np.zeros((*chances.shape[:-1], 1))], axis=-1)
    tie[..., 0] = chances[..., 0] * zero_share
    return np.stack([below + tie, paid + tie * np.arange(MAX_BID_CELL + 1)], axis=-1).astype(np.float32)


class PriceModel:
    """Counts of the highest competing bid from the view of one seat."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self.counts = np.zeros((N_PHASES, 26, MAX_BID_CELL))
        self.n_seen = 0
        self._zeros = np.zeros((N_PHASES, 2))

    def observe(self, sales: Iterable[Sale], lefts: Iterable[int]) -> None:
        """Learn from finished auctions; ``lefts`` are the auctions that were left at each."""
        for sale, left in zip(sales, lefts, strict=True):
            others = [bid for seat, bid in enumerate(sale.bids) if bid is not None and seat != self.seat]
            if not others:
                continue
            phase, highest = phase_of(left, self.rules.auctions), max(others)
            self.counts[phase, ord(sale.letter) - 65, min(highest, MAX_BID_CELL - 1)] += 1
            self.n_seen += 1
            if highest == 0:
                self._zeros[phase] += (1 / (len(others) + 1), 1)

    def market(self, bag: NDArray[np.integer]) -> Market:
        """The shrunk estimates; ``bag`` weights the letters in the average for unwanted ones."""
        game = shrink(self.counts.sum(axis=(0, 1)), geometric_distribution(PRIOR_MEAN), GAME_WEIGHT)
        phases = shrink(self.counts.sum(axis=1), game, PHASE_WEIGHT)
        letters = shrink(self.counts.sum(axis=0), game, LETTER_WEIGHT)
        cells = shrink(self.counts, (phases[:, None] + letters[None]) / 2, CELL_WEIGHT)
        prior = 1 / max(self.rules.players, 1)
        share = (self._zeros[:, 0] + 5 * prior) / (self._zeros[:, 1] + 5)
        weights = np.asarray(bag, dtype=np.float64) / max(float(np.sum(bag)), 1.0)
        stray = np.einsum("l,plc->pc", weights, cells)
        return Market(cells, market_tables(cells, share[:, None]), market_tables(stray, share))


def shrink(counts: FloatArray, toward: FloatArray, weight: float) -> FloatArray:
    """Relative frequencies shrunk to another distribution as if it had been observed ``weight`` times."""
    return np.asarray((counts + weight * toward) / (counts.sum(axis=-1, keepdims=True) + weight))
