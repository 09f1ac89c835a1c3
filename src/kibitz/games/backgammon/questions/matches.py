"""What can be asked about games and matches: a review, a duel."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import ARGUMENT, Cost, Request
from kibitz.core.work import Work
from kibitz.games.backgammon.answers.matches import DuelAnswer, answer_duel
from kibitz.games.backgammon.answers.review import ReviewAnswer, answer_review
from kibitz.games.backgammon.fields import MATCH_LENGTH, Jacoby, Plies, Seed

SHORT_MATCH = """ 1 point match

 Game 1
 ann : 0                              bob : 0
  1) 31: 8/5 6/5                      52: 13/11 13/8
  2) 66: 24/18(2) 13/7(2)             41: 13/9 6/5
"""
Player = Literal[
    "kibitz", "world class", "expert", "advanced", "intermediate", "casual", "beginner", "novice", "neurogammon",
    "hand-written", "file",
]  # fmt: skip


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
