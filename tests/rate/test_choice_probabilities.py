"""Equations 6 and 7: solved right everywhere, against scipy, against properties, compiled against readable."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from kibitz.core import InputError
from kibitz.rate import choice_log_probabilities
from kibitz.rate.model import choice
from kibitz.rate.model.choice import log_probability_gradients, logit_log_probabilities

SENSITIVITIES = st.floats(1e-4, 50)
CONSISTENCIES = st.floats(0.05, 4)
DIFFERENCES = st.lists(st.floats(0, 20), min_size=0, max_size=12).map(lambda rest: np.array([0.0, *rest]))


def one(deltas, s, c, **options):
    deltas = np.asarray(deltas, dtype=float)[None, :]
    return choice_log_probabilities(deltas, np.isfinite(deltas), s, c, **options)[0]


@given(DIFFERENCES, SENSITIVITIES, CONSISTENCIES)
def test_probabilities_sum_to_one_and_fall_with_the_difference(deltas, s, c):
    log_p = one(deltas, s, c)
    assert np.exp(log_p).sum() == pytest.approx(1, abs=1e-12)
    order = np.argsort(deltas, kind="stable")
    assert (np.diff(log_p[order]) <= 1e-9 * np.abs(log_p[order][1:]) + 1e-300).all()


@given(DIFFERENCES, SENSITIVITIES, CONSISTENCIES)
def test_the_defining_equation_holds(deltas, s, c):
    """Equation 6: log(1/p_0) / log(1/p_i) = exp(-(delta_i/s)^c)."""
    log_p = one(deltas, s, c)
    x = (deltas / s) ** c
    if len(deltas) > 1:
        inside = x < 500
        np.testing.assert_allclose((log_p[0] / log_p)[inside], np.exp(-x)[inside], rtol=1e-9)


@given(DIFFERENCES, SENSITIVITIES, CONSISTENCIES, st.randoms(use_true_random=False))
def test_the_order_of_the_options_does_not_matter(deltas, s, c, random):
    order = list(range(len(deltas)))
    random.shuffle(order)
    np.testing.assert_allclose(one(deltas[order], s, c), one(deltas, s, c)[order], rtol=1e-12)


@given(DIFFERENCES, st.floats(0.02, 5), st.floats(0.2, 1.2))
def test_scipys_root_finder_agrees(deltas, s, c):
    alphas = np.exp(np.minimum((deltas / s) ** c, 600))
    if len(deltas) == 1:
        return
    root = brentq(lambda lam: np.exp(-lam * alphas).sum() - 1, 1e-290, math.log(len(deltas)) + 1e-9, xtol=1e-15)
    np.testing.assert_allclose(np.exp(one(deltas, s, c)), np.exp(-root * alphas), atol=1e-9)


def test_one_option_is_certain():
    assert one([0.0], 0.1, 0.5)[0] == 0


def test_tied_options_are_equally_likely():
    np.testing.assert_allclose(np.exp(one([0, 0, 0, 0], 0.1, 0.5)), 0.25)
    log_p = one([0, 0.3, 0.3, 0.9], 0.1, 0.5)
    assert log_p[1] == log_p[2]


def test_options_of_minus_infinite_value_are_never_chosen():
    with_never, without = one([0, 0.2, np.inf, np.inf], 0.1, 0.5), one([0, 0.2], 0.1, 0.5)
    np.testing.assert_allclose(with_never[:2], without)
    assert np.isneginf(with_never[2:]).all()


@pytest.mark.parametrize("difference", [1e-300, 1e-8, 1.0, 1e8, 1e300])
@pytest.mark.parametrize("s", [1e-12, 1e-3, 1.0, 1e6])
@pytest.mark.parametrize("c", [0.03, 0.5, 3.0, 20.0])
def test_no_size_of_difference_breaks_the_solution(difference, s, c):
    log_p = one([0, difference, difference, 2 * difference if difference < 1e300 else difference], s, c)
    assert np.isfinite(log_p).all()
    assert np.exp(log_p).sum() == pytest.approx(1, abs=1e-12)


def test_small_probabilities_keep_their_logarithm():
    """p far below the smallest number of the machine: root finding on p has no chance here."""
    log_p = one([0, 1.0], 0.01, 1.0)  # x = 100, alpha = 2.7e43
    lam = -log_p[0]
    assert lam > 0
    assert log_p[1] == pytest.approx(math.log(lam), rel=1e-12)  # 1 - p_0 = lambda = p_1


def test_a_small_sensitivity_finds_the_best_option_and_a_large_one_none():
    assert np.exp(one([0, 0.1, 0.2], 1e-6, 0.5))[0] == pytest.approx(1)
    np.testing.assert_allclose(np.exp(one([0, 0.1, 0.2], 1e12, 0.5)), 1 / 3, rtol=1e-3)


@given(st.integers(1, 5), st.integers(1, 5), st.floats(0, 3), st.floats(0.05, 2), st.floats(0.2, 1.5))
def test_multiplicities_count_an_option_as_often_as_if_it_were_repeated(m, k, difference, s, c):
    if m + k == 1:
        return
    repeated = np.exp(one([0.0] * m + [difference] * k, s, c))
    counted = np.exp(one([0.0, difference], s, c, multiplicities=np.array([[m, k]], dtype=float)))
    assert counted[0] == pytest.approx(repeated[:m].sum(), abs=1e-9)
    assert counted[1] == pytest.approx(repeated[m:].sum(), abs=1e-9)


def test_multiplicities_make_a_fine_grid_as_hard_as_a_coarse_one():
    def best_share(points):
        deltas = np.linspace(0, 1, points)
        p = np.exp(one(deltas, 0.1, 0.5, multiplicities=np.full((1, points), 20 / points)))
        return p[deltas <= 0.05].sum()

    assert best_share(2001) == pytest.approx(best_share(1001), rel=0.01)
    plain = [np.exp(one(np.linspace(0, 1, n), 0.1, 0.5))[: n // 20 + 1].sum() for n in (1001, 2001)]
    assert abs(plain[1] / plain[0] - 1) > abs(best_share(2001) / best_share(1001) - 1)


def test_multiplicities_that_sum_to_one_or_less_are_refused():
    with pytest.raises(InputError, match="multiplicities"):
        one([0, 1], 0.1, 0.5, multiplicities=np.array([[0.5, 0.5]]))


def test_a_lapse_mixes_in_a_blind_choice():
    plain, mixed = np.exp(one([0, 0.5, 2], 0.1, 0.5)), np.exp(one([0, 0.5, 2], 0.1, 0.5, lapse=0.1))
    np.testing.assert_allclose(mixed, 0.9 * plain + 0.1 / 3)
    np.testing.assert_allclose(np.exp(one([0, 0.5, 2], 0.1, 0.5, lapse=1.0)), 1 / 3)


def test_the_tie_law_gives_the_first_listed_of_two_its_share_and_leaves_the_rest():
    plain, law = np.exp(one([0, 0, 1], 0.1, 0.5)), np.exp(one([0, 0, 1], 0.1, 0.5, tie_first=0.56))
    assert law[0] / (law[0] + law[1]) == pytest.approx(0.56)
    assert law[2] == pytest.approx(plain[2])
    assert law.sum() == pytest.approx(1)
    np.testing.assert_allclose(one([0, 0.5], 0.1, 0.5, tie_first=0.56), one([0, 0.5], 0.1, 0.5))
    np.testing.assert_allclose(np.exp(one([0, 0, 0], 0.1, 0.5, tie_first=0.56)).sum(), 1)


@given(DIFFERENCES, st.floats(0.05, 5), st.floats(0.2, 1.2))
def test_gradients_agree_with_differences(deltas, s, c):
    log_deltas = np.log(np.maximum(np.sort(deltas), 1e-300))[None, :]
    log_deltas[np.sort(deltas)[None, :] == 0] = -np.inf
    counts = np.array([len(deltas)])
    log_p, by_s, by_c = log_probability_gradients(log_deltas, counts, s, c)
    h = 1e-6
    for gradient, up, down in (
        (by_s, (s * math.exp(h), c), (s * math.exp(-h), c)),
        (by_c, (s, c * math.exp(h)), (s, c * math.exp(-h))),
    ):
        rise = choice.log_probabilities(log_deltas, counts, *up) - choice.log_probabilities(log_deltas, counts, *down)
        relevant = log_p > -100
        np.testing.assert_allclose(gradient[relevant], (rise / (2 * h))[relevant], rtol=1e-4, atol=1e-5)


@given(DIFFERENCES, st.floats(0.01, 10))
def test_the_logit_is_proportional_to_the_exponential(deltas, temperature):
    log_p = logit_log_probabilities(deltas[None, :], np.ones((1, len(deltas)), dtype=bool), temperature)[0]
    assert np.exp(log_p).sum() == pytest.approx(1)
    np.testing.assert_allclose(log_p - log_p[0], -deltas / temperature, atol=1e-9)


@pytest.mark.parametrize(("s", "c"), [(0, 1), (1, 0), (-1, 1), (math.nan, 1), (1, math.inf)])
def test_parameters_outside_the_model_are_refused(s, c):
    with pytest.raises(InputError, match="s and c"):
        one([0, 1], s, c)


def test_differences_without_a_best_option_are_refused():
    with pytest.raises(InputError, match="difference 0"):
        one([0.1, 1], 0.1, 0.5)
    with pytest.raises(InputError, match="at least one option"):
        choice_log_probabilities(np.zeros((1, 2)), np.zeros((1, 2), dtype=bool), 0.1, 0.5)
    with pytest.raises(InputError, match="lapse"):
        one([0, 1], 0.1, 0.5, lapse=1.5)
