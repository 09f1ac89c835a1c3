"""The compiled kernels say what their readable references say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kibitz.core import Unit
from kibitz.rate import Sample, simulate_choices
from kibitz.rate.model import choice, kernels
from kibitz.rate.model.moments import best_columns, reference_moments, reference_rank_moments
from kibitz.rate.records.simulated import simulated_positions

PARAMETERS = [(0.25, 0.54), (0.02, 0.3), (5.0, 0.3), (0.001, 1.0), (0.05, 2.0), (1e-6, 3.0), (1e3, 0.1)]


@pytest.fixture(scope="module", params=["utilities", "perceived"])
def sample(request):
    rng = np.random.default_rng(1)
    plain = simulate_choices(simulated_positions(300, 20, rng), 0.3, 0.5, rng)
    if request.param == "utilities":
        return plain
    noise = np.random.default_rng(2).normal(0, 0.2, plain.values.shape)
    return Sample.from_arrays(plain.values, plain.chosen, perceived=plain.values + noise, unit=Unit.PAWNS)


@pytest.mark.parametrize(("s", "c"), PARAMETERS)
def test_log_probabilities_agree(sample, s, c):
    seen = sample.perception
    ours = kernels.log_probabilities(seen.log_deltas, seen.counts, math.log(s), c)
    np.testing.assert_allclose(ours, choice.log_probabilities(seen.log_deltas, seen.counts, s, c), rtol=1e-10)


@pytest.mark.parametrize(("s", "c"), PARAMETERS)
@pytest.mark.parametrize("rule", ["any", "first"])
def test_moments_agree(sample, s, c, rule):
    seen, best = sample.perception, np.ascontiguousarray(best_columns(sample, rule))
    ours = kernels.moments(seen.log_deltas, seen.counts, seen.losses, best, seen.chosen, math.log(s), c, True)
    np.testing.assert_allclose(ours, reference_moments(sample, s, c, best), rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize(("s", "c"), PARAMETERS)
def test_rank_moments_agree(sample, s, c):
    seen = sample.perception
    rank = np.broadcast_to(np.arange(sample.deltas.shape[1]), sample.deltas.shape) if seen.rank is None else seen.rank
    ours = kernels.rank_moments(
        seen.log_deltas,
        seen.counts,
        np.ascontiguousarray(rank),
        sample.chosen,
        sample.weights / sample.weights.sum(),
        math.log(s),
        c,
    )
    for table, reference in zip(ours, reference_rank_moments(sample, s, c), strict=True):
        np.testing.assert_allclose(table, reference, rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize(("s", "c"), [(0.25, 0.54), (0.02, 0.3), (5.0, 0.3), (0.05, 1.5)])
def test_second_derivatives_agree_with_differences_of_the_first(sample, s, c):
    best, h = best_columns(sample, "any"), 1e-5
    table = reference_moments(sample, s, c, best)
    relevant = table[:, 3] > -60
    by_s = reference_moments(sample, s * math.exp(h), c, best) - reference_moments(sample, s * math.exp(-h), c, best)
    by_c = reference_moments(sample, s, c * math.exp(h), best) - reference_moments(sample, s, c * math.exp(-h), best)
    for column, difference in ((10, by_s[:, 8]), (11, by_s[:, 9]), (11, by_c[:, 8]), (12, by_c[:, 9])):
        np.testing.assert_allclose(table[relevant, column], difference[relevant] / (2 * h), rtol=1e-5, atol=1e-4)
