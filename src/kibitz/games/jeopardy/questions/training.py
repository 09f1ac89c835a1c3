"""Training of evaluators."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.training import TrainAnswer, answer_train
from kibitz.games.jeopardy.fields import TODAY, LevelName, OwnFigures, Seed, WhichEra


class TrainRequest(Request, frozen=True, kw_only=True):
    """Train an evaluator of states from simulated games, or with --all every evaluator that ships.

    Each takes about a minute and a half. A stopped training continues after its last finished generation.
    """

    page_help: ClassVar = "Train an evaluator of states from simulated games. Each takes about a minute and a half."

    uses: ClassVar = frozenset({"workers"})

    era: WhichEra = TODAY
    role: Annotated[
        Literal["people", "person", "machine"],
        Meta(description="Whose win chances: three contestants of the show, a person who bets well, or the machine."),
    ] = "person"
    opponents: Annotated[LevelName, Meta(description="Level of the opponents.")] = "average"
    you: OwnFigures | None = None
    all: Annotated[bool, Meta(description="Train every evaluator that ships, one after the other.")] = False
    games: Annotated[
        int, Meta(ge=1_000, le=100_000_000, description="Number of games in the last generation.", examples=[10_000])
    ] = 800_000
    hidden: Annotated[int, Meta(ge=1, le=1_000, description="Number of hidden units.")] = 64
    seed: Seed = 1

    def __post_init__(self) -> None:
        if self.you is not None and (self.all or self.role != "person"):
            raise InputError("you: give your own rates only for a single evaluator with role person")

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> TrainAnswer:
        return answer_train(self, work)
