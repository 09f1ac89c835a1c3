"""The best word of every full rack, and the mean value of a rack when chance fills it.

A table of two bytes for each multiset of seven letters (6.7 MB, `multisets`) holds the
score of its best word, so that an average over all ways to fill a rack is one walk through them: exact, and faster than
hypergeometric sums word by word, since the best word is not a sum over words.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from hashlib import sha256
from math import comb

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.sevens.words.index_cache import load_arrays, save_arrays
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.multisets import BINOMIALS, best_supersets, multiset_numbers
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, IntArray, TileSet, counts_of

MAX_CACHED_AVERAGES = 20_000
"""Number of cached averages, by rack and unseen tiles: both seats and several letters need the same ones."""


class BestWords:
    """The table of one lexicon."""

    def __init__(self, table: NDArray[np.int16], tiles: TileSet = SCRABBLE) -> None:
        self.table, self.tiles = table, tiles
        self._averages: OrderedDict[tuple[str, bytes], float] = OrderedDict()

    def best(self, rack: str) -> int:
        """The score of the best word in seven letters."""
        return int(self.table[multiset_numbers(np.repeat(np.arange(26), counts_of(rack))[None])[0]])

    def expected_best(self, rack: str, unseen: IntArray) -> float:
        """The mean score of the best word when the open places are filled from the unseen tiles by chance."""
        from kibitz.games.sevens import kernels

        key = (rack, unseen.tobytes())
        result = self._averages.get(key)
        if result is None:
            room, total = RACK_SIZE - len(rack), int(unseen.sum())
            if not 0 <= room <= total:
                raise InputError(f"unseen: give at least {room} tiles to fill {rack or 'an empty rack'}")
            held = counts_of(rack)
            result = kernels.expected_best(self.table, BINOMIALS, held, unseen, room) / comb(total, room)
            self._averages[key] = result
            if len(self._averages) > MAX_CACHED_AVERAGES:
                self._averages.popitem(last=False)
        return result

    def gain(self, rack: str, letter: str, unseen: IntArray) -> float:
        """What one more letter adds to the average; the unseen tiles exclude it."""
        return self.expected_best("".join(sorted(rack + letter)), unseen) - self.expected_best(rack, unseen)


@lru_cache(maxsize=4)
def best_words(lexicon: Lexicon) -> BestWords:
    """The table of a lexicon, built once and saved on disk."""
    key = sha256(f"best words {lexicon.digest} {lexicon.tiles} {lexicon.bonus}".encode()).hexdigest()
    held = load_arrays(key, ("best",))
    if held is None or held["best"].shape != (comb(25 + RACK_SIZE, RACK_SIZE),):
        held = {"best": best_supersets(lexicon, "")[0][-1].astype(np.int16)}
        save_arrays(key, held)
    table = held["best"]
    table.setflags(write=False)
    return BestWords(table, lexicon.tiles)
