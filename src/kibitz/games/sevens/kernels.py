"""Compiled loops of sevens; `prospects`, `reach` and `plan` hold the readable versions that tests compare with."""

from __future__ import annotations

import numba as nb
import numpy as np
from numpy.typing import NDArray


@nb.njit(cache=True)
def prospect_sums(
    words: NDArray[np.int32],
    slots: NDArray[np.uint8],
    copies: NDArray[np.int8],
    factors: NDArray[np.float64],
    on_rack: int,
) -> tuple[float, float, float]:
    """Over all words: sum of weights, of weight times copies still needed of a letter, and of weights that need it.

    A word's weight is the product of ``factors`` over its seven slots (letter and which copy of it); ``copies`` counts
    the letter on offer in every word.
    """
    total = needed = stored = 0.0
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
            stored += weight
    return total, needed, stored


@nb.njit(cache=True)
def letter_needs(
    words: NDArray[np.int32], slots: NDArray[np.uint8], factors: NDArray[np.float64], own: NDArray[np.int64]
) -> tuple[float, NDArray[np.float64]]:
    """Over all words: the sum of weights, and for each letter that of weight times copies still needed."""
    total = 0.0
    needed = np.zeros(26)
    for word in words:
        row = slots[word]
        weight = 1.0
        for place in range(7):
            weight *= factors[row[place]]
        total += weight
        for place in range(7):
            if (row[place] & 7) > own[row[place] >> 3]:
                needed[row[place] >> 3] += weight
    return total, needed


@nb.njit(cache=True)
def reach_probabilities(
    words: NDArray[np.int32],
    letters: NDArray[np.uint8],
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
    poly = np.zeros(draws + 1)
    for index in range(len(words)):
        word = words[index]
        degree = 0
        fewest = 0
        wanted = 0
        poly[0] = 1.0
        possible = True
        place = 0
        while place < 7:
            letter = letters[word, place]
            end = place + 1
            while end < 7 and letters[word, end] == letter:
                end += 1
            need = end - place - rack[letter - 1]
            place = end
            if need <= 0:
                continue
            have = unseen[letter - 1]
            wanted += have
            fewest += need
            most = min(degree + have, draws)
            if have < need or fewest > draws:
                possible = False
                break
            # Multiply in place from the highest power down; powers above the old degree count as zero.
            for power in range(most, -1, -1):
                value = 0.0
                for copies in range(need, min(have, power) + 1):
                    if power - copies <= degree:
                        value += poly[power - copies] * choose[have, copies]
                poly[power] = value
            degree = most
        if possible:
            chance = 0.0
            for power in range(degree + 1):
                chance += poly[power] * tails[wanted, power]
            result[index] = chance
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
    """Values of the first ``n_kept`` racks after 0, 1, ... auctions, and the chances of a seven; see `plan`.

    ``full`` holds the chances of a seven at the end, or is empty where they are not needed.
    """
    n = len(room)
    with_sevens = len(full) > 0
    draws = len(phases) - 1
    values = final.copy()
    sevens = full.copy()
    stored = np.zeros((draws + 1, n_kept), np.float32)
    kept_sevens = np.zeros((draws + 1 if with_sevens else 1, n_kept if with_sevens else 1), np.float32)
    top = market.shape[2] - 1
    stored[0] = values[:n_kept]
    if with_sevens:
        kept_sevens[0] = sevens[:n_kept]
    for left in range(1, draws + 1):
        phase = phases[left]
        table = market[phase]
        stray_table = stray_market[phase]
        # A rack is updated before the larger racks it leads to, so their values are still those of one auction less.
        for node in range(n):
            if room[node] == 0 or room[node] > left:
                continue
            value = values[node]
            seven = sevens[node] if with_sevens else np.float32(0)
            if room[node] == left:
                # Everybody else is full: the next tiles are all ours, for nothing.
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
            gain = np.float32(0)
            gain_seven = np.float32(0)
            for edge in range(first[node], first[node + 1]):
                worth = values[child[edge]] - value
                row = table[letter[edge]]
                # An unwanted letter gets no bid, the first of the two: a branch would be guessed wrong half the time.
                bid = min(max(int(worth), 0), top - 1)
                low = row[bid, 0] * worth - row[bid, 1]
                high = row[bid + 1, 0] * worth - row[bid + 1, 1]
                profit = max(low, high)
                won = row[bid + 1, 0] if high > low else row[bid, 0]
                gain += chance[edge] * profit
                if with_sevens:
                    gain_seven += chance[edge] * won * (sevens[child[edge]] - seven)
            worth = fallen[node] - value
            if worth <= 0:
                profit = stray_table[0, 0] * worth
                won = stray_table[0, 0]
            else:
                bid = min(int(worth), top - 1)
                low = stray_table[bid, 0] * worth - stray_table[bid, 1]
                high = stray_table[bid + 1, 0] * worth - stray_table[bid + 1, 1]
                profit = max(low, high)
                won = stray_table[bid, 0] if low >= high else stray_table[bid + 1, 0]
            values[node] = value + gain + stray[node] * profit
            if with_sevens:
                sevens[node] = seven + gain_seven - stray[node] * won * seven
        stored[left] = values[:n_kept]
        if with_sevens:
            kept_sevens[left] = sevens[:n_kept]
    return stored, kept_sevens


@nb.njit(cache=True)
def best_of_racks(
    choose: NDArray[np.int64], letters: NDArray[np.uint8], points: NDArray[np.int32]
) -> NDArray[np.int16]:
    """The score of the best word in every multiset of seven letters, by its number (see `words.best`).

    ``letters`` holds one class a row, letters 1 to 26 and then zeros.
    """
    size = letters.shape[1]
    smaller = np.zeros(1, np.int16)
    for length in range(1, size + 1):
        best = np.zeros(choose[25 + length, length], np.int16)
        for row in range(len(letters)):
            n = 0
            while n < size and letters[row, n] > 0:
                n += 1
            if n == length:
                number = 0
                for i in range(n):
                    number += choose[letters[row, i] - 1 + i, i + 1]
                best[number] = points[row]
        held = np.zeros(length, np.int64)
        below = np.zeros(length + 1, np.int64)
        for number in range(len(best)):
            # Numbers of the multiset without its letter at i: those before i stay, those after move one place down.
            for i in range(length):
                below[i + 1] = below[i] + choose[held[i] + i, i + 1]
            above = 0
            top = best[number]
            for i in range(length - 1, -1, -1):
                if i == length - 1 or held[i] != held[i + 1]:
                    result = smaller[below[i] + above]
                    if result > top:
                        top = result
                above += choose[held[i] + i - 1, i] if i > 0 else 0
            best[number] = top
            # The next multiset: raise the first letter that may rise, and start over below it.
            i = 0
            while i < length - 1 and held[i] == held[i + 1]:
                held[i] = 0
                i += 1
            held[i] += 1
        smaller = best
    return smaller


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
