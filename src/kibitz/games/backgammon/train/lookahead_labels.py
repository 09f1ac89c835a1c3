"""Labels from look-ahead: self-play positions, labelled one ply deep by the same weights that are trained on them.

There is no teacher: games start at the opening and the weights themselves play them, with some noise. One ply of
look-ahead is more accurate than the static value, so a network that learns it improves. Then the round can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.board.position import START, Boards, Position
from kibitz.games.backgammon.moves.dice import roll_dice
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.search.searcher import Searcher
from kibitz.games.backgammon.train.labelled_positions import OUTCOME_WEIGHTS, LabelledPositions
from kibitz.games.backgammon.train.stages import Reporter, train_on
from kibitz.learn.supervised import LearningCurvePoint, TrainingPlan
from kibitz.simulate.executors import Progress, no_progress, run_all, spawn_seeds

DECISIONS_PER_TASK = 500
"""Decisions of one task."""
NEAR_BEST_EQUITY = 0.12
"""Only alternatives within this of the best result are labelled."""
KEPT_DECISION_SHARE = 0.4
"""Share of the decisions of a game that are used."""
PRUNING_PLAN = TrainingPlan(epochs=3, first_rate=5e-3, last_rate=1e-4, batch=256)


@dataclass(frozen=True, slots=True, eq=False)
class _Games:
    weights: Weights
    seed: np.random.SeedSequence
    decisions: int


@dataclass(frozen=True, slots=True, eq=False)
class _Labels:
    weights: Weights
    boards: Boards


def self_play_positions(
    weights: Weights, decisions: int, seed: int, executor: Executor | None = None, progress: Progress = no_progress
) -> tuple[Boards, NDArray[np.int64]]:
    """Pairs of results, the best by static evaluation and another near it, with the number of their decision."""
    tasks = [
        _Games(weights, sequence, min(DECISIONS_PER_TASK, decisions - DECISIONS_PER_TASK * k))
        for k, sequence in enumerate(spawn_seeds(seed, -(-decisions // DECISIONS_PER_TASK)))
    ]
    parts = run_all(_play, tasks, executor, progress)
    groups = [np.repeat(np.arange(len(pairs)) + DECISIONS_PER_TASK * k, 2) for k, pairs in enumerate(parts)]
    boards, numbers = np.concatenate(parts).reshape(-1, 2, 25), np.concatenate(groups)
    live = (boards.sum(axis=2) > 0).all(axis=1)
    return boards[live], numbers[live]


def _play(task: _Games) -> Boards:
    rng = np.random.default_rng(task.seed)
    searcher = Searcher(task.weights, keep=0)
    pairs: list[Boards] = []
    board, noise = START.to_array(), 0.0
    while len(pairs) < task.decisions:
        results = searcher.results(Position.from_array(board), roll_dice(rng))
        worth = -(searcher.static(results) @ OUTCOME_WEIGHTS)
        order = np.argsort(-worth)
        near = order[1:][worth[order[1:]] >= worth[order[0]] - NEAR_BEST_EQUITY]
        if len(near) and rng.random() < KEPT_DECISION_SHARE:
            pairs.append(results[[order[0], near[int(rng.integers(len(near)))]]])
        board = results[int(rng.integers(len(order))) if rng.random() < noise else int(order[0])]
        if not board.any(axis=1).all():
            board, noise = START.to_array(), float(rng.choice([0, 0.05, 0.15]))
    return np.stack(pairs)


def label_by_lookahead(
    weights: Weights, boards: Boards, executor: Executor | None = None, progress: Progress = no_progress
) -> NDArray[np.float32]:
    """One-ply chances of the side on roll, minus the mean bias of one ply towards that side."""
    tasks = [_Labels(weights, part) for part in np.array_split(boards, -(-len(boards) // DECISIONS_PER_TASK))]
    deep = np.concatenate(run_all(_label_task, tasks, executor, progress))
    static = Searcher(weights).static(boards)
    return np.asarray(np.clip(deep - (deep - static).mean(axis=0), 0, 1), dtype=np.float32)


def _label_task(task: _Labels) -> NDArray[np.float64]:
    return Searcher(task.weights).look_ahead(task.boards, 1)


def train_on_own_lookahead(
    weights: Weights,
    decisions: int,
    plan: TrainingPlan,
    executor: Executor | None = None,
    note: Callable[[str], Progress] = lambda words: no_progress,
    report: Reporter | None = None,
) -> tuple[Weights, dict[str, tuple[LearningCurvePoint, ...]]]:
    """One round: play, label, learn; the pruning network first learns the static values, so that labels are cheaper."""
    boards, groups = self_play_positions(weights, decisions, plan.seed, executor, note("own games"))
    static = Searcher(weights).static(boards).astype(np.float32)
    small = train_on(
        LabelledPositions(boards, static, groups), replace(PRUNING_PLAN, seed=plan.seed), weights, ("pruning",)
    )
    targets = label_by_lookahead(small.weights, boards, executor, note("labels"))
    data = LabelledPositions(boards, targets, groups)
    done = train_on(data, plan, small.weights, ("contact", "race"), report=report)
    return done.weights, done.curves
