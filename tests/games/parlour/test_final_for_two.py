"""Final for two players: payoffs against enumeration, lists against the exact solution."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.parlour import final
from kibitz.games.parlour.position import FinalPosition
from kibitz.rules.games.game import strategies_at
from kibitz.rules.language.expression import evaluate, parse_expression
from kibitz.rules.proof.search import certify
from kibitz.rules.proof.verification import verify_proof
from kibitz.solve import duality_gap, solve_zero_sum_exact

F = Fraction
chances = st.fractions(0, 1, max_denominator=50)
small_scores = st.tuples(st.integers(0, 9), st.integers(0, 9))


def enumerated_payoff(scores: tuple[int, int], wagers: tuple[int, int], p1: F, p2: F) -> F:
    """Player 1's chance to win minus 1/2, outcome by outcome."""
    total = F(0)
    for right1, right2 in product((True, False), repeat=2):
        chance = (p1 if right1 else 1 - p1) * (p2 if right2 else 1 - p2)
        ends = [s + w if right else s - w for s, w, right in zip(scores, wagers, (right1, right2), strict=True)]
        total += chance * (F(1) if ends[0] > ends[1] else F(1, 2) if ends[0] == ends[1] else F(0))
    return total - F(1, 2)


@given(small_scores, chances, chances)
def test_payoffs_are_those_of_the_four_outcomes(scores: tuple[int, int], p1: F, p2: F) -> None:
    matrix = final.payoff_matrix(scores, p1, p2)
    for wagers in product(range(scores[0] + 1), range(scores[1] + 1)):
        assert matrix[wagers] == enumerated_payoff(scores, wagers, p1, p2)


@given(small_scores, chances, chances)
def test_floats_arrays_and_expressions_give_the_same_payoffs(scores: tuple[int, int], p1: F, p2: F) -> None:
    exact = final.payoff_matrix(scores, p1, p2)
    many = final.payoff_matrix(scores, np.array([float(p1), 0.5]), np.array([float(p2), 0.25]))
    assert many.shape == (2, scores[0] + 1, scores[1] + 1)
    np.testing.assert_allclose(many[0], exact.astype(float), atol=1e-14)
    np.testing.assert_allclose(final.payoff_matrix(scores, float(p1), float(p2)), exact.astype(float), atol=1e-14)
    assert (final.game(*scores).instance({"p1": p1, "p2": p2}).payoffs[0] == exact).all()


@given(small_scores, chances, chances)
def test_exchanging_the_players_turns_every_payoff_round(scores: tuple[int, int], p1: F, p2: F) -> None:
    there = final.payoff_matrix(scores, p1, p2)
    back = final.payoff_matrix((scores[1], scores[0]), p2, p1)
    assert (there == -back.T).all()


@settings(max_examples=60)
@given(st.one_of(small_scores, st.sampled_from([(5, 3), (3, 5)])), chances, chances)
def test_the_solution_has_no_duality_gap(scores: tuple[int, int], p1: F, p2: F) -> None:
    solution = final.solve_position(FinalPosition(scores, (p1, p2)))
    assert duality_gap(solution.matrix, solution.row, solution.column) == 0
    assert solution.value == solve_zero_sum_exact(solution.matrix).value


@pytest.mark.parametrize("scores", [(5, 3), (3, 5)])
@pytest.mark.parametrize("edition", ["published", "corrected"])
def test_the_lists_for_5_v_3_are_exact_on_a_grid_with_all_borders(scores: tuple[int, int], edition: str) -> None:
    lists = final.lists(scores)[edition]
    for p1, p2 in product([F(i, 12) for i in range(13)], repeat=2):
        row, column = (strategies_at(lists, {"p1": p1, "p2": p2})[role] for role in final.ROLES)
        x = np.array([row.get(str(w), F(0)) for w in range(scores[0] + 1)], dtype=object)
        y = np.array([column.get(str(w), F(0)) for w in range(scores[1] + 1)], dtype=object)
        assert duality_gap(final.payoff_matrix(scores, p1, p2), x, y) == 0, (p1, p2)


def test_the_corrected_list_has_depth_2_and_width_1() -> None:
    assert [(each.depth, each.width) for each in final.lists((5, 3))["corrected"]] == [(2, 1)]
    assert [(each.depth, each.width) for each in final.lists((5, 3))["published"]] == [(5, 1), (6, 2)]


