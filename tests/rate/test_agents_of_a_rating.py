"""Agents of a rating: what is simulated at a rating rates at that rating, whatever values the records hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core import FloatArray
from kibitz.rate import Sample, Scale, calibrate, intrinsic_rating, simulate_choices
from kibitz.rate.agents import Agent, agent_like, agent_of_rating, draw_choices
from kibitz.rate.records.simulated import simulated_positions

RATINGS = (1500.0, 1800.0, 2100.0, 2400.0, 2700.0)
KINDS = ("values alone", "perceived", "depths", "perceived and depths")


def with_depths(sample: Sample, rng: np.random.Generator, depths: int = 3) -> FloatArray:
    """Differences that get nearer to the true ones with depth."""
    layers = []
    for d in range(depths):
        noise = np.exp(rng.normal(0.0, 0.8 * (depths - 1 - d), sample.deltas.shape))
        seen = np.where(sample.mask, sample.deltas, 0.0) * noise + (d < depths - 1) * 0.05 * rng.random(noise.shape)
        layers.append(np.where(sample.mask, seen - np.where(sample.mask, seen, np.inf).min(1, keepdims=True), 0.0))
    return np.stack(layers, axis=1)


@pytest.fixture(scope="module")
def reference() -> Sample:
    rng = np.random.default_rng(3)
    plain = simulated_positions(1_500, 12, rng, events=60)
    table = with_depths(plain, rng)
    return replace(plain, by_depth=table, perceived=np.where(plain.mask, table.mean(axis=1), np.inf))


@pytest.fixture(scope="module")
def scale(reference: Sample) -> Scale:
    rng = np.random.default_rng(4)
    plain = reference.drop_perceived()
    groups = {
        rating: simulate_choices(plain, s, 0.5, rng)
        for rating, s in zip(RATINGS, (0.40, 0.31, 0.22, 0.14, 0.07), strict=True)
    }
    return calibrate(groups)


def record(sample: Sample, kind: str) -> Sample:
    """The sample with the values that a kind of record holds."""
    return replace(
        sample,
        perceived=sample.perceived if "perceived" in kind else None,
        by_depth=sample.by_depth if "depths" in kind else None,
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rating", RATINGS)
def test_the_expected_loss_of_an_agent_is_that_of_its_rating(reference, scale, kind, rating):
    sample = record(reference, kind)
    chances = agent_of_rating(sample, scale, rating, "loss").chances(sample)
    loss = float((chances * np.where(sample.mask, sample.deltas, 0.0)).sum(axis=1).mean())
    assert scale.rating(loss) == pytest.approx(rating, abs=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_simulated_at_a_rating_rates_at_that_rating(reference, scale, kind):
    sample = record(reference, kind)
    for rating in RATINGS:
        chances = agent_of_rating(sample, scale, rating, "loss").chances(sample)
        played = sample.with_choices(draw_choices(chances, sample, np.random.default_rng(5)))
        result = intrinsic_rating(played, scale, method="ff", interval="formula")
        assert result.value == pytest.approx(rating, abs=3 * (result.standard_error or 0.0))


def test_an_agent_like_a_player_keeps_the_values_of_the_scale(reference, scale):
    played = simulate_choices(reference.drop_perceived(), 0.2, 0.5, np.random.default_rng(6))
    named = replace(reference, chosen=played.chosen, players=np.full(len(reference), "ann", dtype=object))
    agent = agent_like(named, "ann", scale, "loss")
    assert (agent.name, agent.scale) == ("ann", scale)
    plain = Agent("ann", agent.s, agent.c)
    assert agent.chances(named) == pytest.approx(plain.chances(named.drop_perceived()))
