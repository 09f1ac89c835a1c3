"""Matrices as people write them: rows on one line, blanks, tabs, pairs, and Gambit's files."""

from __future__ import annotations

import pytest

from kibitz.core import InputError
from kibitz.games.parlour.matrix import matrix_game, parse_game

PENNIES = matrix_game([[1, -1], [-1, 1]])
DILEMMA = matrix_game([[3, 0], [5, 1]], [[3, 5], [0, 1]])


@pytest.mark.parametrize(
    "text", ["1,-1;-1,1", "1 -1; -1 1", "1 -1\n-1 1", "1 -1 / -1 1", "1\t-1\n-1\t1", "1  -1\n -1  1\n"]
)
def test_a_zero_sum_matrix_is_read_in_every_usual_form(text: str) -> None:
    assert parse_game(text) == PENNIES


@pytest.mark.parametrize(
    "text", ["3,3 0,5\n5,0 1,1", "(3,3) (0,5)\n(5,0) (1,1)", "(3, 3) (0, 5) / (5, 0) (1, 1)", "3,3;0,5\n5,0;1,1"]
)
def test_pairs_are_read_in_every_usual_form(text: str) -> None:
    assert parse_game(text) == DILEMMA


def test_a_line_of_numbers_with_a_semicolon_is_two_rows_and_not_two_pairs() -> None:
    game = parse_game("1,2;3,4")
    assert game.row == ((1, 2), (3, 4))
    assert game.is_zero_sum


def test_a_pasted_table_with_an_empty_corner_has_names() -> None:
    game = parse_game("\tleft\tright\nup\t1\t-1\ndown\t-1\t1\n")
    assert game.row == PENNIES.row
    assert (game.row_labels, game.column_labels) == (("up", "down"), ("left", "right"))


def test_two_blocks_with_blanks_are_both_players() -> None:
    assert parse_game("3 0\n5 1\n\n3 5\n0 1\n") == DILEMMA


def test_a_file_of_gambit_is_a_matrix_game() -> None:
    game = parse_game('NFG 1 R "pd" { "A" "B" } { { "c" "d" } { "c" "d" } } "" 3 3 5 0 0 5 1 1')
    assert (game.row, game.column) == (DILEMMA.row, DILEMMA.column)
    assert game.row_labels == ("c", "d")


def test_three_players_are_refused_with_their_number() -> None:
    with pytest.raises(InputError, match="must have two players, not 3"):
        parse_game('NFG 1 R "t" { "A" "B" "C" } { 1 1 1 } 1 2 3')
