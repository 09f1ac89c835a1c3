"""The equilibrium of the wager game and the firmness of advice."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.jeopardy.final.equilibrium import equilibrium, payoffs
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.final.outcomes import TRIPLES, final_triples
from kibitz.games.jeopardy.final.sensitivity import draw_model, sensitivity
from kibitz.games.jeopardy.show import Ties


@pytest.mark.parametrize("ties", Ties)
def test_payoffs_are_those_of_playing_out_every_outcome(ties: Ties) -> None:
    scores, wagers = (9, 7, 7), [np.array([0, 5, 9]), np.array([0, 2, 7]), np.array([0, 2])]
    triples = final_triples((0.5, 0.6, 0.4), 0.3)
    table = payoffs(scores, wagers, triples, ties)
    for place in product(*(range(len(w)) for w in wagers)):
        expected = np.zeros(3)
        for chance, right in zip(triples, TRIPLES, strict=True):
            final = [s + (1 if r else -1) * int(w[i]) for s, r, w, i in zip(scores, right, wagers, place, strict=True)]
            winners = [seat for seat in range(3) if final[seat] == max(final) and final[seat] > 0]
            for seat in winners:
                expected[seat] += chance * (1 if ties is Ties.SHARED else 1 / len(winners))
        assert np.allclose(table[(slice(None), *place)], expected)


@pytest.mark.parametrize("scores", [(20_000, 14_000, 8_000), (20_000, 15_600, 3_000), (9_000, 20_000, 12_500)])
def test_nobody_gains_much_by_leaving_the_equilibrium(scores: tuple[int, int, int]) -> None:
    result = equilibrium(scores, (0.5, 0.5, 0.5))
    assert result.exploitability <= 0.01
    for wagers, mix, score in zip(result.wagers, result.mixes, scores, strict=True):
        assert mix.sum() == pytest.approx(1)
        assert wagers.min() >= 0
        assert wagers.max() <= score


def test_without_shared_ties_chances_to_win_sum_to_one_at_most() -> None:
    result = equilibrium((20_000, 14_000, 8_000), (0.5, 0.5, 0.5), ties=Ties.TIEBREAKER)
    assert 0.95 < sum(result.win_chances) <= 1 + 1e-9


def test_equilibria_need_somebody_with_money_and_chances() -> None:
    with pytest.raises(InputError, match="at least one player a score above zero"):
        equilibrium((0, -50, 0), (0.5, 0.5, 0.5))
    with pytest.raises(InputError, match="numbers from 0 to 1"):
        equilibrium((100, 60, 50), (0.5, float("nan"), 0.5))


def test_draws_scatter_around_the_fitted_model() -> None:
    model = final_model(0)
    rng = np.random.default_rng(1)
    drawn = [draw_model(rng, model, 0, 2_000) for _ in range(60)]
    second = np.array([each.accuracies[1] for each in drawn])
    assert all(each.accuracies[0] == model.accuracies[0] for each in drawn)
    assert abs(second.mean() - model.accuracies[1]) < 0.01
    assert 0.005 < second.std() < 0.02
    chance = np.mean([each.mixtures[0].chance for each in drawn], axis=0)
    assert np.abs(chance - model.mixtures[0].chance).max() < 0.05


def test_losses_over_draws_are_not_negative_and_a_lockout_is_firm() -> None:
    position = FinalPosition((20_000, 14_000, 8_000), 0)
    best = int(final_advice(position, final_model(0)).best)
    result = sensitivity(np.random.default_rng(2), position, final_model(0), best, draws=10)
    assert (result.losses >= 0).all()
    assert result.interval[0] <= result.equities.mean() <= result.interval[1]
    locked = FinalPosition((20_000, 9_000, 8_000), 0)
    assert sensitivity(np.random.default_rng(2), locked, final_model(0), 0, draws=5).holds == 1.0


def test_more_draws_than_bounded_and_illegal_wagers_are_refused() -> None:
    position = FinalPosition((200, 140, 80), 0)
    with pytest.raises(InputError, match="draws"):
        sensitivity(np.random.default_rng(1), position, final_model(0), 0, draws=0)
    with pytest.raises(InputError, match="wager"):
        sensitivity(np.random.default_rng(1), position, final_model(0), 201)
