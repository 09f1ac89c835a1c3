"""The stages of training a set of weights, each from scratch or from weights, each with a checkpoint to continue from.

``labelled`` learns from a file of labelled positions; ``bootstrap`` labels positions of own games with own look-ahead
and learns from those. Self-play is in `selfplay`, the paper's stages are in `neurogammon`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import START, Boards
from kibitz.games.backgammon.moves.dice import roll_dice
from kibitz.games.backgammon.nets.inputs import INPUTS, RAW
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.search.searcher import Searcher
from kibitz.games.backgammon.train.labelled import READING, Labelled, contact_mask, home_mask, load_labelled
from kibitz.learn.losses import ValueLoss
from kibitz.learn.network import Network, random_network
from kibitz.learn.supervised import Plan, Point, Training, train

LOSS = ValueLoss(READING, 2.0, 6.0)
FINE = ValueLoss(READING, 2.0, 10.0)
"""The loss of fine-tuning: differences between alternatives weigh more."""
MIX = (0.35, 0.65)
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
    curves: dict[str, tuple[Point, ...]]


Reporter = Callable[[str, int, int], None]
"""Called with the network's name, epochs done, and epochs in all."""


def labelled_stage(
    path: str | Path,
    plan: Plan,
    start: Weights | None = None,
    mix: tuple[float, ...] = (1.0,),
    networks: tuple[str, ...] = ("contact", "race", "pruning"),
    checkpoints: str | Path | None = None,
    sizes: Sizes = Sizes(),  # noqa: B008 - a frozen value
    report: Reporter | None = None,
) -> StageResult:
    """Train networks on a file of labelled positions; one that was interrupted goes on from its checkpoint.

    From ``start`` the step sizes should be about a third of those from scratch.
    """
    return train_on(
        load_labelled(path, mix), plan, start, networks, checkpoints, sizes, report, {"data": Path(path).name}
    )


def train_on(
    data: Labelled,
    plan: Plan,
    start: Weights | None = None,
    networks: tuple[str, ...] = ("contact", "race", "pruning"),
    checkpoints: str | Path | None = None,
    sizes: Sizes = Sizes(),  # noqa: B008
    report: Reporter | None = None,
    about: dict[str, Any] | None = None,
) -> StageResult:
    """The same for positions in memory."""
    parts = start or fresh_weights(sizes, plan.seed)
    contact = contact_mask(data.boards)
    masks = {"contact": contact, "race": ~contact & ~home_mask(data.boards), "pruning": np.ones(len(data), dtype=bool)}
    trained: dict[str, Network] = {}
    curves: dict[str, tuple[Point, ...]] = {}
    for name in networks:
        if name not in masks:
            raise InputError(f"network: contact, race or pruning is accepted, not {name!r}")
        rows = data.where(masks[name])
        if len(rows) < 2:
            continue
        learn, apart = rows.split()
        raw = name == "pruning"
        file = None if checkpoints is None else Path(checkpoints) / f"{name}.npz"
        training = Training.load(file) if file is not None and file.exists() else Training.start(getattr(parts, name))
        held_out = apart.examples(raw) if len(apart) else learn.examples(raw)

        def progress(done: int, total: int, name: str = name) -> None:
            if report is not None:
                report(name, done, total)

        train(training, learn.examples(raw), held_out, LOSS if start is None else FINE, plan, file, about, progress)
        trained[name] = training.network
        curves[name] = tuple(training.curve)
    about = {**(about or {}), "seed": plan.seed, "epochs": plan.epochs}
    return StageResult(replace(parts, **trained, about=about, hash=""), curves)


def fresh_weights(sizes: Sizes, seed: int) -> Weights:
    """Random weights."""
    rng = np.random.default_rng(seed)
    contact, race, pruning = (
        random_network(shape, rng)
        for shape in ((INPUTS, sizes.contact, 5), (INPUTS, sizes.race, 5), (RAW, sizes.pruning, 5))
    )
    return Weights(contact, race, pruning)


def own_labels(
    weights: Weights, decisions: int, seed: int, progress: Callable[[int, int], None] | None = None
) -> Labelled:
    """Positions of own games (the best result of a roll and another within 0.12), labelled by own 0/1-ply blend.

    No teacher: games start at the opening, plays are the evaluator's own with some noise.
    """
    rng = np.random.default_rng(seed)
    searcher = Searcher(weights, keep=0)
    boards: list[Boards] = []
    groups: list[int] = []
    board = START.to_array()
    noise = 0.0
    count = 0
    while count < decisions:
        if not board.any(axis=1).all():
            board, noise = START.to_array(), float(rng.choice([0, 0.05, 0.15]))
        from kibitz.games.backgammon.board.position import Position

        results = searcher.results(Position.from_array(board), roll_dice(rng))
        worth = -(searcher.static(results) @ READING)
        order = np.argsort(-worth)
        near = order[1:][worth[order[1:]] >= worth[order[0]] - 0.12]
        if len(near) and rng.random() < 0.4:
            pair = [order[0], near[int(rng.integers(len(near)))]]
            boards += [results[i] for i in pair if results[i].any(axis=1).all()]
            groups += [count] * sum(bool(results[i].any(axis=1).all()) for i in pair)
            count += 1
            if progress is not None:
                progress(count, decisions)
        pick = int(rng.integers(len(order))) if rng.random() < noise else int(order[0])
        board = results[pick]
    stacked = np.stack(boards)
    targets = np.concatenate(
        [searcher.probabilities(part, 1) for part in np.array_split(stacked, -(-len(stacked) // 512))]
    )
    return Labelled(stacked, np.asarray(np.clip(targets, 0, 1), dtype=np.float32), np.array(groups, dtype=np.int64))
