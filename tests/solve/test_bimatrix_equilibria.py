"""General-sum games: all equilibria and one equilibrium, against brute force and other programs."""

from __future__ import annotations

import warnings
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kibitz.core import InputError
from kibitz.solve import equilibria, equilibrium, lemke_howson, regrets
from kibitz.solve.polytope import nonzero_vertices

square_or_not = hnp.array_shapes(min_dims=2, max_dims=2, max_side=5).map(lambda shape: (2, *shape))
tied_pairs = hnp.arrays(np.int64, square_or_not, elements=st.integers(0, 2))


def two_by_two_equilibria(a: tuple[int, ...], b: tuple[int, ...]) -> set[tuple[Fraction, Fraction]]:
    """All extreme equilibria (chance of the first row, of the first column) of a 2 x 2 game, by hand.

    A player's strategy can only be extreme at 0, at 1, and where the other player is indifferent in between.
    """
    row_mixes, column_mixes = {Fraction(0), Fraction(1)}, {Fraction(0), Fraction(1)}
    ours, theirs = (a[0] - a[2], a[1] - a[3]), (b[0] - b[1], b[2] - b[3])
    if ours[0] * ours[1] < 0:
        column_mixes.add(Fraction(-ours[1], ours[0] - ours[1]))
    if theirs[0] * theirs[1] < 0:
        row_mixes.add(Fraction(-theirs[1], theirs[0] - theirs[1]))
    result = set()
    for p, q in product(row_mixes, column_mixes):
        gain_of_first_row = q * ours[0] + (1 - q) * ours[1]
        gain_of_first_column = p * theirs[0] + (1 - p) * theirs[1]
        row_is_best = (p == 1 or gain_of_first_row <= 0) and (p == 0 or gain_of_first_row >= 0)
        column_is_best = (q == 1 or gain_of_first_column <= 0) and (q == 0 or gain_of_first_column >= 0)
        if row_is_best and column_is_best:
            result.add((p, q))
    return result


def test_every_two_by_two_game_of_small_payoffs_has_the_equilibria_found_by_hand() -> None:
    games = list(product(product(range(3), repeat=4), repeat=2))
    # Every seventh of the 6,561 games; the step shares no factor with 3, so all payoffs and tie patterns come up.
    for a, b in games[::7]:
        A, B = np.reshape(a, (2, 2)), np.reshape(b, (2, 2))
        assert {(each.row[0], each.column[0]) for each in equilibria(A, B)} == two_by_two_equilibria(a, b)


@pytest.mark.slow
def test_all_two_by_two_games_of_small_payoffs_have_the_equilibria_found_by_hand() -> None:
    for a, b in product(product(range(3), repeat=4), repeat=2):
        A, B = np.reshape(a, (2, 2)), np.reshape(b, (2, 2))
        assert {(each.row[0], each.column[0]) for each in equilibria(A, B)} == two_by_two_equilibria(a, b)
        single = equilibrium(A, B)
        assert (single.row[0], single.column[0]) in two_by_two_equilibria(a, b)


def brute_force_vertices(rows: np.ndarray) -> set[tuple[Fraction, ...]]:
    """The vertices of {x >= 0, rows x <= 1} by trying every choice of as many equations as unknowns."""
    import sympy

    n = rows.shape[1]
    equations = [([int(i == j) for j in range(n)], 0) for i in range(n)] + [(row.tolist(), 1) for row in rows]
    result = set()
    for chosen in combinations(equations, n):
        matrix = sympy.Matrix([left for left, _ in chosen])
        if matrix.det() == 0:
            continue
        point = [Fraction(int(x.p), int(x.q)) for x in matrix.solve(sympy.Matrix([right for _, right in chosen]))]
        if min(point) >= 0 and all(sum(a * x for a, x in zip(row.tolist(), point, strict=True)) <= 1 for row in rows):
            result.add(tuple(point))
    return result - {(Fraction(0),) * n}


