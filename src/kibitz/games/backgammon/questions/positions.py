"""What can be asked about one position: its worth, a play, the cube, a rollout."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.positions import (
    CubeAnswer,
    EvaluateAnswer,
    MoveAnswer,
    RolloutAnswer,
    answer_best_move,
    answer_cube,
    answer_evaluate,
    answer_rollout,
)
from kibitz.games.backgammon.fields import Beavers, Jacoby, Plies, Seed, Where


class EvaluateRequest(Request, frozen=True, kw_only=True):
    """Evaluate a position before the roll: chances of wins, gammons and backgammons, equity with and without cube."""

    position: Where
    plies: Plies = 0
    jacoby: Jacoby = False
    beavers: Beavers = False

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: WorkContext) -> EvaluateAnswer:
        return answer_evaluate(self, work)


class BestMoveRequest(Request, frozen=True, kw_only=True):
    """Rank every play of a roll for the player on roll: equity, loss, chances, and why the best is best."""

    position: Where
    dice: Annotated[
        str,
        Meta(
            max_length=5,
            pattern=r"^[1-6][- ,]?[1-6]$",
            description="The roll, such as 31; not needed where the position holds it.",
            examples=["31"],
            extra=POSITIONAL_ARGUMENT | {"number": True, "accepts": "a roll such as 31"},
        ),
    ] = ""
    plies: Plies = 0
    play: (
        Annotated[
            str,
            Meta(
                max_length=80,
                pattern=r"^[0-9abrof()*, -]+(/[0-9abrof()*, -]+)+$",
                description="A play of your own to judge, such as 8/5 6/5.",
            ),
        ]
        | None
    ) = None
    cubeful: (
        Annotated[
            bool, Meta(description="Count the cube; by default it does where the position tells a cube or a score.")
        ]
        | None
    ) = None
    jacoby: Jacoby = False
    beavers: Beavers = False

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: WorkContext) -> MoveAnswer:
        return answer_best_move(self, work)


class CubeRequest(Request, frozen=True, kw_only=True):
    """The cube before the roll: no double, double, take, pass or too good, with the points where decisions change."""

    position: Where
    plies: Plies = 0
    jacoby: Jacoby = False
    beavers: Beavers = False
    choice: (
        Annotated[Literal["no double", "double", "take", "pass"], Meta(description="A choice of your own to judge.")]
        | None
    ) = None

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: WorkContext) -> CubeAnswer:
        return answer_cube(self, work)


class RolloutRequest(Request, frozen=True, kw_only=True):
    """Play a position out many times with luck taken off: chances and equity of the player on roll, with errors."""

    uses: ClassVar = frozenset({"workers"})

    position: Where
    trials: Annotated[int, Meta(ge=36, le=1_000_000, description="Games, rounded up to a multiple of 36.")] = 360
    turns: Annotated[int, Meta(ge=0, le=200, description="Turns before a game is cut off; 0 plays to the end.")] = 11
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS if self.trials <= 1_000 else Cost.JOB

    def answer(self, work: WorkContext) -> RolloutAnswer:
        return answer_rollout(self, work)
