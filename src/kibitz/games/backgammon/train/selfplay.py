"""Training from scratch: self-play with temporal differences, no teacher (section 5 of the paper)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import START
from kibitz.games.backgammon.nets.inputs import N_INPUTS, N_RAW_INPUTS
from kibitz.games.backgammon.nets.probabilities import MONEY_WEIGHTS
from kibitz.games.backgammon.nets.weights import Weights, pack_weights, unpack_weights
from kibitz.games.backgammon.search.engine_arrays import EngineArrays, Layers, build_engine, new_workspace
from kibitz.learn.network import Network, random_network

GAMES_PER_BLOCK = 100
"""Games per block, after which time and progress are updated."""
MAX_TURNS = 500
"""Turns after which a game is cut off and counts by its evaluation."""


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """Plan of a run: number of games, lambda, first and last learning rate, hidden units, seed."""

    games: int = 150_000
    decay: float = 0.5
    first_rate: float = 0.06
    last_rate: float = 0.002
    hidden: int = 96
    race_hidden: int = 40
    seed: int = 1

    def rate(self, game: int) -> float:
        """The learning rate of a game, which falls geometrically."""
        return float(self.first_rate * (self.last_rate / self.first_rate) ** (game / max(1, self.games - 1)))


@dataclass(slots=True)
class SelfPlayRun:
    """State of a self-play run: weights, games played, CPU seconds used, and points of the learning curve."""

    plan: SelfPlayPlan
    weights: Weights
    games: int = 0
    seconds: float = 0.0
    curve: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def start(cls, plan: SelfPlayPlan, weights: Weights | None = None) -> SelfPlayRun:
        """Random weights, or those given."""
        if weights is not None:
            return cls(plan, weights)
        rng = np.random.default_rng(np.random.SeedSequence(plan.seed, spawn_key=(0,)))
        contact, race, pruning = (
            _with_small_weights(random_network(sizes, rng))
            for sizes in ((N_INPUTS, plan.hidden, 5), (N_INPUTS, plan.race_hidden, 5), (N_RAW_INPUTS, 4, 5))
        )
        return cls(plan, Weights(contact, race, pruning))

    def to_bytes(self) -> bytes:
        """A checkpoint; it is a weights file as well."""
        about: dict[str, Any] = {"stage": "td", "games": self.games, "seconds": self.seconds, "seed": self.plan.seed}
        about["curve"] = self.curve
        return pack_weights(replace(self.weights, about=about, hash=""))

    @classmethod
    def from_bytes(cls, data: bytes, plan: SelfPlayPlan) -> SelfPlayRun:
        """Continue from a checkpoint."""
        weights = unpack_weights(data, "checkpoint")
        about = weights.about
        if about.get("stage") != "td":
            raise InputError("checkpoint: must come from self-play")
        return cls(plan, weights, int(about["games"]), float(about["seconds"]), list(about["curve"]))


def self_play(
    run: SelfPlayRun,
    checkpoint: Callable[[bytes], None] | None = None,
    score: Callable[[Weights], float] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> SelfPlayRun:
    """Play until the plan's games are done; saves a checkpoint and adds a point of the curve after every tenth.

    The dice of a block depend only on the seed and the block's number, so a stopped and continued run plays the same
    games.
    """
    from kibitz.games.backgammon.train.kernels import self_play_block

    engine = build_engine(run.weights)
    room = new_workspace(memory=1 << 8)
    reading = MONEY_WEIGHTS.astype(np.float32)
    start = START.to_array()
    tenth = max(GAMES_PER_BLOCK, run.plan.games // 10 // GAMES_PER_BLOCK * GAMES_PER_BLOCK)
    while run.games < run.plan.games:
        begun = time.process_time()
        n = min(GAMES_PER_BLOCK, run.plan.games - run.games)
        rng = np.random.default_rng(np.random.SeedSequence(run.plan.seed, spawn_key=(1, run.games)))
        dice = rng.integers(1, 7, size=(n, MAX_TURNS, 2), dtype=np.int8)
        rates = np.array([run.plan.rate(run.games + i) for i in range(n)], dtype=np.float32)
        self_play_block(start, np.sort(dice, axis=2)[:, :, ::-1].copy(), engine, room, reading, run.plan.decay, rates)
        run.games += n
        run.seconds += time.process_time() - begun
        if run.games % tenth == 0 or run.games >= run.plan.games:
            run.weights = weights_of(engine, run.weights)
            mark: dict[str, Any] = {"games": run.games, "seconds": round(run.seconds, 1)}
            if score is not None:
                mark["score"] = score(run.weights)
            run.curve.append(mark)
            if checkpoint is not None:
                checkpoint(run.to_bytes())
        if progress is not None:
            progress(run.games, run.plan.games)
    return run


def weights_of(engine: EngineArrays, old: Weights) -> Weights:
    """The weights of a bundle after training."""
    return Weights(_network(engine.contact), _network(engine.race), old.pruning, dict(old.about))


def _network(layers: Layers) -> Network:
    return Network((layers.w1.copy(), np.ascontiguousarray(layers.w2.T)), (layers.b1.copy(), layers.b2.copy()))


def _with_small_weights(network: Network) -> Network:
    """The same network with small first weights, so that units start in the steep part of the logistic."""
    return Network((network.weights[0] * np.float32(0.5), network.weights[1]), network.biases, network.linear)
