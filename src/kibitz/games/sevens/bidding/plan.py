"""Value of a rack before the auctions still to come: dynamic programming on the graph of racks.

With V the value of a rack, the gain from here to the end of the round, one auction more is worth

    V_m(R) = V_{m-1}(R) + sum over letters l of q_l * max over bids b of E[profit of b],
    D_l = V_{m-1}(R+l) - V_{m-1}(R), the marginal value of l,

where q_l is the chance that l is drawn and the profit is against the estimated prices (`prices`): a bid that wins at
price c gains D_l - c. Truthful bidding is best in a second-price auction, so the best b is D_l rounded. A letter that
nobody wants may be forced on us. A letter that leaves the graph leads to ``fallen``, the best word now and a little
for each open place. When we alone have room (m = open places) the tiles come for nothing. This is the
marginal-value principle of ATTac-2001 (Stone et al., JAIR 19, 2003), exact here given the prices, because the graph
is small.

Unseen tiles are exchangeable, so tiles that others win change no chance in expectation; those we win ourselves do.

There are two programs. `solve_arrays` is the readable one, level by level in arrays. It answers single questions, which
need not wait for a compiler. `solve_plan` is compiled, five times as fast, and serves the players.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL, Market, PriceModel, phase_of
from kibitz.games.sevens.bidding.rack_graph import RackGraph, sublattice
from kibitz.games.sevens.words.index_cache import load_arrays, save_arrays
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import IntArray

OPEN_PLACE_VALUE = 1.0
"""Points that an open place still gains once no seven-letter word is reachable (measured on increment bidders)."""
STRAY_ROUNDING = 1e-6
"""Chance up to which a letter without a step is a rounding error."""
OPENING_LETTERS = 2
"""Number of letters up to which values are stored: a rack of one letter and the next one."""


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
        """Gain still to come, payments for this letter aside; ``None`` where the letter leaves the graph."""
        node = self.node if letter is None else self.next_racks.get(letter)
        return None if node is None else float(self.values[left, node])

    def seven_chance(self, left: int, letter: int | None = None) -> float:
        """Chance of a seven-letter word."""
        node = self.node if letter is None else self.next_racks.get(letter)
        return 0.0 if node is None else float(self.sevens[left, node])


def draw_chances(graph: RackGraph, unseen: IntArray) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For each step the chance that its letter comes up next, and for each rack the chance of any other letter."""
    remaining = np.maximum(int(unseen.sum()) - (graph.room[0] - graph.room), 1).astype(np.float64)
    chance = np.maximum(unseen[graph.letter] - graph.taken, 0) / remaining[graph.owner]
    stray = 1 - np.bincount(graph.owner, weights=chance, minlength=len(graph.room))
    return chance.astype(np.float32), np.maximum(stray, 0).astype(np.float32)


def solve_plan(
    graph: RackGraph,
    unseen: IntArray,
    draws: int,
    auctions: int,
    market: Market,
    with_sevens: bool = False,
    depth: int = 1,
) -> RackPlan:
    """The plan of the root for up to ``draws`` auctions to come; ``unseen`` excludes any tile on offer.

    It has values for the racks up to ``depth`` letters above the root.
    """
    from kibitz.games.sevens import kernels

    values, sevens = kernels.solve(
        graph.first,
        graph.letter,
        graph.child,
        *draw_chances(graph, unseen),
        graph.room,
        graph.best + np.float32(OPEN_PLACE_VALUE) * graph.room,
        graph.best,
        graph.sevens if with_sevens else graph.sevens[:0],
        market.tables,
        market.stray,
        np.array([phase_of(left, auctions) for left in range(draws + 1)], dtype=np.int64),
        int((graph.room >= graph.room[0] - depth).sum()),
    )
    return RackPlan(graph.rack, 0, graph.next_racks(), values, sevens)


def solve_arrays(
    graph: RackGraph, unseen: IntArray, draws: int, auctions: int, market: Market, depth: int = 1
) -> RackPlan:
    """The plan of `solve_plan` and its chances of a seven, level by level in arrays, without compiled code."""
    levels = _levels(graph, unseen)
    values, sevens = graph.best.copy(), graph.sevens.copy()
    n_stored = int((graph.room >= graph.room[0] - depth).sum())
    stored = [(values[:n_stored].copy(), sevens[:n_stored].copy())]
    # A last phase, in which everybody else is full: the next tiles are all ours, for nothing.
    free = np.broadcast_to(np.array([1, 0], dtype=np.float32), market.tables[:1].shape)
    tables = np.moveaxis(np.concatenate([market.tables, free]), 3, 1).reshape(len(market.tables) + 1, 2, -1)
    strays = np.ascontiguousarray(np.moveaxis(np.concatenate([market.stray, free[:, 0]]), 2, 1))
    for left in range(1, draws + 1):
        # A rack comes before the larger ones it leads to, whose values are still those of one auction fewer.
        for level in levels:
            if level.room <= left:
                phase = -1 if level.room == left else phase_of(left, auctions)
                _step(values, sevens, level, tables[phase], strays[phase])
        stored.append((values[:n_stored].copy(), sevens[:n_stored].copy()))
    plans = np.array(stored)
    return RackPlan(graph.rack, 0, graph.next_racks(), plans[:, 0], plans[:, 1])


