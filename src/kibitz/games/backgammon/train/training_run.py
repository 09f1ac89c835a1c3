"""The stages of ``train``: each from scratch or from weights, with progress, a learning curve and checkpoints.

A checkpoint belongs to one request, so a stopped run continues where it was, with the same
result. Seconds are CPU seconds of this process; workers are not counted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.core.errors import InputError
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.nets.weights import Weights, pack_weights, unpack_weights
from kibitz.games.backgammon.train.curve_point import CurvePoint
from kibitz.games.backgammon.train.error_rate import error_rate
from kibitz.games.backgammon.train.labelled_positions import LabelledPositions
from kibitz.games.backgammon.train.lookahead_labels import train_on_own_lookahead
from kibitz.games.backgammon.train.selfplay import SelfPlayPlan, SelfPlayRun, self_play
from kibitz.games.backgammon.train.stages import Sizes, fresh_weights, train_on
from kibitz.learn.supervised import TrainingPlan
from kibitz.simulate.executors import open_executor

SCRATCH_RATES = (3e-3, 1e-5)
RESUMED_RATES = (1e-3, 1e-5)
"""First and last learning rate from scratch and from weights."""


@dataclass(slots=True)
class TrainingRun:
    """A training run under way: weights, the curve, seconds spent, and the stages that are finished."""

    work: WorkContext
    name: str
    weights: Weights | None = None
    finished: int = 0
    seconds: float = 0.0
    curve: list[CurvePoint] = field(default_factory=list)
    measure: Callable[[Weights], float] = error_rate
    _begun: float = field(default_factory=time.process_time)

    def resume(self, stages: int) -> None:
        """Load the last checkpoint of this run within its first ``stages``, if there is one."""
        stored = (self.work.store.load(f"{self.name} course {done}") for done in range(stages, 0, -1))
        data = next((data for data in stored if data is not None), None)
        if data is None:
            return
        weights = unpack_weights(data, "checkpoint")
        state = weights.about["course"]
        self.weights, self.finished, self.seconds = weights, int(state["finished"]), float(state["seconds"])
        self.curve = [CurvePoint(*mark) for mark in state["curve"]]

    def cpu_seconds(self) -> float:
        """CPU seconds used, including those before an interruption."""
        return self.seconds + time.process_time() - self._begun

    def add_curve_point(self, stage: str, done: int, unit: str, weights: Weights) -> None:
        """Add a point to the curve; measuring does not count as time spent."""
        now = self.cpu_seconds()
        before = time.process_time()
        error = self.measure(weights)
        self._begun += time.process_time() - before
        self.curve.append(CurvePoint(stage, done, unit, round(now, 1), round(error, 3)))

    def finish(self, weights: Weights) -> None:
        """Mark a stage as done and save its weights, so that it need not be repeated."""
        self.weights, self.finished = replace(weights, hash=""), self.finished + 1
        self.seconds, self._begun = self.cpu_seconds(), time.process_time()
        curve = [(m.stage, m.done, m.unit, m.seconds, m.error) for m in self.curve]
        about = {"course": {"finished": self.finished, "seconds": self.seconds, "curve": curve}}
        self.work.store.save(f"{self.name} course {self.finished}", pack_weights(replace(self.weights, about=about)))


def run_td_stage(course: TrainingRun, plan: SelfPlayPlan) -> None:
    """Train by self-play with temporal differences."""
    key = f"{course.name} td"
    stored = course.work.store.load(key)
    run = SelfPlayRun.start(plan, course.weights) if stored is None else SelfPlayRun.from_bytes(stored, plan)
    if run.games:
        course.seconds += run.seconds
        course.curve = [CurvePoint("td", m["games"], "games", m["seconds"], m["score"]) for m in run.curve]

    def score(weights: Weights) -> float:
        course.add_curve_point("td", run.games, "games", weights)
        return course.curve[-1].error

    self_play(run, lambda data: course.work.store.save(key, data), score, course.work.progress_with_note("self-play"))
    course.finish(run.weights)


def run_lookahead_stage(course: TrainingRun, decisions: int, epochs: int, seed: int) -> None:
    """Train on self-play positions labelled by the network's own look-ahead."""
    if course.weights is None:
        raise InputError("start: give weights to start from, because the labels come from their own look-ahead")
    plan = TrainingPlan(epochs, *RESUMED_RATES, seed=seed)
    with open_executor(course.work) as pool:
        weights, _ = train_on_own_lookahead(
            course.weights, decisions, plan, pool, course.work.progress_with_note, _reporter(course.work)
        )
    course.add_curve_point("bootstrap", decisions, "decisions", weights)
    course.finish(weights)


def run_labelled_stage(course: TrainingRun, data: LabelledPositions, epochs: int, sizes: Sizes, seed: int) -> None:
    """Train on labelled positions, one network after the other; each adds a point to the curve."""
    start = course.weights
    plan = TrainingPlan(epochs, *(SCRATCH_RATES if start is None else RESUMED_RATES), seed=seed)
    weights = start or fresh_weights(sizes, seed)
    for name in ("contact", "race", "pruning"):
        done = train_on(
            data,
            plan,
            weights,
            (name,),
            report=_reporter(course.work),
            store=course.work.store,
            key=course.name,
            fine=start is not None,
        )
        weights = done.weights
        course.add_curve_point(name, epochs, "epochs", weights)
    course.finish(weights)


def _reporter(work: WorkContext) -> Callable[[str, int, int], None]:
    return lambda name, done, total: work.progress(done, total, f"{name} network")


def run_name(stage: str, settings: dict[str, Any]) -> str:
    """The name of a run's checkpoints: everything that its result depends on."""
    return f"backgammon {stage} {json.dumps(settings, sort_keys=True)}"
