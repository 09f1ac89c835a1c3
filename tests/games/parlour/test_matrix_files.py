"""Matrix games from JSON and CSV: all forms of one game read alike, wrong ones refused."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.parlour.matrix import MatrixGame, matrix_game, parse_game
from kibitz.games.parlour.matrix_solution import solve_matrix_game

F = Fraction
PAIRS = matrix_game([[[3, 3], [0, 5]], [[5, 0], ["1/3", 1]]])
numbers = st.fractions(-50, 50, max_denominator=30)


@pytest.mark.parametrize(
    "text",
    [
        '{"row": [[3, 0], [5, "1/3"]], "column": [[3, 5], [0, 1]]}',
        '[[[3, 3], [0, 5]], [[5, 0], ["1/3", 1]]]',
        '[["3,3", "0,5"], ["5,0", "1/3, 1.0"]]',
        '"3,3","0,5"\n"5,0","1/3,1"\n',
        "3,3;0,5\n5,0;1/3,1",
        "3,3\t0,5\r\n5,0\t1/3,1\r\n",
        "3,0\n5,1/3\n\n3,5\n0,1\n",
        "\n3, 0\n5, 1/3\n , \n3, 5\n0, 1",
    ],
)
def test_every_way_to_write_a_game_gives_the_same_game(text: str) -> None:
    assert parse_game(text) == PAIRS


def test_one_matrix_is_a_zero_sum_game() -> None:
    game = parse_game("0.1,-1\n-1,1")
    assert game.is_zero_sum
    assert game.row[0][0] == F(1, 10) == -game.column[0][0]
    assert game.row_labels == ("row 1", "row 2")


def test_names_are_read_from_the_first_line_and_column() -> None:
    game = parse_game(",heads,tails\nheads,1,-1\ntails,-1,1\n")
    assert game.row_labels == game.column_labels == ("heads", "tails")
    assert parse_game("left,right\n1,2\n3,4").column_labels == ("left", "right")
    assert parse_game("up,1,2\ndown,3,4").row_labels == ("up", "down")
    assert parse_game("game,l,r\nup,1,2\ndown,3,4").column_labels == ("l", "r")


@given(st.integers(1, 4).flatmap(lambda k: st.lists(st.lists(numbers, min_size=k, max_size=k), min_size=1, max_size=4)))
def test_a_table_of_fractions_is_read_exactly_from_json_and_csv(table: list[list[F]]) -> None:
    expected = matrix_game(table)
    assert parse_game(json.dumps([[str(entry) for entry in line] for line in table])) == expected
    assert parse_game("\n".join(",".join(str(entry) for entry in line) for line in table)) == expected


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        game = parse_game(text)
    except InputError:
        return
    assert isinstance(game, MatrixGame)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[[]]",
        "{}",
        "[[1,2],[3]]",
        "1,2\n3",
        "[[NaN]]",
        "[[Infinity]]",
        "[[1e400]]",
        "1,nan",
        "1,x\n2,3",
        "[[true]]",
        "[[null]]",
        '{"row": [[1]], "column": [[1, 2]]}',
        '{"row": [[1]], "extra": 1}',
        "[[[1,2],3]]",
        '{"row": [[[1,2]]], "column": [[1]]}',
        '{"row": [[1]], "rows": ["a", "b"]}',
        '{"row": [[1]], "rows": "a"}',
        '{"row": [[1],[2]], "rows": ["a", "a"]}',
        '{"row": 3}',
        "1\n\n2\n\n3",
        "[" * 100_000,
        "[[" + "9" * 400 + "]]",
    ],
)
def test_what_is_no_game_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_game(text)
    assert "\n" not in str(caught.value)


def test_games_that_are_too_large_are_refused() -> None:
    with pytest.raises(InputError, match="at most 500 choices"):
        matrix_game([[0] * 501])
    rng = np.random.default_rng(1)
    large = rng.integers(-9, 10, (2, 61, 61)).tolist()
    with pytest.raises(InputError, match="at most 120 choices"):
        solve_matrix_game(matrix_game(large[0], large[1]))


def test_small_games_list_all_extreme_equilibria() -> None:
    solution = solve_matrix_game(matrix_game([[2, 0], [0, 1]], [[1, 0], [0, 2]]))
    assert solution.complete
    assert {profile.row for profile in solution.profiles} == {(1, 0), (0, 1), (2 / 3, 1 / 3)}
    assert all(profile.regrets == (0, 0) for profile in solution.profiles)


@pytest.mark.parametrize(("m", "k", "zero_sum"), [(12, 12, True), (12, 12, False), (45, 40, True), (30, 20, False)])
def test_larger_games_get_one_equilibrium_with_small_regrets(m: int, k: int, zero_sum: bool) -> None:
    rng = np.random.default_rng(m)
    ours, theirs = rng.integers(-9, 10, (2, m, k)).tolist()
    solution = solve_matrix_game(matrix_game(ours, None if zero_sum else theirs))
    assert not solution.complete
    (profile,) = solution.profiles
    assert max(profile.regrets) < 1e-9
    assert solution.game.is_zero_sum == zero_sum
