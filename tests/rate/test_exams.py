"""Exams: Rasch and partial-credit fits against conditional likelihood and known truth, and what cannot be told."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize

from kibitz import ask
from kibitz.core import InputError
from kibitz.rate.exams.partial_credit import MISSING, collapse_credits, credit_fit


def simulated(people: int, difficulties: list[float], seed: int, spread: float = 1.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    ability = rng.normal(0, spread, (people, 1))
    return (rng.random((people, len(difficulties))) < 1 / (1 + np.exp(np.array(difficulties) - ability))).astype(int)


def conditional(right: np.ndarray) -> np.ndarray:
    """Item difficulties (mean 0) by conditional likelihood, sums over all answer patterns: no ability enters."""
    n = right.shape[1]
    patterns = [[set(some) for some in combinations(range(n), k)] for k in range(n + 1)]
    totals = np.bincount(right.sum(axis=1), minlength=n + 1)

    def badness(free: np.ndarray) -> float:
        b = np.append(free, -free.sum())
        sums = [np.log(sum(np.exp(-sum(b[i] for i in some)) for some in group)) for group in patterns]
        return float(right.sum(axis=0) @ b + totals @ np.array(sums))

    free = minimize(badness, np.zeros(n - 1), method="BFGS").x
    return np.append(free, -free.sum())


def test_rasch_difficulties_agree_with_conditional_likelihood_on_simulated_answers():
    right = simulated(400, [-1.0, -0.3, 0.2, 0.6, 1.1], 1)
    result = credit_fit(right)
    ours = result.difficulties - result.difficulties.mean()
    np.testing.assert_allclose(ours, conditional(right), atol=0.03)
    assert result.spread == pytest.approx(1.0, abs=0.3)


def test_rasch_difficulties_agree_with_conditional_likelihood_on_a_small_set_made_by_hand():
    right = np.array(
        [
            [1, 1, 1, 0],
            [1, 1, 0, 0],
            [1, 0, 1, 0],
            [0, 1, 0, 0],
            [1, 1, 1, 1],
            [1, 0, 0, 0],
            [1, 1, 0, 1],
            [0, 0, 0, 0],
            [1, 1, 1, 0],
            [0, 0, 1, 0],
        ]
    )
    result = credit_fit(right)
    theirs = conditional(right)
    np.testing.assert_allclose(result.difficulties - result.difficulties.mean(), theirs, atol=0.15)
    assert result.difficulties.argsort().tolist() == theirs.argsort().tolist()


def test_partial_credit_steps_are_recovered_and_errors_are_of_their_size():
    rng = np.random.default_rng(3)
    steps = np.array([[-0.8, 0.4], [0.0, 0.9], [-0.4, -0.1], [0.5, 1.0]])
    ability = rng.normal(0, 1, 1500)
    credits = np.empty((1500, 4), dtype=int)
    for i, d in enumerate(steps):
        heights = np.exp(np.arange(3)[:, None] * ability - np.concatenate([[0], np.cumsum(d)])[:, None])
        credits[:, i] = (np.cumsum(heights / heights.sum(0), axis=0) < rng.random(1500)).sum(axis=0)
    result = credit_fit(credits)
    for got, error, d in zip(result.steps, result.steps_se, steps, strict=True):
        assert (np.abs(got - d) < 3.5 * error).all()
        assert (error < 0.15).all()


def test_what_the_answers_cannot_tell_has_no_figure():
    right = simulated(60, [0.0, 0.5], 4)
    right = np.hstack([right, np.ones((60, 1), dtype=int)])
    result = credit_fit(right)
    assert result.steps[2] is None
    assert np.isnan(result.difficulties[2])
    some = right.copy()
    some[::2, 0] = MISSING
    assert credit_fit(some).steps[0] is not None
    with pytest.raises(InputError, match="answers differ"):
        credit_fit(np.ones((5, 3), dtype=int))
    assert collapse_credits(np.array([[0, 2], [2, MISSING], [0, 2]]))[1] == [1, 0]


def exam_lines() -> str:
    """Three items for eight players; the third is always right."""
    lines = []
    for p, answers in enumerate(["000", "010", "100", "120", "210", "000", "110", "220"]):
        for item, chosen in enumerate(answers):
            lines.append(
                json.dumps(
                    {
                        "utilities": [0.6, 0.55, 0.1],
                        "chosen": int(chosen) if item < 2 else 0,
                        "unit": "win",
                        "player": f"p{p}",
                        "id": f"item {item}",
                    }
                )
            )
    return "\n".join(lines) + "\n"


def test_an_exam_shows_items_and_players_and_names_what_is_not_told():
    answer = ask("rate.exam", file={"name": "exam.jsonl", "text": exam_lines()})
    assert [item.n for item in answer.items] == [8, 8, 8]
    assert answer.items[2].difficulty is None
    assert "all answers are right" in answer.items[2].untold
    assert answer.items[0].difficulty is not None
    for item in answer.items:
        assert item.loss_weak > item.loss_usual > item.loss_strong
    by_name = {player.player: player for player in answer.players}
    assert by_name["p0"].ability > by_name["p1"].ability > by_name["p7"].ability
    assert by_name["p6"].credit > by_name["p7"].credit


def test_answers_without_items_or_given_twice_are_refused():
    with pytest.raises(InputError, match="position or an id"):
        ask("rate.exam", file={"name": "a.csv", "text": "utilities,chosen,player\n1 0,0,a\n1 0,1,b\n"})
    twice = exam_lines() + exam_lines().splitlines()[0] + "\n"
    with pytest.raises(InputError, match="twice"):
        ask("rate.exam", file={"name": "a.jsonl", "text": twice})
