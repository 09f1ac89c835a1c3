"""Value of a rack before the auctions still to come: dynamic programming on the lattice of racks.

With V the value of a rack, the gain from here to the end of the round, one auction more is worth

    V_m(R) = V_{m-1}(R) + sum over letters l of q_l * max over bids b of E[profit of b],
    D_l = V_{m-1}(R+l) - V_{m-1}(R), the marginal value of l,

where q_l is the chance that l is drawn and the profit is against the estimated prices (`prices`): a bid that wins at
price c gains D_l - c. Truthful bidding is best in a second-price auction, so the best b is D_l rounded. A letter that
nobody wants may be forced on us. A letter that rules out a seven leads to ``fallen``, the best word now and a little
for each open place. When we alone have room (m = open places) the tiles come for nothing. This is the
marginal-value principle of ATTac-2001 (Stone et al., JAIR 19, 2003), exact here given the prices, because the lattice
is small.

Unseen tiles are exchangeable, so tiles that others win change no chance in expectation; those we win ourselves do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL, Market, phase_of
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE, IntArray, with_letter

OPEN_PLACE_VALUE = 1.0
"""Points that an open place still gains once no seven-letter word is reachable (measured on increment bidders)."""


@dataclass(frozen=True, slots=True, eq=False)
class Sublattice:
    """The racks that contain a root, the root first, by rising size; edges as in the lattice, renumbered."""

    rack: str
    nodes: NDArray[np.int32]
    first: NDArray[np.int64]
    letter: NDArray[np.int8]
    child: NDArray[np.int32]
    taken: NDArray[np.int8]
    room: NDArray[np.int8]
    best: NDArray[np.float32]

    def next_racks(self, node: int = 0) -> dict[int, int]:
        """The racks one letter above the root, or above another rack, by letter."""
        edges = slice(int(self.first[node]), int(self.first[node + 1]))
        return dict(zip(self.letter[edges].tolist(), self.child[edges].tolist(), strict=True))


def sublattice(lexicon: Lexicon, rack: str) -> Sublattice:
    """The part of the lattice that the rack can still reach."""
    from kibitz.games.sevens import kernels

    lattice = lexicon.lattice
    root = lattice.find(rack)
    if root < 0:
        raise InputError(f"rack: {rack} is part of no seven-letter word")
    nodes, first, letter, child, taken = kernels.descend(
        lattice.first, lattice.letter, lattice.child, lattice.keys, root
    )
    room = (RACK_SIZE - lattice.size[nodes]).astype(np.int8)
    return Sublattice(rack, nodes, first, letter, child, taken, room, lattice.best[nodes].astype(np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class RackPlan:
    """Values of a rack and of the racks one letter above it, by auctions still to come.

    ``values[m, node]`` is the rack's, ``values[m, next_racks[l]]`` that with one more letter l; ``sevens`` are the
    chances to end with a seven-letter word (empty unless requested).
    """

    rack: str
    node: int
    next_racks: dict[int, int]
    values: NDArray[np.float32]
    sevens: NDArray[np.float32]

    def value(self, left: int, letter: int | None = None) -> float | None:
        """Gain still to come, payments for this letter aside; ``None`` where the letter leaves the lattice."""
        node = self.node if letter is None else self.next_racks.get(letter)
        return None if node is None else float(self.values[left, node])

    def seven_chance(self, left: int, letter: int | None = None) -> float:
        """Chance of a seven-letter word."""
        node = self.node if letter is None else self.next_racks.get(letter)
        return 0.0 if node is None else float(self.sevens[left, node])


def draw_chances(part: Sublattice, unseen: IntArray) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For each edge the chance that its letter comes up next, and for each rack the chance of any other letter."""
    depth = part.room[0] - part.room
    remaining = np.maximum(int(unseen.sum()) - depth, 1).astype(np.float64)
    owners = np.repeat(np.arange(len(part.nodes)), np.diff(part.first))
    chance = np.maximum(unseen[part.letter] - part.taken, 0) / remaining[owners]
    stray = 1 - np.bincount(owners, weights=chance, minlength=len(part.nodes))
    return chance.astype(np.float32), np.maximum(stray, 0).astype(np.float32)


