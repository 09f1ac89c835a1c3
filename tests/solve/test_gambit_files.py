"""Files of Gambit are read and written: variants of the format, round trips, errors, and games with known solutions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.solve import equilibria, solve_tree, tree_game
from kibitz.solve.extensive_game import ExtensiveGame, TableGame
from kibitz.solve.gambit import format_efg, format_nfg, parse_efg, parse_gambit, parse_nfg

OUTCOMES = """NFG 1 R "Selten (IJGT, 75), Figure 2, normal form" { "Player 1" "Player 2" } { 3 2 }
{ { "" 1, 1 } { "" 0, 2 } { "" 0, 2 } { "" 1, 1 } { "" 0, 3 } { "" 2, 0 } }
1 2 3 4 5 6
"""
PAYOFFS = """NFG 1 R "Selten (IJGT, 75), Figure 2, normal form"
{ "Player 1" "Player 2" } { 3 2 }

1 1 0 2 0 2 1 1 0 3 2 0
"""
NAMED = """NFG 1 D "three" { "A" "B" "C" } { { "a" "b" } { "c" "d" } { "e" "f" } }
"a comment"
1 0 0 0.5 1 0 0 0 1 -1/2 1e-1 0 1 1 1 2 2 2 3 3 3 4 4 4
"""
POKER = """EFG 2 R "Poker" { "Fred" "Alice" }
"one card"

