"""Rollouts with standard errors: many games from one position, the same policy for both sides, luck taken off.

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
from kibitz.games.backgammon.nets.probabilities import MONEY_READING, Probabilities, other_reading, read_worth
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.search.engine import engine_of, new_room
from kibitz.simulate.executors import Progress, SoFar, no_progress, run_all, spawn_seeds, unseen

BLOCK = 36
"""Trials of one task: each first roll of two dice once."""
LONGEST = 400
"""Turns after which a game that is not truncated counts by its evaluation."""


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """Trials (rounded up to 36), turns before a game is cut off (0: never), seed, and luck taken off or not."""

    trials: int = 360
    turns: int = 11
    seed: int = 1
    reduce: bool = True
    keep: int = 8

    def __post_init__(self) -> None:
        if not 1 <= self.trials <= 1_000_000:
            raise InputError(f"trials: 1 to 1,000,000 are accepted, not {self.trials}")
        if not 0 <= self.turns <= LONGEST:
            raise InputError(f"turns: 0 (to the end) to {LONGEST} are accepted, not {self.turns}")


@dataclass(frozen=True, slots=True)
class Rollout:
    """Mean chances and worth of the player on roll, each with its standard error, over so many trials."""

    probabilities: Probabilities
    errors: Probabilities
    worth: float
    worth_se: float
    trials: int


def rollout(
    position: Position,
    weights: Weights,
    settings: RolloutSettings = RolloutSettings(),  # noqa: B008 - a frozen value
    reading: FloatArray = MONEY_READING,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    so_far: SoFar[Rollout] = unseen,
) -> Rollout:
    """Roll a position out, before the roll; ``reading`` is what the player on roll plays for.

    ``so_far`` gets the trials played, and the rollout of as many.
    """
    if position.winner_points:
        raise InputError("position: the game is over, so there is nothing to roll out")
    board = position.to_array()
    blocks = math.ceil(settings.trials / BLOCK)
    turns = settings.turns or LONGEST
    tasks = [_dice(np.random.default_rng(seed), turns) for seed in spawn_seeds(settings.seed, blocks)]
    play = partial(_play_block, board=board, weights=weights, reading=reading, settings=settings)

    def seen(played: Sequence[FloatArray]) -> None:
        if len(played) > 1:
            so_far(BLOCK * len(played), lambda: _measured(played, reading))

    return _measured(run_all(play, tasks, executor, progress, seen), reading)


def _measured(played: Sequence[FloatArray], reading: FloatArray) -> Rollout:
    """Means and errors over blocks of trials."""
    sample, blocks = np.concatenate(played), len(played)
    worths = read_worth(sample, reading)
    n = len(sample)
    # Blocks are independent; within a block first rolls are spread evenly, so errors come from block means.
    means = sample.reshape(blocks, BLOCK, 5).mean(axis=1)
    if blocks > 1:
        errors = means.std(axis=0, ddof=1) / math.sqrt(blocks)
        worth_se = float(worths.reshape(blocks, BLOCK).mean(axis=1).std(ddof=1) / math.sqrt(blocks))
    else:
        errors, worth_se = sample.std(axis=0, ddof=1) / math.sqrt(n), float(worths.std(ddof=1) / math.sqrt(n))
    return Rollout(
        Probabilities.from_array(sample.mean(axis=0)),
        Probabilities.from_array(errors),
        float(worths.mean()),
        worth_se,
        n,
    )


def _dice(rng: np.random.Generator, turns: int) -> NDArray[np.int8]:
    """Rolls of a block as indices of `ROLLS`; the first roll of each pair of dice comes once."""
    dice = np.sort(rng.integers(1, 7, size=(BLOCK, turns, 2)), axis=2)
    dice[:, 0] = np.sort([(a, b) for a in range(1, 7) for b in range(1, 7)], axis=1)
    low, high = dice[:, :, 0], dice[:, :, 1]
    return np.asarray(high * (high - 1) // 2 + low - 1, dtype=np.int8)


def _play_block(
    dice: NDArray[np.int8], board: Boards, weights: Weights, reading: FloatArray, settings: RolloutSettings
) -> FloatArray:
    from kibitz.games.backgammon.rollout.kernels import rollout_block

    readings = np.stack([reading, other_reading(reading)]).astype(np.float32)
    engine = engine_of(weights)
    result: FloatArray = rollout_block(board, dice, engine, new_room(), readings, settings.keep, settings.reduce)
    return result
