"""Generations of games and fits: the first plays calibrated bets, later ones the network's own (section 3.1).

Supervised learning on outcomes whose Final is exact and from which the luck of the clues is taken, as the network of
the generation before sees it (`fortune`): a tenth of the variance. The paper's temporal differences are the documented
comparison (`td`). A run that was stopped continues after its last finished generation.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kibitz.core.work import CheckpointStore
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.train.training_states import TrainingStates, game_blocks, join_states, play_block, seatings
from kibitz.games.jeopardy.value.evaluator import OUTPUTS, StateEvaluator, pack_evaluator, unpack_evaluator
from kibitz.games.jeopardy.value.features import N_INPUTS
from kibitz.games.jeopardy.value.matchups import Matchup
from kibitz.learn.losses import ValueLoss
from kibitz.learn.network import Network, random_network
from kibitz.learn.supervised import TrainingPlan, TrainingState, train
from kibitz.simulate.executors import Progress, no_progress, run_all

LOSS = ValueLoss(np.zeros(OUTPUTS, dtype=np.float32), 0.0, 0.0)
"""Cross-entropies alone; a target without luck may lie a little outside 0..1, where the slope is still right."""

Report = Callable[[int, int, str], None]


def ignore_progress(done: int, total: int, note: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """How many games each generation plays, passes over its states, hidden units and seed."""

    games: tuple[int, ...] = (60_000, 20_000, 110_000)
    epochs: tuple[int, ...] = (3, 3, 12)
    hidden: int = 64
    seed: int = 1


def generation_states(
    matchup: Matchup,
    network: Network | None,
    games: int,
    seed: int,
    me: Contestant | None = None,
    executor: Executor | None = None,
    progress: Progress = no_progress,
) -> TrainingStates:
    """States of a generation; the same on any executor."""
    tasks = [
        block
        for i, (place, share) in enumerate(seatings(matchup, network, me))
        for block in game_blocks(place, matchup, max(int(games * share), 1), seed + 1000 * i)
    ]
    return join_states(run_all(play_block, tasks, executor, progress))


def train_evaluator(
    matchup: Matchup,
    course: GenerationPlan = GenerationPlan(),  # noqa: B008 - a frozen value
    store: CheckpointStore | None = None,
    me: Contestant | None = None,
    report: Report = ignore_progress,
    executor: Executor | None = None,
) -> StateEvaluator:
    """An evaluator from nothing; a run that was stopped continues after the last generation in ``store``.

    Games are played on ``executor``; fitting is done here.
    """
    network: Network | None = None
    curve: list[dict[str, float]] = []
    seconds = 0.0
    total = sum(course.epochs)
    for generation, (games, epochs) in enumerate(zip(course.games, course.epochs, strict=True)):
        done = sum(course.epochs[:generation])
        name = f"jeopardy-{matchup.name}-{_fingerprint(matchup, course, me)}-{generation}"
        stored = None if store is None else store.load(name)
        if stored is not None:
            before = unpack_evaluator(stored, name)
            network, curve, seconds = before.network, list(before.about["curve"]), float(before.about["seconds"])
            continue
        begun = time.process_time()
        report(done, total, f"{matchup.name}: {games:,} games")
        playing = partial(_report_playing, report, done, total, f"{matchup.name}: {games:,} games")
        learnt, apart = generation_states(
            matchup, network, games, course.seed + 17 * generation, me, executor, playing
        ).split()
        training = TrainingState.start(
            network or random_network((N_INPUTS, course.hidden, OUTPUTS), np.random.default_rng(course.seed))
        )
        plan = TrainingPlan(epochs, 1e-2, 1e-5, 1024, 50, course.seed)
        shown = partial(_report_epoch, report, done, total, matchup.name)
        train(training, learnt.examples(), apart.examples(), LOSS, plan, progress=shown)
        network = training.network
        seconds += time.process_time() - begun
        curve += [
            {"generation": generation, "epoch": point.epoch, "loss": round(point.fit.loss, 6)}
            for point in training.curve
        ]
        # What is used is what is stored, weights of 16 bits, so that a stopped run gives the same as one that was not.
        packed = pack_evaluator(network, _about(matchup, course, curve, seconds, generation))
        network = unpack_evaluator(packed).network
        if store is not None:
            store.save(name, packed)
    assert network is not None
    return unpack_evaluator(pack_evaluator(network, _about(matchup, course, curve, seconds, len(course.games) - 1)))


def _fingerprint(matchup: Matchup, course: GenerationPlan, me: Contestant | None) -> str:
    """Key of checkpoints that belong together: the same plan, and the same models of the show and its people."""
    total = hashlib.sha256(repr((course, me)).encode())
    for place, _ in seatings(matchup, None, me):
        for array in (*place.tables, *place.how):
            total.update(np.asarray(array).tobytes())
    return total.hexdigest()[:16]


def _report_playing(report: Report, done: int, total: int, note: str, blocks: int, of: int) -> None:
    report(done, total, f"{note}, {blocks} of {of} blocks")


def _report_epoch(report: Report, done: int, total: int, name: str, epoch: int, epochs: int) -> None:
    report(done + epoch, total, f"{name}: fitting, pass {epoch} of {epochs}")


def _about(
    matchup: Matchup, course: GenerationPlan, curve: list[dict[str, float]], seconds: float, generation: int
) -> dict[str, Any]:
    return {
        "matchup": matchup.name,
        "games": list(course.games[: generation + 1]),
        "epochs": list(course.epochs),
        "seed": course.seed,
        "seconds": round(seconds, 1),
        "curve": curve,
        "source": "simulated games of the contestants fitted to recorded shows, Final exact, luck-adjusted",
    }
