"""Limits and defects of learning: what once lost a list, hid a hole or hung is held here, game by game."""

from __future__ import annotations

from fractions import Fraction

import pytest
from small_games import CYCLIC, DOMINANT, FOUR_LINES, SLOW_TO_SHORTEN, random_game, zero_sum

from kibitz.app.ask import ask
from kibitz.app.rule_questions.game_families import find_game
from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.notation import format_list, parse_list
from kibitz.rules.learning import role as role_module
from kibitz.rules.learning.lists import learn
from kibitz.rules.losses import check_on_sample
from kibitz.rules.proof.cells import CellProof
from kibitz.rules.proof.verification import verify_proof


@pytest.mark.parametrize("role", ["row", "column"])
def test_a_game_whose_list_once_lost_a_third_has_an_exact_one(role: str) -> None:
    game = zero_sum(CYCLIC, 2)
    learned = learn(game, roles=(role,))[role]
    assert learned.proof is not None
    assert learned.is_exact
    assert verify_proof(learned.proof, game, learned.decision_list).epsilon == 0


def test_a_strictly_dominant_action_is_proved_to_lose_nothing() -> None:
    learned = learn(zero_sum(DOMINANT, 3), roles=("column",))["column"]
    assert (learned.depth, learned.epsilon) == (1, 0)


def test_one_parameter_gives_the_shortest_list_with_algebraic_breakpoints() -> None:
    learned = learn(zero_sum(FOUR_LINES, 1), roles=("row",))["row"]
    assert (learned.depth, learned.width, learned.epsilon) == (4, 1, 0)
    assert learned.is_shortest
    assert any("(sqrt(57) - 5)/8, about 0.3187" in text for text in learned.breakpoints)


def test_a_proof_that_would_be_too_large_does_not_lose_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise InputError("polynomials: must have degree at most 64 and at most 500,000 coefficients")

    monkeypatch.setattr(role_module.ProofSearch, "best_proof", refuse)
    learned = learn(random_game(11, 2, 3), samples=60, roles=("row",))["row"]
    assert learned.proof is None
    assert learned.worst < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 13])
def test_eight_parameters_give_a_list_even_where_no_proof_fits(seed: int) -> None:
    for learned in learn(random_game(seed, 2, 8), seconds=5).roles:
        assert learned.depth >= 1


def test_a_list_with_holes_is_refuted_by_them() -> None:
    game = random_game(3, 2, 3)
    learned = learn(game, seconds=3, roles=("row",))["row"]
    check = check_on_sample(game, [learned.decision_list], seed=5, n=20_000)
    assert learned.n_undefined == 0
    assert check.for_role("row").undefined == 0


def test_points_without_an_answer_are_counted_in_the_printed_line() -> None:
    from kibitz.rules.answers.learning import LearnedList

    line = LearnedList("row", "", 2, 1, None, False, (), None, 0.0, 0.0, 0.0, 20_000, n_undefined=9).describe()
    assert "no answer at 9 of 20,000 points" in line


def test_a_step_limit_gives_a_list_at_once_and_the_same_one_every_time() -> None:
    game = random_game(1, 5, 2)
    first = learn(game, seconds=0.001)
    assert [role.depth for role in first.roles] == [1, 1]
    assert first == learn(game, seconds=0.001)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_limit_that_is_no_time_is_refused(seconds: float) -> None:
    with pytest.raises(InputError, match="seconds"):
        learn(find_game("final-5-3"), seconds=seconds)


def test_what_is_found_in_time_does_not_depend_on_the_limit() -> None:
    game = find_game("weakest-link")
    assert learn(game, seconds=1_000).lists == learn(game).lists
    assert learn(game, seconds=1_000).implementation == (2, 1, Fraction(0))


def test_sampling_an_own_game_learns_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("sampling needs no list")

    monkeypatch.setattr("kibitz.rules.learning.lists.learn", refuse)
    text = """
name = "own"
roles = ["row", "column"]
[parameters]
p = "[0, 1]"
[actions]
row = ["a", "b"]
column = ["A", "B"]
[payoffs]
row = [["p", "-1"], ["-1", "1"]]
"""
    answer = ask("rules.sample", game_file=Document(name="own.toml", text=text), k=20)
    assert answer.learnt is None
    assert answer.losses[-1].k == 20


@pytest.mark.slow
def test_the_advice_on_samples_says_what_more_of_them_gain() -> None:
    answer = ask("rules.sample", game="final-5-3", k=200)
    assert "enough" not in answer.explain().headline
    assert "gain slowly" in answer.explain().headline
    assert "The loss is the larger one of the roles." in answer.describe_gain()


def test_the_list_that_captures_most_cells_is_at_hand_when_the_search_for_a_shorter_one_ends() -> None:
    learned = learn(zero_sum(SLOW_TO_SHORTEN, 2), seconds=1, roles=("row",))["row"]
    assert (learned.depth, learned.epsilon) == (4, 0)
    assert learned.undefined == ()


def test_a_divisor_that_is_zero_on_a_side_is_no_gap_where_an_earlier_rule_answers() -> None:
    learned = learn(find_game("tullock"), seed=1)
    assert "D = v*r - v*r^2" in format_list(learned.lists[0])
    assert learned.roles[0].undefined == ()
    assert learned.roles[0].is_exact


@pytest.mark.parametrize(("guard", "gaps"), [("p1 <= 0: b\nelse", ()), ("p2 >= 2: b\nelse", ("p1^2 + p1*p2 = 0",))])
def test_a_divisor_that_is_zero_on_a_side_is_named_where_its_rule_fires(guard: str, gaps: tuple[str, ...]) -> None:
    game = zero_sum((("p1", "0"), ("0", "p2")), 2)
    decisions = parse_list(f"for: row\nif {guard}: a with p1*p2/(p1*(p1 + p2)), otherwise b\n")
    witness = (parse_list("for: column\nelse: A with p2/(p1 + p2), otherwise B\n").outcomes[0][0], 0)
    cells = CellProof(PolynomialPayoffs.of(game), decisions, Claim.ROW, Fraction(0), (witness,))
    assert tuple(cells._holes()) == gaps
