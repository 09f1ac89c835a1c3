"""Typed answers about training: the result of a stage, its learning curve, and the weights as a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct, to_builtins

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_chance
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.train.curve_point import CurvePoint

if TYPE_CHECKING:
    from kibitz.games.backgammon.neurogammon.program import Neurogammon
    from kibitz.games.backgammon.questions import training as questions
    from kibitz.games.backgammon.train.training_run import TrainingRun


class Agreement(Struct, frozen=True):
    """How often a Neurogammon network agrees on test games: with the expert's play, or within 0.5 of the strength."""

    network: str
    test: int
    agree: float


class TrainAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.train/1"):
    """The result of a training stage; ``weights`` is the file, in JSON only on request."""

    files: ClassVar = {"weights": "Write the weights here, as an .npz file for duel and train."}

    stage: str
    seed: int
    seconds: float
    curve: tuple[CurvePoint, ...] = ()
    agreement: tuple[Agreement, ...] = ()
    weights: Document | None = None

    def explain(self) -> Explanation:
        if self.curve:
            last = self.curve[-1]
            return Explanation(
                f"Error rate {last.error:.1f} thousandths of a point per decision after {self.seconds:,.0f} "
                "CPU seconds, measured with the shipped weights."
            )
        mean = sum(row.agree * row.test for row in self.agreement) / max(1, sum(row.test for row in self.agreement))
        return Explanation(f"Agreement on test games {format_chance(mean)} after {self.seconds:,.0f} CPU seconds.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        if self.curve:
            rows = tuple((p.stage, f"{p.done:,} {p.unit}", f"{p.seconds:,.0f}", f"{p.error:.2f}") for p in self.curve)
            yield Table(("stage", "done", "CPU seconds", "error rate"), rows, left=(0, 1))
        if self.agreement:
            cells = tuple((row.network, f"{row.test:,}", format_chance(row.agree)) for row in self.agreement)
            yield Table(("network", "test rows", "agreement"), cells)

    def file(self, kind: str) -> File:
        return File("weights.npz", "application/octet-stream", self.weights.content if self.weights else b"")


def answer_train(request: questions.TrainRequest, work: WorkContext) -> TrainAnswer:
    """The answer to `questions.TrainRequest`."""
    return (
        _neurogammon_stage(request, work)
        if request.stage in ("comparison", "doubling")
        else _value_stage(request, work)
    )


def _data(request: questions.TrainRequest) -> Document:
    if request.data is None:
        raise InputError(f"data: give a file for the stage {request.stage}")
    return request.data


def _settings(request: questions.TrainRequest) -> dict[str, Any]:
    """Identity of a training run: its arguments, with documents by content. Without ``rounds``, so that a run with more
    rounds continues from those done."""
    from hashlib import sha256

    settings = to_builtins(request)
    del settings["rounds"]
    for name in ("data", "start"):
        document = getattr(request, name)
        settings[name] = None if document is None else sha256(document.content).hexdigest()
    return dict(settings)


def _value_stage(request: questions.TrainRequest, work: WorkContext) -> TrainAnswer:
    from dataclasses import replace

    from kibitz.games.backgammon.nets.weights import pack_weights, unpack_weights
    from kibitz.games.backgammon.train.training_run import TrainingRun, run_name

    start = None if request.start is None else unpack_weights(request.start.content, request.start.name)
    run = TrainingRun(work, run_name(request.stage, _settings(request)), start)
    rounds = request.rounds if request.stage in ("scratch", "bootstrap") else 0
    run.resume(rounds + (request.stage != "bootstrap"))
    _run(request, run)
    assert run.weights is not None
    about = {
        "stage": request.stage,
        "seed": request.seed,
        "seconds": round(run.seconds, 1),
        "data": None if request.data is None else request.data.name,
        "start": None if start is None else start.hash,
        "curve": [(m.stage, m.done, m.unit, m.seconds, m.error) for m in run.curve],
    }
    return TrainAnswer(
        stage=request.stage,
        seed=request.seed,
        seconds=round(run.seconds, 1),
        curve=tuple(run.curve),
        weights=Document(name="weights.npz", data=pack_weights(replace(run.weights, about=about))),
    )


def _run(request: questions.TrainRequest, run: TrainingRun) -> None:
    from kibitz.games.backgammon.train.labelled_positions import read_labelled
    from kibitz.games.backgammon.train.selfplay import SelfPlayPlan
    from kibitz.games.backgammon.train.stages import PLY_LABEL_MIX, Sizes
    from kibitz.games.backgammon.train.training_run import run_labelled_stage, run_lookahead_stage, run_td_stage

    if request.stage == "labelled":
        if not run.finished:
            data = read_labelled(
                _data(request).content, _data(request).name, PLY_LABEL_MIX if request.plies else (1.0,)
            )
            run_labelled_stage(run, data, request.epochs, Sizes(request.hidden), request.seed)
        return
    if request.stage != "bootstrap" and run.finished == 0:
        run_td_stage(
            run,
            SelfPlayPlan(request.games, hidden=request.hidden, race_hidden=request.hidden // 2, seed=request.seed),
        )
    if request.stage == "td":
        return
    played = request.stage == "scratch"
    for turn in range(run.finished - played, request.rounds):
        run_lookahead_stage(run, request.decisions, request.epochs, request.seed + turn + 1)


def _neurogammon_stage(request: questions.TrainRequest, work: WorkContext) -> TrainAnswer:
    import time
    from dataclasses import replace

    from kibitz.games.backgammon.neurogammon.program import (
        load_shipped_neurogammon,
        pack_neurogammon,
        unpack_neurogammon,
    )

    begun = time.process_time()
    program = (
        load_shipped_neurogammon()
        if request.start is None
        else unpack_neurogammon(request.start.content, request.start.name)
    )
    trained, agreement = (_comparison if request.stage == "comparison" else _doubling)(request, program, work)
    seconds = round(time.process_time() - begun, 1)
    about = {
        "stage": request.stage,
        "data": _data(request).name,
        "seed": request.seed,
        "epochs": request.epochs,
        "cpu_seconds": seconds,
        "table": [to_builtins(row) for row in agreement],
    }
    return TrainAnswer(
        stage=request.stage,
        seed=request.seed,
        seconds=seconds,
        agreement=agreement,
        weights=Document(name="neurogammon.npz", data=pack_neurogammon(replace(trained, about=about))),
    )


def _comparison(
    request: questions.TrainRequest, program: Neurogammon, work: WorkContext
) -> tuple[Neurogammon, tuple[Agreement, ...]]:
    """The six move networks by comparison, each from scratch or from the weights given."""
    from dataclasses import replace

    from kibitz.games.backgammon.neurogammon.expert import expert_plays
    from kibitz.games.backgammon.neurogammon.phases import Phase
    from kibitz.games.backgammon.neurogammon.training import train_phase
    from kibitz.learn.comparison import ComparisonPlan

    plays = list(expert_plays(_data(request).content, _data(request).name))
    moves, rows = dict(program.moves), []
    for phase in Phase:
        if sum(play.phase is phase and play.game[:1] not in "012" for play in plays) == 0:
            continue  # nothing to learn from: the old network stays
        first = None if request.start is None else program.moves[phase]
        plan = ComparisonPlan(epochs=request.epochs, seed=request.seed)
        result = train_phase(phase, plays, plan, False, first, work.progress_with_note(f"{phase.value} network"))
        moves[phase] = result.comparison
        agree = float(result.agree_comparison.mean()) if len(result.agree_comparison) else 0.0
        rows.append(Agreement(phase.value, len(result.agree_comparison), agree))
    if not rows:
        raise InputError(f"{_data(request).name}: has no plays to learn from")
    return replace(program, moves=moves), tuple(rows)


def _doubling(
    request: questions.TrainRequest, program: Neurogammon, work: WorkContext
) -> tuple[Neurogammon, tuple[Agreement, ...]]:
    """The doubling network, from scratch or from the weights given."""
    from dataclasses import replace

    from kibitz.games.backgammon.neurogammon.doubling import score_accuracy
    from kibitz.games.backgammon.neurogammon.inputs import cube_inputs
    from kibitz.games.backgammon.neurogammon.training import cube_rows, train_doubling
    from kibitz.learn.supervised import TrainingPlan

    rows = cube_rows(_data(request).content, _data(request).name)
    if rows.test.all() or not rows.test.any():
        raise InputError(
            f"{_data(request).name}: must have training games and test games (hashes that start with 0 or 1)"
        )
    plan = TrainingPlan(request.epochs, 3e-3, 1e-5, 128, seed=request.seed)
    first = None if request.start is None else program.doubling
    network = train_doubling(
        rows.boards, rows.strength, rows.test.astype(float), plan, first, work.progress_with_note("doubling network")
    )
    close, _ = score_accuracy(network.outputs(cube_inputs(rows.boards[rows.test])), rows.strength[rows.test])
    return replace(program, doubling=network), (Agreement("doubling", int(rows.test.sum()), close),)