c "" 1 "(0,1)" { "RED" 1/2 "BLACK" 1/2 } 0
p "" 1 1 "(1,1)" { "Raise" "Fold" } 0
p "" 2 1 "(2,1)" { "Meet" "Pass" } 0
t "" 1 "Win Big" { 2 -2 }
t "" 2 "Win" { 1, -1 }
t "" 3 "Lose" { -1, 1 }
p "" 1 2 { "Raise" "Fold" } 0
p "" 2 1 0
t "" 4 "Lose Big" { -2 2 }
t "" 2
t "" 3
"""


def test_the_versions_of_a_strategic_form_are_the_same_game() -> None:
    assert parse_nfg(OUTCOMES) == parse_nfg(PAYOFFS)
    assert parse_nfg(PAYOFFS).payoff((2, 1)) == (2, 0)


def test_three_players_are_read_with_the_first_action_fastest() -> None:
    game = parse_nfg(NAMED)
    assert game.payoff((1, 0, 0)) == (Fraction(1, 2), 1, 0)
    assert game.payoff((1, 1, 0)) == (Fraction(-1, 2), Fraction(1, 10), 0)
    assert game.payoff((1, 1, 1)) == (4, 4, 4)
    assert (1, 1, 1) in game.pure_equilibria()
    pure = tuple(tuple(Fraction(int(k == 1)) for k in range(2)) for _ in range(3))
    assert game.regrets(pure) == (0, 0, 0)
    assert parse_nfg(format_nfg(game)) == game


def test_a_tree_with_sets_and_outcomes_given_once_is_read_and_solved() -> None:
    game = parse_efg(POKER)
    assert len(game.nodes) == 11
    assert parse_efg(format_efg(game)) == game
    assert game.constant_sum == 0
    assert solve_tree(tree_game(game.to_zero_sum_tree())).value == pytest.approx(1 / 3)


def test_the_table_of_a_tree_has_its_value_and_its_equilibria() -> None:
    table = parse_gambit(POKER)
    assert [len(labels) for labels in table.actions] == [4, 2]
    row = np.array([[table.payoff((i, j))[0] for j in range(2)] for i in range(4)], dtype=object)
    [only] = equilibria(row, -row)
    value = sum(x * row[i, j] * y for i, x in enumerate(only.row) for j, y in enumerate(only.column))
    assert value == Fraction(1, 3)


def test_payoffs_on_the_way_are_added_to_those_of_the_end() -> None:
    text = 'EFG 2 R "t" { "A" } p "" 1 1 "" { "x" "y" } 1 "cost" { -1 } t "" 2 "" { 5 } t "" 0'
    assert [payoff[0] for payoff in parse_gambit(text).payoffs] == [4, -1]


def test_reduced_strategies_leave_out_what_own_choices_exclude() -> None:
    text = (
        'EFG 2 R "t" { "A" "B" } p "" 1 1 "" { "out" "in" } 0 t "" 1 "" { 1 1 } '
        'p "" 2 1 "" { "l" "r" } 0 t "" 2 "" { 0 2 } p "" 1 2 "" { "u" "d" } 0 t "" 3 "" { 2 0 } t "" 4 "" { 3 1 }'
    )
    table = parse_gambit(text)
    assert table.actions == (("out", "in u", "in d"), ("l", "r"))
    assert table.payoff((2, 1)) == (3, 1)


numbers = st.fractions(-9, 9, max_denominator=12)
names = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=6)


@given(st.data(), st.lists(st.integers(1, 3), min_size=1, max_size=3), names)
def test_every_table_is_read_as_it_was_written(data: st.DataObject, sizes: list[int], title: str) -> None:
    actions = tuple(tuple(data.draw(names) for _ in range(n)) for n in sizes)
    payoffs = tuple(tuple(data.draw(numbers) for _ in sizes) for _ in range(int(np.prod(sizes))))
    game = TableGame(title, tuple(data.draw(names) for _ in sizes), actions, payoffs)
    assert parse_nfg(format_nfg(game)) == game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('NFG 1 R "t" { "A" "B" } { 2 2 } 1 2 3', "the file ends where a payoff is expected"),
        ('NFG 1 R "t" { "A" "B" } { 2 2 } 1 2 3 x', "a payoff is expected, not 'x'"),
        ('NFG 1 R "t" { "A" "B" } { 2 2 } 1 2 3 4 5 6 7 8 9', "the end of the file is expected"),
        ('NFG 1 R "t { "A" }', "quote"),
        ('NFG 2 R "t" { "A" } { 1 } 0', "must start with NFG 1 R"),
        ('NFG 1 R "t" { "A" "B" } { 9999 9999 } 0', "at most 250,000 profiles"),
        ('NFG 1 R "t" { "A" } { 1 } 1/0', "a payoff is expected, not '1/0'"),
        ('EFG 2 R "t" { "A" } p "" 1 1 { "x" } 0', "the file ends where a node: c, p or t is expected"),
        ('EFG 2 R "t" { "A" } p "" 1 7 0', "the actions of information set 7"),
        ('EFG 2 R "t" { "A" } c "" 1 "" { "x" 1/3 } 0', "must sum to 1"),
        ('EFG 2 R "t" { "A" } t "" 4', "the payoffs of outcome 4"),
        ('EFG 2 R "t" { "A" } q "" 4', "a node: c, p or t is expected, not 'q'"),
    ],
)
def test_errors_name_what_is_expected(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        parse_gambit(text)


def test_a_tree_with_too_many_strategies_is_refused_with_its_size() -> None:
    moves = " ".join(f'p "" 1 {k} "" {{ "a" "b" }} 0 t "" 1 "" {{ 0 0 }} t "" 1' for k in range(1, 13))
    chances = " ".join(f'"{k}" 1/12' for k in range(12))
    text = f'EFG 2 R "t" {{ "A" "B" }} c "" 1 "" {{ {chances} }} 0 {moves}'
    with pytest.raises(InputError, match="A has more than 2,000 strategies"):
        parse_gambit(text)


def test_openspiel_games_are_trees_with_the_known_values() -> None:
    pytest.importorskip("pyspiel")
    from kibitz.solve.openspiel import load_openspiel_game

    game = load_openspiel_game("kuhn_poker")
    assert isinstance(game, ExtensiveGame)
    assert parse_efg(format_efg(game)) == game
    assert solve_tree(tree_game(game.to_zero_sum_tree())).value == pytest.approx(-1 / 18, abs=1e-12)
    with pytest.raises(InputError, match="OpenSpiel has no game"):
        load_openspiel_game("no_such_game")
