"""Rollouts with standard errors: many games from one position, the same policy for both sides, luck-adjusted.

Each roll is compared with the mean over all 21 (after the best static play of each), and the difference, the luck, is
subtracted. Its mean is zero whatever the evaluator, so the estimate stays unbiased and its variance falls many times.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.nets.probabilities import MONEY_WEIGHTS, Probabilities, opponent_weights, weighted_value
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.search.engine_arrays import build_engine, new_workspace
from kibitz.simulate.executors import OnPartial, Progress, ignore_partial, no_progress, run_all, spawn_seeds

TRIALS_PER_TASK = 36
"""Trials of one task: each first roll of two dice once."""
MAX_TURNS = 400
"""Turns after which a game that is not truncated counts by its evaluation."""


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """Trials (rounded up to 36), turns before a game is cut off (0: never), seed, and whether to adjust for luck."""

    trials: int = 360
    turns: int = 11
    seed: int = 1
    reduce: bool = True
    keep: int = 8

    def __post_init__(self) -> None:
        if not 1 <= self.trials <= 1_000_000:
            raise InputError(f"trials: must be from 1 to 1,000,000, not {self.trials}")
        if not 0 <= self.turns <= MAX_TURNS:
            raise InputError(f"turns: must be from 0 (to the end) to {MAX_TURNS}, not {self.turns}")


@dataclass(frozen=True, slots=True)
class Rollout:
    """Mean chances and equity of the player on roll, each with its standard error, over ``trials`` games."""

    probabilities: Probabilities
    errors: Probabilities
    worth: float
    worth_se: float
    trials: int


def rollout(
    position: Position,
    weights: Weights,
    settings: RolloutSettings = RolloutSettings(),  # noqa: B008 - a frozen value
    reading: FloatArray = MONEY_WEIGHTS,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    on_partial: OnPartial[Rollout] = ignore_partial,
) -> Rollout:
    """Roll a position out, before the roll; ``reading`` are the outcome weights of the player on roll.

    ``on_partial`` gets the number of trials played, and a function that builds their
    result.
    """
    if position.winner_points:
        raise InputError("position: the game is over; give one that is still in play")
    board = position.to_array()
    blocks = math.ceil(settings.trials / TRIALS_PER_TASK)
    turns = settings.turns or MAX_TURNS
    tasks = [block_dice(np.random.default_rng(seed), turns) for seed in spawn_seeds(settings.seed, blocks)]
    play = partial(_play_block, board=board, weights=weights, reading=reading, settings=settings)

    def report_trials(played: Sequence[FloatArray]) -> None:
        if len(played) > 1:
            on_partial(TRIALS_PER_TASK * len(played), lambda: _summarise_trials(played, reading))

    return _summarise_trials(run_all(play, tasks, executor, progress, report_trials), reading)


def _summarise_trials(played: Sequence[FloatArray], reading: FloatArray) -> Rollout:
    """Means and errors over blocks of trials."""
    sample, blocks = np.concatenate(played), len(played)
    worths = weighted_value(sample, reading)
    n = len(sample)
    # Blocks are independent; within a block first rolls are spread evenly, so errors come from block means.
    means = sample.reshape(blocks, TRIALS_PER_TASK, 5).mean(axis=1)
    if blocks > 1:
        errors = means.std(axis=0, ddof=1) / math.sqrt(blocks)
        worth_se = float(worths.reshape(blocks, TRIALS_PER_TASK).mean(axis=1).std(ddof=1) / math.sqrt(blocks))
    else:
        errors, worth_se = sample.std(axis=0, ddof=1) / math.sqrt(n), float(worths.std(ddof=1) / math.sqrt(n))
    return Rollout(
        Probabilities.from_array(sample.mean(axis=0)),
        Probabilities.from_array(errors),
        float(worths.mean()),
        worth_se,
        n,
    )


def block_dice(rng: np.random.Generator, turns: int) -> NDArray[np.int8]:
    """Rolls of a block as indices of `ROLLS`; the first roll of each pair of dice comes once."""
    dice = np.sort(rng.integers(1, 7, size=(TRIALS_PER_TASK, turns, 2)), axis=2)
    dice[:, 0] = np.sort([(a, b) for a in range(1, 7) for b in range(1, 7)], axis=1)
    low, high = dice[:, :, 0], dice[:, :, 1]
    return np.asarray(high * (high - 1) // 2 + low - 1, dtype=np.int8)


def _play_block(
    dice: NDArray[np.int8], board: Boards, weights: Weights, reading: FloatArray, settings: RolloutSettings
) -> FloatArray:
    from kibitz.games.backgammon.rollout.kernels import rollout_block

    readings = np.stack([reading, opponent_weights(reading)]).astype(np.float32)
    engine = build_engine(weights)
    result: FloatArray = rollout_block(board, dice, engine, new_workspace(), readings, settings.keep, settings.reduce)
    return result
