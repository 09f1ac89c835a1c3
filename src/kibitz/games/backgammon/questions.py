"""What can be asked about backgammon: a position's worth, a play, the cube, a rollout, a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import ARGUMENT, Cost, Request
from kibitz.core.work import Work
from kibitz.games.backgammon.answers import (
    CubeAnswer,
    EvaluateAnswer,
    MoveAnswer,
    ReviewAnswer,
    RolloutAnswer,
    answer_best_move,
    answer_cube,
    answer_evaluate,
    answer_review,
    answer_rollout,
)

if TYPE_CHECKING:
    pass

OPENING = "4HPwATDgc/ABMA"
SHORT_MATCH = """ 1 point match

 Game 1
 ann : 0                              bob : 0
  1) 31: 8/5 6/5                      52: 13/11 13/8
  2) 66: 24/18(2) 13/7(2)             41: 13/9 6/5
"""

Where = Annotated[
    str,
    Meta(
        max_length=120,
        pattern=r"^\s*([A-Za-z0-9+/]{14}(:[A-Za-z0-9+/]{12})?|(XGID=)?[-A-Pa-p]{26}(:[-0-9DBR]{1,5}){9})\s*$",
        description="The position: a Position ID, PositionID:MatchID, or an XGID.",
        examples=[OPENING],
        extra=ARGUMENT | {"accepts": "a Position ID such as 4HPwATDgc/ABMA, PositionID:MatchID or an XGID"},
    ),
]
Plies = Annotated[int, Meta(ge=0, le=3, description="How many plies to look ahead.")]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]


class Evaluate(Request, frozen=True, kw_only=True):
    """Evaluate a position before the roll: chances of wins, gammons and backgammons, equity with and without cube."""

    position: Where
    plies: Plies = 0

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: Work) -> EvaluateAnswer:
        return answer_evaluate(self, work)


class BestMove(Request, frozen=True, kw_only=True):
    """Rank every play of a roll for the player on roll: equity, loss, chances, and why the best is best."""

    position: Where
    dice: Annotated[
        str,
        Meta(
            max_length=5,
            pattern=r"^[1-6][- ,]?[1-6]$",
            description="The roll, such as 31; not needed where the position holds it.",
            examples=["31"],
            extra=ARGUMENT | {"number": True, "accepts": "a roll such as 31"},
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

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: Work) -> MoveAnswer:
        return answer_best_move(self, work)


class Cube(Request, frozen=True, kw_only=True):
    """The cube before the roll: no double, double, take, pass or too good, with the points where decisions change."""

    position: Where
    plies: Plies = 0

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: Work) -> CubeAnswer:
        return answer_cube(self, work)


class Rollout(Request, frozen=True, kw_only=True):
    """Play a position out many times with luck taken off: chances and equity of the player on roll, with errors."""

    uses: ClassVar = frozenset({"workers"})

    position: Where
    trials: Annotated[int, Meta(ge=36, le=1_000_000, description="Games, rounded up to a multiple of 36.")] = 360
    turns: Annotated[int, Meta(ge=0, le=200, description="Turns before a game is cut off; 0 plays to the end.")] = 11
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS if self.trials <= 1_000 else Cost.JOB

    def answer(self, work: Work) -> RolloutAnswer:
        return answer_rollout(self, work)


class Review(Request, frozen=True, kw_only=True):
    """Review a match from a .mat file: errors by player in equity and PR, luck apart from skill, and the blunders."""

    match: Annotated[
        Document,
        Meta(
            description="The match, a .mat file.",
            examples=[{"name": "match.mat", "text": SHORT_MATCH}],
            extra=ARGUMENT,
        ),
    ]
    plies: Plies = 0
    luck: Annotated[bool, Meta(description="Also measure the luck of the dice.")] = True

    def cost(self) -> Cost:
        return Cost.SECONDS if self.plies == 0 else Cost.JOB

    def answer(self, work: Work) -> ReviewAnswer:
        return answer_review(self, work)
