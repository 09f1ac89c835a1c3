"""Learning evaluators anew."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.training import TrainAnswer, answer_train
from kibitz.games.jeopardy.fields import TODAY, LevelName, OwnFigures, Seed, WhichEra


class TrainRequest(Request, frozen=True, kw_only=True):
    """Learn an evaluator of states from simulated games, or with --all every one that ships.

    About a minute and a half each; one that was stopped goes on after its last finished generation.
    """

    uses: ClassVar = frozenset({"workers"})

    era: WhichEra = TODAY
    role: Annotated[
        Literal["people", "person", "machine"],
        Meta(description="Whose chances: three contestants of the show, a person who bets well, or the machine."),
    ] = "person"
    opponents: Annotated[LevelName, Meta(description="How good the other two are.")] = "average"
    you: OwnFigures | None = None
    all: Annotated[bool, Meta(description="Every evaluator that ships, one after the other.")] = False
    games: Annotated[
        int, Meta(ge=1_000, le=100_000_000, description="Games of the last generation.", examples=[10_000])
    ] = 800_000
    hidden: Annotated[int, Meta(ge=1, le=1_000, description="Hidden units.")] = 64
    seed: Seed = 1

    def __post_init__(self) -> None:
        if self.you is not None and (self.all or self.role != "person"):
            raise InputError("you: own figures are accepted for one evaluator of a person, not for others")

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> TrainAnswer:
        return answer_train(self, work)
