"""Zero-sum matrix games: the exact reference, the kernel, the laws of the value, and other programs."""

from __future__ import annotations

import subprocess
import sys
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kibitz.core import InputError
from kibitz.solve import duality_gap, solve_zero_sum, solve_zero_sum_batch, solve_zero_sum_exact, zero_sum
from kibitz.solve.payoffs import fraction_array

shapes = hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=6)
tied_games = hnp.arrays(np.int64, shapes, elements=st.integers(-2, 2))
"""Few distinct payoffs, so that ties, duplicate rows and constant games are common."""

batches = hnp.arrays(np.int64, hnp.array_shapes(min_dims=3, max_dims=3, max_side=6), elements=st.integers(-2, 2))


def brute_force_value(payoffs: np.ndarray) -> Fraction:
    """The value by Shapley and Snow: some square kernel gives strategies that secure the same from both sides."""
    from itertools import combinations

    import sympy

    m, k = payoffs.shape
    for size in range(1, min(m, k) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(k), size):
                adjugate = sympy.Matrix(payoffs[np.ix_(rows, columns)].tolist()).adjugate()
                total = sum(adjugate)
                if total == 0:
                    continue
                x, y = [Fraction(0)] * m, [Fraction(0)] * k
                for index, row in enumerate(rows):
                    x[row] = Fraction(int(sum(adjugate[:, index])), int(total))
                for index, column in enumerate(columns):
                    y[column] = Fraction(int(sum(adjugate[index, :])), int(total))
                if min(x) < 0 or min(y) < 0:
                    continue
                low = min(sum(x[i] * int(payoffs[i, j]) for i in range(m)) for j in range(k))
                high = max(sum(y[j] * int(payoffs[i, j]) for j in range(k)) for i in range(m))
                if low == high:
                    return low
    raise AssertionError("every matrix game has a kernel")


@given(tied_games)
def test_the_exact_solution_has_no_duality_gap(payoffs: np.ndarray) -> None:
    solution = solve_zero_sum_exact(payoffs)
    exact = fraction_array(payoffs, "payoffs", 2)
    assert duality_gap(exact, solution.row, solution.column) == 0
    assert max(exact @ np.array(solution.column)) == solution.value


@settings(max_examples=30)
@given(hnp.arrays(np.int64, hnp.array_shapes(min_dims=2, max_dims=2, max_side=3), elements=st.integers(-2, 2)))
def test_the_exact_value_is_that_of_a_kernel_found_by_brute_force(payoffs: np.ndarray) -> None:
    assert solve_zero_sum_exact(payoffs).value == brute_force_value(payoffs)


@given(tied_games)
def test_the_floating_point_value_is_the_exact_one(payoffs: np.ndarray) -> None:
    solution = solve_zero_sum(payoffs)
    assert solution.value == pytest.approx(float(solve_zero_sum_exact(payoffs).value), abs=1e-12)
    assert duality_gap(payoffs, solution.row, solution.column) == pytest.approx(0, abs=1e-12)


@given(batches)
def test_the_kernel_agrees_with_the_exact_reference(payoffs: np.ndarray) -> None:
    values, rows, columns = solve_zero_sum_batch(payoffs)
    assert rows.shape == payoffs.shape[:2]
    assert columns.shape == (payoffs.shape[0], payoffs.shape[2])
    for game, value, row, column in zip(payoffs, values, rows, columns, strict=True):
        assert value == pytest.approx(float(solve_zero_sum_exact(game).value), abs=1e-12)
        assert duality_gap(game, row, column) == pytest.approx(0, abs=1e-12)


@given(hnp.arrays(np.int64, st.integers(1, 6).map(lambda n: (n, n)), elements=st.integers(-3, 3)))
def test_a_symmetric_game_has_value_zero(payoffs: np.ndarray) -> None:
    game = payoffs - payoffs.T
    assert solve_zero_sum_exact(game).value == 0
    assert solve_zero_sum(game).value == pytest.approx(0, abs=1e-12)


@given(tied_games, st.fractions(-5, 5, max_denominator=7), st.fractions("1/7", 100, max_denominator=7))
def test_the_value_shifts_and_scales_with_the_payoffs(payoffs: np.ndarray, shift: Fraction, scale: Fraction) -> None:
    game = fraction_array(payoffs, "payoffs", 2)
    assert solve_zero_sum_exact(scale * game + shift).value == scale * solve_zero_sum_exact(game).value + shift


