"""The eight right/wrong triples of Final Jeopardy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.final.outcomes import TRIPLES, final_triples

CHANCE = st.floats(0.01, 0.99)


@given(CHANCE, CHANCE, CHANCE, st.floats(0, 0.9))
def test_triples_sum_to_one_and_keep_each_players_accuracy(a: float, b: float, c: float, rho: float) -> None:
    chances = final_triples((a, b, c), rho)
    assert chances.sum() == pytest.approx(1)
    np.testing.assert_allclose(chances @ TRIPLES, [a, b, c], atol=1e-5)


@given(CHANCE, CHANCE, CHANCE)
def test_without_correlation_triples_are_products(a: float, b: float, c: float) -> None:
    expected = np.where(TRIPLES, [a, b, c], [1 - a, 1 - b, 1 - c]).prod(axis=1)
    np.testing.assert_allclose(final_triples((a, b, c), 0.0), expected, atol=1e-12)


def test_equal_players_at_one_half_meet_the_orthant_formula() -> None:
    rho = 0.3
    everybody = 1 / 8 + 3 * np.arcsin(rho) / (4 * np.pi)
    assert final_triples((0.5, 0.5, 0.5), rho)[0] == pytest.approx(everybody, abs=1e-10)


def test_own_confidence_replaces_one_accuracy_and_keeps_the_correlation() -> None:
    chances = final_triples((0.5, 0.5, 0.5), 0.3, me=1, confidence=0.8)
    np.testing.assert_allclose(chances, final_triples((0.5, 0.8, 0.5), 0.3))
    assert chances[0] > 0.5 * 0.8 * 0.5


def test_a_player_who_is_sure_tells_nothing_about_the_others() -> None:
    chances = final_triples((0.5, 1.0, 0.5), 0.3).reshape(2, 2, 2)
    assert chances[:, 1, :].sum() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("bad", [(0.5, 0.5), (0.5, 0.5, float("nan")), (0.5, 0.5, 0.5, 0.5), (0.5, 1.2, 0.5)])
def test_wrong_accuracies_are_refused(bad: tuple[float, ...]) -> None:
    with pytest.raises(InputError, match="accuracies"):
        final_triples(bad)


def test_a_confidence_without_a_seat_is_refused() -> None:
    with pytest.raises(InputError, match="me"):
        final_triples((0.5, 0.5, 0.5), confidence=0.6)
