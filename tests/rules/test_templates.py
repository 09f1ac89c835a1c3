"""Kernels: the formulas of Shapley and Snow against exact solutions, and how they are written."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from kibitz.games.parlour import final, two_by_two
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.language.decision_list import Mix
from kibitz.rules.learning.templates import (
    OPTIMALITY_TOLERANCE,
    constant_templates,
    kernel_template,
    kernel_templates,
    pure_templates,
    role_losses,
)
from kibitz.solve.zero_sum import solve_zero_sum_batch, solve_zero_sum_exact


def exact_point(names: tuple[str, ...], rng: np.random.Generator) -> dict[str, Fraction]:
    return {name: Fraction(int(rng.integers(1, 40)), 40) for name in names}


def test_the_kernel_of_a_two_by_two_game_is_its_equilibrium() -> None:
    game = two_by_two.zero_sum_game()
    payoffs = PolynomialPayoffs.of(game)
    rng = np.random.default_rng(5)
    n_mixed = 0
    for _ in range(60):
        point = {name: Fraction(int(rng.integers(-20, 21)), 20) for name in payoffs.names}
        matrix = [[entry.evaluate(point) for entry in line] for line in payoffs.row]
        solved = solve_zero_sum_exact(matrix)
        if min(*solved.row, *solved.column) == 0:
            continue
        n_mixed += 1
        for role, strategy in enumerate((solved.row, solved.column)):
            formula = kernel_template(payoffs, ((0, 1), (0, 1)), role).formula
            below = formula.denominator.evaluate(point)
            assert tuple(n.evaluate(point) / below for n in formula.numerators) == strategy
    assert n_mixed >= 10


@pytest.mark.parametrize("role", [0, 1])
def test_templates_are_optimal_where_they_say_and_cover_all_samples(role: int) -> None:
    payoffs = PolynomialPayoffs.of(final.game(5, 3))
    points = np.random.default_rng(0).random((120, 2))
    matrices = payoffs.matrices(points)
    values, rows, columns = solve_zero_sum_batch(matrices)
    result = kernel_templates(payoffs, role, matrices, values, (rows, columns))
    result += pure_templates(payoffs.actions[role], payoffs.names)
    table = np.array([role_losses(matrices, values, t.strategies(points, payoffs.names), role) for t in result])
    assert (table >= -1e-9).all(), "no formula beats the value"
    assert (table.min(axis=0) <= OPTIMALITY_TOLERANCE).all(), "at every sample some formula is optimal"


def test_a_formula_outside_the_simplex_or_over_zero_is_no_strategy() -> None:
    payoffs = PolynomialPayoffs.of(final.game(5, 3))
    template = kernel_template(payoffs, ((1, 2), (0, 3)), 0)
    points = np.array([[0.5, 0.9], [1.0, 0.0], [0.5, 0.25]])
    strategies = template.strategies(points, payoffs.names)
    assert np.isnan(strategies[:2]).all()
    np.testing.assert_allclose(strategies[2].sum(), 1.0)


def test_a_written_template_plays_what_its_formula_says() -> None:
    payoffs = PolynomialPayoffs.of(final.game(5, 3))
    template = kernel_template(payoffs, ((1, 2), (0, 3)), 0)
    point = {"p1": Fraction(1, 3), "p2": Fraction(1, 5)}
    below = template.formula.denominator.evaluate(point)
    played = template.mix().at(point, exact=True)
    for action, numerator in zip(template.actions, template.formula.numerators, strict=True):
        assert played.get(action, 0) == numerator.evaluate(point) / below


def test_pure_templates_are_the_shortest() -> None:
    actions, names = ("a", "b", "c"), ("p",)
    pure = pure_templates(actions, names)
    assert [template.mix() for template in pure] == [Mix((), action) for action in actions]
    mixed = constant_templates(np.array([[0.5, 0.25, 0.25]]), actions, names, 12, 5)
    assert all(template.size < mixed[0].size for template in pure)


def test_rounded_constants_sum_to_one() -> None:
    strategies = np.random.default_rng(1).dirichlet([1, 1, 1, 1], 200)
    for template in constant_templates(strategies, ("a", "b", "c", "d"), ("p",), 12, 100):
        chances = [numerator.number for numerator in template.formula.numerators]
        assert sum(chances) == 1
        assert min(chances) >= 0