class _Level(NamedTuple):
    """The racks with the same number of open places, and their steps, each with its row of prices.

    ``stray`` is missing if every letter has a step.
    """

    room: int
    racks: slice
    child: IntArray
    counts: IntArray
    starts: IntArray
    chance: NDArray[np.float32]
    row: IntArray
    stray: NDArray[np.float32] | None
    fallen: NDArray[np.float32]


def _levels(graph: RackGraph, unseen: IntArray) -> list[_Level]:
    chance, stray = draw_chances(graph, unseen)
    fallen = graph.best + np.float32(OPEN_PLACE_VALUE) * graph.room
    levels = []
    for room in range(int(graph.room[0]), 0, -1):
        low, high = np.searchsorted(-graph.room, (-room, 1 - room)).tolist()
        racks, first = slice(low, high), graph.first[low : high + 1]
        edges, other = slice(int(first[0]), int(first[-1])), stray[racks]
        steps = graph.child[edges].astype(np.int64), np.diff(first), first[:-1] - first[0], chance[edges]
        row = graph.letter[edges].astype(np.int64) * (MAX_BID_CELL + 1)
        off_graph = other if other.max() > STRAY_ROUNDING else None
        levels.append(_Level(room, racks, *steps, row, off_graph, fallen[racks]))
    return levels


def _step(
    values: NDArray[np.float32],
    sevens: NDArray[np.float32],
    level: _Level,
    prices: NDArray[np.float32],
    stray_prices: NDArray[np.float32],
) -> None:
    """One more auction for the racks of a level."""
    value, seven = values[level.racks], sevens[level.racks]
    worth = values.take(level.child) - np.repeat(value, level.counts)
    gain, won = _best_bids(worth, prices, level.row)
    won *= sevens.take(level.child) - np.repeat(seven, level.counts)
    more, more_sevens = (np.add.reduceat(each * level.chance, level.starts) for each in (gain, won))
    if level.stray is not None:
        gain, won = _best_bids(level.fallen - value, stray_prices, 0)
        more += level.stray * gain
        more_sevens -= level.stray * won * seven
    value += more
    seven += more_sevens


def _best_bids(
    worth: NDArray[np.float32], prices: NDArray[np.float32], row: IntArray | int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Expected profit of the better of the two bids around each value, and its chance to win.

    An unwanted letter gets a bid of 0, the first of the two.
    """
    wins, pays = prices
    bid = np.clip(worth, 0, MAX_BID_CELL - 1).astype(np.int64)
    bid += row
    won, won_more = wins.take(bid), wins[1:].take(bid)
    profit, profit_more = won * worth, won_more * worth
    profit -= pays.take(bid)
    profit_more -= pays[1:].take(bid)
    return np.maximum(profit, profit_more), np.where(profit_more > profit, won_more, won)


def opening_plans(lexicon: Lexicon, auctions: int, market: Market) -> dict[str, RackPlan]:
    """Plans of the empty rack and of every single letter for a whole round, from one solution of the whole lattice.

    All other tiles of the bag count as unseen.
    """
    graph = sublattice(lexicon, "")
    plan = solve_plan(graph, lexicon.tiles.bag(), auctions, auctions, market, depth=OPENING_LETTERS)
    return {"": plan} | {
        chr(65 + letter): RackPlan(chr(65 + letter), node, graph.next_racks(node), plan.values, plan.sevens)
        for letter, node in plan.next_racks.items()
    }


def opening_plan(lexicon: Lexicon, rack: str, rules: Rules) -> RackPlan:
    """The plan of a rack of no or one letter at the prior prices; all other tiles are unseen."""
    values, sevens = _opening(lexicon, rules.players, rules.hidden)
    lattice = lexicon.lattice  # racks are ordered by size, so the stored ones have the same indices there
    root = lattice.find(rack)
    edges = slice(int(lattice.first[root]), int(lattice.first[root + 1]))
    above = zip(lattice.letter[edges].tolist(), lattice.child[edges].tolist(), strict=True)
    return RackPlan(rack, root, dict(above), values, sevens)


@lru_cache(maxsize=16)
def _opening(lexicon: Lexicon, players: int, hidden: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Values and chances of a seven of all racks up to two letters, by auctions to come; saved on disk."""
    rules = Rules(players=players, hidden=hidden, rounds=1, tiles=lexicon.tiles)
    key = sha256(f"opening {lexicon.digest} {lexicon.tiles} {lexicon.bonus} {players} {hidden}".encode()).hexdigest()
    shape = (rules.auctions + 1, int((lexicon.lattice.size <= OPENING_LETTERS).sum()))
    held = load_arrays(key, ("values", "sevens"))
    if held is None or held["values"].shape != shape or held["sevens"].shape != shape:
        bag = rules.tiles.bag()
        market, graph = PriceModel(rules, 0).market(bag), sublattice(lexicon, "")
        plan = solve_arrays(graph, bag, rules.auctions, rules.auctions, market, OPENING_LETTERS)
        held = {"values": plan.values, "sevens": plan.sevens}
        save_arrays(key, held)
    return held["values"], held["sevens"]
