"""Questions about one position: evaluation, best play, cube action, rollout."""

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
from kibitz.games.backgammon.fields import (
    Beavers,
    Crawford,
    CubeOwner,
    CubeValue,
    Equities,
    Jacoby,
    Plies,
    Roller,
    Score,
    Seed,
    Where,
)


class EvaluateRequest(Request, frozen=True, kw_only=True):
    """Evaluate a position before the roll: chances of wins, gammons and backgammons, equity with and without cube."""

    position: Where
    plies: Plies = 0
    score: Score | None = None
    cube: CubeValue | None = None
    owner: CubeOwner | None = None
    crawford: Crawford | None = None
    jacoby: Jacoby = False
    beavers: Beavers = False
    equities: Equities = "kazaross-xg2"

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: WorkContext) -> EvaluateAnswer:
        return answer_evaluate(self, work)


class BestMoveRequest(Request, frozen=True, kw_only=True):
    """Rank every legal play of a roll by equity, with loss and chances, and explain why the best is best."""

    uses: ClassVar = frozenset({"workers"})

    position: Where
    dice: Annotated[
        str,
        Meta(
            max_length=5,
            pattern=r"^[1-6][- ,]?[1-6]$",
            description="The roll, such as 31. Leave it out if the position includes a roll.",
            examples=["31"],
            extra=POSITIONAL_ARGUMENT | {"number": True, "accepts": "a roll such as 31"},
        ),
    ] = ""
    plies: Plies = 0
    roller: Roller = False
    play: (
        Annotated[
            str,
            Meta(
                max_length=80,
                pattern=r"^[0-9abrof()*, -]+(/[0-9abrof()*, -]+)+$",
                description="Your own play, to be judged, such as 8/5 6/5.",
                extra={"label": "Your own play"},
            ),
        ]
        | None
    ) = None
    cubeful: (
        Annotated[
            bool,
            Meta(
                description="Count the cube. By default, only if the position includes a cube or a score.",
                extra={"label": "Count the cube"},
            ),
        ]
        | None
    ) = None
    score: Score | None = None
    cube: CubeValue | None = None
    owner: CubeOwner | None = None
    crawford: Crawford | None = None
    jacoby: Jacoby = False
    beavers: Beavers = False
    equities: Equities = "kazaross-xg2"
    seed: Seed = 1

    def cost(self) -> Cost:
        if self.roller:
            return Cost.JOB
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: WorkContext) -> MoveAnswer:
        return answer_best_move(self, work)


class CubeRequest(Request, frozen=True, kw_only=True):
    """Find the cube action before the roll: no double, double/take, double/pass or too good, and the take point."""

    uses: ClassVar = frozenset({"workers"})

    position: Where
    plies: Plies = 0
    roller: Roller = False
    score: Score | None = None
    cube: CubeValue | None = None
    owner: CubeOwner | None = None
    crawford: Crawford | None = None
    jacoby: Jacoby = False
    beavers: Beavers = False
    equities: Equities = "kazaross-xg2"
    choice: (
        Annotated[
            Literal["no double", "double", "take", "pass"],
            Meta(description="Your own choice, to be judged.", extra={"label": "Your own choice"}),
        ]
        | None
    ) = None
    seed: Seed = 1

    def cost(self) -> Cost:
        if self.roller:
            return Cost.JOB
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: WorkContext) -> CubeAnswer:
        return answer_cube(self, work)


class RolloutRequest(Request, frozen=True, kw_only=True):
    """Roll out a position, luck-adjusted: chances and equity of the player on roll, with standard errors."""

    uses: ClassVar = frozenset({"workers"})

    position: Where
    trials: Annotated[
        int, Meta(ge=36, le=1_000_000, description="Number of games, rounded up to a multiple of 36.")
    ] = 360
    turns: Annotated[
        int, Meta(ge=0, le=200, description="Turns after which a game is cut off and evaluated. 0 plays to the end.")
    ] = 11
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS if self.trials <= 1_000 else Cost.JOB

    def answer(self, work: WorkContext) -> RolloutAnswer:
        return answer_rollout(self, work)
