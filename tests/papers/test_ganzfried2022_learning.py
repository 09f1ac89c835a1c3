"""Learning lists for the games of the parametrized-games paper, which leaves that to the future (its section 8).

The lists are learnt here, then compared with the paper's closed forms by computed values; nothing is looked up.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from kibitz.games.parlour import final, weakest_link
from kibitz.rules.learning.lists import LearnedLists, learn
from kibitz.rules.learning.partition import partition
from kibitz.rules.proof.verification import verify_proof

HALF = Fraction(1, 2)


@pytest.fixture(scope="module")
def learned() -> LearnedLists:
    return learn(final.game(5, 3))


def printed_value(p1: Fraction, p2: Fraction) -> Fraction:
    """The value to player 1, as appendix B prints it (it is right)."""
    if p2 >= HALF:
        return HALF - p2 + p1 * p2
    return (HALF + 2 * p1 * p2 - p1 / 2 - p1 * p1 * p2 / 2 - p2) / (1 - p1 + p1 * p2)


@pytest.mark.slow
def test_an_exact_list_of_depth_two_is_found_for_each_player_of_final_5_3(learned: LearnedLists) -> None:
    """The paper's lists have depth 5 and 6."""
    game = final.game(5, 3)
    for role in learned.roles:
        assert (role.depth, role.width, role.epsilon) == (2, 1, 0)
        assert role.proof is not None
        verified = verify_proof(role.proof, game, role.decision_list)
        assert verified.epsilon == 0
        assert verified.undefined == (), "the learnt lists have an answer everywhere, also at p1 = 1, p2 = 0"


def test_the_learnt_lists_secure_the_printed_value_exactly(learned: LearnedLists) -> None:
    game = final.game(5, 3)
    for point in game.domain.exact_grid(13):
        p1, p2 = point["p1"], point["p2"]
        x, y = (role.decision_list.apply(point)[0] for role in learned.roles)
        matrix = final.payoff_matrix((5, 3), p1, p2)
        secured = min(sum(x.get(str(i), 0) * matrix[i][j] for i in range(6)) for j in range(4))
        conceded = max(sum(y.get(str(j), 0) * matrix[i][j] for j in range(4)) for i in range(6))
        assert secured == conceded
        if 1 - p1 + p1 * p2:
            assert secured == printed_value(p1, p2)


def test_player_1_mixes_with_the_probabilities_of_the_closed_form(learned: LearnedLists) -> None:
    """Wager 1 with (1 - p1)(1 - 2 p2)/D for p2 below one half, otherwise 2: the only optimal strategy inside."""
    decisions = learned["player 1"].decision_list
    for k in range(1, 20):
        for j in range(1, 10):
            p1, p2 = Fraction(k, 20), Fraction(j, 20)
            played = decisions.apply({"p1": p1, "p2": p2})[0]
            expected = (1 - p1) * (1 - 2 * p2) / (1 - p1 + p1 * p2)
            assert played.get("1", 0) == expected
            assert played.get("2", 0) == 1 - expected


def test_the_exact_guard_of_weakest_link_is_found() -> None:
    """Vote P1 iff y1 (2 p1 - p2) + y2 (p1 - 2 p2) >= 3 (p1 - p2), ties included."""
    game = weakest_link.game()
    [role] = learn(game).roles
    assert (role.depth, role.width, role.epsilon) == (2, 1, 0)
    assert role.proof is not None
    assert verify_proof(role.proof, game).epsilon == 0
    rng = np.random.default_rng(4)
    n_first = 0
    for _ in range(400):
        a, b, y1, y2 = (Fraction(int(k), 12) for k in rng.integers(0, 13, 4))
        p1, p2 = max(a, b), min(a, b)
        point = {"p1": p1, "p2": p2, "y1": y1, "y2": y2}
        if not game.domain.contains(point):
            continue
        is_first = y1 * (2 * p1 - p2) + y2 * (p1 - 2 * p2) > 3 * (p1 - p2)
        is_tie = y1 * (2 * p1 - p2) + y2 * (p1 - 2 * p2) == 3 * (p1 - p2)
        [(vote, chance)] = role.decision_list.apply(point)[0].items()
        assert chance == 1
        assert is_tie or vote == game.rows[0 if is_first else 1]
        n_first += is_first
    assert n_first > 20


@pytest.mark.parametrize(("leaves", "bar"), [(8, 0.046), (64, 0.015)])
def test_constant_strategies_on_boxes_have_small_certified_gaps(leaves: int, bar: float) -> None:
    game = final.game(5, 3)
    result = partition(game, leaves=leaves)
    assert result.decision_list.depth == leaves
    assert verify_proof(result.proof, game, result.decision_list).epsilon == result.epsilon
    assert result.epsilon <= bar


@pytest.mark.parametrize("scores", [(7, 4), (10, 6)])
def test_one_pure_wager_is_optimal_on_the_whole_square(scores: tuple[int, int]) -> None:
    game = final.game(*scores)
    result = learn(game, samples=100)
    assert result.implementation == (1, 0, 0)
    for role in result.roles:
        assert role.proof is not None
        assert verify_proof(role.proof, game).epsilon == 0


@pytest.mark.slow
def test_final_5_4_has_one_formula_for_each_player() -> None:
    """Exact but at the two corners p1 = 1, p2 = 0 and p1 = 0, p2 = 1, where the formulas are 0/0."""
    game = final.game(5, 4)
    result = learn(game)
    assert result.implementation == (1, 0, 0)
    for role in result.roles:
        assert role.proof is not None
        assert len(verify_proof(role.proof, game).undefined) == 1


@pytest.mark.slow
def test_final_4_3_has_exact_lists_of_depth_three() -> None:
    game = final.game(4, 3)
    result = learn(game)
    assert result.implementation == (3, 1, 0)
    for role in result.roles:
        assert role.proof is not None
        assert verify_proof(role.proof, game).epsilon == 0
