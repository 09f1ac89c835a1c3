"""Compiled loops of sevens; `prospects`, `reach` and `plan` hold the readable versions that tests compare with."""

from __future__ import annotations

import numba as nb
import numpy as np
from numpy.typing import NDArray


@nb.njit(cache=True)
def word_sums(
    words: NDArray[np.int32], slots: NDArray[np.uint8], factors: NDArray[np.float64], own: NDArray[np.int64]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """Over all words: the sum of weights, and by letter of weight times missing copies, and of weights that miss it.

    A word's weight is the product of ``factors`` over its seven slots (letter and which copy of it).
    """
    total = 0.0
    needed, kept = np.zeros(26), np.zeros(26)
    slot_sums = np.zeros(26 * 8)
    for word in words:
        row = slots[word]
        weight = (
            factors[row[0]]
            * factors[row[1]]
            * factors[row[2]]
            * factors[row[3]]
            * factors[row[4]]
            * factors[row[5]]
            * factors[row[6]]
        )
        total += weight
        for place in range(7):
            slot_sums[row[place]] += weight
    for letter in range(26):
        kept[letter] = slot_sums[8 * letter + own[letter] + 1]
        for copy in range(own[letter] + 1, 8):
            needed[letter] += slot_sums[8 * letter + copy]
    return total, needed, kept


@nb.njit(cache=True)
def letter_sums(
    words: NDArray[np.int32],
    slots: NDArray[np.uint8],
    copies: NDArray[np.int8],
    factors: NDArray[np.float64],
    on_rack: int,
) -> tuple[float, float, float]:
    """The sums of `word_sums` for one letter, in less time; ``copies`` counts the letter in every word."""
    total = needed = kept = 0.0
    for word in words:
        row = slots[word]
        weight = (
            factors[row[0]]
            * factors[row[1]]
            * factors[row[2]]
            * factors[row[3]]
            * factors[row[4]]
            * factors[row[5]]
            * factors[row[6]]
        )
        missing = copies[word] - on_rack
        total += weight
        if missing > 0:
            needed += weight * missing
            kept += weight
    return total, needed, kept


@nb.njit(cache=True)
def reach_probabilities(
    words: NDArray[np.int32],
    copies: NDArray[np.int8],
    rack: NDArray[np.int64],
    unseen: NDArray[np.int64],
    draws: int,
    choose: NDArray[np.float64],
    tails: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Chance that all missing letters of each word are among the next ``draws`` tiles.

    ``tails[u, t]`` is C(N - u, draws - t) / C(N, draws): the other tiles drawn when ``t`` of ``u`` wanted ones are.
    """
    result = np.zeros(len(words))
    ways = np.zeros(draws + 1)
    for index in range(len(words)):
        ways[:] = 0.0
        ways[0] = 1.0
        most = wanted = 0
        for letter in range(26):
            need = copies[letter, words[index]] - rack[letter]
            if need <= 0:
                continue
            have = unseen[letter]
            wanted += have
            most = min(most + have, draws)
            for drawn in range(most, -1, -1):  # in place, from the most tiles down
                value = 0.0
                for here in range(need, min(have, drawn) + 1):
                    value += ways[drawn - here] * choose[have, here]
                ways[drawn] = value
        for drawn in range(most + 1):
            result[index] += ways[drawn] * tails[wanted, drawn]
    return result


@nb.njit(cache=True, fastmath=True)
def solve(
    first: NDArray[np.int64],
    letter: NDArray[np.int8],
    child: NDArray[np.int32],
    chance: NDArray[np.float32],
    stray: NDArray[np.float32],
    room: NDArray[np.int8],
    fallen: NDArray[np.float32],
    final: NDArray[np.float32],
    full: NDArray[np.float32],
    market: NDArray[np.float32],
    stray_market: NDArray[np.float32],
    phases: NDArray[np.int64],
    n_kept: int,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Values of the first ``n_kept`` racks after 0, 1, ... auctions, and their chances of a seven.

    ``full`` has the chances of a seven at the end, or is empty where they are not needed. See `plan`, whose
    `solve_arrays` does the same.
    """
    values, sevens = final.copy(), full.copy()
    with_sevens = len(full) > 0
    stored = np.empty((len(phases), n_kept), np.float32)
    stored_sevens = np.empty((len(phases), min(n_kept, len(full))), np.float32)
    stored[0], stored_sevens[0] = values[:n_kept], sevens[:n_kept]
    top = market.shape[2] - 2
    for left in range(1, len(phases)):
        table, stray_table = market[phases[left]], stray_market[phases[left]]
        # A rack is updated before the larger racks it leads to, so their values are still those of one auction less.
        for node in range(len(room)):
            if room[node] == 0 or room[node] > left:
                continue
            if room[node] == left:  # everybody else is full: the next tiles are all ours, for nothing
                value = stray[node] * fallen[node]
                seven = np.float32(0)
                for edge in range(first[node], first[node + 1]):
                    value += chance[edge] * values[child[edge]]
                    if with_sevens:
                        seven += chance[edge] * sevens[child[edge]]
                values[node] = value
                if with_sevens:
                    sevens[node] = seven
                continue
            value = values[node]
            seven = sevens[node] if with_sevens else np.float32(0)
            gain = more = np.float32(0)
            for edge in range(first[node], first[node + 1]):
                worth = values[child[edge]] - value
                row = table[letter[edge]]
                # An unwanted letter gets no bid, the first of the two: a branch would be guessed wrong half the time.
                bid = min(max(int(worth), 0), top)
                low = row[bid, 0] * worth - row[bid, 1]
                high = row[bid + 1, 0] * worth - row[bid + 1, 1]
                profit = max(low, high)
                won = row[bid + 1, 0] if high > low else row[bid, 0]
                gain += chance[edge] * profit
                if with_sevens:
                    more += chance[edge] * won * (sevens[child[edge]] - seven)
            worth = fallen[node] - value
            bid = min(max(int(worth), 0), top)
            low = stray_table[bid, 0] * worth - stray_table[bid, 1]
            high = stray_table[bid + 1, 0] * worth - stray_table[bid + 1, 1]
            values[node] = value + gain + stray[node] * max(low, high)
            if with_sevens:
                won = stray_table[bid + 1, 0] if high > low else stray_table[bid, 0]
                sevens[node] = seven + more - stray[node] * won * seven
        stored[left], stored_sevens[left] = values[:n_kept], sevens[:n_kept]
    return stored, stored_sevens


@nb.njit(cache=True)
def expected_best(
    best: NDArray[np.int16],
    choose: NDArray[np.int64],
    rack: NDArray[np.int64],
    unseen: NDArray[np.int64],
    open_places: int,
) -> float:
    """The sum over all ways to fill the open places from ``unseen`` of the best word's score.

    Letters are chosen from Z down, so that the last one moves through neighbouring numbers of the table; it is chosen
    in one loop, since the letters of the rack below it then stand where they always stand.
    """
    size = open_places
    for letter in range(26):
        size += rack[letter]
    low = np.zeros(27, np.int64)  # what the letters of the rack below this one add to a number
    below = np.zeros(27, np.int64)
    held = 0
    for letter in range(26):
        low[letter + 1] = low[letter]
        for _ in range(rack[letter]):
            held += 1
            low[letter + 1] += choose[letter + held - 1, held]
        below[letter + 1] = held
    if open_places == 0:
        return float(best[low[26]])
    pushed = np.zeros(26, np.int64)  # what those above it add when one more letter stands below them
    inner = np.zeros(26, np.int64)  # what the last letter, and those of the rack with it, add
    for letter in range(25, -1, -1):
        inner[letter] = pushed[letter] + low[letter]
        for i in range(below[letter] + 1, below[letter + 1] + 2):
            inner[letter] += choose[letter + i - 1, i]
        if letter > 0:
            pushed[letter - 1] = pushed[letter]
            for i in range(below[letter] + 1, below[letter + 1] + 1):
                pushed[letter - 1] += choose[letter + i, i + 1]
    total = 0.0
    if open_places == 1:
        for letter in range(26):
            total += unseen[letter] * best[inner[letter]]
        return total
    available = np.zeros(26, np.int64)
    available[0] = unseen[0]
    for letter in range(1, 26):
        available[letter] = available[letter - 1] + unseen[letter]
    taken = np.zeros(26, np.int64)
    wanted = np.zeros(26, np.int64)
    top = np.zeros(26, np.int64)
    number = np.zeros(26, np.int64)
    running = np.zeros(26, np.int64)
    ways = np.ones(26, np.float64)
    level = 25
    wanted[level], taken[level] = open_places, -1
    while level <= 25:
        taken[level] += 1
        more = taken[level]
        if more > unseen[level] or more > wanted[level]:
            level += 1
            continue
        if more == 0:
            running[level] = number[level]
            for copy in range(rack[level]):
                i = size - top[level] - copy
                running[level] += choose[level + i - 1, i]
        else:
            i = size - top[level] - rack[level] - more + 1
            running[level] += choose[level + i - 1, i]
        now = ways[level] * choose[unseen[level], more]
        rest = wanted[level] - more
        if rest == 0:
            total += now * best[running[level] + low[level]]
        elif level == 0 or rest > available[level - 1]:
            continue
        elif rest == 1:
            start = running[level] - pushed[level - 1]
            part = 0
            for letter in range(level):
                part += unseen[letter] * best[start + inner[letter]]
            total += now * part
        else:
            level -= 1
            wanted[level] = rest
            top[level] = top[level + 1] + rack[level + 1] + more
            number[level] = running[level + 1]
            ways[level] = now
            taken[level] = -1
    return total