def solve_plan(
    part: Sublattice, unseen: IntArray, draws: int, auctions: int, market: Market, with_sevens: bool = False
) -> RackPlan:
    """The plan of the root for up to ``draws`` auctions to come; ``unseen`` excludes any tile on offer."""
    values, sevens = _solve(part, unseen, draws, auctions, market, 1, with_sevens)
    return RackPlan(part.rack, 0, part.next_racks(), values, sevens)


def opening_plans(lexicon: Lexicon, auctions: int, market: Market) -> dict[str, RackPlan]:
    """Plans of the empty rack and of every single letter for a whole round, from one solution of the whole lattice.

    All other tiles of the bag count as unseen.
    """
    part = sublattice(lexicon, "")
    values, sevens = _solve(part, lexicon.tiles.bag(), auctions, auctions, market, 2, False)
    plans = {"": RackPlan("", 0, part.next_racks(), values, sevens)}
    for letter, node in part.next_racks().items():
        plans[chr(65 + letter)] = RackPlan(chr(65 + letter), node, part.next_racks(node), values, sevens)
    return plans


def _solve(
    part: Sublattice, unseen: IntArray, draws: int, auctions: int, market: Market, depth: int, with_sevens: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Values and chances of a seven for the racks up to ``depth`` letters above the root."""
    from kibitz.games.sevens import kernels

    chance, stray = draw_chances(part, unseen)
    phases = np.array([phase_of(left, auctions) for left in range(draws + 1)], dtype=np.int64)
    fallen = (part.best + OPEN_PLACE_VALUE * part.room).astype(np.float32)
    n_kept = int((part.room >= part.room[0] - depth).sum())
    values, sevens = kernels.solve(
        part.first,
        part.letter,
        part.child,
        chance,
        stray,
        part.room,
        fallen,
        part.best,
        market.tables,
        market.stray,
        phases,
        n_kept,
        with_sevens,
    )
    return values, sevens


def solve_reference(
    lexicon: Lexicon, rack: str, unseen: IntArray, draws: int, auctions: int, market: Market
) -> dict[tuple[int, str], float]:
    """The recursion written out rack by rack, for tests: values by auctions to come and rack."""
    lattice = lexicon.lattice
    total, own = int(unseen.sum()), {letter: rack.count(letter) for letter in rack}
    values: dict[tuple[int, str], float] = {}

    def value(left: int, held: str) -> float:
        result = values.get((left, held))
        if result is None:
            result = values[left, held] = compute(left, held)
        return result

    def compute(left: int, held: str) -> float:
        room = RACK_SIZE - len(held)
        best = lexicon.best_word(held)[0]
        if room == 0 or left < room:
            return float(best)
        remaining = max(total - (len(held) - len(rack)), 1)
        now = 0.0 if left == room else value(left - 1, held)
        result, stray = now, 1.0
        phase = phase_of(left, auctions)
        for number in range(26):
            letter = chr(65 + number)
            larger = with_letter(held, letter)
            if lattice.find(larger) < 0:
                continue
            chance = max(int(unseen[number]) - held.count(letter) + own.get(letter, 0), 0) / remaining
            stray -= chance
            gain = value(left - 1, larger) - now
            result += chance * (gain if left == room else _best_profit(market.tables[phase, number], gain))
        gain = best + OPEN_PLACE_VALUE * room - now
        stray = max(stray, 0.0)
        return result + stray * (gain if left == room else _best_profit(market.stray[phase], gain))

    for left in range(draws + 1):
        value(left, rack)
        for number in range(26):
            if lattice.find(with_letter(rack, chr(65 + number))) >= 0:
                value(left, with_letter(rack, chr(65 + number)))
    return values


def _best_profit(table: NDArray[np.float32], worth: float) -> float:
    """The larger expected profit of the two bids around the value; that of a bid of 0 when the letter is unwanted."""
    bid = min(int(worth), MAX_BID_CELL - 1) if worth > 0 else 0
    profits: FloatArray = table[bid : bid + 2, 0].astype(np.float64) * worth - table[bid : bid + 2, 1]
    return float(profits.max() if worth > 0 else profits[0])
