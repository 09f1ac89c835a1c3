"""Typed answers about training: what came of a stage, its learning curve, and the weights as a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct, to_builtins

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_chance
from kibitz.core.work import Work

if TYPE_CHECKING:
    from kibitz.games.backgammon.neurogammon.program import Neurogammon
    from kibitz.games.backgammon.questions import training as questions
    from kibitz.games.backgammon.train.course import Course


class CurvePoint(Struct, frozen=True):
    """A point of a learning curve: stage, what was done in it, CPU seconds from the start, and the error rate.

    The error rate is equity given up a decision in thousandths of a point, measured by the shipped weights.
    """

    stage: str
    done: int
    unit: str
    seconds: float
    error: float


class Agreement(Struct, frozen=True):
    """How often a network of the paper's kind agrees on test games: with the expert, or within 0.5 of the strength."""

    network: str
    test: int
    agree: float


class TrainAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.train/1"):
    """A stage of training done; ``weights`` is the file, in JSON only on request."""

    files: ClassVar = {"weights": "Write the weights here, an .npz file that duel and train read."}

    stage: str
    seed: int
    seconds: float
    curve: tuple[CurvePoint, ...] = ()
    agreement: tuple[Agreement, ...] = ()
    weights: Document | None = None

    def told(self) -> Explanation:
        if self.curve:
            last = self.curve[-1]
            return Explanation(
                f"Error rate {last.error:.1f} thousandths of a point a decision after {self.seconds:,.0f} CPU seconds, "
                "measured by the shipped weights."
            )
        mean = sum(row.agree * row.test for row in self.agreement) / max(1, sum(row.test for row in self.agreement))
        return Explanation(f"Agreement on test games {format_chance(mean)} after {self.seconds:,.0f} CPU seconds.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline, "strong")
        if self.curve:
            rows = tuple((p.stage, f"{p.done:,} {p.unit}", f"{p.seconds:,.0f}", f"{p.error:.2f}") for p in self.curve)
            yield Table(("stage", "done", "CPU seconds", "error rate"), rows, left=(0, 1))
        if self.agreement:
            cells = tuple((row.network, f"{row.test:,}", format_chance(row.agree)) for row in self.agreement)
            yield Table(("network", "test rows", "agreement"), cells)

    def file(self, kind: str) -> File:
        return File("weights.npz", "application/octet-stream", self.weights.content if self.weights else b"")


def answer_train(asked: questions.Train, work: Work) -> TrainAnswer:
    """The answer to `questions.Train`."""
    return _paper_stage(asked, work) if asked.stage in ("comparison", "doubling") else _value_stage(asked, work)


def _data(asked: questions.Train) -> Document:
    if asked.data is None:
        raise InputError(f"data: a file is needed for the stage {asked.stage}")
    return asked.data


def _settings(asked: questions.Train) -> dict[str, Any]:
    """What a course is known by: its arguments, documents by their contents; more rounds go on from those done."""
    from hashlib import sha256

    settings = to_builtins(asked)
    del settings["rounds"]
    for name in ("data", "start"):
        document = getattr(asked, name)
        settings[name] = None if document is None else sha256(document.content).hexdigest()
    return dict(settings)


def _value_stage(asked: questions.Train, work: Work) -> TrainAnswer:
    from dataclasses import replace

    from kibitz.games.backgammon.nets.weights import packed_weights, unpacked_weights
    from kibitz.games.backgammon.train.course import Course, course_name

    start = None if asked.start is None else unpacked_weights(asked.start.content, asked.start.name)
    course = Course(work, course_name(asked.stage, _settings(asked)), start)
    rounds = asked.rounds if asked.stage in ("scratch", "bootstrap") else 0
    course.resume(rounds + (asked.stage != "bootstrap"))
    _run(asked, course)
    assert course.weights is not None
    about = {
        "stage": asked.stage,
        "seed": asked.seed,
        "seconds": round(course.seconds, 1),
        "data": None if asked.data is None else asked.data.name,
        "start": None if start is None else start.hash,
        "curve": [(m.stage, m.done, m.unit, m.seconds, m.error) for m in course.curve],
    }
    return TrainAnswer(
        stage=asked.stage,
        seed=asked.seed,
        seconds=round(course.seconds, 1),
        curve=tuple(CurvePoint(m.stage, m.done, m.unit, m.seconds, m.error) for m in course.curve),
        weights=Document(name="weights.npz", data=packed_weights(replace(course.weights, about=about))),
    )


def _run(asked: questions.Train, course: Course) -> None:
    from kibitz.games.backgammon.train.course import bootstrap_stage, labelled_course, td_stage
    from kibitz.games.backgammon.train.labelled import read_labelled
    from kibitz.games.backgammon.train.selfplay import SelfPlayPlan
    from kibitz.games.backgammon.train.stages import MIX, Sizes

    if asked.stage == "labelled":
        if not course.finished:
            data = read_labelled(_data(asked).content, _data(asked).name, MIX if asked.plies else (1.0,))
            labelled_course(course, data, asked.epochs, Sizes(asked.hidden), asked.seed)
        return
    if asked.stage != "bootstrap" and course.finished == 0:
        td_stage(course, SelfPlayPlan(asked.games, hidden=asked.hidden, race_hidden=asked.hidden // 2, seed=asked.seed))
    if asked.stage == "td":
        return
    played = asked.stage == "scratch"
    for turn in range(course.finished - played, asked.rounds):
        bootstrap_stage(course, asked.decisions, asked.epochs, asked.seed + turn + 1)


def _paper_stage(asked: questions.Train, work: Work) -> TrainAnswer:
    import time
    from dataclasses import replace

    from kibitz.games.backgammon.neurogammon.program import (
        packed_neurogammon,
        shipped_neurogammon,
        unpacked_neurogammon,
    )

    begun = time.process_time()
    program = (
        shipped_neurogammon() if asked.start is None else unpacked_neurogammon(asked.start.content, asked.start.name)
    )
    trained, agreement = (_comparison if asked.stage == "comparison" else _doubling)(asked, program, work)
    seconds = round(time.process_time() - begun, 1)
    about = {
        "stage": asked.stage,
        "data": _data(asked).name,
        "seed": asked.seed,
        "epochs": asked.epochs,
        "cpu_seconds": seconds,
        "table": [to_builtins(row) for row in agreement],
    }
    return TrainAnswer(
        stage=asked.stage,
        seed=asked.seed,
        seconds=seconds,
        agreement=agreement,
        weights=Document(name="neurogammon.npz", data=packed_neurogammon(replace(trained, about=about))),
    )


def _comparison(asked: questions.Train, program: Neurogammon, work: Work) -> tuple[Neurogammon, tuple[Agreement, ...]]:
    """The six move networks by comparison, each from scratch or from the weights given."""
    from dataclasses import replace

    from kibitz.games.backgammon.neurogammon.expert import expert_plays
    from kibitz.games.backgammon.neurogammon.phases import Phase
    from kibitz.games.backgammon.neurogammon.training import train_phase
    from kibitz.learn.comparison import ComparisonPlan

    plays = list(expert_plays(_data(asked).content, _data(asked).name))
    moves, rows = dict(program.moves), []
    for phase in Phase:
        if sum(play.phase is phase and play.game[:1] not in "012" for play in plays) == 0:
            continue  # nothing to learn from: the old network stays
        first = None if asked.start is None else program.moves[phase]
        plan = ComparisonPlan(epochs=asked.epochs, seed=asked.seed)
        found = train_phase(phase, plays, plan, False, first, work.noting(f"{phase.value} network"))
        moves[phase] = found.comparison
        agree = float(found.agree_comparison.mean()) if len(found.agree_comparison) else 0.0
        rows.append(Agreement(phase.value, len(found.agree_comparison), agree))
    if not rows:
        raise InputError(f"{_data(asked).name}: no plays to learn from")
    return replace(program, moves=moves), tuple(rows)


def _doubling(asked: questions.Train, program: Neurogammon, work: Work) -> tuple[Neurogammon, tuple[Agreement, ...]]:
    """The doubling network, from scratch or from the weights given."""
    from dataclasses import replace

    from kibitz.games.backgammon.neurogammon.doubling import within
    from kibitz.games.backgammon.neurogammon.inputs import cube_inputs
    from kibitz.games.backgammon.neurogammon.training import cube_rows, train_doubling
    from kibitz.learn.supervised import Plan

    rows = cube_rows(_data(asked).content, _data(asked).name)
    if rows.test.all() or not rows.test.any():
        raise InputError(f"{_data(asked).name}: games to learn from and games to test on are needed (hashes 0 and 1)")
    plan = Plan(asked.epochs, 3e-3, 1e-5, 128, seed=asked.seed)
    first = None if asked.start is None else program.doubling
    network = train_doubling(
        rows.boards, rows.strength, rows.test.astype(float), plan, first, work.noting("doubling network")
    )
    close, _ = within(network.outputs(cube_inputs(rows.boards[rows.test])), rows.strength[rows.test])
    return replace(program, doubling=network), (Agreement("doubling", int(rows.test.sum()), close),)