@given(tied_games)
def test_exchanging_the_players_changes_the_sign_of_the_value(payoffs: np.ndarray) -> None:
    assert solve_zero_sum_exact(-payoffs.T).value == -solve_zero_sum_exact(payoffs).value
    assert solve_zero_sum(-payoffs.T).value == pytest.approx(-solve_zero_sum(payoffs).value, abs=1e-12)


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e-12, 1e12, 1e300, 1.7e308])
def test_the_scale_of_the_payoffs_does_not_matter(scale: float) -> None:
    pennies = scale * np.array([[1.0, -1.0], [-1.0, 1.0]])
    solution = solve_zero_sum(pennies)
    values, rows, columns = solve_zero_sum_batch(pennies[np.newaxis])
    assert solution.value == values[0] == 0
    for strategy in (solution.row, solution.column, rows[0], columns[0]):
        assert strategy == pytest.approx([0.5, 0.5], abs=1e-15)


def test_a_small_spread_on_a_large_level_is_not_lost() -> None:
    solution = solve_zero_sum(1e9 + np.array([[3.0, 0.0], [0.0, 1.0]]))
    assert solution.row == pytest.approx([0.25, 0.75], abs=1e-12)
    assert solution.value == pytest.approx(1e9 + 0.75, abs=1e-6)


def test_a_single_choice_gives_a_pure_answer() -> None:
    assert solve_zero_sum([[3, 1, 2]]).column.tolist() == [0, 1, 0]
    assert solve_zero_sum([[3], [1], [2]]).row.tolist() == [1, 0, 0]
    assert solve_zero_sum_exact([[Fraction(7, 3)]]).value == Fraction(7, 3)


def test_games_with_one_long_side_are_solved_quickly() -> None:
    assert solve_zero_sum(np.arange(1500.0)[:, np.newaxis]).value == 1499
    assert solve_zero_sum(np.arange(1500.0)[np.newaxis]).value == 0


def test_large_games_have_a_small_duality_gap() -> None:
    rng = np.random.default_rng(7)
    for game in (rng.normal(size=(70, 45)), rng.integers(0, 2, size=(45, 70)).astype(float), np.ones((50, 50))):
        solution = solve_zero_sum(game)
        assert duality_gap(game, solution.row, solution.column) < 1e-9
        (value,), _, _ = solve_zero_sum_batch(game[np.newaxis])
        assert solution.value == pytest.approx(value, abs=1e-9)


def test_a_game_that_the_kernel_fails_on_is_solved_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    game = np.random.default_rng(3).normal(size=(1, 5, 4))
    expected = solve_zero_sum_batch(game)
    monkeypatch.setattr(zero_sum, "MAX_GAP", -1.0)
    again = solve_zero_sum_batch(game)
    for one, other in zip(expected, again, strict=True):
        assert one == pytest.approx(other, abs=1e-12)
    monkeypatch.setattr(zero_sum, "positive_game_optimum", lambda payoffs: None)
    assert solve_zero_sum(game[0]).value == pytest.approx(expected[0][0], abs=1e-12)


@pytest.mark.parametrize("noise", [1e-6, 1e-8, 1e-10, 1e-12, 1e-16])
def test_ties_that_are_blurred_are_solved_as_well(noise: float) -> None:
    """Near-ties cost the simplex its digits: here the basis is solved afresh, or the game exactly."""
    rng = np.random.default_rng(17)
    games = rng.integers(-1, 2, size=(300, 6, 4)) + noise * rng.normal(size=(300, 6, 4))
    values, rows, columns = solve_zero_sum_batch(games)
    for game, value, row, column in zip(games, values, rows, columns, strict=True):
        assert duality_gap(game, row, column) < 3e-10
        assert value == pytest.approx((row @ game).min(), abs=3e-10)
    for game, value in zip(games[:40], values, strict=False):
        assert solve_zero_sum(game).value == pytest.approx(value, abs=3e-10)
        assert float(solve_zero_sum_exact(game).value) == pytest.approx(value, abs=3e-10)


def test_a_basis_is_solved_afresh_before_another_method_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    game = np.random.default_rng(4).normal(size=(3, 5))
    expected = solve_zero_sum(game)
    scaled, flipped = zero_sum._scale_to_1_2(game[np.newaxis])
    assert not flipped
    optimum = zero_sum.positive_game_optimum(scaled[0].tolist())
    assert optimum is not None
    monkeypatch.setattr(zero_sum, "_exact_optimum", None)
    row, column = zero_sum._second_optimum(scaled[0], np.array(optimum[2]))
    assert (row @ game).min() == pytest.approx(expected.value, abs=1e-14)
    assert row == pytest.approx(expected.row, abs=1e-14)
    assert column == pytest.approx(expected.column, abs=1e-14)


