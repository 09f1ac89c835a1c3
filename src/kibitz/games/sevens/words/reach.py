"""Exact chances that the letters of a word are drawn: the report's "single largest improvement" (section 5).

The tiles in the bag and the hidden letters of the others are exchangeable, so the next ``draws`` tiles are a uniform
subset of all tiles a player has not seen: no guess about hidden letters is needed. The numbers of copies drawn are then
multivariate hypergeometric. A letter must also be won, so these chances are upper bounds for making the word.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.games.sevens.words.lattice import Int32Array
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import IntArray, counts_of


@lru_cache(maxsize=128)
def _tails(total: int, draws: int) -> FloatArray:
    """C(total - u, draws - t) / C(total, draws) by ``u`` and ``t``; integers first, so that nothing overflows."""
    everything = comb(total, draws)
    table = [[comb(total - u, draws - t) / everything for t in range(draws + 1)] for u in range(total + 1)]
    return np.array(table)


@lru_cache(maxsize=1)
def _choose() -> FloatArray:
    return np.array([[comb(n, k) for k in range(100)] for n in range(100)], dtype=np.float64)


def reach_probabilities(
    lexicon: Lexicon, rack: str, unseen: IntArray, draws: int, words: Int32Array | None = None
) -> FloatArray:
    """Chances of many seven-letter classes at once, in compiled code: those given, or all that contain the rack."""
    from kibitz.games.sevens import kernels

    total = int(unseen.sum())
    if not 0 <= draws <= total:
        raise InputError(f"draws: must be a whole number from 0 to {total}, the number of unseen tiles, not {draws}")
    chosen = lexicon.containing(rack) if words is None else words
    return np.asarray(
        kernels.reach_probabilities(
            chosen, lexicon.copies, counts_of(rack), unseen, draws, _choose(), _tails(total, draws)
        )
    )


def reach_chances(lexicon: Lexicon, rack: str, unseen: IntArray, draws: int, words: Int32Array) -> FloatArray:
    """`reach_probabilities` in arrays: one product of polynomials for each letter and number of copies that words miss.

    Uses no compiled code, so that a single answer need not wait for a compiler; for many words the compiled loops are
    faster.
    """
    total, own = int(unseen.sum()), counts_of(rack)
    if not 0 <= draws <= total:
        raise InputError(f"draws: must be a whole number from 0 to {total}, the number of unseen tiles, not {draws}")
    ways = np.zeros((len(words), draws + 1))
    ways[:, 0] = 1
    wanted = np.zeros(len(words), dtype=np.int64)
    missing = lexicon.copies[:, words] - own[:, None]
    for letter, have in enumerate(unseen.tolist()):
        for need in range(1, int(missing[letter].max(initial=0)) + 1):
            rows = np.flatnonzero(missing[letter] == need)
            before, after = ways[rows], np.zeros((len(rows), draws + 1))
            for copies in range(need, min(have, draws) + 1):
                after[:, copies:] += comb(have, copies) * before[:, : draws + 1 - copies]
            ways[rows] = after
            wanted[rows] += have
    return np.asarray((ways * _tails(total, draws)[wanted]).sum(axis=1))
