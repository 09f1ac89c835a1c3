"""The stages of training a set of weights, each from scratch or from weights, each with a checkpoint to continue from.

``labelled`` trains on a file of labelled positions. Self-play is in `selfplay`, labels from the network's own
look-ahead in `lookahead_labels`, the paper's stages in `neurogammon`. The command runs `training_run`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.core.errors import InputError
from kibitz.core.work import CheckpointStore
from kibitz.games.backgammon.nets.inputs import N_INPUTS, N_RAW_INPUTS
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.train.labelled_positions import OUTCOME_WEIGHTS, LabelledPositions, contact_mask, home_mask
from kibitz.learn.losses import ValueLoss
from kibitz.learn.network import random_network
from kibitz.learn.supervised import LearningCurvePoint, TrainingPlan, TrainingState, train

LOSS = ValueLoss(OUTCOME_WEIGHTS, 2.0, 6.0)
FINE_TUNING_LOSS = ValueLoss(OUTCOME_WEIGHTS, 2.0, 10.0)
"""The loss of fine-tuning: differences between alternatives weigh more."""
PLY_LABEL_MIX = (0.35, 0.65)
"""Shares of 0- and 1-ply labels that are closest to 2-ply ones."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Hidden units of the contact, race and pruning networks."""

    contact: int = 320
    race: int = 96
    pruning: int = 24


@dataclass(frozen=True, slots=True)
class StageResult:
    """Trained weights and the learning curve of each network."""

    weights: Weights
    curves: dict[str, tuple[LearningCurvePoint, ...]]


Reporter = Callable[[str, int, int], None]
"""Called with the network's name, epochs done, and epochs in all."""


def train_on(
    data: LabelledPositions,
    plan: TrainingPlan,
    start: Weights | None = None,
    networks: tuple[str, ...] = ("contact", "race", "pruning"),
    store: CheckpointStore | None = None,
    key: str = "",
    sizes: Sizes = Sizes(),  # noqa: B008 - a frozen value
    report: Reporter | None = None,
    fine: bool | None = None,
) -> StageResult:
    """Train networks on labelled positions; a stopped run continues from the checkpoint in ``store``.

    ``fine`` uses the loss of fine-tuning, by default where there are weights to start from; step sizes should then
    be about a third of those from scratch.
    """
    parts = start or fresh_weights(sizes, plan.seed)
    loss = FINE_TUNING_LOSS if (start is not None if fine is None else fine) else LOSS
    contact = contact_mask(data.boards)
    masks = {"contact": contact, "race": ~contact & ~home_mask(data.boards), "pruning": np.ones(len(data), dtype=bool)}
    trained: dict[str, Any] = {}
    curves: dict[str, tuple[LearningCurvePoint, ...]] = {}
    for name in networks:
        if name not in masks:
            raise InputError(f"network: must be contact, race or pruning, not {name!r}")
        rows = data.select(masks[name])
        if len(rows) < 2:
            continue
        learn, apart = rows.split()
        raw = name == "pruning"
        stored = None if store is None else store.load(f"{key} {name}")
        training = (
            TrainingState.start(getattr(parts, name))
            if stored is None
            else TrainingState.from_bytes(stored, "checkpoint")
        )
        held_out = apart.examples(raw) if len(apart) else learn.examples(raw)

        def progress(done: int, total: int, name: str = name, training: TrainingState = training) -> None:
            if store is not None:
                store.save(f"{key} {name}", training.to_bytes({}))
            if report is not None:
                report(name, done, total)

        train(training, learn.examples(raw), held_out, loss, plan, progress=progress)
        trained[name] = training.network
        curves[name] = tuple(training.curve)
    return StageResult(replace(parts, **trained, hash=""), curves)


def fresh_weights(sizes: Sizes, seed: int) -> Weights:
    """Random weights."""
    rng = np.random.default_rng(seed)
    contact, race, pruning = (
        random_network(shape, rng)
        for shape in ((N_INPUTS, sizes.contact, 5), (N_INPUTS, sizes.race, 5), (N_RAW_INPUTS, sizes.pruning, 5))
    )
    return Weights(contact, race, pruning)
