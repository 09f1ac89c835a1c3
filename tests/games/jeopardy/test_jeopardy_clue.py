"""A regular clue: the enumeration is checked by a step-by-step sampler and by the closed form for equals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.people.contestant import (
    AVERAGE,
    CHAMPION,
    Contestant,
    Correlations,
    contestant,
    paper_contestant,
)
from kibitz.games.jeopardy.people.latent import (
    PATTERNS,
    normal_cdf,
    normal_quantile,
    pattern_chances,
    zero_one_correlation,
)
from kibitz.games.jeopardy.play.clue import CHANGES, CONTROL, UNCHANGED, clue_outcomes, sample_clue

CHANCES = st.floats(0, 1)


@st.composite
def players(draw: st.DrawFn) -> Contestant:
    rho = st.floats(0, 0.9)
    return Contestant(
        "you",
        draw(CHANCES),
        draw(CHANCES),
        0.6,
        0.5,
        buzzability=draw(st.floats(0.1, 10)),
        correlations=Correlations(draw(rho), draw(rho), 0.3),
    )


def test_there_are_twenty_different_score_changes_with_at_most_one_right_answer() -> None:
    assert len({tuple(change) for change in CHANGES.tolist()}) == 20
    assert ((CHANGES == 1).sum(axis=1) <= 1).all()


def test_control_goes_to_whoever_was_right_and_stays_otherwise() -> None:
    for change, control in zip(CHANGES.tolist(), CONTROL.tolist(), strict=True):
        assert control == (change.index(1) if 1 in change else UNCHANGED)


@given(players(), players(), players())
def test_chances_are_a_distribution_and_seats_carry_no_privilege(a: Contestant, b: Contestant, c: Contestant) -> None:
    outcomes = clue_outcomes((a, b, c), 1, 1)
    assert (outcomes.probabilities >= 0).all()
    assert outcomes.probabilities.sum() == pytest.approx(1)
    rotated = clue_outcomes((b, c, a), 1, 1)
    index = {tuple(change): i for i, change in enumerate(CHANGES.tolist())}
    for (x, y, z), chance in zip(CHANGES.tolist(), outcomes.probabilities, strict=True):
        assert rotated.probabilities[index[y, z, x]] == pytest.approx(chance, abs=1e-12)


@given(CHANCES, CHANCES)
def test_uncorrelated_equals_follow_the_closed_form(b: float, p: float) -> None:
    me = Contestant("you", b, p, 0.6, 0.5)
    one, two, three = 3 * b * (1 - b) ** 2, 3 * b**2 * (1 - b), b**3
    w = 1 - p
    expected = [
        (1 - b) ** 3,
        one * w,
        two * w**2,
        three * w**3,
        (one + two + three) * p,
        (two + three) * w * p,
        three * w**2 * p,
    ]
    np.testing.assert_allclose(clue_outcomes((me, me, me), 2, 5).seven, expected, atol=1e-9)


@pytest.mark.parametrize(("round_", "row"), [(1, 1), (2, 5)])
def test_the_sampler_and_the_enumeration_agree_for_three_different_players(round_: int, row: int) -> None:
    machine = Contestant("machine", 0.8, 0.9, 0.6, 0.5, buzzability=5.4)
    seats = (contestant(AVERAGE), contestant(CHAMPION), machine)
    n = 200_000
    sampled = sample_clue(np.random.default_rng(7), seats, round_, row, n)
    expected = clue_outcomes(seats, round_, row).probabilities
    keys = (CHANGES + 1) @ np.array([9, 3, 1])
    seen = np.array([((sampled + 1) @ np.array([9, 3, 1]) == key).mean() for key in keys])
    errors = np.sqrt(expected * (1 - expected) / n)
    assert (np.abs(seen - expected) < 4 * errors + 1e-9).all()


def test_a_machine_without_correlation_is_independent_of_people() -> None:
    together = pattern_chances((0.6, 0.6, 0.6), (0.2, 0.2, 0.0))
    people = together.reshape(2, 2, 2).sum(axis=2)
    np.testing.assert_allclose(together.reshape(2, 2, 2)[..., 1], 0.6 * people, atol=1e-12)


def test_the_latent_reading_gives_a_smaller_correlation_between_outcomes() -> None:
    assert zero_one_correlation(0.5, 0.3) == pytest.approx(2 / np.pi * np.arcsin(0.3), abs=1e-9)


@pytest.mark.parametrize(("rho", "tolerance"), [(0.03, 1e-13), (0.3, 1e-13), (0.7, 1e-13), (0.9, 1e-5)])
def test_the_quadrature_agrees_with_a_fine_grid(rho: float, tolerance: float) -> None:
    grid = np.linspace(-12, 12, 20_001)
    weights = np.exp(-(grid**2) / 2)
    chances = (0.9, 0.6, 0.05)
    thresholds = [normal_quantile(chance) for chance in chances]
    yes = [[normal_cdf((t - np.sqrt(rho) * f) / np.sqrt(1 - rho)) for f in grid] for t in thresholds]
    for pattern, chance in zip(PATTERNS, pattern_chances(chances, (rho,) * 3), strict=True):
        product = np.prod([y if says else 1 - np.array(y) for y, says in zip(yes, pattern, strict=True)], axis=0)
        assert chance == pytest.approx(product @ weights / weights.sum(), abs=tolerance)


def test_a_clue_knows_its_dollars() -> None:
    me = paper_contestant("average")
    assert clue_outcomes((me, me, me), 2, 3).value == 1200
    assert clue_outcomes((me, me, me), 2, 3, value=600).dollars.max() == 600


def test_four_players_are_refused() -> None:
    me = contestant(AVERAGE)
    with pytest.raises(InputError, match="three players"):
        clue_outcomes((me,) * 4, 1, 1)
    with pytest.raises(InputError, match="three players"):
        sample_clue(np.random.default_rng(1), (me,) * 4, 1, 1)


@pytest.mark.parametrize("field", ["attempt", "precision", "daily_double", "final"])
@pytest.mark.parametrize("value", [float("nan"), -0.1, 1.1])
def test_a_chance_outside_0_to_1_is_refused(field: str, value: float) -> None:
    with pytest.raises(InputError, match="from 0 to 1"):
        replace(contestant(AVERAGE), **{field: value})


def test_rates_by_row_need_five_rows_in_two_rounds() -> None:
    with pytest.raises(InputError, match="5 for each of 2 rounds"):
        Contestant("you", ((0.5,) * 5, (0.5,) * 4), 0.8, 0.6, 0.5)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(InputError, match="average, champion, grand-champion"):
        contestant("genius")
