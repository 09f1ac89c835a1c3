"""Answer with trained evaluators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import training as questions


class TrainedEvaluator(Struct, frozen=True):
    """One evaluator: its match-up, games played, CPU seconds, and the loss on held-out states after each pass."""

    name: str
    games: int
    seconds: float
    losses: tuple[float, ...]
    hash: str


class TrainAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.train/1"):
    """Evaluators and their learning curves; ``--weights`` saves the networks."""

    files: ClassVar = {"weights": "Save the evaluator to this file; several go to FILE, FILE.2 and so on."}

    learnt: tuple[TrainedEvaluator, ...]
    data: tuple[bytes, ...]

    def explain(self) -> Explanation:
        seconds = sum(each.seconds for each in self.learnt)
        return Explanation(
            f"Trained {format_count(len(self.learnt), 'evaluator')} in {seconds:.0f} seconds of processor time.", ()
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        rows = tuple(
            (each.name, f"{each.games:,}", f"{each.seconds:.0f}", " ".join(f"{loss:.4f}" for loss in each.losses))
            for each in self.learnt
        )
        yield Table(("evaluator", "games", "seconds", "loss on held-out states by pass"), rows, left=(0, 3))

    def file(self, kind: str) -> File:
        return self.all_files(kind)[0]

    def all_files(self, kind: str) -> tuple[File, ...]:
        if kind != "weights":
            raise InputError(f"{kind}: the only file of this answer is weights")
        return tuple(
            File(f"{each.name}.npz", "application/octet-stream", data)
            for each, data in zip(self.learnt, self.data, strict=True)
        )


def answer_train(request: questions.TrainRequest, work: WorkContext) -> TrainAnswer:
    """The answer to `questions.TrainRequest`."""
    from kibitz.games.jeopardy.people.contestant import Level
    from kibitz.games.jeopardy.people.profile import own_profile
    from kibitz.games.jeopardy.show import era_of
    from kibitz.games.jeopardy.train.evaluator_training import GenerationPlan, train_evaluator
    from kibitz.games.jeopardy.value.evaluator import pack_evaluator
    from kibitz.games.jeopardy.value.matchups import MATCHUPS, EvaluatorRole, Matchup
    from kibitz.simulate.executors import open_executor

    usual = GenerationPlan()
    course = GenerationPlan((*usual.games[:-1], request.games), usual.epochs, request.hidden, request.seed)
    chosen = (
        MATCHUPS
        if request.all
        else (Matchup(era_of(request.era), EvaluatorRole(request.role), Level(request.opponents)),)
    )
    mine = None if request.you is None else own_profile(request.you).contestant(era_of(request.era))
    learnt, data = [], []
    for matchup in chosen:
        with open_executor(work) as executor:
            result = train_evaluator(matchup, course, work.store, mine, work.progress, executor)
        losses = tuple(float(point["loss"]) for point in result.about["curve"])
        games = sum(result.about["games"])
        learnt.append(TrainedEvaluator(matchup.name, games, float(result.about["seconds"]), losses, result.id))
        data.append(pack_evaluator(result.network, result.about))
    return TrainAnswer(learnt=tuple(learnt), data=tuple(data))
