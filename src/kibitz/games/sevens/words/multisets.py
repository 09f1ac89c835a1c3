"""Multisets of letters by number, in arrays: the racks of a size, and those with a letter less or more.

Multisets are numbered as combinations are: letters a1 <= ... <= ak (0 for A) have the number
C(a1, 1) + C(a2 + 1, 2) + ... + C(ak + k - 1, k). Of seven letters there are 3,365,856.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE, IntArray, counts_of

BINOMIALS: IntArray = np.array([[comb(n, k) for k in range(RACK_SIZE + 1)] for n in range(100)], dtype=np.int64)
MAX_CACHED_SIZE = 5
"""Letters of the largest multisets that are cached; there are 142,506 of five."""


def multiset_numbers(letters: NDArray[np.integer]) -> IntArray:
    """The numbers of multisets among those of their size; one row of rising letters each."""
    parts = (BINOMIALS[column + place, place + 1] for place, column in enumerate(letters.T))
    return np.asarray(sum(parts, np.zeros(len(letters), dtype=np.int64)))


@lru_cache(maxsize=MAX_CACHED_SIZE + 1)
def multisets(size: int) -> NDArray[np.int8]:
    """The letters of every multiset of a size, by number."""
    if not size:
        return np.zeros((1, 0), dtype=np.int8)
    smaller = multisets(size - 1)
    starts = [smaller[: comb(last + size - 1, last)] for last in range(26)]  # those without letters above the last
    return np.concatenate([np.pad(rows, ((0, 0), (0, 1)), constant_values=last) for last, rows in enumerate(starts)])


def smaller_multisets(size: int) -> list[IntArray]:
    """For each place: the numbers of all multisets of a size without their letter at that place."""
    columns, nothing = list(enumerate(multisets(size).T)), np.zeros(len(multisets(size)), dtype=np.int64)
    own = [BINOMIALS[column + place, place + 1] for place, column in columns]
    moved = [BINOMIALS[column + place - 1, place] for place, column in columns]  # one place down
    return [sum(own[:place], nothing) + sum(moved[place + 1 :], nothing) for place, _ in columns]


@lru_cache(maxsize=MAX_CACHED_SIZE)
def larger_multisets(size: int) -> NDArray[np.int32]:
    """For every multiset of a size, by number: the numbers of those with one more letter, A to Z."""
    result = np.empty((comb(25 + size, size), 26), dtype=np.int32)
    for place, smaller in enumerate(smaller_multisets(size + 1)):
        result[smaller, multisets(size + 1)[:, place]] = np.arange(len(smaller))
    return result


def best_supersets(lexicon: Lexicon, rack: str) -> tuple[list[NDArray[np.int32]], NDArray[np.bool_]]:
    """Scores of the best words of all racks above a rack, by letters added and number; which full racks are a seven."""
    missing = np.maximum(lexicon.class_copies - counts_of(rack).astype(np.int8), 0)
    size = missing.sum(axis=1)
    levels = list[NDArray[np.int32]]()
    for added in range(RACK_SIZE - len(rack) + 1):
        here = np.flatnonzero(size == added)
        letters = np.repeat(np.tile(np.arange(26), len(here)), missing[here].ravel()).reshape(len(here), added)
        numbers, best = multiset_numbers(letters), np.zeros(comb(25 + added, added), dtype=np.int32)
        np.maximum.at(best, numbers, lexicon.points[here])
        for smaller in smaller_multisets(added):
            np.maximum(best, levels[-1][smaller], out=best)
        levels.append(best)
    sevens = np.zeros(len(best), dtype=np.bool_)
    sevens[numbers[lexicon.letters[here, -1] > 0]] = True
    return levels, sevens
