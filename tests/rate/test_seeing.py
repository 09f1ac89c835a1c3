"""The choice model over depths: probabilities, gradients, recovery of skill, and the one-depth version."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from results import load_result

from kibitz.core import InputError, Unit
from kibitz.rate import Sample
from kibitz.rate.depth_model.adjusted_error import (
    adjusted_errors,
    event_table,
    most_likely_skills,
    sharpness,
    sharpness_cuts,
)
from kibitz.rate.depth_model.depth_sample import (
    SKILL_GRID,
    depth_model_probabilities,
    depth_sample,
    simulate_at_skill,
    skill_table,
)
from kibitz.rate.depth_model.fitting import depth_model_hold_out, fit_depth_parameters, likelihood, loss_targets
from kibitz.rate.depth_model.parameters import (
    PARAMETER_NAMES,
    DepthParameters,
    first_sight_probabilities,
    initial_parameters,
    reference_probabilities,
)
from kibitz.rate.records.simulated import simulated_positions

DEPTHS = (1, 2, 3, 4)
SHAPE = DepthParameters(-1.5, 1.2, 1.5, 0.3, 0.5, 0.8, -2.9, -0.5, DEPTHS, 0.3)
SHARP = replace(SHAPE, h=0.4, v0=0.5, v1=0.3, f=0.6)
ONE = DepthParameters(1.0, 0.0, 0.0, 0.3, 0.6, 1.0, -3.0, -0.4)


def with_depths(n: int, options: int, seed: int, events: int = 0, fewest: int = 2) -> Sample:
    """Simulated positions whose values are noisier the shallower the look, and sometimes unseen at depth 1."""
    rng = np.random.default_rng(seed)
    plain = simulated_positions(n, options, rng, events=events, fewest=fewest)
    noise = rng.normal(0, 1, (n, len(DEPTHS), plain.values.shape[1])) * np.array([0.6, 0.4, 0.2, 0.0])[:, None]
    by_depth = np.where(plain.mask[:, None, :], plain.values[:, None, :] + noise, np.nan)
    by_depth[:, 0][(rng.random(plain.mask.shape) < 0.05) & plain.mask] = np.nan
    return Sample.from_arrays(
        plain.values,
        plain.chosen,
        by_depth=by_depth,
        unit=Unit.PAWNS,
        events=[plain.event_names[e] for e in plain.events],
    )


@pytest.fixture(scope="module")
def seen() -> Sample:
    return simulate_at_skill(with_depths(400, 12, 3, events=20), SHAPE, 0.0, np.random.default_rng(4))


def test_compiled_probabilities_are_those_of_the_plain_reference_and_sum_to_one(seen):
    for shape, theta in itertools.product((SHAPE, SHARP), (-3.0, 0.0, 2.5)):
        fast = depth_model_probabilities(seen, shape, theta)
        plain = reference_probabilities(seen.by_depth, seen.deltas, seen.mask, shape, theta)
        np.testing.assert_allclose(fast, plain, atol=1e-13)
        np.testing.assert_allclose(fast.sum(axis=1), 1, atol=1e-12)
        assert (fast[~seen.mask] == 0).all()


def test_one_depth_without_lapse_is_the_model_of_the_paper(seen):
    from kibitz.rate import probabilities

    plain = DepthParameters(1.0, 0.0, 0.0, 0.3, 0.6, 1.0, -60.0, 0.0)
    s = math.exp(-(1.0 + 0.3 * 0.7) / 0.6)
    np.testing.assert_allclose(depth_model_probabilities(seen, plain, 0.7), probabilities(seen, s, 0.6), atol=1e-12)


@pytest.mark.parametrize("shape", [SHAPE, SHARP, ONE], ids=["depths", "all numbers", "one depth"])
def test_the_gradient_is_that_of_differences(seen, shape):
    sight, theta = depth_sample(seen, shape), np.linspace(-1, 1, len(seen))
    at = likelihood(sight, shape, theta)
    for j, name in enumerate(PARAMETER_NAMES):
        if name not in shape.free_names or (name == "f" and shape is SHAPE):  # f is at its bound
            continue
        step = np.eye(12)[j] * 1e-5
        up, down = (likelihood(sight, shape.with_vector(shape.vector() + way * step), theta) for way in (1, -1))
        np.testing.assert_allclose(at.by_log_chosen[:, j], (up.log_chosen - down.log_chosen) / 2e-5, atol=2e-8)
        np.testing.assert_allclose(at.by_expected[:, j], (up.expected - down.expected) / 2e-5, atol=2e-8)
    chosen = depth_model_probabilities(seen, shape, 0.5)[np.arange(len(seen)), seen.chosen]
    np.testing.assert_allclose(likelihood(sight, shape, np.full(len(seen), 0.5))[0], np.log(chosen), atol=1e-10)


def test_a_fit_meets_the_losses_of_each_skill_where_choices_alone_would_not(seen):
    careful = replace(SHAPE, v0=1.5, v1=1.0)
    skills = np.repeat([-1.0, 1.0], len(seen) // 2)
    rows = [np.flatnonzero(skills == theta) for theta in (-1.0, 1.0)]
    parts = [
        simulate_at_skill(seen.take(r), careful, t, np.random.default_rng(5))
        for r, t in zip(rows, (-1, 1), strict=True)
    ]
    sample = Sample.union(parts)
    off = []
    for weight in (0.0, 1.0, 100.0):
        shape = fit_depth_parameters(sample, skills, loss_weight=weight).shape
        expected = likelihood(depth_sample(sample, shape), shape, skills).expected
        targets = loss_targets(sample, skills)
        off.append(float(np.abs((targets.shares @ expected - targets.observed) / targets.errors).max()))
    assert off[2] < 0.02
    assert off[2] < off[1] <= off[0] + 1e-6


def test_tables_by_skill_hold_the_chance_of_the_choice_and_the_expected_loss(seen):
    table = skill_table(seen, SHAPE)
    for at in (0, 17, 48):
        p = depth_model_probabilities(seen, SHAPE, SKILL_GRID[at])
        np.testing.assert_allclose(table.log_chosen[:, at], np.log(p[np.arange(len(seen)), seen.chosen]), atol=1e-10)
        np.testing.assert_allclose(table.expected[:, at], (p * np.where(seen.mask, seen.deltas, 0)).sum(1), atol=1e-12)


def test_the_skill_of_simulated_players_is_recovered_within_three_standard_errors():
    positions = with_depths(1500, 8, 7)
    rng = np.random.default_rng(8)
    result = []
    for theta in (-1.5, 0.0, 1.5):
        heights = skill_table(simulate_at_skill(positions, SHAPE, theta, rng), SHAPE).log_chosen.sum(
            axis=0, keepdims=True
        )
        at = int(heights.argmax())
        bend = -(heights[0, at - 1] - 2 * heights[0, at] + heights[0, at + 1]) / (SKILL_GRID[1] - SKILL_GRID[0]) ** 2
        result.append(float(most_likely_skills(heights)[0]))
        assert result[-1] == pytest.approx(theta, abs=3 / math.sqrt(bend))
    assert result == sorted(result)


def test_a_shape_is_learned_back_from_players_of_known_skill():
    positions = with_depths(1500, 8, 9)
    rng, theta = np.random.default_rng(10), np.tile([-1.0, 0.0, 1.0], 500)
    chosen = np.empty(len(positions), dtype=int)
    for skill in (-1.0, 0.0, 1.0):
        rows = theta == skill
        chosen[rows] = simulate_at_skill(positions, SHAPE, skill, rng).chosen[rows]
    sample = positions.with_choices(chosen)
    learned = fit_depth_parameters(sample, theta)
    at_truth = -float(likelihood(depth_sample(sample, SHAPE), SHAPE, theta)[0].mean())
    assert at_truth - 0.01 < learned.nats <= at_truth + 1e-9
    assert learned.shape.k == pytest.approx(SHAPE.k, abs=0.25)
    one = fit_depth_parameters(sample, theta, initial_parameters())
    assert len(one.shape.free_names) == 5
    assert one.nats > learned.nats + 0.02


def test_unseen_options_count_as_the_worst_of_their_depth_and_columns_follow_the_authoritative_order():
    by_depth = [[[0.0, 1.0, np.nan], [3.0, 1.0, 2.0]]]
    sample = Sample.from_arrays([[1.0, 3.0, 2.0]], [0], by_depth=by_depth, unit=Unit.PAYOFF)
    assert sample.order.tolist() == [[1, 2, 0]]
    assert sample.by_depth.tolist() == [[[0.0, 1.0, 1.0], [2.0, 1.0, 0.0]]]
    both = Sample.union([sample, sample.take([0])])
    assert both.by_depth.shape == (2, 2, 3)
    assert Sample.union([sample, Sample.from_arrays([[1.0, 0.0]], [0])]).by_depth is None


def test_a_sample_without_the_depths_of_a_shape_is_refused(seen):
    with pytest.raises(InputError, match="by_depth"):
        skill_table(simulated_positions(5, 3, np.random.default_rng(1)), SHAPE)
    with pytest.raises(InputError, match="needs values at 4 depths"):
        skill_table(Sample.from_arrays([[1.0, 0.0]], [0], by_depth=[[[1.0, 0.0]]]), SHAPE)
    with pytest.raises(InputError, match="for each decision, depth and option"):
        Sample.from_arrays([[1.0, 0.0]], [0], by_depth=[[1.0, 0.0]])


def test_a_decision_with_one_option_and_one_with_all_options_alike_have_their_chances():
    sample = Sample.from_arrays([[1.0, -np.inf, -np.inf], [2.0, 2.0, 2.0]], [0, 1])
    np.testing.assert_allclose(
        depth_model_probabilities(sample, ONE, 0.0), [[1, 0, 0], [1 / 3, 1 / 3, 1 / 3]], atol=1e-12
    )
    assert np.isfinite(likelihood(depth_sample(sample, ONE), ONE, np.zeros(2))[1]).all()


@given(st.floats(-6, 6), st.floats(-4, 4), st.floats(0.1, 2), st.floats(0.1, 2), st.floats(-6, 6), st.integers(0, 99))
def test_better_at_every_depth_is_never_less_likely(a, g, c, r, theta, seed):
    shape = DepthParameters(a, g, 0.5, 0.3, c, r, -3.0, -0.2, DEPTHS, 0.3)
    values = np.sort(np.random.default_rng(seed).normal(0, 1, (3, 6)), axis=1)[:, ::-1]
    sample = Sample.from_arrays(values, [0, 0, 0], by_depth=np.repeat(values[:, None, :], 4, axis=1))
    p = depth_model_probabilities(sample, shape, theta)
    assert (np.diff(p, axis=1) <= 1e-12).all()
    np.testing.assert_allclose(p.sum(axis=1), 1, atol=1e-9)


def test_a_shape_is_read_back_as_it_was_written_and_nonsense_is_refused():
    for shape in (SHAPE, ONE):
        assert DepthParameters.from_json(json.loads(json.dumps(shape.to_json()))) == shape
    for wrong in ({}, None, SHAPE.to_json() | {"c": -1}, SHAPE.to_json() | {"depths": [2, 1]}, {"a": "x"}):
        with pytest.raises(InputError, match="shape"):
            DepthParameters.from_json(wrong)


def test_first_sight_prefers_what_looks_best_at_the_first_depth_and_blind_sight_does_not(seen):
    q = first_sight_probabilities(seen.by_depth, seen.mask, 0.3)
    np.testing.assert_allclose(q.sum(axis=1), 1, atol=1e-12)
    best = np.where(seen.mask, seen.by_depth[:, 0], np.inf).argmin(axis=1)
    assert (q[np.arange(len(seen)), best] == q.max(axis=1)).all()
    blind = first_sight_probabilities(seen.by_depth, seen.mask, math.inf)
    np.testing.assert_allclose(blind[seen.mask], (1 / np.repeat(seen.counts, seen.counts)), atol=1e-12)


def test_on_its_own_reference_set_the_adjusted_error_is_the_plain_one(seen):
    expected = skill_table(seen, SHAPE).expected.mean(axis=0)
    table = event_table(seen, SHAPE, sharpness_cuts(seen))
    result = adjusted_errors(table, np.ones((1, seen.n_events)), expected)
    assert result.adjusted[0] == pytest.approx(seen.losses.mean(), rel=1e-9)
    assert result.log_difficulty[0] == pytest.approx(0, abs=1e-9)


def test_a_player_rated_on_quiet_or_sharp_positions_alone_keeps_the_adjusted_error():
    positions = with_depths(3000, 8, 12)
    reference = skill_table(positions, SHAPE).expected.mean(axis=0)
    cuts, sharp = sharpness_cuts(positions), sharpness(positions)
    played = simulate_at_skill(positions, SHAPE, 0.5, np.random.default_rng(13))
    truth = float(np.exp(np.interp(0.5, SKILL_GRID, np.log(reference))))
    for rows in (sharp <= cuts[0], sharp > cuts[1]):
        some = played.take(rows)
        result = adjusted_errors(event_table(some, SHAPE, cuts), np.ones((1, some.n_events)), reference)
        assert math.log(result.adjusted[0] / truth) == pytest.approx(0, abs=0.15)
        assert abs(result.log_difficulty[0]) > 0.2


def test_events_are_held_out_whole(seen):
    held, shapes = depth_model_hold_out(seen, np.zeros(len(seen)), ONE)
    assert len(shapes) == 5
    assert held.nats == pytest.approx(held.each.mean())
    assert held.nats < np.log(seen.counts).mean()


def test_held_out_chess_moves_cost_at_most_1_425_nats_and_less_than_the_blend():
    stored = load_result("chess_seeing")["figures"]
    assert stored["parameters"] <= 12
    assert max(stored["nats"]) <= 1.425
    assert stored["against_blend"] <= -0.05
    assert stored["against_blend"] + 2 * stored["against_blend_se"] < 0
