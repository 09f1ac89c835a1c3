"""Value of a rack when every rack above it is followed to the end, including those that cannot reach seven letters.

The recursion is that of `plan`, on all multisets of letters that can be added to a rack instead of the lattice below
the seven-letter words: with four open places there are 27,405 of them, few enough to be exact in a tenth of a second.
It settles the report's late choice between an increment now and holding out (section 5): a letter that rules
out a seven leads to a rack whose value is computed like any other.

Multisets of each size are numbered as in `words.best_words`. Arrays only, no compiled code, so that a first answer need
not wait for a compiler.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.sevens.bidding.plan import RackPlan
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL, Market, phase_of
from kibitz.games.sevens.words.best_words import BINOMIALS
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE, IntArray, counts_of

MAX_OPEN_PLACES = 4
"""Open places up to which all racks above a rack are followed."""

Values = list[NDArray[np.float32]]


def multiset_numbers(copies: NDArray[np.integer]) -> IntArray:
    """The numbers of multisets among those of their size, from their counts of the 26 letters, one row each."""
    place = np.zeros(len(copies), dtype=np.int64)
    number = np.zeros(len(copies), dtype=np.int64)
    for letter in range(26):
        for copy in range(1, int(copies[:, letter].max(initial=0)) + 1):
            here = copies[:, letter] >= copy
            place[here] += 1
            number[here] += BINOMIALS[letter + place[here] - 1, place[here]]
    return number


@lru_cache(maxsize=MAX_OPEN_PLACES + 1)
def multisets(size: int) -> NDArray[np.int8]:
    """Counts of the 26 letters of every multiset of a size, by number."""
    if not size:
        return np.zeros((1, 26), dtype=np.int8)
    result = np.zeros((comb(25 + size, size), 26), dtype=np.int8)
    smaller = multisets(size - 1)
    for letter, larger in enumerate(child_multisets(size - 1).T):
        result[larger] = smaller
        result[larger, letter] += 1
    return result


@lru_cache(maxsize=MAX_OPEN_PLACES)
def child_multisets(size: int) -> NDArray[np.int32]:
    """For every multiset of a size, by number: the numbers of those with one more letter, A to Z."""
    copies = multisets(size)
    result = np.empty((len(copies), 26), dtype=np.int32)
    for letter in range(26):
        larger = copies.copy()
        larger[:, letter] += 1
        result[:, letter] = multiset_numbers(larger)
    return result


def best_supersets(lexicon: Lexicon, rack: str) -> tuple[Values, NDArray[np.bool_]]:
    """Scores of the best words of all racks above a rack, by letters added and number; which full ones are a seven."""
    room = RACK_SIZE - len(rack)
    letters = lexicon.letters
    copies = np.zeros((len(letters), 27), dtype=np.int8)
    rows = np.arange(len(letters))
    for place in range(RACK_SIZE):
        copies[rows, letters[:, place]] += 1
    missing = np.maximum(copies[:, 1:] - counts_of(rack).astype(np.int8), 0)
    size = missing.sum(axis=1)
    best: Values = []
    for added in range(room + 1):
        here = np.flatnonzero(size == added)
        result = np.zeros(comb(25 + added, added), dtype=np.float32)
        numbers = multiset_numbers(missing[here])
        np.maximum.at(result, numbers, lexicon.points[here].astype(np.float32))
        if added:
            for larger in child_multisets(added - 1).T:  # one letter takes different racks to different ones
                result[larger] = np.maximum(result[larger], best[-1])
        best.append(result)
    sevens = np.zeros(len(best[-1]), dtype=np.bool_)
    sevens[numbers[letters[here, -1] > 0]] = True
    return best, sevens


def solve_supersets(
    lexicon: Lexicon, rack: str, unseen: IntArray, draws: int, auctions: int, market: Market
) -> RackPlan:
    """The plan of a rack with at most `MAX_OPEN_PLACES` open places; ``unseen`` excludes any tile on offer.

    Letters of which no tile is left have plans as well, but are never drawn.
    """
    room = RACK_SIZE - len(rack)
    if not 0 < room <= MAX_OPEN_PLACES:
        raise InputError(f"rack: must have {RACK_SIZE - MAX_OPEN_PLACES} to {RACK_SIZE - 1} letters, not {len(rack)}")
    values, full = best_supersets(lexicon, rack)
    sevens: Values = [np.zeros(len(level), dtype=np.float32) for level in values]
    sevens[-1] = full.astype(np.float32)
    total = int(unseen.sum())
    chances = [
        (np.maximum(unseen - multisets(added), 0) / max(total - added, 1)).astype(np.float32) for added in range(room)
    ]
    stored, stored_sevens = [_first(values)], [_first(sevens)]
    tables = [np.ascontiguousarray(np.moveaxis(table, -1, 0)).reshape(2, -1) for table in market.tables]
    for left in range(1, draws + 1):
        prices = tables[phase_of(left, auctions)]
        for added in range(room):
            # A rack comes before the larger ones it leads to, whose values are still those of one auction fewer.
            if room - added <= left:
                _step(values, sevens, added, chances[added], None if room - added == left else prices)
        stored.append(_first(values))
        stored_sevens.append(_first(sevens))
    return RackPlan(rack, 0, {letter: 1 + letter for letter in range(26)}, np.array(stored), np.array(stored_sevens))


def _first(values: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Values of the rack itself and of the 26 racks with one more letter."""
    return np.concatenate(values[:2])


_ROWS = np.arange(26, dtype=np.int32) * (MAX_BID_CELL + 1)
"""Index of the first bid for a letter in a table of prices."""


def _step(
    values: Values, sevens: Values, added: int, chance: NDArray[np.float32], prices: NDArray[np.float32] | None
) -> None:
    """One more auction for the racks with a number of letters added; without prices all tiles are ours for nothing."""
    child, value, seven = child_multisets(added), values[added], sevens[added]
    above, seven_above = values[added + 1].take(child), sevens[added + 1].take(child)
    if prices is None:
        values[added] = np.einsum("nl,nl->n", chance, above)
        sevens[added] = np.einsum("nl,nl->n", chance, seven_above)
        return
    wins, pays = prices
    above -= value[:, None]
    # The best bid is the value rounded down or up; an unwanted letter gets a bid of 0, the first of the two.
    bid = np.clip(above, 0, MAX_BID_CELL - 1).astype(np.int32)
    bid += _ROWS
    won, profit = wins.take(bid), pays.take(bid)
    np.subtract(won * above, profit, out=profit)
    bid += 1
    won_more, profit_more = wins.take(bid), pays.take(bid)
    np.subtract(won_more * above, profit_more, out=profit_more)
    np.copyto(won, won_more, where=profit_more > profit)
    np.maximum(profit, profit_more, out=profit)
    seven_above -= seven[:, None]
    won *= chance
    values[added] = value + np.einsum("nl,nl->n", chance, profit)
    sevens[added] = seven + np.einsum("nl,nl->n", won, seven_above)
