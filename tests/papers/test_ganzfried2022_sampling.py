"""Sections 4 and 5 of Ganzfried (2022): lemma 4, theorems 1 and 2, and the experiment of Figure 1, computed anew."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import Name, parse_expression
from kibitz.rules.language.notation import format_list, parse_list
from kibitz.rules.learning.distance import L1, L2, Distance, shift_scale_invariant
from kibitz.rules.learning.sampling import draw_samples, nearest_sample_list, solve_samples
from kibitz.solve import exploitability, solve_zero_sum_exact

a, c, e, g = (Name(name) for name in "aceg")
ZERO_SUM_2X2 = PolynomialGame(
    "2x2",
    "2x2 zero-sum game",
    ("row", "column"),
    parse_domain("a in [-1, 1], c in [-1, 1], e in [-1, 1], g in [-1, 1]"),
    Objective.EXPLOITABILITY,
    ("top", "bottom"),
    ("left", "right"),
    ((a, c), (e, g)),
)
PRINTED = {2: 0.0129, 20: 0.159, 100_000: 0.0077}
"""Mean exploitability after k training games, section 5."""

payoffs = st.lists(st.integers(-8, 8), min_size=9, max_size=9)
changes = st.lists(st.integers(-2, 2), min_size=9, max_size=9)


@given(payoffs, changes)
@settings(max_examples=60)
def test_lemma_4_an_equilibrium_is_exploited_by_at_most_twice_the_change_of_payoffs(
    before: list[int], change: list[int]
) -> None:
    first = np.array([Fraction(entry) for entry in before], dtype=object).reshape(3, 3)
    second = first + np.array([Fraction(entry) for entry in change], dtype=object).reshape(3, 3)
    solution = solve_zero_sum_exact(first)
    epsilon = max(abs(entry) for entry in change)
    for strategy, player in ((solution.row, "row"), (solution.column, "column")):
        assert exploitability(second, strategy, player) <= 2 * epsilon  # type: ignore[arg-type]


def test_lemma_4_is_sharp() -> None:
    # Where all payoffs are 0 every strategy is optimal; then one row loses 1 and the other gains 1.
    before, after = np.array([[0, 0], [0, 0]]), np.array([[-1, -1], [1, 1]])
    assert exploitability(before, [1, 0], "row") == 0
    assert exploitability(after, [1, 0], "row") == pytest.approx(2)


def test_theorem_1_counts_twice_too_much_of_the_samples_at_the_border() -> None:
    # Printed: a sample within delta with 1 - (1 - 2 delta)^t. At a border only one side lies in the domain.
    delta, t, n = 0.05, 20, 20_000
    drawn = parse_domain("x in [0, 1]").sample(np.random.default_rng(1), n * t)
    near = {}
    for at in (0.0, 0.5, 1.0):
        distances = L1.between(drawn, np.array([[at]])).reshape(n, t)
        near[at] = float((distances.min(axis=1) <= delta).mean())
    inside, border = 1 - (1 - 2 * delta) ** t, 1 - (1 - delta) ** t
    error = 4 * (0.25 / n) ** 0.5
    assert near[0.5] == pytest.approx(inside, abs=error)
    assert near[0.0] == pytest.approx(border, abs=error)
    assert near[1.0] == pytest.approx(border, abs=error)
    assert border < inside - 0.2


def test_theorem_2_asks_for_the_farthest_sample_as_printed_and_has_width_t_minus_1() -> None:
    payoff = ((parse_expression("x"),), (parse_expression("1/2"),))
    domain = parse_domain("x in [0, 1]")
    game = PolynomialGame("one", "one", ("player",), domain, Objective.PAYOFF, ("x", "half"), ("-",), payoff)
    samples = solve_samples(game, np.array([[0.125], [0.375], [0.875]]), L1)
    decisions = nearest_sample_list(samples)
    assert (decisions.depth, decisions.width) == (3, 2), "printed: depth t and width t"
    printed = parse_list(format_list(decisions).replace(">= 0", "<= 0"))
    for x in (Fraction(0), Fraction(1, 5), Fraction(3, 5), Fraction(1)):
        distances = [abs(x - at) for at in (Fraction(1, 8), Fraction(3, 8), Fraction(7, 8))]
        assert decisions.fired_rule({"x": x}) == distances.index(min(distances))
        assert distances[printed.fired_rule({"x": x})] == max(distances)


def _curve(distance: Distance, ks: tuple[int, ...], seeds: int) -> np.ndarray:
    """Mean exploitability of the row player after k training games, one row a seed; 1,000 test games for each k."""
    table = np.empty((seeds, len(ks)))
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        samples = draw_samples(ZERO_SUM_2X2, ks[-1], rng, distance)
        for column, k in enumerate(ks):
            points = ZERO_SUM_2X2.domain.sample(rng, 1_000)
            table[seed, column] = samples.first(k).losses(points)["row"].mean()
    return table


def test_figure_1_falls_on_average_and_starts_far_above_the_printed_figure() -> None:
    curve = _curve(L2, (1, 2, 3, 20, 100, 1_000), seeds=20)
    means, errors = curve.mean(axis=0), curve.std(axis=0, ddof=1) / np.sqrt(len(curve))
    assert (np.diff(means) < 0).all(), "no peak at 20"
    assert curve[:, 1].min() > 7 * PRINTED[2]
    assert means[1] - 4 * errors[1] > 10 * PRINTED[2]
    assert means[3] + 4 * errors[3] < PRINTED[20]


def test_figure_1_no_constant_strategy_comes_near_the_printed_figure_for_two_games() -> None:
    # The nearest of two games plays one of two constant strategies; even the best single one loses more than .2.
    points = ZERO_SUM_2X2.domain.sample(np.random.default_rng(3), 4_000)
    best = min(
        ZERO_SUM_2X2.check_losses([parse_list(f"for: row\nelse: top with {k}/10, otherwise bottom")], points)[
            "row"
        ].mean()
        for k in range(11)
    )
    assert best > 15 * PRINTED[2]


@pytest.mark.slow
def test_figure_1_ends_below_the_printed_figure() -> None:
    rng = np.random.default_rng(11)
    losses = draw_samples(ZERO_SUM_2X2, 100_000, rng).losses(ZERO_SUM_2X2.domain.sample(rng, 10_000))["row"]
    error = losses.std(ddof=1) / np.sqrt(len(losses))
    assert losses.mean() == pytest.approx(0.0061, abs=4 * error)
    assert losses.mean() + 4 * error < PRINTED[100_000]


def test_features_without_shift_and_scale_lose_a_third_of_l2_after_a_thousand_games() -> None:
    raw, invariant = _curve(L2, (1_000,), 4).mean(), _curve(shift_scale_invariant(2, 2), (1_000,), 4).mean()
    assert invariant < raw / 3
