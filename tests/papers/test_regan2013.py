"""Regan and Biswas 2013, "Psychometric modeling of decision making via game play": the figures it prints, computed."""

from __future__ import annotations

import csv
import itertools
from dataclasses import replace

import numpy as np
import pytest

from kibitz.core import Unit
from kibitz.rate import Sample, Scaling, ScalingLaw, fit, probabilities, project, simulate_choices
from kibitz.rate.fitting.percentiles import hit_scores
from kibitz.rate.model.moments import moments
from kibitz.rate.ratings.scale import regression
from kibitz.rate.records.simulated import simulated_positions

TABLE_I = {2700: 0.0561, 2600: 0.0637, 2500: 0.0707, 2400: 0.0744, 2300: 0.0860, 2200: 0.0917}


def test_the_line_through_table_one_is_the_printed_one():
    """Equation 8: IPR = 3475 - 13896 AE_e."""
    intercept, slope, _ = regression(np.array(list(TABLE_I.values())), np.array(list(TABLE_I), dtype=float))
    assert round(intercept) == 3475
    assert round(slope) == -13896
    predicted = intercept + slope * np.array(list(TABLE_I.values()))
    residuals = np.array(list(TABLE_I)) - predicted
    assert [round(float(r)) for r in residuals] == [5, 10, 7, -41, 20, -1]
    spread = np.array(list(TABLE_I)) - np.mean(list(TABLE_I))
    assert 1 - (residuals**2).sum() / (spread**2).sum() == pytest.approx(0.987, abs=5e-4)


@pytest.fixture(scope="module")
def positions():
    return simulated_positions(1000, 30, np.random.default_rng(11), events=40)


def percentile_minimand(z: float, percentiles: int = 20_000) -> float:
    """Section V.A: p = (z, z, 1 - 2z), the first and the third option chosen once each."""
    p = np.array([z, z, 1 - 2 * z])
    q = (np.arange(percentiles) + 0.5) / percentiles
    before = np.array([0.0, 2 * z])
    scores = hit_scores(before, p[[0, 2]], q).mean(axis=0)
    return float(((scores - q) ** 2).mean())


def test_the_percentile_example_is_least_at_three_tenths_not_at_a_quarter():
    grid = np.linspace(0.01, 0.49, 481)
    values = np.array([percentile_minimand(z) for z in grid])
    assert grid[values.argmin()] == pytest.approx(0.3, abs=1e-3)
    for z, exact in ((0.3, 1 / 120), (0.25, 5 * 0.25**2 / 6 - 0.125 + 1 / 12), (0.4, 5 * 0.16 / 6 - 0.2 + 1 / 12)):
        assert percentile_minimand(z) == pytest.approx(exact, abs=1e-7)
    likelihood = grid * (1 - 2 * grid)
    assert grid[likelihood.argmax()] == pytest.approx(0.25, abs=1e-3)


def homogeneous(s: float, c: float) -> tuple[Sample, np.ndarray]:
    """One decision with three options, chosen with exactly the model's frequencies, as weights."""
    values = np.tile([0.0, -0.15, -0.6], (3, 1))
    plain = Sample.from_arrays(values, [0, 1, 2], unit=Unit.PAYOFF, scaling=Scaling(ScalingLaw.LINEAR))
    frequencies = probabilities(plain, s, c)[0]
    return Sample.from_arrays(values, [0, 1, 2], weights=frequencies, scaling=Scaling(ScalingLaw.LINEAR)), frequencies


@pytest.mark.parametrize("method", ["ff", "ml", "pf", "or", "or-weighted"])
@pytest.mark.parametrize(("s", "c"), [(0.2, 0.5), (0.05, 0.3), (0.4, 1.1)])
def test_theorem_5_1_all_fits_agree_on_homogeneous_data(method, s, c):
    """Three options and two parameters: the parameterisation is free, so every method finds the frequencies."""
    sample, frequencies = homogeneous(s, c)
    result = fit(sample, method)
    assert result.s == pytest.approx(s, rel=2e-3)
    assert result.c == pytest.approx(c, rel=2e-3)
    np.testing.assert_allclose(result.projection.ranks, frequencies, atol=2e-4)


