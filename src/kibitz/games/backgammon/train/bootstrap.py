"""Labels from own look-ahead: positions of own games, labelled one ply deep by the weights that are to learn them.

No teacher: games start at the opening and are played by the weights themselves, with some noise. One ply of
look-ahead is worth more than the static value that it is made of, so a network that learns it gets better; then the
same can be done again.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.games.backgammon.board.position import START, Boards, Position
from kibitz.games.backgammon.moves.dice import roll_dice
from kibitz.games.backgammon.nets.probabilities import MONEY_READING, other_reading
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.search.searcher import KEEP, Searcher
from kibitz.games.backgammon.train.labelled import READING, Labelled
from kibitz.games.backgammon.train.stages import Reporter, train_on
from kibitz.learn.supervised import Plan, Point
from kibitz.simulate.executors import Progress, no_progress, run_all, spawn_seeds

TASK = 500
"""Decisions of one task."""
NEAR = 0.12
"""Alternatives within this of the best result are worth telling apart."""
KEPT = 0.4
"""Share of the decisions of a game that are kept."""
PRUNING = Plan(epochs=3, first_rate=5e-3, last_rate=1e-4, batch=256)


@dataclass(frozen=True, slots=True, eq=False)
class _Games:
    weights: Weights
    seed: np.random.SeedSequence
    decisions: int


@dataclass(frozen=True, slots=True, eq=False)
class _Labels:
    weights: Weights
    boards: Boards


def own_positions(
    weights: Weights, decisions: int, seed: int, executor: Executor | None = None, progress: Progress = no_progress
) -> tuple[Boards, NDArray[np.int64]]:
    """Pairs of results, the best by static evaluation and another near it, with the number of their decision."""
    tasks = [
        _Games(weights, sequence, min(TASK, decisions - TASK * k))
        for k, sequence in enumerate(spawn_seeds(seed, -(-decisions // TASK)))
    ]
    parts = run_all(_play, tasks, executor, progress)
    groups = [np.repeat(np.arange(len(pairs)) + TASK * k, 2) for k, pairs in enumerate(parts)]
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
        worth = -(searcher.static(results) @ READING)
        order = np.argsort(-worth)
        near = order[1:][worth[order[1:]] >= worth[order[0]] - NEAR]
        if len(near) and rng.random() < KEPT:
            pairs.append(results[[order[0], near[int(rng.integers(len(near)))]]])
        board = results[int(rng.integers(len(order))) if rng.random() < noise else int(order[0])]
        if not board.any(axis=1).all():
            board, noise = START.to_array(), float(rng.choice([0, 0.05, 0.15]))
    return np.stack(pairs)


def label(
    weights: Weights, boards: Boards, executor: Executor | None = None, progress: Progress = no_progress
) -> NDArray[np.float32]:
    """One-ply chances of the side on roll, less what one ply favours that side by on average."""
    tasks = [_Labels(weights, part) for part in np.array_split(boards, -(-len(boards) // TASK))]
    deep = np.concatenate(run_all(_look, tasks, executor, progress))
    static = Searcher(weights).static(boards)
    return np.asarray(np.clip(deep - (deep - static).mean(axis=0), 0, 1), dtype=np.float32)


def _look(task: _Labels) -> NDArray[np.float64]:
    from kibitz.games.backgammon.search.kernels import look_ahead_many

    searcher = Searcher(task.weights)
    engine, room = searcher.engine()
    readings = np.stack([MONEY_READING, other_reading(MONEY_READING)]).astype(np.float32)
    return np.asarray(look_ahead_many(task.boards, 1, engine, room, readings, 0, KEEP), dtype=np.float64)


def bootstrap(
    weights: Weights,
    decisions: int,
    plan: Plan,
    executor: Executor | None = None,
    note: Callable[[str], Progress] = lambda words: no_progress,
    report: Reporter | None = None,
) -> tuple[Weights, dict[str, tuple[Point, ...]]]:
    """One round: play, label, learn; the pruning network first learns the static values, so that labels are cheaper."""
    boards, groups = own_positions(weights, decisions, plan.seed, executor, note("own games"))
    static = Searcher(weights).static(boards).astype(np.float32)
    small = train_on(Labelled(boards, static, groups), replace(PRUNING, seed=plan.seed), weights, ("pruning",))
    targets = label(small.weights, boards, executor, note("labels"))
    data = Labelled(boards, targets, groups)
    done = train_on(data, plan, small.weights, ("contact", "race"), report=report)
    return done.weights, done.curves
