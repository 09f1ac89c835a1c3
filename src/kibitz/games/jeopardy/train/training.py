"""Generations of games and fits: the first plays calibrated bets, later ones the network's own (section 3.1).

Supervised learning on outcomes whose Final is exact; the paper's temporal differences are the documented comparison
(`td`). A run that was stopped continues from the last epoch of the last generation.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.train.games import States, joined, played_states, seatings
from kibitz.games.jeopardy.value.features import INPUTS
from kibitz.games.jeopardy.value.matchups import Matchup, Role
from kibitz.games.jeopardy.value.weights import Evaluator, load_evaluator, save_evaluator
from kibitz.learn.losses import ValueLoss
from kibitz.learn.network import Network, random_network
from kibitz.learn.supervised import Plan, Training, train

LOSS = ValueLoss(np.zeros(3, dtype=np.float32), 0.0, 0.0)
"""Cross-entropy alone."""

Report = Callable[[int, int, str], None]


def silent(done: int, total: int, note: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Course:
    """How many games each generation plays, passes over its states, hidden units and seed."""

    games: tuple[int, ...] = (60_000, 100_000, 400_000)
    epochs: tuple[int, ...] = (2, 2, 6)
    hidden: int = 48
    seed: int = 1

    def for_role(self, role: Role) -> Course:
        """Three people all bet as people do, so that one generation is enough."""
        return Course(self.games[-1:], self.epochs[-1:], self.hidden, self.seed) if role is Role.PEOPLE else self


def states_of(matchup: Matchup, network: Network | None, games: int, seed: int, me: Contestant | None = None) -> States:
    """States of a generation."""
    parts = [
        played_states(place, matchup, max(int(games * share), 1), seed + 1000 * i)
        for i, (place, share) in enumerate(seatings(matchup, network, me))
    ]
    return joined(parts)


def learn(
    matchup: Matchup,
    course: Course = Course(),  # noqa: B008 - a frozen value
    folder: str | Path | None = None,
    me: Contestant | None = None,
    report: Report = silent,
) -> Evaluator:
    """An evaluator from nothing; with a ``folder`` its checkpoints go there and a stopped run continues."""
    course = course.for_role(matchup.role)
    network: Network | None = None
    curve: list[dict[str, float]] = []
    seconds = 0.0
    total = sum(course.epochs)
    for generation, (games, epochs) in enumerate(zip(course.games, course.epochs, strict=True)):
        done = sum(course.epochs[:generation])
        finished = None if folder is None else Path(folder) / f"{matchup.name}.generation-{generation}.npz"
        if finished is not None and finished.exists():
            before = load_evaluator(finished)
            network, curve, seconds = before.network, list(before.about["curve"]), float(before.about["seconds"])
            continue
        begun = time.process_time()
        report(done, total, f"{matchup.name}: {games:,} games")
        learnt, apart = states_of(matchup, network, games, course.seed + 17 * generation, me).split()
        checkpoint = None if folder is None else Path(folder) / f"{matchup.name}.part.npz"
        training = _begun(checkpoint, generation, network, course)
        plan = Plan(epochs, 3e-3, 1e-5, 2048, 50, course.seed)
        shown = partial(_shown, report, done, total, matchup.name)
        train(training, learnt.examples(), apart.examples(), LOSS, plan, checkpoint, {"generation": generation}, shown)
        network = training.network
        seconds += time.process_time() - begun
        curve += [{"generation": generation, "epoch": point.epoch, "loss": round(point.fit.loss, 6)}
                  for point in training.curve]  # fmt: skip
        if finished is not None:
            save_evaluator(finished, network, _about(matchup, course, curve, seconds, generation))
    assert network is not None
    return Evaluator(network, _about(matchup, course, curve, seconds, len(course.games) - 1))


def _shown(report: Report, done: int, total: int, name: str, epoch: int, epochs: int) -> None:
    report(done + epoch, total, f"{name}: fitting, pass {epoch} of {epochs}")


def _begun(checkpoint: Path | None, generation: int, network: Network | None, course: Course) -> Training:
    if checkpoint is not None and checkpoint.exists():
        from kibitz.learn.checkpoint import load_arrays

        if load_arrays(checkpoint)[1].get("generation") == generation:
            return Training.load(checkpoint)
    rng = np.random.default_rng(course.seed)
    return Training.start(network or random_network((INPUTS, course.hidden, 3), rng))


def _about(
    matchup: Matchup, course: Course, curve: list[dict[str, float]], seconds: float, generation: int
) -> dict[str, Any]:
    return {
        "matchup": matchup.name, "games": list(course.games[: generation + 1]), "epochs": list(course.epochs),
        "seed": course.seed, "seconds": round(seconds, 1), "curve": curve,
        "source": "simulated games of the contestants fitted to recorded shows, Final exact",
    }  # fmt: skip
