"""Daily Double bets, picks and Final bets of the machine, in plain Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.jeopardy.final.simulation import machine_wagers
from kibitz.games.jeopardy.play.daily_double_bets import (
    aggressive_bet,
    bet_model,
    confidence_levels,
    machine_bet,
    rounded_bet,
    standing_index,
)
from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.play.selection import NO_COLUMN, bayesian_pick, load_habits, people_pick, seeking_pick
from kibitz.games.jeopardy.show import Era

FULL = [31] * 6
BOARDS = st.lists(st.integers(0, 31), min_size=6, max_size=6).filter(any)


@given(st.floats(0, 1e6), st.integers(1000, 60_000), st.booleans())
def test_a_bet_is_legal_and_round(amount: float, most: int, to_thousand: bool) -> None:
    bet = rounded_bet(amount, most, to_thousand)
    assert 5 <= bet <= most
    assert bet % 100 == 0 or bet in (5, most)


SCORES = st.integers(-10_000, 60_000)
SHARES = st.floats(0, 1)


@given(SCORES, SCORES, st.integers(0, 50_000), SHARES, SHARES, SHARES)
def test_bold_bets_are_legal_and_never_give_up_a_certain_lead(
    score: int, other: int, left: int, leading: float, behind: float, reach: float
) -> None:
    most = max(score, 2000)
    for bet in (
        aggressive_bet(score, other, left, most),
        machine_bet(score, other, left, most, leading, behind, reach),
    ):
        assert 5 <= bet <= most
        assert bet % 100 == 0 or bet == 5 or bet == most
        if score - 2 * other - left >= 5:
            assert score - bet >= 2 * other + left


def test_the_machine_bets_no_more_than_a_lockout_needs() -> None:
    assert machine_bet(15_000, 10_000, 2_000, 15_000, 0.9, 0.9, 0.5) == 2 * 10_000 + 1_000 - 15_000
    assert machine_bet(15_000, 10_000, 30_000, 15_000, 0.4, 0.9, 0.5) == 6_000
    assert machine_bet(9_000, 10_000, 2_000, 9_000, 0.4, 1.0, 0.5) == 9_000


def test_a_seeker_leaves_the_safe_category_for_later() -> None:
    rows = load_placement().row_chances(2).tolist()
    column, _ = seeking_pick([31, 31, 0, 0, 0, 0], 0, 0, rows)
    assert column == 1


def test_whoever_leads_bets_less_late_in_the_round_and_less_than_the_second() -> None:
    model = bet_model()
    early, late = (model.amount(2, 0, stage, 12_000, 0.0) for stage in (0.1, 0.9))
    assert late < early
    assert model.amount(2, 0, 0.9, 12_000, 0.0) < model.amount(2, 1, 0.9, 12_000, 0.0)


@pytest.mark.parametrize("accuracy", [0.2, 0.65, 0.9])
def test_accuracy_rises_with_confidence_and_averages_to_itself(accuracy: float) -> None:
    chances = [bet_model().accuracy(accuracy, z) for z in confidence_levels()]
    assert chances == sorted(chances)
    assert np.mean(chances) == pytest.approx(accuracy, abs=2e-3)


def test_standing_counts_those_ahead() -> None:
    assert [standing_index((5, 9, 5), seat) for seat in range(3)] == [1, 0, 1]


@given(BOARDS, st.integers(-1, 5), st.integers(-1, 5), st.integers(0, 2**32))
def test_every_style_picks_an_open_square(columns: list[int], current: int, safe: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = load_placement().row_chances(2).tolist()
    for column, row in (
        people_pick(columns, current, 0.6, 0.9, rng),
        seeking_pick(columns, current, safe, rows),
        bayesian_pick(columns, 2, (), load_placement()),
    ):
        assert columns[column] >> row & 1


def test_people_stay_and_go_top_down_as_often_as_told() -> None:
    rng = np.random.default_rng(1)
    picks = [people_pick(FULL, 2, 0.6, 0.9, rng) for _ in range(20_000)]
    assert np.mean([column == 2 for column, _ in picks]) == pytest.approx(0.6, abs=0.015)
    assert np.mean([row == 0 for _, row in picks]) == pytest.approx(0.9, abs=0.01)


def test_a_seeker_takes_the_row_with_most_daily_doubles() -> None:
    rows = load_placement().row_chances(2).tolist()
    assert seeking_pick(FULL, NO_COLUMN, NO_COLUMN, rows) == (0, int(np.argmax(rows)))


def test_the_machine_starts_round_2_where_daily_doubles_are_most_frequent() -> None:
    assert bayesian_pick(FULL, 2, (), load_placement(Era.PAPER)) == (0, 3)


def test_habits_hold_chances() -> None:
    for era in Era:
        for chances in load_habits(era).clues_played:
            assert sum(chances) == pytest.approx(1)
            assert len(chances) == 31


@pytest.mark.parametrize(
    ("scores", "wagers"),
    [
        ((20_000, 9_000, 3_000), (0, 9_000, 3_000)),  # a lockout risks nothing
        ((20_000, 12_000, 3_000), (4_001, 12_000, 3_000)),  # cover; below two thirds everything
        ((20_000, 16_000, 3_000), (12_001, 8_000, 3_000)),  # two-thirds bet, third is kept out
        ((20_000, 16_000, 10_000), (12_001, 4_000, 10_000)),  # two-thirds bet that covers the third
        ((20_000, 14_000, 13_000), (8_001, 14_000, 13_000)),  # cannot do both: everything
    ],
)
def test_the_machine_bets_by_the_rules_of_section_3_2(scores: tuple[int, ...], wagers: tuple[int, ...]) -> None:
    assert tuple(machine_wagers(np.array([scores]))[0]) == wagers
