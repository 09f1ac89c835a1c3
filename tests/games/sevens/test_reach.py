"""Exact chances of seeing the missing letters: enumeration, whole numbers, simulation."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.reach import reach_chances, reach_probabilities
from kibitz.games.sevens.words.tiles import SCRABBLE, IntArray, counts_of

LETTERS = "AEINRST"


def reach_probability(missing: IntArray, unseen: IntArray, draws: int) -> float:
    """The chance in whole numbers: the coefficient of z^draws in a product of polynomials, over C(N, draws)."""
    ways, others = [1] + [0] * draws, 0
    for have, need in zip(unseen.tolist(), missing.tolist(), strict=True):
        if need <= 0:
            others += have
        else:
            ways = [sum(ways[t - x] * comb(have, x) for x in range(need, min(have, t) + 1)) for t in range(draws + 1)]
    return sum(way * comb(others, draws - t) for t, way in enumerate(ways)) / comb(int(unseen.sum()), draws)


def brute_force(missing: str, unseen: str, draws: int) -> float:
    """Share of all ways to draw that hold the missing letters."""
    need = Counter(missing)
    hits = [not need - Counter(drawn) for drawn in combinations(unseen, draws)]
    return sum(hits) / len(hits)


@given(st.text(LETTERS, min_size=1, max_size=11), st.text(LETTERS, max_size=4), st.data())
def test_the_exact_chance_equals_enumeration_on_a_small_bag(unseen: str, missing: str, data: st.DataObject) -> None:
    draws = data.draw(st.integers(0, len(unseen)))
    exact = reach_probability(counts_of(missing), counts_of(unseen), draws)
    assert exact == pytest.approx(brute_force(missing, unseen, draws), abs=1e-12)


@settings(max_examples=40)
@given(
    st.text("AEINRSTO", max_size=3).map(lambda t: "".join(sorted(t))),
    st.integers(0, 60),
    st.text("AEIORST", max_size=12),
)
def test_the_compiled_chances_equal_the_whole_number_ones(small: Lexicon, rack: str, draws: int, gone: str) -> None:
    unseen = np.maximum(SCRABBLE.bag() - counts_of(rack) - counts_of(gone), 0)
    classes = small.containing(rack)
    fast = reach_probabilities(small, rack, unseen, draws)
    for place, seven in enumerate(classes):
        missing = np.maximum(counts_of(small.spell(int(seven))[0]) - counts_of(rack), 0)
        assert fast[place] == pytest.approx(reach_probability(missing, unseen, draws), rel=1e-10, abs=1e-14)


@given(st.text(LETTERS, min_size=4, max_size=20), st.text(LETTERS, max_size=4))
def test_more_draws_never_hurt(unseen: str, missing: str) -> None:
    chances = [reach_probability(counts_of(missing), counts_of(unseen), m) for m in range(len(unseen) + 1)]
    assert all(later >= sooner - 1e-12 for sooner, later in pairwise(chances))
    assert chances[-1] == float(not Counter(missing) - Counter(unseen))


def test_simulation_agrees_on_the_full_bag(small: Lexicon) -> None:
    rng = np.random.default_rng(8)
    tiles = SCRABBLE.tiles()
    drawn = np.stack([np.bincount(rng.permutation(tiles)[:42], minlength=26) for _ in range(4000)])
    exact = reach_probabilities(small, "", SCRABBLE.bag(), 42)
    for seven, chance in enumerate(exact):
        need = counts_of(small.spell(seven)[0])
        share = (drawn >= need).all(axis=1).mean()
        assert share == pytest.approx(chance, abs=4.5 * np.sqrt(chance * (1 - chance) / 4000) + 1e-9)


def test_hidden_letters_need_no_guess() -> None:
    """Dealing the others' hidden letters first leaves the chance of the next tiles as it was: exchangeability."""
    rng = np.random.default_rng(9)
    need = counts_of("RST")
    hits = 0
    for _ in range(6000):
        order = rng.permutation(SCRABBLE.tiles())
        hits += bool((np.bincount(order[15:35], minlength=26) >= need).all())  # 15 hidden ones go first
    exact = reach_probability(need, SCRABBLE.bag(), 20)
    assert hits / 6000 == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 6000))


def test_impossible_numbers_of_draws_are_refused(small: Lexicon) -> None:
    for draws in (-1, 99):
        with pytest.raises(InputError, match="draws"):
            reach_chances(small, "A", SCRABBLE.bag(), draws, small.containing("A"))
        with pytest.raises(InputError, match="draws"):
            reach_probabilities(small, "", SCRABBLE.bag(), draws)


@pytest.mark.needs("scowl")
def test_the_recorded_chances_of_the_full_list(scowl: Lexicon) -> None:
    bag = SCRABBLE.bag()
    assert reach_probabilities(scowl, "", bag, 7).sum() == pytest.approx(0.092227, abs=5e-7)
    chances = reach_probabilities(scowl, "", bag, 42)
    for rack, chance in {"AEEIORT": 0.91306, "MMSUUUU": 0.00433}.items():
        (seven,) = scowl.containing(rack)
        assert chances[seven] == pytest.approx(chance, abs=5e-6)
