"""Fallible agents in any game, difficulty, and values by depth."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import ChoiceGrid, ChoiceList, Decision, Equities, InputError, PlayerId, Provenance, Unit
from kibitz.rate import (
    FallibleAgent,
    Sample,
    Scaling,
    ScalingLaw,
    depth_swing,
    difficulties,
    fit,
    perceived_values,
    simulate_choices,
)
from kibitz.rate.model.difficulty import DEPTH_POWER

SCALING = Scaling(ScalingLaw.LOG)


class Table:
    """An evaluator that looks a position up: the position is the tuple of its equities."""

    def equities(self, position: tuple[float, ...]) -> Equities:
        labels = ChoiceList(tuple(str(i) for i in range(len(position))))
        return Equities(labels, np.array(position), Unit.WIN, PlayerId("a"), Provenance("table"))


class Grid:
    """A wager from 0 to the position, worth most in the middle."""

    def equities(self, position: int) -> Equities:
        choices = ChoiceGrid(0, position)
        values = 0.6 - 0.3 * np.abs(np.linspace(-1, 1, position + 1))
        return Equities(choices, values, Unit.WIN, PlayerId("a"), Provenance("grid"))


def test_an_agent_chooses_with_the_models_probabilities():
    agent, position, rng = FallibleAgent(0.1, 0.5, Table()), (0.4, 0.5, 0.1), np.random.default_rng(1)
    p = agent.probabilities(Table().equities(position))
    drawn = np.bincount([agent.choose(position, rng) for _ in range(1000)], minlength=3) / 1000
    np.testing.assert_allclose(drawn, p, atol=4 * np.sqrt(0.25 / 1000))
    assert p.argmax() == 1


def test_an_agent_that_plays_is_rated_as_what_it_is():
    """From evaluator to agent to records to fit: the parameters come back."""
    rng = np.random.default_rng(2)
    agent = FallibleAgent(0.08, 0.5, Table())
    records = []
    for _ in range(1200):
        position = tuple(rng.uniform(0.2, 0.8, rng.integers(2, 7)))
        records.append(Decision(position, agent.choose(position, rng), unit=Unit.WIN))
    result = fit(Sample.from_decisions(records), "ml")
    assert result.interval(0)[0] < 0.08 < result.interval(0)[1]
    assert result.interval(1)[0] < 0.5 < result.interval(1)[1]


def test_options_of_minus_infinite_equity_are_never_chosen():
    agent = FallibleAgent(5.0, 0.3, Table(), lapse=0.5)
    p = agent.probabilities(Table().equities((0.5, -np.inf, 0.4)))
    assert p[1] == 0
    assert p.sum() == pytest.approx(1)


def test_kinds_keep_a_fine_grid_from_swallowing_the_best_choice():
    def near_best(points: int, kinds: float | None) -> float:
        p = FallibleAgent(0.02, 0.6, Grid(), kinds=kinds).probabilities(Grid().equities(points))
        return float(p[np.abs(np.linspace(-1, 1, points + 1)) <= 0.1].sum())

    assert near_best(2000, 20) == pytest.approx(near_best(200, 20), rel=0.03)
    assert abs(near_best(2000, None) - near_best(200, None)) > 3 * abs(near_best(2000, 20) - near_best(200, 20))


def test_a_lapse_makes_blind_choices():
    p = FallibleAgent(1e-6, 0.5, Table(), lapse=0.3).probabilities(Table().equities((0.9, 0.1, 0.2)))
    np.testing.assert_allclose(p, [0.8, 0.1, 0.1], atol=1e-6)


def test_wrong_parameters_are_refused():
    with pytest.raises(InputError, match="s and c"):
        FallibleAgent(-1, 0.5, Table())
    with pytest.raises(InputError, match="lapse"):
        FallibleAgent(0.1, 0.5, Table(), lapse=2)


def test_replayed_choices_are_within_the_options(positions):
    replay = simulate_choices(positions, 2.0, 0.3, np.random.default_rng(3))
    assert (replay.chosen < replay.counts).all()
    assert replay.losses.mean() > 0


def test_difficulty_falls_with_skill_and_is_nothing_where_all_options_are_equal(positions):
    strong, weak = difficulties(positions, 0.05, 0.5), difficulties(positions, 0.5, 0.5)
    assert (strong <= weak + 1e-12).all()
    flat = Sample.from_arrays([[1.0, 1.0, 1.0]], [0])
    assert difficulties(flat, 0.1, 0.5)[0] == 0


def test_perceived_values_blend_depths_by_the_square_of_the_depth():
    by_depth = [[0.0, 1.0], [0.5, 0.0], [1.0, -1.0]]
    weights = np.arange(1, 4) ** DEPTH_POWER
    expected = SCALING.invert(weights @ SCALING.apply(by_depth) / weights.sum())
    np.testing.assert_allclose(perceived_values(by_depth, SCALING), expected)
    deep = perceived_values(by_depth, SCALING, power=60)
    np.testing.assert_allclose(deep, [1.0, -1.0], atol=1e-6)


def test_an_option_not_seen_at_a_depth_counts_as_the_worst_one_there():
    np.testing.assert_allclose(
        perceived_values([[0.3, np.nan, -0.7], [0.0, 1.0, 0.5]], SCALING),
        perceived_values([[0.3, -0.7, -0.7], [0.0, 1.0, 0.5]], SCALING),
    )
    with pytest.raises(InputError, match="each depth"):
        perceived_values([[np.nan, np.nan]], SCALING)
    with pytest.raises(InputError, match="one row per depth"):
        perceived_values([1.0, 2.0], SCALING)


def test_swing_is_nothing_for_steady_values_and_grows_with_a_trap():
    steady, trap = [[0.5, 0.0]] * 4, [[0.5, 1.0], [0.5, 0.8], [0.5, 0.0], [0.5, -1.0]]
    assert depth_swing(steady, SCALING) == 0
    assert depth_swing(trap, SCALING) > 0.05


def test_a_player_misled_at_low_depth_is_explained_by_perceived_values():
    """Options that look good at first are chosen more: the likelihood sees it."""
    rng = np.random.default_rng(6)
    values = rng.normal(0, 0.5, (600, 6))
    perceived = values + rng.normal(0, 0.4, values.shape)
    both = Sample.from_arrays(values, np.zeros(600, dtype=int), perceived=perceived, unit=Unit.PAWNS)
    sample = simulate_choices(both, 0.1, 0.5, rng)
    assert fit(sample, "ml").nats < fit(sample.drop_perceived(), "ml").nats
    result = fit(sample, "ff")
    assert result.projection.error == pytest.approx(result.projection.error_observed, abs=1e-9)
