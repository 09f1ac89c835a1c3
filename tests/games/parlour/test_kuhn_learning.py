"""Kuhn lists learnt from solved decks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.games.parlour.kuhn.learning import AffineForm, OptimalMasses, fitting_forms, learn_lists
from kibitz.rules.language.notation import format_list
from kibitz.solve.sequence_form import solve_tree

F = Fraction


@pytest.mark.slow
def test_the_lists_learnt_have_no_duality_gap_in_any_deck_from_3_to_60_and_are_the_corrected_ones() -> None:
    learnt = learn_lists()
    for n in range(3, 61):
        assert strategies.duality_gap(*lists.strategies(learnt, n)) == 0
    for ours, known in zip(learnt, lists.lists()["corrected"], strict=True):
        assert format_list(ours).replace(", learnt", "") == format_list(known)


def test_the_interval_of_a_mass_is_what_the_equilibria_of_three_cards_allow() -> None:
    """A bluffs with alpha/3 and bets with alpha; B is unique."""
    a, b = OptimalMasses("A", 3), OptimalMasses("B", 3)
    assert a.interval("bluff") == pytest.approx((0, 1 / 3), abs=1e-5)
    assert a.interval("value") == pytest.approx((0, 1), abs=1e-5)
    for mass, value in (("call", 4 / 3), ("bluff", 1 / 3), ("value", 1)):
        assert b.interval(mass) == pytest.approx((value, value), abs=1e-5)
    a.fix("bluff", 1 / 6)
    assert a.interval("value") == pytest.approx((1 / 2, 1 / 2), abs=1e-5)


@pytest.mark.parametrize("n", [3, 5])
def test_the_sequence_form_lies_within_the_intervals(n: int) -> None:
    from kibitz.games.parlour.kuhn.tree import tree

    solution = solve_tree(tree(n))
    called = sum(float(solution.column[f"B bet {y}"][0]) for y in range(1, n + 1))
    low, high = OptimalMasses("B", n).interval("call")
    assert low - 1e-4 <= called <= high + 1e-4


def test_forms_are_found_by_their_values_and_short_ones_come_first() -> None:
    wanted = AffineForm(1, 5, 0, 3)
    intervals = {n: (float(wanted.at(n, 0)) - 1e-6, float(wanted.at(n, 0)) + 1e-6) for n in range(3, 12)}
    assert next(fitting_forms(intervals, dict.fromkeys(range(3, 12), 0))) == wanted
    assert wanted.to_text() == "(n + 5)/3"
    assert AffineForm(1, -1, 0, 6).to_text() == "(n - 1)/6"
    assert AffineForm(2, -2, -1, 4).to_text(from_top=True) == "(2*n + 6 + beta)/4"
