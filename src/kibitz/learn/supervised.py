"""Training on labelled examples, epoch by epoch, with checkpoints that a later run continues from exactly.

Inputs come from a function of row numbers, so that a million rows need not be in memory at once. The order of an epoch
depends only on the seed and the epoch's number, so a stopped and continued run gives the same weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import InputError
from kibitz.files import read_bytes, write_bytes
from kibitz.learn.adam import Adam, LearningRateSchedule
from kibitz.learn.checkpoint import MAX_BYTES, network_arrays, network_from_arrays, pack_arrays, unpack_arrays
from kibitz.learn.gradients import gradients
from kibitz.learn.losses import FitErrors, ValueLoss, fit_errors
from kibitz.learn.network import Floats, Network

Rows: TypeAlias = NDArray[np.int64]
InputsOf: TypeAlias = Callable[[Rows], Floats]
"""Inputs ``(len(rows), inputs)`` of these rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Labelled rows: inputs by row number, targets ``(n, outputs)`` in 0..1, and the group of each row."""

    inputs: InputsOf
    targets: Floats
    groups: Rows

    def __post_init__(self) -> None:
        if len(self.targets) != len(self.groups):
            raise InputError(f"examples: {len(self.targets)} targets need as many groups, not {len(self.groups)}")

    def __len__(self) -> int:
        return len(self.targets)


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """Passes over the rows, rows per step, learning rates, and the seed of the order of rows."""

    epochs: int
    first_rate: float = 3e-3
    last_rate: float = 1e-5
    batch: int = 256
    warm_up: int = 200
    seed: int = 1


@dataclass(frozen=True, slots=True)
class LearningCurvePoint:
    """One point of a learning curve: epochs done, and the fit on rows held out."""

    epoch: int
    fit: FitErrors

    def to_json(self) -> dict[str, Any]:
        return {
            "epoch": self.epoch,
            "value_rmse": self.fit.value_rmse,
            "difference_rmse": self.fit.difference_rmse,
            "loss": self.fit.loss,
        }


@dataclass(slots=True)
class TrainingState:
    """State of a training run: the network, Adam's means, epochs done and the learning curve."""

    network: Network
    adam: Adam
    epoch: int = 0
    curve: list[LearningCurvePoint] = field(default_factory=list)

    @classmethod
    def start(cls, network: Network) -> TrainingState:
        """The state before the first epoch, with a copy of this network."""
        network = network.copy()
        return cls(network, Adam.for_parameters(network.parameters()))

    def save(self, path: str | Path, about: dict[str, Any]) -> None:
        """Write a checkpoint that `load` continues from."""
        write_bytes(path, self.to_bytes(about))

    def to_bytes(self, about: dict[str, Any]) -> bytes:
        """The bytes of a checkpoint."""
        arrays = network_arrays("net", self.network)
        for i, (mean, square) in enumerate(zip(self.adam.means, self.adam.squares, strict=True)):
            arrays |= {f"mean_{i}": mean, f"square_{i}": square}
        state = {
            "epoch": self.epoch,
            "steps": self.adam.steps,
            "linear": self.network.linear,
            "curve": [point.to_json() for point in self.curve],
        }
        return pack_arrays(arrays, {**about, "state": state})

    @classmethod
    def load(cls, path: str | Path) -> TrainingState:
        """Read a checkpoint."""
        return cls.from_bytes(read_bytes(path, MAX_BYTES), str(path))

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> TrainingState:
        """A checkpoint from its bytes; ``name`` is the name in error messages."""
        arrays, about = unpack_arrays(data, name)
        state = about.get("state")
        if not isinstance(state, dict):
            raise InputError(f"{name}: must be a checkpoint of a training run")
        network = network_from_arrays("net", arrays, bool(state["linear"]))
        count = len(network.parameters())
        adam = Adam(
            [arrays[f"mean_{i}"] for i in range(count)],
            [arrays[f"square_{i}"] for i in range(count)],
            int(state["steps"]),
        )
        curve = [
            LearningCurvePoint(
                int(p["epoch"]), FitErrors(float(p["value_rmse"]), float(p["difference_rmse"]), float(p["loss"]))
            )
            for p in state["curve"]
        ]
        return cls(network, adam, int(state["epoch"]), curve)


def shuffle_by_group(groups: Rows, rng: np.random.Generator) -> Rows:
    """Row numbers with groups in random order, the rows of a group together and in their own order."""
    starts = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]])
    lengths = np.diff(np.r_[starts, len(groups)])
    order = rng.permutation(len(starts))
    lengths = lengths[order]
    ends = np.cumsum(lengths)
    return np.repeat(starts[order] - (ends - lengths), lengths) + np.arange(len(groups))


def train_epoch(training: TrainingState, examples: Examples, loss: ValueLoss, plan: TrainingPlan) -> None:
    """One pass over the examples, changing the network in place."""
    rng = np.random.default_rng(np.random.SeedSequence(plan.seed, spawn_key=(training.epoch,)))
    rows = shuffle_by_group(examples.groups, rng)
    steps = -(-len(rows) // plan.batch)
    schedule = LearningRateSchedule(plan.first_rate, plan.last_rate, steps * plan.epochs, plan.warm_up)
    parameters = training.network.parameters()
    for step in range(steps):
        batch = rows[step * plan.batch : (step + 1) * plan.batch]
        layers = training.network.activations(examples.inputs(batch))
        slope = loss.slope(layers[-1], examples.targets[batch], examples.groups[batch])
        rate = schedule.rate(training.epoch * steps + step)
        training.adam.step(parameters, gradients(training.network, layers, slope), rate)
    training.epoch += 1


def train(
    training: TrainingState,
    examples: Examples,
    held_out: Examples,
    loss: ValueLoss,
    plan: TrainingPlan,
    checkpoint: str | Path | None = None,
    about: dict[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TrainingState:
    """Train until ``plan.epochs`` are done, writing the checkpoint after each; returns the same state."""
    while training.epoch < plan.epochs:
        train_epoch(training, examples, loss, plan)
        training.curve.append(LearningCurvePoint(training.epoch, evaluate_fit(training.network, held_out, loss)))
        if checkpoint is not None:
            training.save(checkpoint, about or {})
        if progress is not None:
            progress(training.epoch, plan.epochs)
    return training


def evaluate_fit(network: Network, examples: Examples, loss: ValueLoss) -> FitErrors:
    """The fit of a network on examples that it was not trained on."""
    rows = np.arange(len(examples))
    outputs = np.concatenate(
        [network.outputs(examples.inputs(part)) for part in np.array_split(rows, -(-len(rows) // 4096))]
    )
    return fit_errors(loss, outputs, examples.targets, examples.groups)
