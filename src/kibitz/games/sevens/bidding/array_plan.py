"""The recursion of `plan` in arrays, level by level, without compiled code, for a quick first answer.

The compiled version is five times as fast, and players use it, but a single bid would first wait for the compiler. The
slow part here, racks with no or one letter, is solved once for the prior prices and saved on disk.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.plan import OPEN_PLACE_VALUE, RackPlan, Sublattice, draw_chances
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL, Market, PriceModel, phase_of
from kibitz.games.sevens.words.index_cache import load_arrays, save_arrays
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE, IntArray, counts_of

OPENING_LETTERS = 2
"""Number of letters up to which values are stored: a rack of one letter and the next one."""


def array_sublattice(lexicon: Lexicon, rack: str) -> Sublattice:
    """The part of the lattice that the rack can still reach, as `plan.sublattice`."""
    lattice = lexicon.lattice
    root = lattice.find(rack)
    if root < 0:
        raise InputError(f"rack: {rack} is part of no seven-letter word")
    levels, place = [np.array([root])], np.full(len(lattice), -1, dtype=np.int32)
    for _ in range(RACK_SIZE - len(rack)):
        levels.append(np.unique(lattice.child[_edges(lattice.first, levels[-1])]))
    nodes = np.concatenate(levels).astype(np.int32)
    place[nodes] = np.arange(len(nodes))
    edges = _edges(lattice.first, nodes)
    counts = lattice.first[nodes + 1] - lattice.first[nodes]
    letter = lattice.letter[edges]
    keys = np.repeat(lattice.keys[nodes], counts)
    taken = -counts_of(rack).astype(np.int8)[letter]
    for shift in range(RACK_SIZE):
        taken += (keys >> (5 * shift) & 31) == letter + 1
    return Sublattice(
        rack,
        nodes,
        np.concatenate([[0], np.cumsum(counts)]),
        letter,
        place[lattice.child[edges]],
        taken,
        (RACK_SIZE - lattice.size[nodes]).astype(np.int8),
        lattice.best[nodes].astype(np.float32),
    )


def _edges(first: IntArray, nodes: NDArray[np.integer]) -> IntArray:
    """Numbers of all edges of these racks, rack by rack."""
    counts = first[nodes + 1] - first[nodes]
    ends = np.cumsum(counts)
    return np.asarray(np.arange(int(ends[-1])) + np.repeat(first[nodes] - (ends - counts), counts))


def solve_arrays(
    part: Sublattice, unseen: IntArray, draws: int, auctions: int, market: Market, depth: int = 1
) -> RackPlan:
    """The plan of the root, for racks up to ``depth`` letters above it, with chances of a seven, as `solve_plan`."""
    chance, stray = draw_chances(part, unseen)
    fallen = part.best + np.float32(OPEN_PLACE_VALUE) * part.room
    bounds = np.searchsorted(-part.room, -np.arange(int(part.room[0]), -2, -1))
    owner = np.repeat(np.arange(len(part.nodes), dtype=np.int32), np.diff(part.first))
    row = part.letter.astype(np.int32) * (MAX_BID_CELL + 1)
    values, sevens = part.best.copy(), (part.room == 0).astype(np.float32)
    n_stored = int(bounds[min(depth, int(part.room[0])) + 1])
    stored, stored_sevens = [values[:n_stored].copy()], [sevens[:n_stored].copy()]
    for left in range(1, draws + 1):
        phase = phase_of(left, auctions)
        wins, pays = (np.ascontiguousarray(market.tables[phase, :, :, kind]).ravel() for kind in (0, 1))
        for low, high in pairwise(bounds[:-1]):
            room = int(part.room[low])
            if room > left:
                continue
            here, edges = slice(low, high), slice(int(part.first[low]), int(part.first[high]))
            starts, q, child = part.first[here] - edges.start, chance[edges], part.child[edges]
            value, seven = values[here], sevens[here]
            if room == left:  # everybody else is full: the next tiles are all ours, for nothing
                values[here] = stray[here] * fallen[here] + np.add.reduceat(q * values[child], starts)
                sevens[here] = np.add.reduceat(q * sevens[child], starts)
                continue
            mine = owner[edges] - low
            gain, won = _best_bids(values[child] - value[mine], wins, pays, row[edges])
            strays = market.stray[phase]
            stray_gain, stray_won = _best_bids(fallen[here] - value, strays[:, 0], strays[:, 1], np.int32(0))
            more = np.add.reduceat(q * won * (sevens[child] - seven[mine]), starts)
            sevens[here] = seven + more - stray[here] * stray_won * seven
            values[here] = value + np.add.reduceat(q * gain, starts) + stray[here] * stray_gain
        stored.append(values[:n_stored].copy())
        stored_sevens.append(sevens[:n_stored].copy())
    return RackPlan(part.rack, 0, part.next_racks(), np.array(stored), np.array(stored_sevens))


def _best_bids(
    worth: NDArray[np.float32], wins: NDArray[np.float32], pays: NDArray[np.float32], row: NDArray[np.int32] | np.int32
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Expected profit of the better of the two bids around each value, and its chance to win."""
    bid = np.clip(worth, 0, MAX_BID_CELL - 1).astype(np.int32) + row
    won, won_more = wins[bid], wins[bid + 1]
    profit, profit_more = won * worth - pays[bid], won_more * worth - pays[bid + 1]
    better = profit_more > profit
    return np.where(better, profit_more, profit), np.where(better, won_more, won)


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
    rules = Rules(players=players, hidden=hidden, rounds=1)
    key = sha256(f"opening {lexicon.digest} {lexicon.tiles} {lexicon.bonus} {players} {hidden}".encode()).hexdigest()
    shape = (rules.auctions + 1, int((lexicon.lattice.size <= OPENING_LETTERS).sum()))
    held = load_arrays(key, ("values", "sevens"))
    if held is None or held["values"].shape != shape or held["sevens"].shape != shape:
        bag = rules.tiles.bag()
        market, part = PriceModel(rules, 0).market(bag), array_sublattice(lexicon, "")
        plan = solve_arrays(part, bag, rules.auctions, rules.auctions, market, OPENING_LETTERS)
        held = {"values": plan.values, "sevens": plan.sevens}
        save_arrays(key, held)
    return held["values"], held["sevens"]
