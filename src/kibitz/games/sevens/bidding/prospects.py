"""The report's weights of reachable seven-letter words, and the effect of a letter on offer on them (section 2.4).

A word's weight is a product over its missing letters; the three versions of the report differ in the factor of a letter
that is missing ``d`` times while ``b`` copies are left of ``n`` tiles.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE, IntArray, counts_of


class Prospects(NamedTuple):
    """Sums over the seven-letter words that a rack can reach.

    ``total`` of all weights; by letter ``needed``, of weight times missing copies of the letter; ``kept``, of the
    weights of words that miss it at least once, which remain reachable after buying it.
    """

    total: float
    needed: FloatArray
    kept: FloatArray


def word_factors(bag: IntArray) -> FloatArray:
    """Every word that the bag can complete counts once (section 3.2.1)."""
    return np.where(np.arange(RACK_SIZE + 1) <= bag[:, None], 1.0, 0.0)


def naive_factors(bag: IntArray) -> FloatArray:
    """(b/n)^d: draws as if every tile were put back (section 2.4.1); 0 for what the bag cannot give."""
    share = bag / max(int(bag.sum()), 1)
    return np.asarray(word_factors(bag) * share[:, None] ** np.arange(RACK_SIZE + 1))


_CHOOSE = np.array([[comb(n, k) for k in range(RACK_SIZE + 1)] for n in range(100)], dtype=np.float64)


def sequence_factors(bag: IntArray) -> FloatArray:
    """C(b, d): the number of ways to draw the missing copies (section 2.4.2), without the common factorial."""
    return np.asarray(_CHOOSE[bag])


def prospects(lexicon: Lexicon, rack: str, factors: FloatArray) -> Prospects:
    """Sums over all seven-letter words that contain the rack, weighted by ``factors``."""
    from kibitz.games.sevens import kernels

    own = counts_of(rack)
    return Prospects(*kernels.word_sums(lexicon.containing(rack), lexicon.slots, slot_factors(factors, own), own))


def letter_prospects(lexicon: Lexicon, rack: str, factors: FloatArray, letter: int) -> tuple[float, float, float]:
    """``total``, and ``needed`` and ``kept`` of one letter (0 for A), in less time than `prospects`."""
    from kibitz.games.sevens import kernels

    own = counts_of(rack)
    slots = lexicon.slots, lexicon.copies[letter], slot_factors(factors, own)
    return kernels.letter_sums(lexicon.containing(rack), *slots, own[letter])


def loss_worths(lexicon: Lexicon, rack: str, bag: IntArray) -> FloatArray:
    """Value of each letter to a plain loss-based bidder with this rack (section 3.3.1); 0 where no word is
    reachable."""
    sums = prospects(lexicon, rack, sequence_factors(bag))
    return np.asarray(lexicon.bonus * sums.needed / sums.total / np.maximum(bag, 1)) if sums.total else np.zeros(26)


def slot_factors(factors: FloatArray, rack: IntArray) -> FloatArray:
    """Factors of single copies whose product over the copies of a letter is the factor of all missing ones."""
    steps = np.ones((26, RACK_SIZE + 1))
    np.divide(factors[:, 1:], factors[:, :-1], out=steps[:, 1:], where=factors[:, :-1] > 0)
    for letter in np.flatnonzero(rack):
        held = int(rack[letter])
        steps[letter] = np.concatenate([np.ones(held), steps[letter, : RACK_SIZE + 1 - held]])
    return steps.ravel()
