"""Fits: they find simulated players again, agree with other optimisers, and say when there is no answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from kibitz.core import InputError
from kibitz.rate import METHODS, NoSolutionError, Sample, Scaling, fit, hold_out_nats, project, simulate_choices
from kibitz.rate.fitting.holdout import event_folds
from kibitz.rate.fitting.likelihood import likelihood_fit, likelihood_scores, posterior
from kibitz.rate.fitting.percentiles import percentile_fit
from kibitz.rate.model.logit import logit_nats, temperature_fit
from kibitz.rate.model.moments import moments
from kibitz.rate.records.simulated import simulated_positions

PAIRS = [(s, c) for s in (0.05, 0.1, 0.15, 0.2, 0.3) for c in (0.35, 0.45, 0.5, 0.6, 0.75)]


@pytest.fixture(scope="module")
def player(positions) -> Sample:
    """The positions, played by s = 0.15, c = 0.5 with one blind choice in a hundred."""
    return simulate_choices(positions, 0.15, 0.5, np.random.default_rng(7), lapse=0.01)


def relative_errors(method: str, seed: int, repetitions: int = 1) -> np.ndarray:
    """Relative errors of s and c for simulated players at 25 pairs, 1,000 decisions each."""
    rng = np.random.default_rng(seed)
    errors = []
    for s, c in PAIRS * repetitions:
        result = fit(simulate_choices(simulated_positions(1000, 30, rng, fewest=15), s, c, rng), method)
        errors.append((abs(result.s / s - 1), abs(result.c / c - 1)))
    return np.median(errors, axis=0)


def test_simulated_players_are_found_again():
    s_error, c_error = relative_errors("ml", seed=1)
    assert s_error < 0.10
    assert c_error < 0.10


@pytest.mark.slow
@pytest.mark.parametrize("method", ["ff", "ml"])
def test_simulated_players_are_found_again_by_both_methods_many_times(method):
    s_error, c_error = relative_errors(method, seed=2, repetitions=8)
    assert s_error < 0.10
    assert c_error < 0.10


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_player_of_a_large_sample(method):
    rng = np.random.default_rng(5)
    sample = simulate_choices(simulated_positions(12_000, 12, rng, fewest=6), 0.15, 0.5, rng)
    result = fit(sample, method)
    assert result.s == pytest.approx(0.15, rel=0.12)
    assert result.c == pytest.approx(0.5, rel=0.08)
    assert result.orf < 1
    assert abs(result.projection.z_best) < 4
    assert abs(result.projection.z_error) < 4


def test_the_likelihood_fit_is_the_one_scipy_finds(player):
    ours = likelihood_fit(player)
    theirs = minimize(
        lambda at: likelihood_scores(player, at)[0].mean(),
        np.log([0.3, 0.7]),
        method="Nelder-Mead",
        options={"xatol": 1e-7, "fatol": 1e-12, "maxiter": 2000},
    )
    np.testing.assert_allclose(ours.at, theirs.x, atol=1e-5)
    with_lapse = likelihood_fit(player, with_lapse=True)
    assert with_lapse.nats < ours.nats
    assert with_lapse.lapse == pytest.approx(0.01, abs=0.012)


def test_likelihood_derivatives_agree_with_differences(player):
    at, h = np.array([-2.0, -0.7, -3.0]), 1e-5
    nats, scores, curvature = likelihood_scores(player, at)
    for j in range(3):
        step = np.eye(3)[j] * h
        up, down = likelihood_scores(player, at + step), likelihood_scores(player, at - step)
        np.testing.assert_allclose(-(up[0] - down[0]) / (2 * h), scores[:, j], rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose((up[1] - down[1]) / (2 * h), curvature[:, j], rtol=1e-3, atol=1e-4)
    assert (nats >= 0).all()


def test_the_posterior_is_the_normalised_likelihood(player):
    mode = likelihood_fit(player)
    grid = posterior(player, mode, points=9)
    direct = np.array([[-likelihood_scores(player, np.array([a, b]))[0].sum() for b in grid.log_c] for a in grid.log_s])
    weight = np.exp(direct - direct.max())
    np.testing.assert_allclose(grid.probability, weight / weight.sum(), atol=2e-4)
    low, high = fit(player, "bayes").interval(0)
    assert low < fit(player, "ml").s < high


def test_a_lapse_inside_the_two_equations_keeps_both_means(player):
    result = fit(player, "ff", lapse=0.01).projection
    assert result.error == pytest.approx(result.error_observed, abs=1e-10)
    assert result.best_rate == pytest.approx(result.best_rate_observed, abs=1e-10)
    with pytest.raises(InputError, match="only method ff"):
        fit(player, "ml", lapse=0.01)


def test_the_rank_fit_has_the_least_rank_error_of_all(player):
    scores = {method: fit(player, method).orf for method in METHODS}
    assert min(scores, key=scores.get) == "or"


def test_weights_count_a_decision_as_often_as_if_it_were_repeated(player):
    some = player.take(np.arange(200))
    rows = np.concatenate([np.arange(200), np.arange(50)])
    weights = np.ones(200)
    weights[:50] = 2
    for method in ("ff", "ml", "ml-lapse", "pf", "or"):
        weighted, repeated = fit(replace(some, weights=weights), method), fit(some.take(rows), method)
        np.testing.assert_allclose(weighted.theta, repeated.theta, atol=2e-3)
        assert weighted.projection.orf == pytest.approx(repeated.projection.orf, rel=0.02)


def test_forty_percentiles_do_as_well_as_a_hundred(player):
    np.testing.assert_allclose(percentile_fit(player, 40), percentile_fit(player, 100), atol=0.02)
    pinned = percentile_fit(player, 40, weight=lambda q: q * (1 - q))
    np.testing.assert_allclose(pinned, percentile_fit(player), atol=0.25)


def test_projections_are_what_simulation_gives(positions):
    """Equations 1-5 against 400 simulated replays: means within 4 standard errors, standard errors within 12 %."""
    some = positions.take(np.arange(300))
    rng = np.random.default_rng(9)
    expected = project(some, 0.2, 0.5, lapse=0.05)
    replays = [projection_observed(simulate_choices(some, 0.2, 0.5, rng, lapse=0.05)) for _ in range(400)]
    observed, spread = np.mean(replays, axis=0), np.std(replays, axis=0, ddof=1)
    means = (expected.best_rate, expected.error, expected.ranks[1])
    errors = (expected.best_rate_se, expected.error_se, expected.ranks_se[1])
    for got, want, se, sd in zip(observed, means, errors, spread, strict=True):
        assert abs(got - want) < 4 * se / 20
        assert sd == pytest.approx(se, rel=0.12)


def projection_observed(sample: Sample) -> tuple[float, float, float]:
    return float((sample.losses == 0).mean()), float(sample.losses.mean()), float((sample.chosen == 1).mean())


def test_raw_errors_are_in_the_unit_of_the_utilities():
    sample = Sample.from_arrays([[5.0, 3.0], [1.0, 0.5]], [1, 1], scaling=Scaling("log", 1.0))
    result = project(sample, 1.0, 0.5)
    assert result.raw_error_observed == pytest.approx(1.25)
    assert result.error_observed == pytest.approx((np.log(6 / 4) + np.log(2 / 1.5)) / 2)


def test_the_logit_fit_has_the_greatest_likelihood(player):
    best = temperature_fit(player)
    nats = [logit_nats(player, best * factor).mean() for factor in (0.97, 1.0, 1.03)]
    assert nats[1] < min(nats[0], nats[2])


def test_hold_out_puts_the_model_before_the_logit_and_the_logit_before_nothing(player):
    results = {method: hold_out_nats(player, method) for method in ("ml-lapse", "ml", "logit", "uniform")}
    assert results["ml-lapse"].nats < results["logit"].nats < results["uniform"].nats
    assert results["uniform"].nats == pytest.approx(np.log(player.counts).mean())
    assert 0 < results["ml"].standard_error < 0.2
    with pytest.raises(InputError, match="folds"):
        hold_out_nats(player, "ml", folds=41)


def test_held_out_events_are_never_in_the_training_part(player):
    fold = event_folds(player, 5, seed=1)
    assert all(len(set(fold[player.events == event])) == 1 for event in np.unique(player.events))
    assert set(fold) == set(range(5))


def test_a_player_who_never_errs_has_no_first_choice_fit_and_the_reason_is_said(positions):
    with pytest.raises(NoSolutionError, match="all 1,000 choices were best"):
        fit(positions, "ff")
    likely = fit(positions, "ml")
    assert likely.nats == pytest.approx(np.log(positions.n_tied_best).mean(), abs=1e-3)


def test_a_player_who_never_finds_the_best_option_has_no_first_choice_fit():
    sample = Sample.from_arrays(np.tile([1.0, 0.5, 0.0], (30, 1)), [2] * 30)
    with pytest.raises(NoSolutionError, match="none of the 30 choices"):
        fit(sample, "ff")


def test_averages_that_contradict_each_other_are_named():
    """Nearly always best, yet the rare error is as bad as can be, again and again: no s and c do that."""
    sample = Sample.from_arrays(np.tile([0.0, -0.01, -50.0], (20, 1)), [0] * 10 + [2] * 10)
    with pytest.raises(NoSolutionError, match=r"no player of the model makes 50.0 % best choices"):
        fit(sample, "ff")


@pytest.mark.parametrize("method", METHODS)
def test_decisions_with_one_option_say_nothing(method):
    with pytest.raises(InputError, match="only one option"):
        fit(Sample.from_arrays([[1.0], [2.0]], [0, 0]), method)


def test_decisions_with_one_option_do_not_disturb_the_others(player):
    lone = Sample.from_arrays([[0.5]] * 3, [0] * 3, unit=player.unit, scaling=player.scaling)
    np.testing.assert_allclose(fit(Sample.union([player, lone]), "ml").theta, fit(player, "ml").theta, atol=1e-6)


def test_an_unknown_method_is_refused(player):
    with pytest.raises(InputError, match="method: must be one of ff"):
        fit(player, "guess")


def test_robust_errors_grow_when_decisions_of_an_event_go_together(player):
    """Each event's decisions repeated: the same information, so errors must not shrink."""
    doubled = Sample.union([player, player])
    once, twice = (np.sqrt(np.diag(fit(sample, "ff").covariance)) for sample in (player, doubled))
    np.testing.assert_allclose(twice, once, rtol=1e-6)


