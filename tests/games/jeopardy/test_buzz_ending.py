"""Densities of confidence, people's confidences that go together, and the last clues solved backwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.buzz.copula import answer_correlation, both_wrong, copula_joint
from kibitz.games.jeopardy.buzz.densities import ConfidenceDensity, fit_confidence_density
from kibitz.games.jeopardy.buzz.ending import best_value, end_equities, end_scores, row_of
from kibitz.games.jeopardy.buzz.final_prices import final_price, seats_from_me, with_all_in_bets
from kibitz.games.jeopardy.buzz.player import Buzzer
from kibitz.games.jeopardy.buzz.tree import CASES, POLICIES, RIGHT, SILENT, WRONG, ClueTree
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, win_chances
from kibitz.games.jeopardy.endgame.lattice import score_changes
from kibitz.games.jeopardy.final.equities import final_model
from kibitz.games.jeopardy.final.people_wagers import ScoreGroup, score_groups
from kibitz.games.jeopardy.people.contestant import Contestant, contestant
from kibitz.games.jeopardy.people.latent import pattern_chances
from kibitz.games.jeopardy.play.clue import CHANGES, clue_outcomes
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.show import Era, Ties

MACHINE, CHAMPION, AVERAGE = load_machine().contestant, contestant("champion"), contestant("average")
ALL, NONE = POLICIES.index((1, 1, 1, 1)), POLICIES.index((0, 0, 0, 0))


def toy_price(scores: np.ndarray) -> np.ndarray:
    """Some number from 0 to 1 for each standing, with no order in it."""
    mixed = np.asarray(scores) @ np.array([0.37, 0.71, 0.113])
    return np.asarray(0.5 + 0.5 * np.sin(mixed))


@given(st.floats(0.05, 0.95), st.floats(0.6, 0.97))
@settings(max_examples=3)
def test_a_confidence_meets_attempt_rate_and_precision(b: float, p: float) -> None:
    result = fit_confidence_density(b, p)
    assert (result.attempt, result.precision) == pytest.approx((b, p), abs=1e-6)
    means, masses = result.cells()
    above = means >= result.threshold
    assert masses.sum() == pytest.approx(1)
    assert masses[above].sum() == pytest.approx(b, abs=1e-6)
    assert masses[above] @ means[above] == pytest.approx(b * p, abs=1e-6)


def test_extreme_players_have_a_confidence_too() -> None:
    for b, p in ((0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)):
        means, masses = fit_confidence_density(b, p).cells()
        assert np.isfinite(means).all()
        assert masses.sum() == pytest.approx(1)
    with pytest.raises(InputError, match="attempt rate"):
        fit_confidence_density(1.2, 0.5)


def test_people_without_correlation_are_independent_of_my_confidence() -> None:
    me, one, two = fit_confidence_density(0.6, 0.85), fit_confidence_density(0.5, 0.8), fit_confidence_density(0.8, 0.9)
    result = copula_joint(me, one, two, 0.0, 0.0)(np.array([0.2, 0.9])).reshape(2, 3, 3, 2)
    for c, table in zip((0.2, 0.9), result, strict=True):
        assert table[..., 1].sum() == pytest.approx(c, abs=1e-3)
        assert table[RIGHT].sum() == pytest.approx(0.5 * 0.8, abs=1e-3)
        assert table[:, WRONG].sum() == pytest.approx(0.8 * 0.1, abs=1e-3)
        assert table[WRONG, WRONG, 1] == pytest.approx(0.1 * 0.08 * c, abs=1e-3)


def test_correlated_people_are_as_a_sampler_draws_them() -> None:
    """Many triples of normal numbers, mapped to confidences and answers as appendix B.2 says."""
    from scipy.special import betaincinv, ndtr

    rng, n, rho, answers = np.random.default_rng(7), 200_000, 0.2, 0.4
    player = ConfidenceDensity(0.69, 0.40, 0.572)
    x = np.sqrt(rho) * rng.standard_normal((n, 1)) + np.sqrt(1 - rho) * rng.standard_normal((n, 3))
    grid = np.linspace(-5, 5, 2001)
    c = np.interp(x, grid, betaincinv(player.alpha, player.beta, ndtr(grid)))
    y = np.sqrt(answers) * rng.standard_normal((n, 1)) + np.sqrt(1 - answers) * rng.standard_normal((n, 3))
    knows = ndtr(y) < c
    acts = np.where(c < player.threshold, SILENT, np.where(knows, RIGHT, WRONG))
    near = np.abs(c[:, 0] - 0.8) < 0.02
    code = acts[near, 1] * 6 + acts[near, 2] * 2 + knows[near, 0]
    counts = np.bincount(code, minlength=18)
    exact = copula_joint(player, player, player, rho, answers)(np.array([0.8]))[0]
    error = np.sqrt(exact * (1 - exact) / counts.sum())
    assert np.abs(counts / counts.sum() - exact).max() < 5 * error.max()
    assert CASES[9] == (RIGHT, RIGHT, 1)


def test_answers_correlate_as_much_as_recorded_rebounds_ask_for() -> None:
    player = fit_confidence_density(0.61, 0.87)
    rho = answer_correlation(player, player, 0.2, (0.87, 0.87), 0.2)
    aim = pattern_chances((0.0, 0.87, 0.87), (0.0, 0.2, 0.2))[0]
    assert both_wrong(player, player, 0.2, rho) == pytest.approx(float(aim), abs=1e-4)
    assert 0.3 < rho < 0.45  # the paper says about 0.4


def brute_force(scores: tuple[int, ...], buzzer: Buzzer, clues: tuple[int, ...]) -> float:
    """The value of clues in this order by plain recursion: every cell, every policy, every way through the clue."""
    if not clues:
        return float(toy_price(np.array([scores]))[0])
    row = row_of(clues[0])
    after = [brute_force(tuple(s), buzzer, clues[1:]) for s in end_scores(scores, buzzer.me, clues[0]).tolist()]
    cases, masses, tree = prepared(buzzer, row)
    ends = [
        (tree.first[b0] + tree.rebounds[0, b0, b1, b3] + tree.rebounds[1, b0, b2, b3]) @ np.array(after)
        for b0, b1, b2, b3 in POLICIES
    ]
    return sum(mass * max(float(chances @ end) for end in ends) for chances, mass in zip(cases, masses, strict=True))


@cache
def prepared(buzzer: Buzzer, row: int) -> tuple[np.ndarray, np.ndarray, ClueTree]:
    """Chances of the cases by cell of confidence, chances of the cells, and the tree."""
    confidences, masses = buzzer.confidence(2, row).cells()
    return buzzer.joint(2, row)(confidences), masses, buzzer.tree(2, row)


@pytest.mark.parametrize("buzzer", [Buzzer((CHAMPION, MACHINE, CHAMPION), 1, True), Buzzer((AVERAGE,) * 3, 2)])
def test_two_clues_left_agree_with_brute_force(buzzer: Buzzer) -> None:
    scores = (9400, 7200, -400)
    result = end_equities(scores, buzzer, 800, (2000,), toy_price)
    for k in (0, 7, 13):
        after = tuple(end_scores(scores, buzzer.me, 800)[k].tolist())
        assert result[k] == pytest.approx(brute_force(after, buzzer, (2000,)), abs=1e-12)
    root = best_value(result, *buzzer.end_state_chances(2, row_of(800)))
    assert root == pytest.approx(brute_force(scores, buzzer, (800, 2000)), abs=1e-12)


def test_clues_left_are_taken_by_rising_value_each_with_its_own_row() -> None:
    buzzer, scores = Buzzer((CHAMPION, MACHINE, AVERAGE), 1, True), (9400, 7200, -400)
    after = tuple(end_scores(scores, buzzer.me, 800)[5].tolist())
    for falling, order in ((False, (400, 2000)), (True, (2000, 400))):
        result = end_equities(scores, buzzer, 800, (2000, 400), toy_price, falling=falling)
        assert result[5] == pytest.approx(brute_force(after, buzzer, order), abs=1e-12)


def test_compiled_steps_are_the_plain_ones() -> None:
    buzzer = Buzzer((MACHINE, CHAMPION, AVERAGE), 0, True)
    plain, compiled = (
        end_equities((9400, 7200, 2000), buzzer, 800, (400, 800, 1200), toy_price, plain=p) for p in (True, False)
    )
    assert compiled == pytest.approx(plain, abs=1e-12)


def standing(me: int, mine: Contestant, machine: bool = True) -> FinalSetup:
    model = final_model(me, "champion", Era.PAPER).with_accuracy(me, mine.final)
    return FinalSetup(replace(model.without_correlation(me) if machine else model, sure=(me,)), me, Ties.SHARED)


@pytest.mark.slow
def test_buzzing_well_never_wins_less_than_buzzing_by_default() -> None:
    """Default buzzing over the clues left is the convolution of the regular clue model."""
    buzzer, scores, left = Buzzer((MACHINE, CHAMPION, CHAMPION), 0, True), (14600, 13000, 6600), (400, 1200)
    price = final_price(standing(0, MACHINE))
    best = end_equities(scores, buzzer, 800, left, price)
    changes = score_changes(buzzer.contestants, left)
    places = np.argwhere(changes.chances > 0)
    for k, after in enumerate(end_scores(scores, 0, 800)):
        rows = after + changes.steps[places]
        default = float(price(rows) @ changes.chances[changes.chances > 0])
        assert best[k] >= default - 2e-5
    assert best.max() <= 1


def test_twice_as_many_cells_of_confidence_change_next_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that fifty may be called exact within the model."""
    buzzer = Buzzer((MACHINE, CHAMPION, CHAMPION), 0, True)
    price = final_price(standing(0, MACHINE))
    coarse = end_equities((14600, 13000, 6600), buzzer, 800, (1200,), price)
    cells: Callable[..., object] = ConfidenceDensity.cells
    monkeypatch.setattr(ConfidenceDensity, "cells", lambda self: cells(self, 200))
    fine = end_equities((14600, 13000, 6600), buzzer, 800, (1200,), price)
    assert fine == pytest.approx(coarse, abs=1e-5)