@pytest.mark.parametrize("seed", range(12))
def test_the_vertices_are_those_found_by_solving_all_systems_of_equations(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.integers(1, 4, size=rng.integers(1, 5, size=2))
    vertices = nonzero_vertices(rows.tolist())
    result = set()
    for vertex in vertices:
        scale = max(sum(a * x for a, x in zip(row.tolist(), vertex.weights, strict=True)) for row in rows)
        point = [Fraction(x, scale) for x in vertex.weights]
        tight = [x == 0 for x in point]
        tight += [sum(a * x for a, x in zip(row.tolist(), point, strict=True)) == 1 for row in rows]
        assert vertex.tight == sum(1 << i for i, holds in enumerate(tight) if holds)
        result.add(tuple(point))
    assert len(result) == len(vertices)
    assert result == brute_force_vertices(rows)


@given(tied_pairs)
def test_one_equilibrium_is_found_on_degenerate_games(game: np.ndarray) -> None:
    result = equilibrium(*game)
    exact = game.astype(object) * Fraction(1)
    assert regrets(exact[0], exact[1], result.row, result.column) == (0, 0)
    assert result.row_payoff == np.array(result.row) @ exact[0] @ np.array(result.column)
    assert result.column_payoff == np.array(result.row) @ exact[1] @ np.array(result.column)


@given(tied_pairs)
def test_the_one_equilibrium_is_among_all_of_them_up_to_mixing(game: np.ndarray) -> None:
    corners = equilibria(*game)
    assert len(set(corners)) == len(corners) > 0
    single = equilibrium(*game)
    # Lemke and Howson end at a vertex of each polytope, hence at an extreme equilibrium.
    assert single in corners


@given(tied_pairs)
def test_exchanging_the_players_exchanges_the_equilibria(game: np.ndarray) -> None:
    A, B = game
    mirrored = {(each.column, each.row) for each in equilibria(B.T, A.T)}
    assert {(each.row, each.column) for each in equilibria(A, B)} == mirrored


def test_nondegenerate_games_have_the_equilibria_that_nashpy_finds() -> None:
    import nashpy

    rng = np.random.default_rng(5)
    for _ in range(15):
        m, k = rng.integers(2, 5, size=2)
        A, B = rng.normal(size=(2, m, k))
        ours = [np.concatenate(each.to_arrays()) for each in equilibria(A, B)]
        game = nashpy.Game(A, B)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            by_vertex = [np.concatenate(each) for each in game.vertex_enumeration()]
            by_support = [np.concatenate(each) for each in game.support_enumeration(tol=1e-10)]
        assert len(ours) == len(by_vertex)
        # Support enumeration in floating point loses some equilibria to rounding, but those it finds are right.
        for theirs in by_vertex + by_support:
            assert min(np.abs(each - theirs).max() for each in ours) < 1e-9
        assert len(ours) % 2 == 1


def test_the_coordination_game_has_one_equilibrium_for_each_set_of_choices() -> None:
    result = equilibria(np.eye(5), np.eye(5))
    assert len(result) == 2**5 - 1
    assert result[0].row == result[0].column == (1, 0, 0, 0, 0)


def test_a_constant_game_has_every_pure_pair_as_corner() -> None:
    result = equilibria(np.ones((2, 3)), np.zeros((2, 3)))
    assert len(result) == 6
    assert all(sorted(each.row) == [0, 1] and each.row_payoff == 1 for each in result)


def test_ties_given_as_decimal_strings_are_ties() -> None:
    A = [["0.3", "0.1"], ["0.3", "0.2"]]
    assert len(equilibria(A, [["1", "0"], ["1", "0"]])) == 2
    assert equilibria([[Fraction(1, 3)]], [["1/7"]])[0].column_payoff == Fraction(1, 7)


def test_larger_games_have_a_verified_equilibrium() -> None:
    rng = np.random.default_rng(9)
    for A, B in (rng.normal(size=(2, 15, 12)), rng.integers(0, 2, size=(2, 30, 25))):
        x, y = equilibrium(A, B).to_arrays()
        assert max(regrets(A, B, x, y)) < 1e-9


def test_a_path_that_grows_too_long_is_left_for_another_start(monkeypatch: pytest.MonkeyPatch) -> None:
    A, B = np.random.default_rng(2).integers(0, 50, size=(2, 8, 8))
    monkeypatch.setattr(lemke_howson, "PATH_LENGTHS", (3, 1000))
    assert equilibrium(A, B) in equilibria(A, B)
    monkeypatch.setattr(lemke_howson, "PATH_LENGTHS", (1,))
    with pytest.raises(ArithmeticError, match="no path reached an equilibrium"):
        equilibrium([[0, 3, 1], [1, 0, 3], [3, 1, 0]], [[0, 1, 3], [3, 0, 1], [1, 3, 0]])


@pytest.mark.parametrize(
    ("A", "B", "message"),
    [
        ([[1, 2]], [[1], [2]], "B: must have the shape of A"),
        ([[1, 2], [3]], [[1, 2], [3, 4]], "A: rows must have equal length"),
        ([[1, float("nan")]], [[1, 2]], "A: must be finite numbers"),
        ([[1, 2]], [[1, float("inf")]], "B: must be finite numbers"),
        ([[1, 2]], [["1/0", 2]], "B: must be finite numbers, not '1/0'"),
        ([[]], [[]], "A: must have at least one entry"),
        (np.zeros((61, 60)), np.zeros((61, 60)), "A: must have at most"),
    ],
)
def test_bad_games_are_refused_with_one_sentence(A: object, B: object, message: str) -> None:
    for function in (equilibria, equilibrium):
        with pytest.raises(InputError, match=message):
            function(A, B)


def test_all_equilibria_of_a_large_game_are_refused() -> None:
    with pytest.raises(InputError, match="A: must have at most 20 choices of both players together"):
        equilibria(np.zeros((11, 10)), np.zeros((11, 10)))