def test_the_tie_law_is_seen_in_the_likelihood(positions):
    """A player who takes the first of two tied options in 90 % of cases is better explained with the law."""
    rng = np.random.default_rng(4)
    sample = simulate_choices(positions, 0.1, 0.5, rng)
    tied = (sample.n_tied_best == 2) & (sample.chosen < 2)
    moved = sample.with_choices(np.where(tied, (rng.random(1000) > 0.9).astype(int), sample.chosen))
    plain, law = (fit(moved, "ml", tie_first=first).nats for first in (None, 0.9))
    assert law < plain
    projected = project(moved, 0.1, 0.5, best="first", tie_first=0.9)
    assert projected.best_rate > project(moved, 0.1, 0.5, best="first").best_rate
    assert projected.best_rate == pytest.approx(projected.ranks[0])


def test_moments_with_a_lapse_are_mixtures(player):
    plain, mixed = moments(player, 0.1, 0.5), moments(player, 0.1, 0.5, lapse=0.2)
    blind = np.where(player.mask, player.deltas, 0).sum(axis=1) / player.counts
    np.testing.assert_allclose(mixed.loss, 0.8 * plain.loss + 0.2 * blind)
    np.testing.assert_allclose(np.exp(mixed.log_chosen), 0.8 * np.exp(plain.log_chosen) + 0.2 / player.counts)