@pytest.mark.parametrize("frequencies", [(0.5, 0.3, 0.2), (0.6, 0.1, 0.3), (0.2, 0.5, 0.3)])
def test_theorem_5_1_holds_for_any_frequencies_with_free_probabilities(frequencies):
    """Both minimands, on a grid of all probability vectors, are least where the vector is the frequencies."""
    f = np.array(frequencies)
    steps = np.arange(0.05, 1.0, 0.05)
    q = (np.arange(400) + 0.5) / 400
    best = {}
    for a, b in itertools.product(steps, steps):
        if a + b > 0.951:
            continue
        p = np.array([a, b, 1 - a - b])
        before = np.array([0, a, a + b])
        percentile = float(((f @ hit_scores(before, p, q) - q) ** 2).mean())
        likelihood = float(-(f @ np.log(p)))
        for name, value in (("pf", percentile), ("ml", likelihood)):
            if name not in best or value < best[name][0]:
                best[name] = (value, p)
    assert best["pf"][0] == pytest.approx(0, abs=1e-12)
    np.testing.assert_allclose(best["pf"][1], f, atol=1e-9)
    np.testing.assert_allclose(best["ml"][1], f, atol=1e-9)


def test_first_choice_and_falloff_reproduces_both_means_exactly(positions):
    for seed, (s, c) in enumerate([(0.1, 0.5), (0.3, 0.4), (0.05, 0.8)]):
        sample = simulate_choices(positions, s, c, np.random.default_rng(seed))
        for best in ("any", "first"):
            result = fit(sample, "ff", best=best).projection
            assert result.best_rate == pytest.approx(result.best_rate_observed, abs=1e-10)
            assert result.error == pytest.approx(result.error_observed, abs=1e-10)


def test_bayes_approaches_maximum_likelihood_as_the_data_are_repeated(positions):
    """Section IV.A: iterating the data d times sharpens the posterior around the likelihood fit."""

    sample = simulate_choices(positions.take(np.arange(150)), 0.2, 0.5, np.random.default_rng(3))
    likely = fit(sample, "ml").theta
    gaps = [
        np.abs(fit(replace(sample, weights=np.full(150, float(d))), "bayes").theta - likely).max() for d in (1, 4, 16)
    ]
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 0.01


def test_equation_5_as_printed_is_a_variance_per_decision_not_of_the_average(positions):
    """The printed sigma_AE does not shrink with T; the standard error of the average does."""

    def printed(sample):
        m = moments_at(sample)
        return float(np.sqrt((m.squared_loss - m.loss**2).mean()))

    def moments_at(sample):
        return moments(sample, 0.2, 0.5)

    half = positions.take(np.arange(250))
    assert printed(half) == pytest.approx(printed(positions), rel=0.15)
    assert project(positions, 0.2, 0.5).error_se == pytest.approx(printed(positions) / np.sqrt(1000))
    assert project(half, 0.2, 0.5).error_se > 1.7 * project(positions, 0.2, 0.5).error_se


@pytest.mark.needs("shared data")
def test_the_championship_table_has_one_wrong_difference_and_one_wrong_average(shared_data):
    """Topalov 2006 is 2754 - 2813 = -59, printed -57; the average number of moves is 1,258.6, printed 1,261."""
    with (shared_data / "chess" / "ref_paper_wch_iprs.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    wrong = [row for row in rows if int(row["ipr"]) - int(row["elo"]) != int(row["diff_printed"])]
    assert len(wrong) == 1
    assert int(wrong[0]["ipr"]) - int(wrong[0]["elo"]) == -59
    assert int(wrong[0]["diff_printed"]) == -57
    matches = [int(row["moves"]) for row in rows if not row["player"] and row["match"].startswith("Wch")]
    assert len(matches) == 17
    assert np.mean(matches) == pytest.approx(1258.6, abs=0.05)