def test_the_slacks_of_the_lower_half_are_products_of_signed_factors() -> None:
    """Both sides times 2D are polynomials of degree at most 2 in p1 and in p2, so nine points prove each identity."""
    for p1, p2 in product([F(1, 5), F(1, 3), F(4, 7), F(3, 4)], repeat=2):
        D = 1 - p1 + p1 * p2
        a, x, y = (1 - p1) * (1 - 2 * p2), (1 - p1) * (1 - 2 * p2) / D, p1 * p2 / D
        matrix = final.payoff_matrix((5, 3), p1, p2)
        row = np.array([0, x, 1 - x, 0, 0, 0], dtype=object)
        column = np.array([y, 0, 0, 1 - y], dtype=object)
        value = row @ matrix @ column
        w = p1 * p2 * (1 - p1) / (2 * D)
        last = (1 - p1) * (p1 * p2 + (1 - p1) * (1 - p2)) / (2 * D)
        assert (row @ matrix - value == np.array([0, p2 * a / (2 * D), p1 * p2 * a / (2 * D), 0], object)).all()
        assert (value - matrix @ column == np.array([w, 0, 0, w, w, last], object)).all()


def test_the_slacks_of_the_upper_half_are_products_of_signed_factors() -> None:
    for p1, p2 in product([F(1, 5), F(1, 3), F(4, 7), F(3, 4)], repeat=2):
        matrix = final.payoff_matrix((5, 3), p1, p2)
        value = matrix[2, 3]
        assert (matrix[2] - value == np.array([(1 - p1) * (2 * p2 - 1) / 2, 0, 0, 0], object)).all()
        expected = [p1 * p2, p1 * p2 / 2, 0, 0, 0, (1 - p1) * (1 - p2) / 2]
        assert (value - matrix[:, 3] == np.array(expected, object)).all()


def test_scores_of_200_are_solved_and_larger_ones_refused() -> None:
    solution = final.solve_position(FinalPosition((200, 150), (F(1, 2), F(2, 5))))
    assert duality_gap(solution.matrix, solution.row, solution.column) < 1e-9
    with pytest.raises(InputError, match="scores: must be whole numbers from 0 to 200"):
        final.game(201, 3)


def test_a_runaway_leader_cannot_lose() -> None:
    solution = final.solve_position(FinalPosition((7, 3), (F(1, 3), F(2, 3))))
    assert solution.value == F(1, 2)


@given(small_scores, chances, chances)
def test_constant_wagers_have_no_gap_whatever_the_chances(scores: tuple[int, int], p1: F, p2: F) -> None:
    wagers = final.constant_wagers(scores)
    if wagers is not None:
        matrix = final.payoff_matrix(scores, p1, p2)
        assert matrix[:, wagers[1]].max() == matrix[wagers[0]].min()


@pytest.mark.parametrize(
    ("scores", "wagers"),
    [((7, 4), (2, 4)), ((10, 6), (3, 6)), ((7, 3), (0, 3)), ((3, 7), (3, 0)), ((4, 3), None), ((5, 3), None)],
)
def test_some_scores_need_no_chances_at_all(scores: tuple[int, int], wagers: tuple[int, int] | None) -> None:
    assert final.constant_wagers(scores) == wagers


def test_scores_without_a_known_list_have_none() -> None:
    assert final.lists((4, 3)) == {}
    assert final.game(4, 3).lists() == {}


def test_the_printed_matrix_differs_from_the_true_one_in_one_entry() -> None:
    point = {"p1": F(3, 7), "p2": F(2, 11)}
    true = final.payoff_matrix((5, 3), point["p1"], point["p2"])
    differing = [
        (i, j)
        for i, line in enumerate(final.PUBLISHED_MATRIX)
        for j, text in enumerate(line)
        if evaluate(parse_expression(text), point) != true[i, j]
    ]
    assert differing == [(1, 2)]


@pytest.mark.parametrize("scores", [(5, 3), (3, 5)])
def test_the_corrected_list_is_certified_to_lose_nothing_and_to_have_an_answer_everywhere(
    scores: tuple[int, int],
) -> None:
    game = final.game(*scores)
    (decisions,) = game.lists()["corrected"]
    proof = certify(game, decisions, epsilon=0, max_cells=20)
    assert proof is not None
    verified = verify_proof(proof, game, decisions)
    assert verified.epsilon == 0
    assert verified.undefined == ()
