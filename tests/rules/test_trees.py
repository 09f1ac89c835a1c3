"""Trees with parameters: read from files, learnt by information set, proved, and compared with tables and programs."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.app.ask import ask
from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.games.parlour.kuhn import strategies as kuhn_strategies
from kibitz.rules.games.game import PolynomialGame, strategies_at
from kibitz.rules.games.game_file import parse_game
from kibitz.rules.games.tree_family import TreeFamily
from kibitz.rules.games.tree_file import parse_parametric_efg
from kibitz.rules.language.notation import format_list, parse_list
from kibitz.rules.learning.behaviour import solve_sequences
from kibitz.simulate import no_progress
from kibitz.solve.zero_sum import solve_zero_sum

GAMES = Path(__file__).parents[2] / "docs" / "games"


def load(name: str) -> TreeFamily:
    text = (GAMES / name).read_text("utf-8")
    game = parse_parametric_efg(text, name) if name.endswith(".efg") else parse_game(text, name)
    assert isinstance(game, TreeFamily)
    return game


def half_street(n: int, parameters: str = 'b = "[1/2, 4]"', bet: str = "b") -> str:
    """Poker with n cards: the first bets or checks, the second calls or folds; equal cards split the pot."""
    cards = [f"c{k}" for k in range(1, n + 1)]
    names = ", ".join(f'"{card}"' for card in cards)
    rows = []
    for i, j in ((i, j) for i in range(n) for j in range(n)):
        won = (i > j) - (i < j)
        rows.append(f'"c{i + 1} c{j + 1}" = [["{won}*(1 + {bet})", "1"], ["{won}", "{won}"]]')
    return "\n".join(
        (
            'name = "half-street"\nroles = ["A", "B"]\n[parameters]',
            parameters,
            f"[types]\nA = [{names}]\nB = [{names}]",
            '[actions]\nA = ["bet", "check"]\nB = ["call", "fold"]\n[payoffs.A]',
            *rows,
        )
    )


@pytest.mark.parametrize("name", ["kuhn-tree.toml", pytest.param("kuhn-tree.efg", marks=pytest.mark.slow)])
def test_kuhn_poker_from_a_file_is_learnt_by_information_set_and_proved(name: str) -> None:
    game = load(name)
    lists = game.learn(no_progress)
    assert [each.depth for each in lists] == [3, 2]
    assert set(game.prove(lists, no_progress).values()) == {0}
    point = {"b": Fraction(1)}
    losses = game.losses(strategies_at(lists, point), point)
    assert set(losses.values()) == {0}
    value = solve_sequences(game.payoffs, point, 0).value
    assert value == pytest.approx(float(kuhn_strategies.value(3)), abs=1e-9)


def test_both_files_of_kuhn_poker_are_the_same_game() -> None:
    matrices = [load(name).payoffs.matrix({"b": Fraction(7, 3)}) for name in ("kuhn-tree.toml", "kuhn-tree.efg")]
    assert np.array_equal(*matrices)


def test_behaviour_by_type_is_as_good_as_plans_of_the_same_game() -> None:
    game = parse_game(half_street(3))
    assert isinstance(game, TreeFamily)
    assert isinstance(game.plans, PolynomialGame)
    for b in (Fraction(1, 2), Fraction(1), Fraction(7, 3), Fraction(4)):
        table = game.plans.instance({"b": b}).payoffs[0].astype(float)
        assert solve_sequences(game.payoffs, {"b": b}, 0).value == pytest.approx(solve_zero_sum(table).value, abs=1e-9)


@pytest.mark.slow
def test_half_street_poker_with_five_cards_reads_as_behaviour_and_loses_nothing() -> None:
    answer = ask("rules.learn", game_file=Document(name="half.toml", text=half_street(5)))
    assert [each.exact for each in answer.roles] == [True, True]
    assert "for: A when c1; A when c2; A when c3; A when c4; A when c5" in answer.roles[0].list
    assert "c1 bet" not in answer.roles[0].list


@pytest.mark.slow
def test_half_street_poker_with_thirteen_cards_is_learnt_and_proved() -> None:
    game = parse_game(half_street(13))
    assert isinstance(game, TreeFamily)
    assert game.plans is None
    lists = game.learn(no_progress)
    assert set(game.prove(lists, no_progress).values()) == {0}
    losses = game.check_losses(lists, game.domain.sample(np.random.default_rng(1), 500))
    assert max(float(column.max()) for column in losses.values()) < 1e-12


def test_a_list_with_another_number_is_not_proved() -> None:
    game = load("kuhn-tree.toml")
    lists = game.learn(no_progress)
    text = format_list(lists[1])
    assert "2*b/D" in text
    with pytest.raises(InputError, match=r"not shown|loses"):
        game.prove([parse_list(text.replace("2*b/D", "b/D"))], no_progress)
    with pytest.raises(InputError, match=r"not shown|loses"):
        game.prove([parse_list(text.replace("b <= 2", "b <= 5/2"))], no_progress)


def test_a_list_for_some_information_sets_alone_is_refused() -> None:
    game = load("kuhn-tree.toml")
    with pytest.raises(InputError, match="all information sets of one player"):
        game.player_of(("A when J",))


@pytest.mark.slow
def test_two_parameters_are_learnt_from_samples_and_said_to_be_unproved() -> None:
    text = half_street(5, 'b = "[1/2, 2]"\na = "[1/2, 1]"', "a*b")
    answer = ask("rules.learn", game_file=Document(name="half.toml", text=text))
    for each in answer.roles:
        assert each.epsilon is None
        assert each.worst is not None
        assert "not proved" in each.describe()


@settings(max_examples=12)
@given(st.permutations([0, 1, 2]), st.fractions(Fraction(1, 2), Fraction(4), max_denominator=20))
def test_the_order_of_moves_changes_no_value(order: list[int], b: Fraction) -> None:
    cards = [("c1", "c2", "c3")[k] for k in order]
    lines = half_street(3).splitlines()
    head = [line for line in lines if not line.startswith('"c')]
    rows = {line.split('"')[1]: line for line in lines if line.startswith('"c')}
    shuffled = [rows[f"{x} {y}"] for x, y in [*permutations(cards, 2), *((c, c) for c in cards)]]
    game, other = parse_game("\n".join(lines)), parse_game("\n".join([*head, *shuffled]))
    assert isinstance(game, TreeFamily)
    assert isinstance(other, TreeFamily)
    values = [solve_sequences(each.payoffs, {"b": b}, 0).value for each in (game, other)]
    assert values[0] == pytest.approx(values[1], abs=1e-9)


SAME_SET = '{player = "A", set = "s", moves = ["x"]}'
HEAD = 'roles = ["A", "B"]\n[parameters]\nb = "[0, 1]"\n[tree]\n'


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('"x" = "1"', "first node"),
        ('"" = {chance = {h = "1/2", t = "1/3"}}\n"h" = "b"\n"t" = "1"', "sum to 1"),
        ('"" = {chance = {h = "b - 1", t = "2 - b"}}\n"h" = "b"\n"t" = "1"', "negative"),
        ('"" = {player = "C", moves = ["x"]}\n"x" = "1"', "one of A, B"),
        ('"" = {player = "A", moves = ["x", "y"]}\n"x" = "1"', "give a line for 'y'"),
        ('"" = {player = "A", moves = ["x"]}\n"x" = "1"\n"z" = "1"', "no moves lead to 'z'"),
        ('"" = {player = "A", moves = ["x"]}\n"x" = {player = "B", moves = ["y"]}\n"x y" = "q"', "q is not"),
        (f'"" = {SAME_SET}\n"x" = {SAME_SET}\n"x x" = "1"', "recall"),
    ],
)  # fmt: skip
def test_a_tree_that_is_wrong_is_refused_with_the_reason(lines: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_game(HEAD + lines)


def test_a_tree_of_gambit_needs_declared_parameters_and_payoffs_that_sum_to_0() -> None:
    text = (GAMES / "kuhn-tree.efg").read_text("utf-8")
    with pytest.raises(InputError, match="declare parameters"):
        parse_parametric_efg(text.replace("parameters:", ""), "x.efg")
    with pytest.raises(InputError, match="sum to 0"):
        parse_parametric_efg(text.replace('"1", "-1"', '"1", "b"', 1), "x.efg")
