"""Intervals against closed forms and their own promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kibitz.core import InputError
from kibitz.simulate.blocks import difference_estimate, ratio_estimate
from kibitz.simulate.intervals import holm_adjusted, mean_estimate, proportion_estimate

P_VALUES = st.lists(st.floats(0, 1), max_size=12)


def test_the_interval_of_a_mean_is_students() -> None:
    sample = np.array([3.0, 4.0, 8.0, 1.0])
    estimate = mean_estimate(sample)
    reference = stats.ttest_1samp(sample, 0).confidence_interval(0.95)
    assert estimate.value == 4
    assert (estimate.low, estimate.high) == pytest.approx((reference.low, reference.high))
    with pytest.raises(InputError, match="two values"):
        mean_estimate([1.0])


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_of_a_proportion_is_wilsons(case: tuple[int, int]) -> None:
    successes, trials = case
    estimate = proportion_estimate(successes, trials)
    reference = stats.binomtest(successes, trials).proportion_ci(method="wilson")
    assert estimate.low == pytest.approx(reference.low, abs=1e-12)
    assert estimate.high == pytest.approx(reference.high, abs=1e-12)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_impossible_proportions_are_refused() -> None:
    for successes, trials in ((1, 0), (3, 2), (-1, 5)):
        with pytest.raises(InputError, match="trials"):
            proportion_estimate(successes, trials)


def test_holm_agrees_with_the_textbook_example() -> None:
    assert holm_adjusted([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(P_VALUES)
def test_holm_never_lowers_a_p_value_and_keeps_their_order(raw: list[float]) -> None:
    adjusted = holm_adjusted(raw)
    assert all(a >= p for a, p in zip(adjusted, raw, strict=True))
    assert all(a <= 1 for a in adjusted)
    order = np.argsort(raw, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()


def test_holm_refuses_what_is_no_chance() -> None:
    with pytest.raises(InputError, match="p_values"):
        holm_adjusted([0.5, 1.5])


def rounds(rng: np.random.Generator, n: int, kind: str) -> np.ndarray:
    """Block sums as tournaments have them: near normal, or of few rounds that bring some 45 points or 6."""
    if kind == "normal":
        return rng.normal(30, 10, n)
    seven = rng.random((n, 5)) < 0.4
    return np.where(seven, rng.integers(35, 56, (n, 5)), rng.integers(-4, 17, (n, 5))).sum(axis=1).astype(float)


@pytest.mark.parametrize("kind", ["normal", "lumpy"])
@pytest.mark.parametrize("n", [2, 3, 5, 10, 20])
def test_equals_seem_different_in_one_case_of_twenty_however_few_the_blocks(n: int, kind: str) -> None:
    """Percentile bootstrap gave 49, 27, 16, 8 and 7 % here instead of 5."""
    rng, trials = np.random.default_rng(7 + n), 1500
    ones = np.ones(n)
    false = covered = 0
    for _ in range(trials):
        left, right = rounds(rng, n, kind), rounds(rng, n, kind)
        estimate, p = difference_estimate((left, ones), (right, ones))
        false += p < 0.05
        covered += estimate.low <= 0 <= estimate.high
        assert (p < 0.05) == estimate.excludes_zero
    assert false / trials < 0.068  # three standard errors above 5 %
    assert covered / trials > 0.93


def test_blocks_that_all_say_the_same_are_counted_and_not_trusted_blindly() -> None:
    for n, least in ((2, 0.5), (6, 2**-5), (12, 2**-11)):
        difference, p = difference_estimate((np.full(n, 9.0), np.ones(n)), (np.full(n, 4.0), np.ones(n)))
        assert (difference.value, difference.se, p) == (5, 0, least)
        assert difference.excludes_zero == (p < 0.05)


def test_blocks_of_different_size_weigh_by_their_size() -> None:
    tops, bottoms = np.array([10.0, 40.0, 3.0]), np.array([2.0, 8.0, 1.0])
    estimate = ratio_estimate(tops, bottoms)
    assert estimate.value == pytest.approx(53 / 11)
    assert ratio_estimate(5 * bottoms, bottoms).se == 0
    with pytest.raises(InputError, match="at least two"):
        ratio_estimate(tops[:1], bottoms[:1])


def test_a_mean_over_equal_blocks_is_students() -> None:
    sample = np.array([3.0, 4.0, 8.0, 1.0])
    ours, textbook = ratio_estimate(sample, np.ones(4)), mean_estimate(sample)
    assert (ours.value, ours.se) == pytest.approx((textbook.value, textbook.se))
    assert (ours.low, ours.high) == pytest.approx((textbook.low, textbook.high))
    _, p = difference_estimate((sample, np.ones(4)), (np.zeros(4), np.ones(4)))
    assert p == pytest.approx(stats.ttest_1samp(sample, 0).pvalue)


def test_pairing_by_block_removes_what_the_blocks_share() -> None:
    rng = np.random.default_rng(4)
    luck = rng.normal(0, 20, size=50)
    left, right, ones = luck + rng.normal(1, 1, 50), luck + rng.normal(0, 1, 50), np.ones(50)
    difference, p = difference_estimate((left, ones), (right, ones))
    alone = ratio_estimate(left, ones)
    assert difference.value == pytest.approx((left - right).mean())
    assert difference.se == pytest.approx((left - right).std() / np.sqrt(50), rel=0.05)
    assert difference.se < alone.se / 5
    assert difference.excludes_zero
    assert p < 0.01


def test_no_difference_gives_a_large_p_value() -> None:
    rng = np.random.default_rng(5)
    same = rng.normal(size=30)
    difference, p = difference_estimate((same, np.ones(30)), (same, np.ones(30)))
    assert difference.value == difference.se == 0
    assert p == 1
    assert not difference.excludes_zero
