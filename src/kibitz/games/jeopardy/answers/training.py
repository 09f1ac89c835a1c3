"""Evaluators learnt anew, as an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.work import Work

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import training as questions


class Learnt(Struct, frozen=True):
    """One evaluator: its match-up, games played, CPU seconds, and the loss on held-out states after each pass."""

    name: str
    games: int
    seconds: float
    losses: tuple[float, ...]
    hash: str


class TrainAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.train/1"):
    """Evaluators and their learning curves; ``--weights`` saves the networks."""

    files: ClassVar = {"weights": "Save the evaluator to this file, several to FILE, FILE.2 and so on."}

    learnt: tuple[Learnt, ...]
    data: tuple[bytes, ...]

    def told(self) -> Explanation:
        seconds = sum(each.seconds for each in self.learnt)
        return Explanation(f"{len(self.learnt)} learnt in {seconds:.0f} seconds of processor time.", ())

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline, "strong")
        rows = tuple(
            (each.name, f"{each.games:,}", f"{each.seconds:.0f}", " ".join(f"{loss:.4f}" for loss in each.losses))
            for each in self.learnt
        )
        yield Table(("evaluator", "games", "seconds", "loss on held-out states, pass by pass"), rows, left=(0, 3))

    def file(self, kind: str) -> File:
        return self.all_files(kind)[0]

    def all_files(self, kind: str) -> tuple[File, ...]:
        if kind != "weights":
            raise InputError(f"{kind}: weights is accepted")
        return tuple(
            File(f"{each.name}.npz", "application/octet-stream", data)
            for each, data in zip(self.learnt, self.data, strict=True)
        )


def answer_train(asked: questions.Train, work: Work) -> TrainAnswer:
    """The answer to `questions.Train`."""
    from kibitz.games.jeopardy.people.contestant import Level
    from kibitz.games.jeopardy.people.population import you
    from kibitz.games.jeopardy.show import era_of
    from kibitz.games.jeopardy.train.training import Course, learn
    from kibitz.games.jeopardy.value.matchups import MATCHUPS, Matchup, Role
    from kibitz.games.jeopardy.value.weights import pack_evaluator
    from kibitz.simulate.executors import workers_of

    usual = Course()
    course = Course((*usual.games[:-1], asked.games), usual.epochs, asked.hidden, asked.seed)
    chosen = MATCHUPS if asked.all else (Matchup(era_of(asked.era), Role(asked.role), Level(asked.opponents)),)
    mine = None if asked.you is None else you(*asked.you, era_of(asked.era))
    learnt, data = [], []
    for matchup in chosen:
        with workers_of(work) as crew:
            found = learn(matchup, course, work.store, mine, work.progress, crew)
        losses = tuple(float(point["loss"]) for point in found.about["curve"])
        games = sum(found.about["games"])
        learnt.append(Learnt(matchup.name, games, float(found.about["seconds"]), losses, found.id))
        data.append(pack_evaluator(found.network, found.about))
    return TrainAnswer(learnt=tuple(learnt), data=tuple(data))
