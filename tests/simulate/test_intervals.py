"""Intervals against closed forms and their own promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kibitz.core import InputError
from kibitz.simulate.bootstrap import difference_estimate, ratio_estimate, resampled_sums
from kibitz.simulate.intervals import holm, mean_estimate, proportion_estimate

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
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(P_VALUES)
def test_holm_never_lowers_a_p_value_and_keeps_their_order(raw: list[float]) -> None:
    adjusted = holm(raw)
    assert all(a >= p for a, p in zip(adjusted, raw, strict=True))
    assert all(a <= 1 for a in adjusted)
    order = np.argsort(raw, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()


def test_holm_refuses_what_is_no_chance() -> None:
    with pytest.raises(InputError, match="p_values"):
        holm([0.5, 1.5])


def test_bootstrap_sums_have_the_right_mean_and_spread() -> None:
    blocks = np.random.default_rng(1).normal(size=(40, 2))
    sums = resampled_sums(blocks, np.random.default_rng(2), 20_000)
    assert sums.shape == (20_000, 2)
    spread = blocks.std(axis=0) * np.sqrt(40)
    assert np.abs(sums.mean(axis=0) - blocks.sum(axis=0)).max() < 4 * spread.max() / np.sqrt(20_000)
    assert sums.std(axis=0) == pytest.approx(spread, rel=0.03)
    with pytest.raises(InputError, match="at least two"):
        resampled_sums(blocks[:1], np.random.default_rng(2))


def test_the_bootstrap_interval_of_a_mean_covers_as_promised() -> None:
    """Of 300 intervals from 30 blocks each, about 95 % hold the truth (percentile intervals are a little narrow)."""
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(300):
        blocks = rng.gamma(2.0, 2.0, size=30)
        estimate = ratio_estimate(blocks, np.ones(30), rng, resamples=500)
        covered += estimate.low <= 4 <= estimate.high
    assert 0.90 <= covered / 300 <= 0.98


def test_pairing_by_block_removes_what_the_blocks_share() -> None:
    rng = np.random.default_rng(4)
    luck = rng.normal(0, 20, size=50)
    left, right, ones = luck + rng.normal(1, 1, 50), luck + rng.normal(0, 1, 50), np.ones(50)
    difference, p = difference_estimate((left, ones), (right, ones), rng)
    alone = ratio_estimate(left, ones, rng)
    assert difference.value == pytest.approx((left - right).mean())
    assert difference.se == pytest.approx((left - right).std() / np.sqrt(50), rel=0.05)
    assert difference.se < alone.se / 5
    assert difference.excludes_zero
    assert p < 0.01


def test_no_difference_gives_a_large_p_value() -> None:
    rng = np.random.default_rng(5)
    same = rng.normal(size=30)
    difference, p = difference_estimate((same, np.ones(30)), (same, np.ones(30)), rng)
    assert difference.value == difference.se == 0
    assert p == 1
    assert not difference.excludes_zero
