"""Comparison training (Tesauro 1990, section 2): the option that the expert chose must score above each other one.

Two halves that share their weights see one option each, so the network is a real-valued score f of a single option,
and its comparisons are antisymmetric and transitive by construction. The loss of a pair is log(1 + exp(f(other) -
f(chosen))).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import InputError
from kibitz.learn.adam import Adam, LearningRateSchedule
from kibitz.learn.network import Floats


class Scorer(Protocol):
    """A score of options that comparison can train: a `Network` with one linear output, or a `SharedNetwork`."""

    @property
    def sizes(self) -> tuple[int, ...]: ...
    @property
    def linear(self) -> bool: ...
    def outputs(self, x: Floats) -> Floats: ...
    def parameters(self) -> list[Floats]: ...
    def backward(self, x: Floats) -> tuple[Floats, Callable[[Floats], list[Floats]]]: ...
    def copy(self) -> Self: ...


ScorerT = TypeVar("ScorerT", bound=Scorer)


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonData:
    """Decisions with their options one after the other: rows ``starts[i]`` to ``starts[i + 1]`` are decision i's.

    ``chosen`` is the row of the option that the expert took, counted from the decision's first.
    """

    inputs: Floats
    starts: NDArray[np.int64]
    chosen: NDArray[np.int64]

    def __post_init__(self) -> None:
        sizes = np.diff(self.starts)
        if len(self.chosen) != len(sizes) or self.starts[0] != 0 or self.starts[-1] != len(self.inputs):
            raise InputError("choices: starts must cover all options, with one choice per decision")
        if len(sizes) and not ((self.chosen >= 0) & (self.chosen < sizes)).all():
            raise InputError("choices: each choice must be one of its decision's options")

    def __len__(self) -> int:
        return len(self.chosen)


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """Passes, decisions per step, learning rates and seed."""

    epochs: int = 30
    batch: int = 32
    first_rate: float = 3e-3
    last_rate: float = 1e-4
    seed: int = 1


def agreement(network: Scorer, choices: ComparisonData) -> float:
    """Share of decisions in which the highest score is the expert's choice, the measure of the paper's Table 1."""
    if not len(choices):
        return 0.0
    return float(np.mean(best_options(network, choices) == choices.chosen))


def best_options(network: Scorer, choices: ComparisonData) -> NDArray[np.int64]:
    """The option of highest score in each decision, counted from its first."""
    scores = network.outputs(choices.inputs)[:, 0]
    return np.array([int(np.argmax(scores[a:b])) for a, b in zip(choices.starts[:-1], choices.starts[1:], strict=True)])


def comparison_slope(scores: Floats, decision: NDArray[np.int64], chosen_rows: NDArray[np.int64]) -> Floats:
    """Gradient of the mean pair loss at the scores ``(n,)``; ``decision`` numbers each row's decision in the batch."""
    gap = scores - scores[chosen_rows][decision]
    pull = 1 / (1 + np.exp(-np.clip(gap, -30, 30)))  # how wrong each pair is
    pull[chosen_rows] = 0
    slope = pull.copy()
    np.subtract.at(slope, chosen_rows[decision], pull)
    pairs = max(1, len(scores) - len(chosen_rows))
    return np.asarray(slope / pairs, dtype=np.float32)


def train_by_comparison(
    network: ScorerT,
    choices: ComparisonData,
    held_out: ComparisonData,
    plan: ComparisonPlan = ComparisonPlan(),  # noqa: B008 - a frozen value
    progress: Callable[[int, int], None] | None = None,
) -> tuple[ScorerT, list[float]]:
    """Train a network with one linear output; returns the epoch that agreed best with held-out choices, and the curve.

    As in the paper, training stops where generalisation is best: all epochs are run and the best one is returned.
    """
    if not network.linear or network.sizes[-1] != 1:
        raise InputError("network: must have one linear output for comparison training")
    network = network.copy()
    parameters, adam = network.parameters(), Adam.for_parameters(network.parameters())
    steps = -(-len(choices) // plan.batch)
    schedule = LearningRateSchedule(plan.first_rate, plan.last_rate, max(1, steps * plan.epochs))
    best, best_score, curve = network.copy(), agreement(network, held_out), []
    for epoch in range(plan.epochs):
        rng = np.random.default_rng(np.random.SeedSequence(plan.seed, spawn_key=(epoch,)))
        order = rng.permutation(len(choices))
        for step in range(steps):
            picked = order[step * plan.batch : (step + 1) * plan.batch]
            rows, decision, chosen_rows = _batch(choices, picked)
            scores, slopes = network.backward(choices.inputs[rows])
            slope = comparison_slope(scores[:, 0], decision, chosen_rows)[:, None]
            adam.step(parameters, slopes(slope), schedule.rate(epoch * steps + step))
        score = agreement(network, held_out)
        curve.append(score)
        if score > best_score:
            best, best_score = network.copy(), score
        if progress is not None:
            progress(epoch + 1, plan.epochs)
    return best, curve


def _batch(
    choices: ComparisonData, picked: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Rows of some decisions, the decision of each row, and the place of each chosen row among them."""
    sizes = choices.starts[picked + 1] - choices.starts[picked]
    ends = np.cumsum(sizes)
    first = ends - sizes
    rows = np.repeat(choices.starts[picked] - first, sizes) + np.arange(ends[-1])
    return rows, np.repeat(np.arange(len(picked)), sizes), first + choices.chosen[picked]
