"""Games of one's own in TOML files: the documented examples against the same games in Python, and clear refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.rules.games.game import GameFamily, Objective, Parametrization, PolynomialGame
from kibitz.rules.games.game_file import parse_game
from kibitz.rules.games.tree_family import TreeFamily
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.language.notation import parse_list
from kibitz.rules.learning.lists import learn
from kibitz.rules.proof.verification import verify_proof

F = Fraction
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "games"


def table(lines: tuple[tuple[str, ...], ...]) -> tuple[tuple[object, ...], ...]:
    return tuple(tuple(parse_expression(text) for text in line) for line in lines)


def stack_poker() -> PolynomialGame:
    """The example written in Python: plans by hand, payoffs summed over the deals."""
    ours, theirs = list(product(("push", "fold"), repeat=2)), list(product(("call", "fold"), repeat=2))
    lines = []
    for a, b in product(range(4), repeat=2):
        fixed, staked = 0, 0
        for mine, other in product(range(2), repeat=2):
            if ours[a][mine] == "fold":
                fixed -= 1
            elif theirs[b][other] == "fold":
                fixed += 1
            else:
                staked += (mine < other) - (mine > other)
        lines.append(f"({fixed} + {staked}*(s + 1))/4")
    names = [tuple(f"strong {x} weak {y}" for x, y in plans) for plans in (ours, theirs)]
    return PolynomialGame(
        "stack-poker",
        "same",
        ("first", "second"),
        parse_domain("s in [1, 8]"),
        Objective.EXPLOITABILITY,
        *names,
        table(tuple(tuple(lines[4 * i : 4 * i + 4]) for i in range(4))),
    )  # type: ignore[arg-type]


PYTHON = {
    "fourth-down": PolynomialGame(
        "fourth-down",
        "same",
        ("offence",),
        parse_domain("p in [0, 1], k in [0, 1]"),
        Objective.PAYOFF,
        ("go", "kick", "punt"),
        ("given",),
        table((("6*p - 2",), ("4*k - 1",), ("0",))),  # type: ignore[arg-type]
    ),
    "security": PolynomialGame(
        "security",
        "same",
        ("defender", "attacker"),
        parse_domain("v in [0, 1], w in [0, 1], s in [0, 1]"),
        Objective.EXPLOITABILITY,
        ("guard harbour", "guard airport"),
        ("harbour", "airport"),
        table((("v*s - v", "-w"), ("-v", "w*s - w"))),  # type: ignore[arg-type]
    ),
    "stack-poker": stack_poker(),
}


@pytest.mark.parametrize("name", PYTHON)
def test_a_documented_example_is_the_same_game_as_in_python(name: str) -> None:
    game = parse_game((FOLDER / f"{name}.toml").read_text("utf-8"), f"{name}.toml")
    game = game.plans if isinstance(game, TreeFamily) else game
    same = PYTHON[name]
    assert isinstance(game, PolynomialGame)
    assert (game.name, game.roles, game.rows, game.objective) == (name, same.roles, same.rows, same.objective)
    assert game.domain == same.domain
    points = game.domain.sample(np.random.default_rng(1), 50)
    for ours, theirs in zip(game.payoff_arrays(points), same.payoff_arrays(points), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
    for point in game.domain.exact_grid(3):
        assert (game.instance(point).payoffs == same.instance(point).payoffs).all()


@pytest.mark.parametrize("name", ["fourth-down", pytest.param("stack-poker", marks=pytest.mark.slow)])
def test_lists_of_an_example_are_learnt_and_proved_exact_and_the_proof_holds_for_the_game_in_python(name: str) -> None:
    game = parse_game((FOLDER / f"{name}.toml").read_text("utf-8"))
    game = game.plans if isinstance(game, TreeFamily) and game.plans else game
    for role in learn(game, samples=100, seed=1).roles:
        assert role.is_exact
        assert role.proof is not None
        assert verify_proof(role.proof, PYTHON[name], role.decision_list).epsilon == 0


BASE = """\
roles = ["you", "them"]
constraints = ["p >= q"]
[parameters]
p = "[0, 1]"
q = "[0, 1]"
[let]
both = "p*q"
[actions]
you = ["up", "down"]
them = ["left", "right"]
[payoffs]
you = [["p", "both"], ["0", 1]]
"""


def test_definitions_constraints_and_numbers_are_read() -> None:
    game = parse_game(BASE)
    assert isinstance(game, PolynomialGame)
    assert game.instance({"p": F(1, 2), "q": F(1, 3)}).payoffs[0].tolist() == [[F(1, 2), F(1, 6)], [0, 1]]
    assert [str(each) for each in game.domain.constraints] == ["p >= q"]
    general = parse_game(BASE + 'them = [["q", "0"], ["0", "1"]]\n')
    assert general.objective is Objective.REGRET


def test_given_opponents_make_it_a_decision_and_a_distribution_over_them_counts_as_its_mean() -> None:
    text = BASE + '[opponents]\nthem = {left = "q", right = "1 - q"}\n'
    alone = parse_game(text)
    assert alone.roles == ("you",)
    assert Parametrization.OPPONENT in alone.kinds
    assert alone.instance({"p": F(1, 2), "q": F(1, 4)}).payoffs.tolist() == [[F(1, 8) + F(3, 32), F(3, 4)]]
    mixed = BASE + '[opponents]\nthem = [{weight = "q", left = 1}, {weight = "1 - q", right = 1}]\n'
    point = {"p": F(1, 2), "q": F(1, 4)}
    assert parse_game(mixed).instance(point).payoffs.tolist() == alone.instance(point).payoffs.tolist()


def test_actions_can_be_there_only_where_a_condition_holds() -> None:
    game = parse_game(BASE + '[available]\ndown = "p <= 1/2"\n')
    assert isinstance(game, GameFamily)
    assert game.instance({"p": F(1, 4), "q": F(0)}).actions[0] == ("up", "down")
    assert game.instance({"p": F(3, 4), "q": F(0)}).actions[0] == ("up",)
    lists = [parse_list("for: you\nif p > 1/2: up\nelse: down\n"), parse_list("for: them\nelse: left\n")]
    losses = game.check_losses(lists, np.array([[0.75, 0.0], [0.25, 0.0]]))
    assert losses["you"] == pytest.approx([0.0, 0.0], abs=1e-9) or losses["you"].min() >= 0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("roles", "rolls"), "line 1: 'rolls' is not one of"),
        (('p = "[0, 1]"', 'p = "[1, 0]"'), "line 4"),
        (('p = "[0, 1]"', "p = 3"), "line 4: p: must be a range in quotes"),
        (('both = "p*q"', 'both = "p*"'), "line 7"),
        (('both = "p*q"', 'both = "p*z"'), "line 7: z is not one of p, q"),
        (('you = ["up", "down"]', 'you = ["up", "up"]'), "line 9: actions of you: two names"),
        (('them = ["left", "right"]', 'they = ["left", "right"]'), "give the actions of them"),
        (('["0", 1]', '["0"]'), "line 12: payoffs of you: must be 2 rows of 2"),
        (('"both"], [', '"both + x"], ['), "line 12: x is not one of p, q, both"),
        (('"p >= q"', '"p >= r"'), "line 2"),
        (("[payoffs]", "[payoffs"), "not a TOML file"),
        (('roles = ["you", "them"]', 'roles = ["a", "b", "c"]'), "line 1: roles: must be two"),
    ],
)
def test_a_bad_file_gets_one_sentence_with_the_line(change: tuple[str, str], complaint: str) -> None:
    assert change[0] in BASE
    with pytest.raises(InputError) as caught:
        parse_game(BASE.replace(*change), "own.toml")
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("own.toml")
    assert "\n" not in str(caught.value)


@given(st.text(max_size=200), st.integers(0, len(BASE)))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_or_refused(noise: str, at: int) -> None:
    for text in (noise, BASE[:at] + noise[:20] + BASE[at:]):
        try:
            parse_game(text)
        except InputError:
            continue