def test_seats_may_be_exchanged() -> None:
    """My seat among the three is a name only, where nobody is level."""
    lead = end_equities((14600, 13000, 6600), Buzzer((MACHINE, CHAMPION, AVERAGE), 0, True), 800, (400,), toy_sum)
    last = end_equities((13000, 6600, 14600), Buzzer((CHAMPION, AVERAGE, MACHINE), 2, True), 800, (400,), toy_turned)
    assert last == pytest.approx(lead, abs=1e-12)


def toy_sum(scores: np.ndarray) -> np.ndarray:
    return toy_price(scores)


def toy_turned(scores: np.ndarray) -> np.ndarray:
    return toy_price(scores[:, [2, 0, 1]])


def test_all_in_the_leader_covers_by_a_dollar_and_the_others_bet_everything() -> None:
    model = with_all_in_bets(final_model(0))
    ranked = np.array([[20000, 14000, 3000], [20000, 10000, 3000], [20000, 9000, 3000], [8000, 8000, 8000]])
    bets = [mixture.bets(ranked, role) for role, mixture in enumerate(model.mixtures)]
    assert bets[0].low[:, 0].tolist() == bets[0].high[:, 0].tolist() == [8001, 0, 0, 8000]
    assert bets[1].low[:, 0].tolist() == ranked[:, 1].tolist()
    assert bets[2].high[:, 0].tolist() == ranked[:, 2].tolist()
    assert ScoreGroup.TIED in score_groups(ranked)