@pytest.mark.slow
def test_random_games_agree_with_the_linear_programs_of_scipy_and_quantecon() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from quantecon.optimize import minmax
    games = np.random.default_rng(11).normal(size=(40, 6, 4))
    values, rows, columns = solve_zero_sum_batch(games)
    for game, value, row, column in zip(games, values, rows, columns, strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs, their_row, their_column = minmax(game)
        assert value == pytest.approx(theirs, abs=1e-10)
        assert row == pytest.approx(their_row, abs=1e-9)
        assert column == pytest.approx(their_column, abs=1e-9)
        highs_row, highs_column = zero_sum._highs_strategies(game)
        assert row == pytest.approx(highs_row, abs=1e-9)
        assert column == pytest.approx(highs_column, abs=1e-9)


def test_solutions_are_values_that_compare_and_hash() -> None:
    one, other = solve_zero_sum([[1, 2]]), solve_zero_sum(np.array([[1.0, 2.0]]))
    assert one == other
    assert hash(one) == hash(other)
    assert one != solve_zero_sum([[2, 1]])
    with pytest.raises(ValueError, match="read-only"):
        one.row[0] = 2


@pytest.mark.parametrize(
    ("payoffs", "message"),
    [
        ([[1, np.nan]], "finite numbers"),
        ([[np.inf], [0]], "finite numbers"),
        ([[1, 2], [3]], "rows must have equal length"),
        ([], "2 dimensions"),
        ([[]], "at least one entry"),
        ([[], []], "at least one entry"),
        ([1, 2, 3], "2 dimensions"),
        ([[[1]]], "2 dimensions"),
        (5, "2 dimensions"),
        (None, "2 dimensions"),
        ([["a", "b"]], "finite numbers"),
        ([[1j]], "finite numbers"),
        ([[None, Fraction(1)]], "finite numbers"),
        ([[Fraction(10) ** 400]], "at most about 1e308"),
    ],
)
def test_bad_payoffs_are_refused_with_one_sentence(payoffs: object, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        solve_zero_sum(payoffs)
    assert str(error.value).startswith("payoffs: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("payoffs", [[[1, float("nan")]], [[1, 2], [3]], [[]], [], [["x"]], np.zeros((65, 64))])
def test_bad_payoffs_are_refused_by_the_exact_method(payoffs: object) -> None:
    with pytest.raises(InputError, match="payoffs: "):
        solve_zero_sum_exact(payoffs)


@pytest.mark.parametrize("payoffs", [np.zeros((2, 2)), np.zeros((0, 2, 2)), np.full((1, 2, 2), np.nan)])
def test_bad_payoffs_are_refused_by_the_batch(payoffs: object) -> None:
    with pytest.raises(InputError, match="payoffs: "):
        solve_zero_sum_batch(payoffs)


def test_too_many_entries_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.solve.payoffs.MAX_ENTRIES", 3)
    with pytest.raises(InputError, match="at most 3 entries"):
        solve_zero_sum(np.zeros((2, 2)))


def test_one_small_game_loads_neither_numba_nor_scipy() -> None:
    program = """
import sys, kibitz.solve
kibitz.solve.solve_zero_sum([[1, -1], [-1, 1]])
sys.exit(", ".join({"numba", "scipy"} & set(sys.modules)) or None)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@settings(deadline=None)
@given(
    st.integers(1, 4).flatmap(
        lambda k: st.lists(
            st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0, 0, 5, 10, 13])), min_size=k, max_size=k),
            min_size=1,
            max_size=4,
        )
    )
)
def test_small_payoffs_beside_huge_ones_are_not_lost(cells: list[list[tuple[int, int]]]) -> None:
    payoffs = [[float(digit) * 10.0**exponent for digit, exponent in row] for row in cells]
    exact = float(solve_zero_sum_exact(payoffs).value)
    result = solve_zero_sum(payoffs)
    assert result.value == pytest.approx(exact, rel=1e-9, abs=1e-12)
    assert solve_zero_sum_batch([payoffs])[0][0] == pytest.approx(exact, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("spread", [1e10, 1e13, 1e300])
def test_the_value_is_what_the_strategies_secure_however_far_payoffs_are_apart(spread: float) -> None:
    payoffs = np.array([[1.0, spread, 1.0], [1.0, 0.0, 3.0], [0.0, 1.0, 2.0]])
    assert float(solve_zero_sum_exact(payoffs).value) == 1
    result = solve_zero_sum(payoffs)
    assert result.value == pytest.approx(1.0, rel=1e-12)
    assert (result.row @ payoffs).min() == pytest.approx(result.value, rel=1e-9)
    assert (payoffs @ result.column).max() == pytest.approx(result.value, rel=1e-9)


def test_payoffs_near_the_largest_float_give_a_value_among_them() -> None:
    largest = float(np.finfo(np.float64).max)
    for payoffs in ([[largest, -largest], [-largest, largest]], [[largest]], [[-largest, -largest]]):
        result = solve_zero_sum(payoffs)
        assert np.min(payoffs) <= result.value <= np.max(payoffs)
        assert solve_zero_sum_batch([payoffs])[0][0] == result.value
