"""Training on scores of single options by least squares: the method that comparison training replaced."""

from __future__ import annotations

import numpy as np

from kibitz.learn.adam import Adam, LearningRateSchedule
from kibitz.learn.comparison import ComparisonData, ComparisonPlan, agreement
from kibitz.learn.gradients import gradients
from kibitz.learn.network import Floats, Network


def train_on_scores(
    network: Network,
    inputs: Floats,
    scores: Floats,
    held_out: ComparisonData,
    plan: ComparisonPlan = ComparisonPlan(batch=256),  # noqa: B008 - a frozen value
) -> tuple[Network, list[float]]:
    """Fit one linear output to a score of each row; returns the epoch that agreed best with held-out choices."""
    network = network.copy()
    parameters, adam = network.parameters(), Adam.for_parameters(network.parameters())
    steps = -(-len(scores) // plan.batch)
    schedule = LearningRateSchedule(plan.first_rate, plan.last_rate, max(1, steps * plan.epochs))
    best, best_score, curve = network.copy(), agreement(network, held_out), []
    for epoch in range(plan.epochs):
        rng = np.random.default_rng(np.random.SeedSequence(plan.seed, spawn_key=(epoch,)))
        order = rng.permutation(len(scores))
        for step in range(steps):
            rows = order[step * plan.batch : (step + 1) * plan.batch]
            layers = network.activations(inputs[rows])
            slope = np.asarray(2 * (layers[-1][:, 0] - scores[rows]) / len(rows), dtype=np.float32)[:, None]
            adam.step(parameters, gradients(network, layers, slope), schedule.rate(epoch * steps + step))
        score = agreement(network, held_out)
        curve.append(score)
        if score > best_score:
            best, best_score = network.copy(), score
    return best, curve