@pytest.mark.parametrize("reading", [lambda model: model, with_all_in_bets])
def test_compiled_prices_of_final_are_the_plain_ones(reading: Callable[..., object]) -> None:
    held = standing(1, AVERAGE, machine=False)
    held = replace(held, model=reading(held.model))
    scores = np.random.default_rng(2).integers(-4, 60, size=(100, 3)) * 400
    assert final_price(held, few=0)(scores) == pytest.approx(win_chances(scores, held), abs=2e-5)


def test_tip_off_leaves_rebounds_between_people_as_recorded_and_helps_them_against_a_machine() -> None:
    plain, tipped = (Buzzer((MACHINE, AVERAGE, AVERAGE), 0, True, tip) for tip in (0.0, 0.1))
    assert plain.tip(2, 3) == 0 < tipped.tip(2, 3) < 0.2
    ends = [b.tree(2, 3).end_state_chances(b.joint(2, 3)(np.array([0.0]))).policies()[:, 0] for b in (plain, tipped)]
    silent = [each[NONE] for each in ends]
    rebound = [i for i, (x, y, z) in enumerate(CHANGES.tolist()) if x == 0 and -1 in (y, z) and 1 in (y, z)]
    assert silent[1][rebound] == pytest.approx(silent[0][rebound], abs=1e-12)
    helped = [i for i, (x, y, z) in enumerate(CHANGES.tolist()) if x == -1 and 1 in (y, z)]
    assert ends[1][ALL][helped].sum() > ends[0][ALL][helped].sum()


def test_a_person_who_buzzes_by_default_is_the_regular_clue_model_without_correlations() -> None:
    people = tuple(
        replace(contestant(level), correlations=type(AVERAGE.correlations)())
        for level in ("average", "champion", "grand-champion")
    )
    a, b, c = people
    buzzer = Buzzer((a, b, c), 1)
    confidence = buzzer.confidence(2, 2)
    lines, masses = buzzer.end_state_chances(2, 2)
    means, _ = confidence.cells()
    policy = np.where(means >= confidence.threshold, ALL, NONE)
    ends = lines.policies()[policy, np.arange(len(means))]
    seats = (people[1], people[0], people[2])
    assert masses @ ends == pytest.approx(clue_outcomes(seats, 2, 2).probabilities, abs=1e-4)
    assert seats_from_me(1) == (1, 0, 2)


def test_wrong_input_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="me: must be player 1, 2 or 3"):
        Buzzer((AVERAGE,) * 3, 3)
    with pytest.raises(InputError, match="tip-off: must be from 0 to"):
        Buzzer((AVERAGE,) * 3, 0, tip_off=0.8)
    with pytest.raises(InputError, match="left: must be dollar values of round 2"):
        end_equities((1, 2, 3), Buzzer((AVERAGE,) * 3, 0), 300, (), toy_price)
    with pytest.raises(InputError, match="left: give at most"):
        end_equities((1, 2, 3), Buzzer((AVERAGE,) * 3, 0), 400, (800,) * 6 + (1200,) * 6 + (1600,) * 6, toy_price)
