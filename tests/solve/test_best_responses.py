"""Best responses, exploitability, duality gap and regret, in floating point and exactly."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kibitz.core import InputError
from kibitz.solve import (
    column_best_responses,
    duality_gap,
    exploitability,
    guaranteed_payoff,
    regrets,
    row_best_responses,
    solve_zero_sum,
    solve_zero_sum_exact,
)

HALF = Fraction(1, 2)
ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


@st.composite
def games_with_strategies(draw: st.DrawFn) -> tuple[list[list[Fraction]], list[Fraction], list[Fraction]]:
    m, k = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    entries = st.fractions(-3, 3, max_denominator=4)
    matrix = draw(st.lists(st.lists(entries, min_size=k, max_size=k), min_size=m, max_size=m))
    mixes = []
    for n in (m, k):
        weights = draw(st.lists(st.integers(0, 5), min_size=n, max_size=n).filter(any))
        mixes.append([Fraction(weight, sum(weights)) for weight in weights])
    return matrix, mixes[0], mixes[1]


def test_all_best_responses_are_found() -> None:
    assert row_best_responses(ROCK_PAPER_SCISSORS, [1, 0, 0]) == (1,)
    assert row_best_responses(ROCK_PAPER_SCISSORS, [1 / 3] * 3) == (0, 1, 2)
    assert column_best_responses(ROCK_PAPER_SCISSORS, [HALF, HALF, 0]) == (1,)
    assert column_best_responses(ROCK_PAPER_SCISSORS, [0, 0, 1]) == (0,)


def test_responses_within_the_tolerance_count_in_floating_point_only() -> None:
    assert row_best_responses([[1.0], [1.0 - 1e-13]], [1.0]) == (0, 1)
    assert row_best_responses([[1.0], [0.9]], [1.0], tolerance=0.2) == (0, 1)
    assert row_best_responses([[Fraction(1)], [1 - Fraction(1, 10**15)]], [1]) == (0,)
    with pytest.raises(InputError, match="tolerance"):
        row_best_responses([[1.0]], [1.0], tolerance=float("nan"))


@given(games_with_strategies())
def test_the_gap_is_the_sum_of_both_exploitabilities(game: tuple) -> None:
    matrix, row, column = game
    losses = [exploitability(matrix, row, "row"), exploitability(matrix, column, "column")]
    assert all(isinstance(loss, Fraction) and loss >= 0 for loss in losses)
    assert sum(losses) == duality_gap(matrix, row, column)


@given(games_with_strategies())
def test_floats_and_fractions_agree(game: tuple) -> None:
    matrix, row, column = game
    floats = [np.array(part, dtype=float) for part in game]
    gap = duality_gap(*floats)
    assert isinstance(gap, float)
    assert gap == pytest.approx(float(duality_gap(matrix, row, column)), abs=1e-12)
    for player, exact, rounded in (("row", row, floats[1]), ("column", column, floats[2])):
        ours = exploitability(floats[0], rounded, player)
        assert ours == pytest.approx(float(exploitability(matrix, exact, player)), abs=1e-12)


@given(games_with_strategies())
def test_no_reply_does_better_than_the_guaranteed_payoff(game: tuple) -> None:
    matrix, row, column = (np.array(part, dtype=object) for part in game)
    assert guaranteed_payoff(matrix, row, "row") == min(row @ matrix)
    assert guaranteed_payoff(matrix, column, "column") == min(-(matrix @ column))
    assert guaranteed_payoff(matrix, row, "row") <= row @ matrix @ column


@given(games_with_strategies())
def test_in_a_zero_sum_game_the_regrets_add_up_to_the_gap(game: tuple) -> None:
    matrix, row, column = game
    minus = [[-entry for entry in entries] for entries in matrix]
    ours, theirs = regrets(matrix, minus, row, column)
    assert ours >= 0
    assert theirs >= 0
    assert ours + theirs == duality_gap(matrix, row, column)


@given(hnp.arrays(np.float64, (4, 3), elements=st.floats(-1e3, 1e3)))
def test_optimal_strategies_cannot_be_exploited(payoffs: np.ndarray) -> None:
    solution = solve_zero_sum(payoffs)
    assert exploitability(payoffs, solution.row, "row") == pytest.approx(0, abs=1e-7)
    assert exploitability(payoffs, solution.column, "column") == pytest.approx(0, abs=1e-7)
    exact = solve_zero_sum_exact(payoffs)
    assert exploitability(payoffs, exact.row, "row") == 0


def test_numbers_spelt_out_are_exact() -> None:
    assert exploitability([["1/3", 0], [0, 1]], [1, 0], "row") == Fraction(1, 4)
    assert duality_gap([["0.1", 0.5]], ["1"], ["1", "0"]) == 0
    assert duality_gap([["1e-3"]], [1], [1]) == 0


@pytest.mark.parametrize(
    "entry", ["", ".", "1e999999999", "9" * 81, "1/0", "1/2/3", "one", "٣", "0x10", "1_000", "nan"]
)
def test_what_does_not_spell_a_bounded_number_is_refused(entry: str) -> None:
    with pytest.raises(InputError, match="payoffs: must be finite numbers, not"):
        duality_gap([[entry]], [1], [1])


def test_the_prisoners_regret_silence() -> None:
    ours = [[2, 0], [3, 1]]
    theirs = [[2, 3], [0, 1]]
    assert regrets(ours, theirs, [1, 0], [1, 0]) == (1, 1)
    assert regrets(ours, theirs, [0, 1], [0, 1]) == (0, 0)
    assert regrets(ours, theirs, [HALF, HALF], [1, 0]) == (HALF, 1)


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ([0.5, 0.6], "sum to 1"),
        ([1.5, -0.5], "from 0 to 1"),
        ([1.0], "2 probabilities"),
        ([np.nan, 1.0], "finite"),
        ([[0.5, 0.5]], "1 dimension, "),
        ([Fraction(1, 3), Fraction(1, 3)], "not to 2/3"),
        ([], "at least one entry"),
        ("ab", "1 dimension, "),
    ],
)
def test_strategies_off_the_simplex_are_refused(strategy: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        exploitability([[1, 0], [0, 1]], strategy, "row")


def test_wrong_shapes_and_players_are_refused() -> None:
    with pytest.raises(InputError, match="B: must have the shape of A"):
        regrets([[1, 2]], [[1], [2]], [1], [1, 0])
    with pytest.raises(InputError, match="player: must be row or column, not 'third'"):
        exploitability([[1]], [1], "third")
    with pytest.raises(InputError, match="column: 2 probabilities"):
        duality_gap([[1, 2]], [1], [1])
