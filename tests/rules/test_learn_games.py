"""The textbook games: lists with loss 0, proved for both roles; quotients; and that wrong lists are not proved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from kibitz.app.rule_questions.game_families import find_game
from kibitz.core import InputError
from kibitz.games.parlour import classics
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.games.payoffs import PolynomialPayoffs, is_positive
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.language.notation import parse_list
from kibitz.rules.learning.lists import learn
from kibitz.rules.proof.proof import Proof
from kibitz.rules.proof.search import certify
from kibitz.rules.proof.verification import ProofError, verify_proof
from kibitz.solve import solve_zero_sum_exact

F = Fraction
QUICK = {"diagonal": (3, 1), "hawk-dove": (2, 1), "battle-of-the-sexes": (3, 1), "inspection": (3, 1)}
LONG = {
    "two-by-two": (5, 2),
    "two-by-two-zero-sum": (4, 2),
    "penalty": (4, 2),
    "relance-5": (4, 1),
    "relance-6": (5, 1),
    "tullock": (3, 1),
}


def show(name: str, depth: int, width: int) -> None:
    game = find_game(name)
    learned = learn(game, seed=1)
    assert learned.implementation[2] == 0
    assert learned.implementation[0] <= depth
    assert learned.implementation[1] <= width
    points = game.domain.sample(np.random.default_rng(5), 2_000)
    assert max(column.max() for column in game.check_losses(learned.lists, points).values()) < 1e-9
    for role in learned.roles:
        assert role.proof is not None
        again = Proof.from_json(role.proof.to_json())
        assert verify_proof(again, game, role.decision_list).epsilon == 0
        assert role.undefined == ()


@pytest.mark.parametrize("name", QUICK)
def test_a_short_list_is_learnt_and_its_proof_verified_from_what_is_written(name: str) -> None:
    show(name, *QUICK[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_a_list_that_needs_conjunctions_or_many_lines_is_learnt_and_proved(name: str) -> None:
    show(name, *LONG[name])


def test_a_list_that_is_wrong_on_a_thin_set_is_not_proved_exact() -> None:
    """On the diagonal game the mixture is wrong wherever the signs differ; a strict and a lax guard are both tried."""
    game = classics.diagonal()
    text = "for: row\nif x*y > {limit}: top with y/(x + y), otherwise bottom\nelse if y >= 0: bottom\nelse: top\n"
    mixed = learn(game, samples=40, seed=1, roles=("column",)).roles[0].decision_list
    witnesses = tuple(parse_list("for: column\nelse: left with y/(x + y), otherwise right\n").outcomes[0])
    right = certify(game, parse_list(text.format(limit="0")), epsilon=0, max_cells=10, witnesses=witnesses)
    assert right is not None
    assert right.epsilon == 0
    wrong = certify(game, parse_list(text.format(limit="-1/100")), epsilon=0, max_cells=10, witnesses=witnesses)
    assert wrong is None or wrong.epsilon > 0
    assert mixed.depth == 3


def test_a_proof_by_signs_does_not_survive_other_splits_or_another_list() -> None:
    game = classics.diagonal()
    learned = learn(game, samples=60, seed=1, roles=("row",)).roles[0]
    assert learned.proof is not None
    assert learned.proof.splits == ()
    with pytest.raises(ProofError):
        verify_proof(replace(learned.proof, splits=None), game)
    with pytest.raises(ProofError):
        verify_proof(replace(learned.proof, cells=()), game)


def quotient_game(divisor: str) -> PolynomialGame:
    payoffs = ((f"p/({divisor})", "1/3"), ("1/2", f"1 - p/({divisor})"))
    table = tuple(tuple(parse_expression(text) for text in line) for line in payoffs)
    return PolynomialGame(
        "q",
        "q",
        ("row", "column"),
        parse_domain("p in [0, 1]"),
        Objective.EXPLOITABILITY,
        ("top", "bottom"),
        ("left", "right"),
        table,
    )


def test_a_bound_for_quotients_is_in_the_units_of_the_payoffs() -> None:
    """What bottom loses grows with p, and so does the denominator: in other units the bound is three times that."""
    payoffs = (("p/(1 + 2*p)", "p/(1 + 2*p)"), ("0", "0"))
    game = replace(quotient_game("1"), row_payoffs=tuple(tuple(map(parse_expression, line)) for line in payoffs))
    decisions = parse_list("for: row\nelse: bottom\n")
    proof = certify(game, decisions, max_cells=60)
    assert proof is not None
    assert F(1, 3) <= verify_proof(proof, game, decisions).epsilon <= F(36, 100)
    with pytest.raises(ProofError):
        verify_proof(replace(proof, epsilon=F(3, 10)), game)


def test_a_denominator_that_may_be_0_is_refused_and_a_negative_one_turned() -> None:
    with pytest.raises(InputError, match="positive for all parameters, not by"):
        PolynomialPayoffs.of(quotient_game("2*p - 1"))
    payoffs = PolynomialPayoffs.of(quotient_game("p - 3"))
    points = np.array([[0.25], [1.0]])
    np.testing.assert_allclose(payoffs.matrices(points), quotient_game("p - 3").payoff_arrays(points)[0])
    box = ((F(0), F(1)),)
    p = PolynomialPayoffs.of(quotient_game("1 + p")).row[0][0].names
    assert p == ("p",)
    from kibitz.rules.algebra.polynomial import Polynomial

    def poly(text: str) -> Polynomial:
        return Polynomial.from_expression(parse_expression(text), ("p",))

    assert is_positive(poly("(2*p - 1)^2 + 1/100"), box)
    assert not is_positive(poly("(2*p - 1)^2"), box)


def test_in_the_relance_threshold_plans_lose_nothing_against_all_plans() -> None:
    """All 2^n plans of both players for three and four hands, solved exactly, have the value of the threshold game."""
    for hands, b in product((3, 4), (F(3, 2), F(3))):
        plans = list(product((0, 1), repeat=hands))
        full = np.zeros((len(plans), len(plans)), dtype=object)
        for i, ours in enumerate(plans):
            for j, theirs in enumerate(plans):
                for x, y in product(range(hands), repeat=2):
                    paid = -1 if not ours[x] else 1 if not theirs[y] else b * ((x > y) - (x < y))
                    full[i, j] = full[i, j] + F(paid) / hands**2
        thresholds = classics.relance(hands).instance({"b": b}).payoffs[0]
        secured = solve_zero_sum_exact(thresholds)
        assert secured.value == solve_zero_sum_exact(full[np.ix_(*[_some(plans)] * 2)]).value
        # A best reply to a threshold mixture among all plans wins no more.
        rows = {plan: k for k, plan in enumerate(plans)}
        chosen = [rows[tuple(int(x >= hands - best) for x in range(hands))] for best in range(hands + 1)]
        assert (full[:, chosen] @ secured.column).max() == secured.value == (secured.row @ full[chosen]).min()


def _some(plans: list[tuple[int, ...]]) -> list[int]:
    return [k for k, plan in enumerate(plans) if tuple(sorted(plan)) == plan]


def test_roles_of_a_zero_sum_game_can_be_learnt_on_two_workers() -> None:
    from kibitz.app.rule_questions.learning import LearnRequest

    assert "workers" in LearnRequest.uses
