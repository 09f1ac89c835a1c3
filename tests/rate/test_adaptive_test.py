"""The adaptive test: information, estimates, coverage of simulated players, and its width beside random positions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kibitz.core import InputError, Unit
from kibitz.rate.adaptive_test import AdaptiveTest, loss_test, simulate_tests
from kibitz.rate.fitting.bounds import blind_loss
from kibitz.rate.ratings.resampling import mean_loss
from kibitz.rate.records.sample import Sample


@pytest.fixture(scope="module")
def positions() -> Sample:
    rng = np.random.default_rng(7)
    values = rng.normal(0, 1, size=(300, 6)) * np.exp(rng.normal(-3, 1.5, size=(300, 1)))
    return Sample.from_arrays(values, values.argmax(axis=1), unit=Unit.WIN)


@pytest.fixture(scope="module")
def adaptive(positions: Sample) -> AdaptiveTest:
    return loss_test(positions, 100)


def test_the_chances_of_each_position_sum_to_one(adaptive: AdaptiveTest) -> None:
    assert np.allclose(adaptive.chances.sum(axis=1), 1, atol=1e-5)


def test_a_level_loses_what_it_says_on_the_reference(adaptive: AdaptiveTest, positions: Sample) -> None:
    deltas = np.where(positions.mask, positions.deltas, 0.0)[:100]
    for manner in range(adaptive.prior.shape[1]):
        expected = np.einsum("nk,nkl->l", deltas, adaptive.chances[:100, :, :, manner]) / 100
        assert np.allclose(np.log(expected), adaptive.levels, atol=0.03)


def test_information_is_the_entropy_that_an_answer_takes_away_on_average(adaptive: AdaptiveTest) -> None:
    row, prior = 5, adaptive.prior

    def entropy(weights: np.ndarray) -> float:
        p = weights.sum(axis=1)
        return float(-(p[p > 0] * np.log2(p[p > 0])).sum())

    after = 0.0
    for column in range(int(adaptive.sample.counts[row])):
        joint = prior * adaptive.chances[row, column]
        after += joint.sum() * entropy(joint / joint.sum())
    assert adaptive.information(prior)[row] == pytest.approx(entropy(prior) - after, abs=1e-5)


def test_the_next_position_says_most_and_is_not_asked_twice(adaptive: AdaptiveTest) -> None:
    rng, used, posterior = np.random.default_rng(1), list[int](), adaptive.prior
    for _ in range(5):
        row = adaptive.next_position(posterior, used, rng)
        bits = adaptive.information(posterior)
        others = np.delete(bits, used) if used else bits
        assert row not in used
        assert bits[row] == pytest.approx(others.max(), abs=1e-5) or not used
        used.append(row)
        posterior = adaptive.posterior([adaptive.chances[each, 0] for each in used])


def test_no_position_is_left_after_all_were_asked(adaptive: AdaptiveTest) -> None:
    with pytest.raises(InputError, match="no positions are left"):
        adaptive.next_position(adaptive.prior, range(300), np.random.default_rng(1))


def test_the_order_of_the_answers_does_not_matter(adaptive: AdaptiveTest) -> None:
    likelihoods = [adaptive.likelihood_of_loss(row, 0.01 * row) for row in range(6)]
    assert np.allclose(adaptive.posterior(likelihoods), adaptive.posterior(likelihoods[::-1]))


def test_best_answers_lower_the_expected_loss_and_bad_ones_raise_it(adaptive: AdaptiveTest) -> None:
    before = adaptive.estimate(adaptive.prior).value
    best = adaptive.posterior([adaptive.likelihood_of_loss(row, 0.0) for row in range(10)])
    bad = adaptive.posterior([adaptive.likelihood_of_loss(row, 10.0) for row in range(10)])
    assert adaptive.estimate(best).value < before < adaptive.estimate(bad).value
    assert adaptive.estimate(best).share_below > 0.5 > adaptive.estimate(bad).share_below


def test_positions_without_a_difference_test_nobody() -> None:
    with pytest.raises(InputError, match="every choice has the same value"):
        loss_test(Sample.from_arrays([[0.5, 0.5]] * 3, [0] * 3, unit=Unit.WIN))


def test_the_levels_span_one_to_ninety_per_cent_of_a_random_chooser(adaptive: AdaptiveTest, positions: Sample) -> None:
    blind = blind_loss(positions.take(np.arange(100)))
    assert np.exp(adaptive.levels[[0, -1]]) == pytest.approx([0.01 * blind, 0.9 * blind])
    assert mean_loss(positions.take(np.arange(100)), 1e6, 0.5) == pytest.approx(blind, rel=1e-2)


@pytest.mark.slow
def test_intervals_hold_the_level_and_are_narrower_than_with_random_positions(adaptive: AdaptiveTest) -> None:
    chosen = simulate_tests(adaptive, 300, 20, np.random.default_rng(2))
    random = simulate_tests(adaptive, 300, 20, np.random.default_rng(2), adaptive=False)
    for result in (chosen, random):  # within 2.5 errors of 95 % among 300 players
        assert abs(result.coverage - 0.95) < 2.5 * math.sqrt(0.95 * 0.05 / 300)
    assert chosen.width < 0.8 * random.width
