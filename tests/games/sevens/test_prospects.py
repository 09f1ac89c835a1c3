"""The report's weights: compiled sums against plain ones, and the loss in closed form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import FloatArray
from kibitz.games.sevens.bidding.prospects import (
    Prospects,
    letter_prospects,
    naive_factors,
    prospects,
    sequence_factors,
    word_factors,
)
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import LETTERS, SCRABBLE, IntArray, counts_of

FACTORS = st.sampled_from([word_factors, naive_factors, sequence_factors])
SHORT_RACKS = st.text("AEINRSTO", max_size=4).map(lambda text: "".join(sorted(text)))
BAGS = st.lists(st.integers(0, 6), min_size=26, max_size=26).map(lambda counts: np.array(counts, dtype=np.int64))


def sum_word_by_word(lexicon: Lexicon, rack: str, factors: FloatArray) -> Prospects:
    """The sums of `prospects`, written word by word."""
    total, needed, kept = 0.0, np.zeros(26), np.zeros(26)
    for seven in range(len(lexicon.seven_letters)):
        word = lexicon.spell(seven)[0]
        missing = [word.count(letter) - rack.count(letter) for letter in LETTERS]
        if min(missing) >= 0:
            weight = float(np.prod([factors[letter, copies] for letter, copies in enumerate(missing)]))
            total += weight
            needed += weight * np.array(missing)
            kept += weight * (np.array(missing) > 0)
    return Prospects(total, needed, kept)


@given(SHORT_RACKS, BAGS, FACTORS)
def test_compiled_sums_equal_the_plain_ones(small: Lexicon, rack: str, bag: IntArray, factors) -> None:  # type: ignore[no-untyped-def]
    fast, slow = prospects(small, rack, factors(bag)), sum_word_by_word(small, rack, factors(bag))
    for name in ("total", "needed", "kept"):
        assert getattr(fast, name) == pytest.approx(getattr(slow, name), rel=1e-12, abs=1e-15)
    for letter in (0, 4, 18, 25):
        one = letter_prospects(small, rack, factors(bag), letter)
        assert one == pytest.approx((slow.total, slow.needed[letter], slow.kept[letter]), rel=1e-12, abs=1e-15)


@given(SHORT_RACKS, BAGS, st.sampled_from("AEINRST"))
def test_the_lost_share_is_the_mean_need_over_the_copies_left(
    small: Lexicon, rack: str, bag: IntArray, letter: str
) -> None:
    """The report's sum of p - n over p, computed by removing the tile, equals E[d]/b."""
    number = ord(letter) - 65
    bag[number] += 1
    before = prospects(small, rack, sequence_factors(bag))
    without = bag.copy()
    without[number] -= 1
    after = prospects(small, rack, sequence_factors(without))
    assert before.total - after.total == pytest.approx(before.needed[number] / bag[number], rel=1e-9, abs=1e-12)


@given(SHORT_RACKS)
def test_the_loss_bid_averages_fifty_times_places_over_tiles(small: Lexicon, rack: str) -> None:
    bag = SCRABBLE.bag() - counts_of(rack)
    sums = prospects(small, rack, sequence_factors(bag))
    if sums.total == 0:
        return
    bids = 50 * sums.needed / sums.total / np.maximum(bag, 1)
    mean = np.average(bids, weights=bag)
    assert mean == pytest.approx(50 * (7 - len(rack)) / bag.sum())


def test_words_that_the_bag_cannot_complete_weigh_nothing(small: Lexicon) -> None:
    bag = SCRABBLE.bag()
    bag[ord("Q") - 65] = 0
    with_q = prospects(small, "Q", word_factors(SCRABBLE.bag() - counts_of("Q")))
    assert with_q.total == 1  # queenly; quizzed needs a second Z and is not in the list
    assert prospects(small, "", word_factors(bag)).kept[ord("Q") - 65] == 0
