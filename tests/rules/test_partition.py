"""Boxes with constant strategies: one linear program a cell, a list that reads well, a bound that holds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.parlour import final, two_by_two, weakest_link
from kibitz.rules.algebra.bernstein import Box
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.learning.partition import CellPrograms, Partition, partition
from kibitz.rules.proof.verification import verify_proof


@pytest.fixture(scope="module")
def eight() -> Partition:
    return partition(final.game(5, 3), leaves=8)


def linear_program_bound(payoffs: PolynomialPayoffs, box: Box) -> float:
    """The same bound by the linear program as it is usually written, solved by HiGHS."""
    from scipy.optimize import linprog

    low, high = zip(*[(float(a), float(b)) for a, b in box], strict=True)
    corners = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(len(box), -1).T
    matrices = payoffs.matrices(corners)
    n, m, k = matrices.shape
    width = m + k + 2 * n + 1  # x, y, the upper and the lower bound at each corner, and their largest difference
    rows = []
    for v, matrix in enumerate(matrices):
        for i in range(m):
            row = np.zeros(width)
            row[m : m + k], row[m + k + v] = matrix[i], -1
            rows.append(row)
        for j in range(k):
            row = np.zeros(width)
            row[:m], row[m + k + n + v] = -matrix[:, j], 1
            rows.append(row)
        row = np.zeros(width)
        row[m + k + v], row[m + k + n + v], row[-1] = 1, -1, -1
        rows.append(row)
    sums = np.zeros((2, width))
    sums[0, :m] = sums[1, m : m + k] = 1
    costs = np.zeros(width)
    costs[-1] = 1
    bounds = [(0, None)] * (m + k) + [(None, None)] * (2 * n + 1)
    answer = linprog(costs, np.array(rows), np.zeros(len(rows)), sums, [1, 1], bounds, method="highs")
    return float(answer.fun)


def test_the_game_over_pairs_has_the_value_of_the_linear_program() -> None:
    payoffs = PolynomialPayoffs.of(final.game(5, 3))
    rng = np.random.default_rng(3)
    boxes = []
    for _ in range(12):
        sides = np.sort(rng.integers(0, 17, (2, 2)), axis=1)
        boxes.append(tuple((Fraction(int(a), 16), Fraction(int(b), 16)) for a, b in sides))
    for box, node in zip(boxes, CellPrograms(payoffs).nodes(boxes), strict=True):
        assert node.bound == pytest.approx(linear_program_bound(payoffs, box), abs=1e-8)


def test_no_sample_loses_more_than_the_proved_bound(eight: Partition) -> None:
    game = final.game(5, 3)
    points = game.domain.sample(np.random.default_rng(1), 5_000)
    losses = game.check_losses([eight.decision_list], points)
    total = losses["player 1"] + losses["player 2"]
    assert total.max() <= float(eight.epsilon) + 1e-12
    assert total.max() >= float(eight.epsilon) / 3, "the bound is not idle"


def test_the_list_names_at_most_one_limit_for_each_parameter(eight: Partition) -> None:
    assert eight.decision_list.depth == 8
    assert eight.decision_list.width <= 2
    assert all(c.operator == "<=" for rule in eight.decision_list.rules for c in rule.guard.conditions)


def test_the_proof_of_a_partition_is_verified(eight: Partition) -> None:
    verified = verify_proof(eight.proof, final.game(5, 3), eight.decision_list)
    assert verified.epsilon == eight.epsilon
    assert verified.n_cells == 8


def test_more_cells_never_make_the_bound_worse(eight: Partition) -> None:
    assert list(eight.bounds) == sorted(eight.bounds, reverse=True)
    assert len(eight.bounds) == 8


def test_a_game_with_one_best_pair_is_not_cut() -> None:
    result = partition(final.game(7, 4), leaves=16)
    assert result.epsilon == 0
    assert result.decision_list.depth == 1


def test_a_vote_is_cut_into_boxes_too() -> None:
    game = weakest_link.game()
    result = partition(game, leaves=8)
    verified = verify_proof(result.proof, game)
    points = game.domain.sample(np.random.default_rng(2), 2_000)
    losses = game.check_losses([result.decision_list], points)
    assert max(loss.max() for loss in losses.values()) <= float(verified.epsilon) + 1e-12


@pytest.mark.parametrize("leaves", [0, -1, 10**6])
def test_a_senseless_number_of_leaves_is_refused(leaves: int) -> None:
    with pytest.raises(InputError, match="leaves"):
        partition(final.game(5, 3), leaves=leaves)


def test_a_general_sum_game_is_refused() -> None:
    with pytest.raises(InputError, match="zero-sum"):
        partition(two_by_two.game())
