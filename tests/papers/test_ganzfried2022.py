"""S. Ganzfried, "Human Strategic Decision Making in Parametrized Games", Mathematics 10 (2022) 1147: the worked games.

Each test computes what the paper prints and what is right, and compares the two.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from kibitz.games.parlour import final, two_by_two, weakest_link
from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.rules.language.notation import parse_list
from kibitz.solve import solve_zero_sum_exact

F = Fraction
LISTS = lists.lists()


def test_section_5_the_2x2_list_has_depth_5_by_definition_4_not_4() -> None:
    decisions = parse_list(two_by_two.PUBLISHED_LIST)
    assert (decisions.depth, decisions.width) == (5, 2)


def test_section_5_how_often_each_rule_of_the_2x2_list_fires_on_random_games() -> None:
    game = two_by_two.game()
    columns = game.domain.columns(game.domain.sample(np.random.default_rng(5), 200_000))
    shares = np.bincount(parse_list(two_by_two.CORRECTED_LIST).fired_rules(columns), minlength=5) / 200_000
    # A standard error of 0.1 points; the exact shares are 1/4, 1/4, 3/16, 3/16, 1/8.
    np.testing.assert_allclose(shares, [0.25, 0.25, 0.1875, 0.1875, 0.125], atol=0.004)


def test_appendix_b_the_closed_form_of_the_value_is_right() -> None:
    for p1, p2 in product([F(i, 11) for i in range(12)], repeat=2):
        if (p1, p2) != (1, 0):
            assert solve_zero_sum_exact(final.payoff_matrix((5, 3), p1, p2)).value == final.value_5_3(p1, p2)
    assert solve_zero_sum_exact(final.payoff_matrix((5, 3), F(1), F(0))).value == F(1, 2)


def test_appendix_b_wagers_1_and_2_pay_p1_p2_more_than_printed() -> None:
    """(A2) prints 1/2 - p2; the expansion of p1 + (1 - p1)(1 - p2) - 1/2 loses its last term."""
    for p1, p2 in product([F(0), F(1, 3), F(1)], repeat=2):
        assert final.payoff_matrix((5, 3), p1, p2)[1, 2] == F(1, 2) - p2 + p1 * p2


def test_appendix_b_the_printed_lists_are_wrong_for_the_printed_matrix() -> None:
    """Up to 0.0218 for player 1 near (.73, .22) and 0.0076 for player 2 near (.66, .16), on about half the square."""
    game = final.published_game()
    points = game.domain.grid(101)
    losses = game.check_losses(game.lists()["published"], points)
    first, second = losses["player 1"], losses["player 2"]
    assert first.max() == pytest.approx(0.0218, abs=5e-4)
    assert second.max() == pytest.approx(0.0076, abs=3e-4)
    np.testing.assert_allclose(points[first.argmax()], [0.73, 0.22], atol=0.03)
    np.testing.assert_allclose(points[second.argmax()], [0.66, 0.16], atol=0.03)
    harmed = (np.maximum(first, second) > 1e-9).mean()
    assert 0.44 < harmed < 0.5
    assert points[np.maximum(first, second) > 1e-9][:, 1].max() < 0.5


def test_appendix_b_the_same_lists_are_exact_for_the_true_matrix() -> None:
    game = final.game(5, 3)
    points = game.domain.grid(101)
    for edition in ("published", "corrected"):
        losses = game.check_losses(game.lists()[edition], points)
        assert max(column.max() for column in losses.values()) < 1e-12


@pytest.mark.parametrize("alpha", [F(0), F(1, 4), F(1, 2), F(1)])
def test_appendix_c1_all_printed_equilibria_of_three_cards_are_equilibria(alpha: F) -> None:
    third = F(1, 3)
    a = strategies.AStrategy(
        np.array([alpha / 3, F(0), alpha], object), np.array([F(0), alpha / 3 + third, F(1)], object)
    )
    b = strategies.BStrategy(np.array([F(0), third, F(1)], object), np.array([third, F(0), F(1)], object))
    assert strategies.duality_gap(a, b) == 0
    assert strategies.payoff(a, b) == F(-1, 18)


@pytest.mark.parametrize("n", range(3, 61))
def test_section_6_2_as_printed_b_always_loses_and_a_is_optimal_only_for_n_1_modulo_6(n: int) -> None:
    losses = lists.exploitability(LISTS["published"], n)
    assert losses["B"] == (F(7, 18) if n == 3 else F(1, n - 1) if n % 2 else F(2 * n - 1, 2 * n * (n - 1)))
    assert (losses["A"] == 0) == (n % 6 == 1)


@pytest.mark.parametrize(
    ("n", "loss"),
    [(3, F(2, 27)), (4, F(1, 24)), (5, F(1, 45)), (6, F(1, 108)), (8, F(5, 1008)), (10, F(1, 180)), (20, F(1, 1368))],
)
def test_section_6_2_what_player_a_as_printed_loses(n: int, loss: F) -> None:
    assert lists.exploitability(LISTS["published"], n)["A"] == loss


def test_section_6_2_with_three_cards_the_printed_a_bets_as_alpha_2_3_but_calls_as_alpha_0() -> None:
    a, _ = lists.strategies(LISTS["published"], 3)
    alpha = a.bet[2]
    assert alpha == F(2, 3)
    assert a.bet[0] == alpha / 3
    assert a.call[1] == F(1, 3) != alpha / 3 + F(1, 3) == F(5, 9)


@pytest.mark.parametrize(
    ("n", "value"),
    [(3, F(-1, 18)), (4, F(-1, 24)), (5, F(-1, 15)), (6, F(-11, 180)), (7, F(-1, 14)), (8, F(-1, 16)), (13, F(-5, 78))],
)
def test_section_6_2_the_values_of_small_decks(n: int, value: F) -> None:
    a, b = lists.strategies(LISTS["corrected"], n)
    assert strategies.lower_value_bound(a) == strategies.upper_value_bound(b) == value == strategies.value(n)


def test_section_6_3_the_printed_vote_is_wrong_in_one_case_of_eighteen() -> None:
    game = weakest_link.game()
    points = game.domain.sample(np.random.default_rng(63), 1_000_000)
    columns = game.domain.columns(points)
    (printed,), (right,) = (
        parse_list(text).apply_many(columns, [("P1", "P2")])
        for text in (weakest_link.PUBLISHED_LIST, weakest_link.CORRECTED_LIST)
    )
    wrong = printed[:, 0] != right[:, 0]
    # Standard errors below 0.04 points for the shares.
    assert printed[:, 0].mean() == pytest.approx(0.164, abs=0.002)
    assert right[:, 0].mean() == pytest.approx(0.108, abs=0.002)
    assert wrong.mean() == pytest.approx(0.0555, abs=0.001)
    assert (printed[wrong, 0] == 1).all(), "always by voting P1 where P2 is right"
    loss = game.check_losses([parse_list(weakest_link.PUBLISHED_LIST)], points)["you"]
    assert loss.mean() == pytest.approx(0.0025, abs=0.0001)
    assert loss[wrong].mean() == pytest.approx(0.046, abs=0.002)
    stronger = game.check_losses([parse_list("for: you\nelse: P2")], points)["you"]
    assert stronger.mean() == pytest.approx(0.0055, abs=0.0002)


@pytest.mark.parametrize(("p2", "y1", "cost"), [(F(1, 2), F(1, 1000), F(1, 2)), (F(0), F(0), F(1))])
def test_section_6_3_the_printed_vote_can_cost_half_the_bank_or_all_of_it(p2: F, y1: F, cost: F) -> None:
    """Half for chances close to 0; where nobody votes for you the test reads 0 >= 0 and throws away p1 - p2."""
    point = {"p1": F(1), "p2": p2, "y1": y1, "y2": F(0)}
    assert parse_list(weakest_link.PUBLISHED_LIST).apply(point) == ({"P1": 1},)
    assert parse_list(weakest_link.CORRECTED_LIST).apply(point) == ({"P2": 1},)
    lost = weakest_link.enumerated_payoff("P2", **point) - weakest_link.enumerated_payoff("P1", **point)
    assert abs(lost - cost) <= F(1, 500)


def test_section_6_3_the_case_left_out_is_the_one_where_nobody_votes_for_you() -> None:
    """Where somebody surely does, the two rules agree."""
    printed, right = parse_list(weakest_link.PUBLISHED_LIST), parse_list(weakest_link.CORRECTED_LIST)
    for i, j, k in product((1, 5, 11), range(12), range(12)):
        p1, p2, y = F(i, 11), F(i, 11) * F(j, 12), F(k, 11)
        for point in ({"p1": p1, "p2": p2, "y1": F(1), "y2": y}, {"p1": p1, "p2": p2, "y1": y, "y2": F(1)}):
            first, second = (weakest_link.enumerated_payoff(vote, **point) for vote in ("P1", "P2"))
            if first != second:
                assert printed.apply(point) == right.apply(point)
