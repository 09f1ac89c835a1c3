"""Parametrized games: every kind of parameter, three objectives, one point exactly and many points at once."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.rules.games.game import (
    GameFamily,
    Objective,
    Parametrization,
    PolynomialGame,
    StrategicGame,
    exploitabilities,
    strategies_at,
)
from kibitz.rules.language.domain import Point, parse_domain
from kibitz.rules.language.expression import Name, parse_expression
from kibitz.rules.language.notation import parse_list

F = Fraction
small = st.fractions(-2, 2, max_denominator=4)


def table(*rows: str) -> tuple[tuple[Name, ...], ...]:
    return tuple(tuple(parse_expression(entry) for entry in row.split("|")) for row in rows)  # type: ignore[misc]


PENNIES = PolynomialGame(
    "pennies",
    "Matching pennies for unequal stakes",
    ("row", "column"),
    parse_domain("h in [1, 3], t in [1, 3]"),
    Objective.EXPLOITABILITY,
    ("heads", "tails"),
    ("heads", "tails"),
    table("h|-1", "-1|t"),
)
PENNIES_LIST = parse_list(
    "for: row; column\nlet p = (t + 1)/(h + t + 2)\nelse: heads with p, otherwise tails; heads with p, otherwise tails"
)
CHICKEN = PolynomialGame(
    "chicken",
    "Chicken",
    ("row", "column"),
    parse_domain("c in [1, 9]"),
    Objective.REGRET,
    ("swerve", "straight"),
    ("swerve", "straight"),
    table("0|-1", "1|-c"),
    table("0|1", "-1|-c"),
)
VOTE = PolynomialGame(
    "umbrella",
    "Take an umbrella?",
    ("walker",),
    parse_domain("rain in [0, 1]"),
    Objective.PAYOFF,
    ("take", "leave"),
    ("weather",),
    table("-1/4", "-rain"),
    kinds=frozenset({Parametrization.PAYOFF, Parametrization.OPPONENT}),
)


@given(st.lists(small, min_size=9, max_size=9), st.lists(st.integers(0, 5), min_size=3, max_size=3))
@settings(max_examples=40)
def test_exploitability_is_what_the_worst_answer_takes_from_the_value(entries: list[Fraction], mix: list[int]) -> None:
    payoffs = np.array(entries, dtype=object).reshape(3, 3)
    game = StrategicGame(("r", "c"), (("1", "2", "3"), ("1", "2", "3")), np.array([payoffs, -payoffs]))
    weights = [Fraction(w + 1, sum(mix) + 3) for w in mix]
    loss = game.exploitability(dict(zip("123", weights, strict=True)), "r")
    assert isinstance(loss, Fraction)
    # No mix of a fine grid can do better than the value, so the loss bounds the advantage of each of them.
    secured = min(sum(w * payoffs[i, j] for i, w in enumerate(weights)) for j in range(3))
    best = max(
        min(sum(Fraction(w, 4) * payoffs[i, j] for i, w in enumerate(other)) for j in range(3))
        for other in product(range(5), repeat=3)
        if sum(other) == 4
    )
    assert loss >= max(best - secured, 0)


@given(st.lists(st.integers(-3, 3).map(Fraction), min_size=18, max_size=18), st.integers(0, 2), st.integers(0, 2))
@settings(max_examples=40)
def test_regret_is_zero_for_all_exactly_at_pure_equilibria(entries: list[Fraction], i: int, j: int) -> None:
    payoffs = np.array(entries, dtype=object).reshape(2, 3, 3)
    game = StrategicGame(("r", "c"), (("0", "1", "2"), ("0", "1", "2")), payoffs)
    losses = game.losses({"r": {str(i): Fraction(1)}, "c": {str(j): Fraction(1)}}, Objective.REGRET)
    assert losses["r"] == max(payoffs[0, :, j]) - payoffs[0, i, j]
    assert losses["c"] == max(payoffs[1, i, :]) - payoffs[1, i, j]


def test_the_known_solution_of_unequal_pennies_loses_nothing_anywhere() -> None:
    for point in PENNIES.domain.exact_grid(5):
        assert PENNIES.losses(strategies_at([PENNIES_LIST], point), point) == {"row": 0, "column": 0}
    losses = PENNIES.check_losses([PENNIES_LIST], PENNIES.domain.grid(30))
    assert max(column.max() for column in losses.values()) < 1e-12


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 8), st.integers(0, 8))
def test_columns_and_exact_points_lose_the_same(i: int, j: int, x: int, y: int) -> None:
    point = {"h": 1 + Fraction(i, 2), "t": 1 + Fraction(j, 2)}
    decisions = parse_list(
        f"for: row; column\nelse: heads with {x}/8, otherwise tails; heads with {y}/8, otherwise tails"
    )
    exact = PENNIES.losses(strategies_at([decisions], point), point)
    columns = PENNIES.check_losses([decisions], np.array([[float(point["h"]), float(point["t"])]]))
    for role in ("row", "column"):
        assert columns[role][0] == pytest.approx(float(exact[role]), abs=1e-12)


def test_chicken_has_regret_zero_at_its_three_equilibria_and_only_there() -> None:
    points = CHICKEN.domain.grid(9)
    mixed = "straight with 1/c, otherwise swerve"
    for row, column, settled in [
        ("straight", "swerve", True),
        ("swerve", "straight", True),
        (mixed, mixed, True),
        ("swerve", "swerve", False),
        ("straight", mixed, False),
    ]:
        losses = CHICKEN.check_losses([parse_list(f"for: row; column\nelse: {row}; {column}")], points)
        worst = max(float(losses[role].max()) for role in ("row", "column"))
        assert (worst < 1e-12) == settled
    with pytest.raises(InputError, match="column: give a list for every role"):
        CHICKEN.check_losses([parse_list("for: row\nelse: swerve")], points)


def test_a_decision_against_given_opponents_loses_what_the_best_action_would_add() -> None:
    right = parse_list("for: walker\nif rain >= 1/4: take\nelse: leave")
    wrong = parse_list("for: walker\nelse: leave")
    points = VOTE.domain.grid(101)
    assert VOTE.check_losses([right], points)["walker"].max() == 0
    assert VOTE.check_losses([wrong], points)["walker"].max() == pytest.approx(0.75)
    point = {"rain": Fraction(1, 2)}
    assert VOTE.losses(strategies_at([wrong], point), point) == {"walker": Fraction(1, 4)}
    assert VOTE.instance(point).payoff({"walker": {"take": Fraction(1)}}, "walker") == Fraction(-1, 4)


def test_parameters_can_change_actions_players_and_information() -> None:
    def auction(point: Point) -> StrategicGame:
        """First-price bidding for one dollar: the parameter is the number of bids."""
        bids = range(int(point["n"]))
        payoffs = np.zeros((2, len(bids), len(bids)))
        for i, j in product(bids, repeat=2):
            share = (i > j) + (i == j) / 2
            payoffs[:, i, j] = share * (1 - i / len(bids)), (1 - share) * (1 - j / len(bids))
        labels = tuple(str(bid) for bid in bids)
        return StrategicGame(("first", "second"), (labels, labels), payoffs)

    def volunteers(point: Point) -> StrategicGame:
        """One volunteer is enough: the parameter is the number of players."""
        n = int(point["n"])
        payoffs = np.empty((n, *([2] * n)))
        for choice in product((0, 1), repeat=n):
            for player in range(n):
                payoffs[(player, *choice)] = 0.6 if choice[player] else float(any(choice))
        players = tuple(f"player {i + 1}" for i in range(n))
        return StrategicGame(players, (("wait", "help"),) * n, payoffs)

    bidding = GameFamily(
        "bids",
        "Bids",
        ("first", "second"),
        parse_domain("n in {2..9}"),
        frozenset({Parametrization.STRATEGY}),
        Objective.REGRET,
        auction,
    )
    helping = GameFamily(
        "help",
        "Help",
        tuple(f"player {i}" for i in range(1, 6)),
        parse_domain("n in {2..5}"),
        frozenset({Parametrization.PLAYER}),
        Objective.REGRET,
        volunteers,
    )
    assert [len(bidding.instance({"n": n}).actions[0]) for n in (2, 5)] == [2, 5]
    assert [len(helping.instance({"n": n}).players) for n in (2, 5)] == [2, 5]
    one = {"player 1": {"help": 1.0}} | {f"player {i}": {"wait": 1.0} for i in range(2, 6)}
    assert helping.losses(one, {"n": 5}) == {f"player {i}": 0.0 for i in range(1, 6)}
    # The symmetric equilibrium helps with 1 - 0.4^(1/(n - 1)).
    chance = 1 - 0.4 ** (1 / 3)
    all_mix = {f"player {i}": {"help": chance, "wait": 1 - chance} for i in range(1, 5)}
    assert max(helping.losses(all_mix, {"n": 4}).values()) < 1e-12
    losses = bidding.check_losses(
        [parse_list("for: first; second\nif n = 2: 1; 1\nelse: 0; 0")], np.array([[2.0], [4.0]])
    )
    assert losses["first"].tolist() == [0.0, 0.25]
    with pytest.raises(InputError, match="n: must be a whole number from 2 to 5"):
        helping.instance({"n": 6})


def test_where_a_list_has_no_answer_the_loss_is_unknown() -> None:
    decisions = parse_list("for: row\nelse: heads with 1/(h - 2), otherwise tails")
    losses = PENNIES.check_losses([decisions], np.array([[2.0, 1.0], [3.0, 1.0]]))
    assert np.isnan(losses["row"][0])
    assert losses["row"][1] == pytest.approx(PENNIES.losses({"row": {"heads": 1.0}}, {"h": 3.0, "t": 1.0})["row"])


def test_solving_is_skipped_only_where_both_strategies_already_prove_the_value() -> None:
    payoffs = np.array([[[1.0, -1.0], [-1.0, 1.0]]] * 2)
    row = np.array([[0.5, 0.5], [1.0, 0.0]])
    both = exploitabilities(payoffs, row, row)
    assert both["row"].tolist() == pytest.approx([0.0, 1.0])
    assert both["column"].tolist() == pytest.approx([0.0, 1.0])
    assert exploitabilities(payoffs, row, None)["row"].tolist() == pytest.approx([0.0, 1.0])
    assert list(exploitabilities(payoffs, None, row)) == ["column"]


@pytest.mark.parametrize(
    ("payoffs", "complaint"),
    [
        (np.zeros((2, 2, 3)), "the shape"),
        (np.full((2, 2, 2), np.nan), "finite"),
        (np.full((2, 2, 2), np.inf), "finite"),
    ],
)
def test_payoffs_of_the_wrong_shape_or_not_finite_are_refused(payoffs: np.ndarray, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        StrategicGame(("a", "b"), (("x", "y"), ("x", "y")), payoffs)


def test_exploitability_needs_a_sum_that_is_constant_not_one_that_is_zero() -> None:
    ours = np.array([[F(3), F(2)], [F(1), F(5)]], dtype=object)
    shares = StrategicGame(("r", "c"), (("0", "1"), ("0", "1")), np.array([ours, 10 - ours]))
    debts = StrategicGame(("r", "c"), (("0", "1"), ("0", "1")), np.array([ours, -ours]))
    assert (shares.is_constant_sum, shares.is_zero_sum, debts.is_zero_sum) == (True, False, True)
    for player in ("r", "c"):
        mix = {"0": F(1, 3), "1": F(2, 3)}
        assert shares.exploitability(mix, player) == debts.exploitability(mix, player) > 0
    huge = F(10) ** 400
    large = StrategicGame(("r", "c"), (("0", "1"), ("0", "1")), np.array([ours * huge, -ours * huge]))
    assert large.exploitability({"0": F(1)}, "r") == huge * debts.exploitability({"0": F(1)}, "r")


def test_strategies_that_are_none_are_refused() -> None:
    game = PENNIES.instance({"h": 1.0, "t": 1.0})
    with pytest.raises(InputError, match="row: 'edge' is not one of the actions heads, tails"):
        game.exploitability({"edge": 1.0}, "row")
    with pytest.raises(InputError, match="row: probabilities must not be negative and must sum to 1"):
        game.exploitability({"heads": 0.4}, "row")
    with pytest.raises(InputError, match="player 'dealer' is not one of row, column"):
        game.exploitability({"heads": 1.0}, "dealer")
    with pytest.raises(InputError, match="zero-sum"):
        CHICKEN.instance({"c": 2.0}).exploitability({"swerve": 1.0}, "row")
    with pytest.raises(InputError, match="column: give a strategy"):
        CHICKEN.instance({"c": 2.0}).regret({"row": {"swerve": 1.0}}, "row")


def test_games_that_contradict_themselves_are_refused() -> None:
    domain = parse_domain("p in [0, 1]")
    with pytest.raises(InputError, match="q is not one of the parameters p"):
        PolynomialGame("g", "g", ("r", "c"), domain, Objective.EXPLOITABILITY, ("a",), ("b",), table("q"))
    with pytest.raises(InputError, match="1 rows of 2 entries"):
        PolynomialGame("g", "g", ("r", "c"), domain, Objective.EXPLOITABILITY, ("a",), ("b", "c"), table("p"))
    with pytest.raises(InputError, match="must be one name for payoff"):
        PolynomialGame("g", "g", ("r", "c"), domain, Objective.PAYOFF, ("a",), ("b",), table("p"))
    with pytest.raises(InputError, match="leave out in a zero-sum game"):
        PolynomialGame("g", "g", ("r", "c"), domain, Objective.EXPLOITABILITY, ("a",), ("b",), table("p"), table("p"))


def test_two_lists_for_one_role_are_refused() -> None:
    with pytest.raises(InputError, match="one list for each role"):
        PENNIES.check_losses([PENNIES_LIST, PENNIES_LIST], PENNIES.domain.grid(2))
    with pytest.raises(InputError, match="role 'dealer' of the list is not one of row, column"):
        PENNIES.check_losses([parse_list("for: dealer\nelse: heads")], PENNIES.domain.grid(2))
