"""What can be asked about backgammon: a position's worth, a play, the cube, a rollout, a match."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import ARGUMENT, Cost, Request
from kibitz.core.work import Work
from kibitz.games.backgammon.answers.matches import DuelAnswer, ReviewAnswer, answer_duel, answer_review
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
from kibitz.games.backgammon.answers.training import TrainAnswer, answer_train

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
Jacoby = Annotated[bool, Meta(description="Money play with the Jacoby rule: gammons count only after a double.")]
Beavers = Annotated[bool, Meta(description="Money play with beavers: a player doubled may double again at once.")]
MATCH_LENGTH = 64
Player = Literal[
    "kibitz", "world class", "expert", "advanced", "intermediate", "casual", "beginner", "novice", "neurogammon",
    "hand-written", "file",
]  # fmt: skip


class Evaluate(Request, frozen=True, kw_only=True):
    """Evaluate a position before the roll: chances of wins, gammons and backgammons, equity with and without cube."""

    position: Where
    plies: Plies = 0
    jacoby: Jacoby = False
    beavers: Beavers = False

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

    def answer(self, work: Work) -> MoveAnswer:
        return answer_best_move(self, work)


class Cube(Request, frozen=True, kw_only=True):
    """The cube before the roll: no double, double, take, pass or too good, with the points where decisions change."""

    position: Where
    plies: Plies = 0
    jacoby: Jacoby = False
    beavers: Beavers = False

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


class Duel(Request, frozen=True, kw_only=True):
    """Two players against each other, the same dice from both seats, luck taken off, with intervals.

    Players are kibitz, a level (expert, casual and so on), neurogammon, hand-written, or file: weights made by train,
    or a linear evaluator such as pubeval as a CSV file with columns contact and race.
    """

    uses: ClassVar = frozenset({"workers"})

    first: Annotated[Player, Meta(description="The first player.", extra=ARGUMENT)] = "kibitz"
    second: Annotated[Player, Meta(description="The second player.", extra=ARGUMENT)] = "hand-written"
    games: Annotated[
        int, Meta(ge=4, le=1_000_000, description="Games, or matches; half of them from each seat.", examples=[4])
    ] = 100
    match: Annotated[
        int, Meta(ge=0, le=MATCH_LENGTH, description="Play matches to this many points, with the cube; 0 is money.")
    ] = 0
    cube: Annotated[bool, Meta(description="Money play with the cube; luck is then not taken off.")] = False
    jacoby: Jacoby = False
    plies: Annotated[int, Meta(ge=0, le=3, description="How many plies the first player looks ahead.")] = 0
    other_plies: Annotated[int, Meta(ge=0, le=3, description="How many plies the second player looks ahead.")] = 0
    file: Annotated[Document, Meta(description="The weights of a player named file, .npz or .csv.")] | None = None
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: Work) -> DuelAnswer:
        return answer_duel(self, work)


class Train(Request, frozen=True, kw_only=True):
    """Train networks, each stage from scratch or from weights; a run that was stopped goes on where it stood.

    scratch is td and then rounds of bootstrap, without a teacher: self-play by temporal differences, then labels from
    own look-ahead. labelled takes an .npz file of labelled positions; comparison and doubling, the paper's stages, take
    CSV files of human plays and cube decisions (docs/backgammon.md has the formats).
    """

    uses: ClassVar = frozenset({"workers"})

    stage: Annotated[
        Literal["scratch", "td", "bootstrap", "labelled", "comparison", "doubling"],
        Meta(description="What to train.", extra=ARGUMENT),
    ] = "scratch"
    data: Annotated[Document, Meta(description="The file to learn from.")] | None = None
    start: Annotated[Document, Meta(description="Weights to start from, an .npz file.")] | None = None
    games: Annotated[
        int, Meta(ge=100, le=10_000_000, description="Games of self-play.", examples=[100])
    ] = 150_000  # fmt: skip
    decisions: Annotated[
        int, Meta(ge=50, le=10_000_000, description="Decisions labelled in a round of bootstrap.", examples=[50])
    ] = 60_000
    rounds: Annotated[int, Meta(ge=1, le=100, description="Rounds of bootstrap.", examples=[1])] = 2
    epochs: Annotated[int, Meta(ge=1, le=1_000, description="Passes over labelled positions.", examples=[1])] = 10
    hidden: Annotated[int, Meta(ge=2, le=1_000, description="Hidden units from scratch.", examples=[8])] = 96
    plies: Annotated[
        int, Meta(ge=0, le=1, description="Of a labelled file: 0 takes its 0-ply labels, 1 mixes them with 1-ply ones.")
    ] = 0
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: Work) -> TrainAnswer:
        return answer_train(self, work)
