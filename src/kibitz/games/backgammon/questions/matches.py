"""Questions about games and matches: review and duel."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.matches import DuelAnswer, answer_duel
from kibitz.games.backgammon.answers.olympiad import OlympiadAnswer, answer_olympiad
from kibitz.games.backgammon.answers.review import ReviewAnswer, answer_review
from kibitz.games.backgammon.fields import MATCH_LENGTH, Jacoby, Plies, Seed

_FIRST_GAME = """ 3 point match

 Game 1
 ann : 0                            bob : 0
  1)                                65: 24/18 8/3
  2) 43: 24/21 13/9                 43: 18/14 6/3
  3) 51: 21/20 13/8                 31: 8/5* 6/5
  4) 63: Cannot Move                 Doubles => 2
  5)  Drops                          Wins 1 point

"""
_SECOND_GAME = """ Game 2
 ann : 0                            bob : 1
  1)                                54: 24/20 13/8
  2) 64: 24/20 24/18                44: 13/5* 8/4(2)
  3) 41: bar/24 13/9                51: 6/5 6/1*
  4) 32: bar/23 18/15               22: 20/16* 4/2* 4/2
  5) 32: bar/22                     61: 8/1
  6) 41: bar/21 22/21               31: 13/10* 8/7
  7) 63: bar/16                     54: 13/9* 10/5
  8) 51: Cannot Move                31: 13/9
  9) 33: bar/22 8/5(3)              32: 6/3* 5/3
 10) 64: bar/21 13/7                53: 24/16
 11) 43: 6/2 5/2                    43: 9/6 9/5
 12) 64: 21/17 13/7                 53: 16/8*
"""
_SECOND_GAME_ENDS = """ 13) 43: bar/18*                    64: bar/21 8/2
 14) 31: 13/9*                      61: bar/24 21/15
 15)  Doubles => 2                   Takes
 16) 51: 18/13 9/8                  63: 24/15
 17) 52: 7/2 6/4                    55: 15/10 15/5 6/1
 18) 11: 13/11 8/7 2/1              53: 10/2
 19) 51: 13/12 6/1                  66: 6/off(2) 5/off(2)
 20) 44: 12/4 11/3                  61: 5/off 1/off
 21) 53: 21/16 6/3                  62: 5/off
 22) 43: 21/17 16/13                63: 3/off(2)
 23) 44: 7/3 6/2 5/1(2)             61: 2/off 1/off
 24) 31: 13/12 4/1                  61: 2/off 1/off
 25) 64: 17/13 12/6                 42: 2/off(2)
 26)                                 Wins 4 points
"""
SHORT_MATCH = _FIRST_GAME + _SECOND_GAME + _SECOND_GAME_ENDS
"""A complete match to 3 points, the example of the review."""
Player = Literal[
    "kibitz",
    "world class",
    "expert",
    "advanced",
    "intermediate",
    "casual",
    "beginner",
    "novice",
    "neurogammon",
    "hand-written",
    "file",
]


class ReviewRequest(Request, frozen=True, kw_only=True):
    """Review a match from a file: each player's errors in equity and PR, luck and skill, and the blunders.

    The file can be a .mat, an .sgf or a .txt of GNU Backgammon, or an .xg of eXtreme Gammon.
    """

    match: Annotated[
        Document,
        Meta(
            description="The match, as a .mat, .sgf, .txt or .xg file.",
            examples=[{"name": "match.mat", "text": SHORT_MATCH}],
            extra=POSITIONAL_ARGUMENT,
        ),
    ]
    plies: Plies = 2
    luck: Annotated[bool, Meta(description="Also measure the luck of the dice.")] = True

    def cost(self) -> Cost:
        return Cost.SECONDS if self.plies == 0 else Cost.JOB

    def answer(self, work: WorkContext) -> ReviewAnswer:
        return answer_review(self, work)


class DuelRequest(Request, frozen=True, kw_only=True):
    """Play two players against each other on the same dice from both seats, luck-adjusted, with intervals.

    A player is kibitz, a level (expert, casual and so on), neurogammon, hand-written or file. A file holds weights
    written by train, or a linear evaluator such as pubeval, as a CSV file with the columns contact and race.
    """

    uses: ClassVar = frozenset({"workers"})

    first: Annotated[
        Player, Meta(description="The first player.", extra=POSITIONAL_ARGUMENT | {"label": "First player"})
    ] = "kibitz"
    second: Annotated[
        Player, Meta(description="The second player.", extra=POSITIONAL_ARGUMENT | {"label": "Second player"})
    ] = "hand-written"
    games: Annotated[
        int,
        Meta(ge=4, le=1_000_000, description="Number of games or matches, half of them from each seat.", examples=[4]),
    ] = 100
    match: Annotated[
        int,
        Meta(
            ge=0, le=MATCH_LENGTH, description="Play matches to this many points, with the cube. 0 plays money games."
        ),
    ] = 0
    cube: Annotated[bool, Meta(description="Play money games with the cube. The result is then not luck-adjusted.")] = (
        False
    )
    jacoby: Jacoby = False
    plies: Annotated[
        int,
        Meta(
            ge=0, le=3, description="Plies that the first player looks ahead.", extra={"label": "First player's plies"}
        ),
    ] = 0
    other_plies: Annotated[
        int,
        Meta(
            ge=0,
            le=3,
            description="Plies that the second player looks ahead.",
            extra={"label": "Second player's plies"},
        ),
    ] = 0
    file: Annotated[Document, Meta(description="Weights of the player called file, as .npz or .csv.")] | None = None
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> DuelAnswer:
        return answer_duel(self, work)


class OlympiadRequest(Request, frozen=True, kw_only=True):
    """Play a round robin of programs in matches, as at the Computer Olympiad of 1989, with errors and style.

    Each pair plays on the same dice from both seats. A file holds weights written by train, or a linear evaluator such
    as pubeval.
    """

    uses: ClassVar = frozenset({"workers"})

    players: Annotated[
        tuple[Player, ...],
        Meta(
            min_length=2,
            max_length=8,
            description="The programs, such as neurogammon or hand-written.",
            examples=[["neurogammon", "hand-written"]],
            extra=POSITIONAL_ARGUMENT,
        ),
    ] = ("neurogammon", "hand-written", "beginner", "intermediate")
    per_pair: Annotated[
        int,
        Meta(
            ge=2,
            le=10_000,
            description="Matches of each pair, half of them from each seat.",
            examples=[2],
            extra={"label": "Matches per pair"},
        ),
    ] = 10
    match: Annotated[
        int,
        Meta(
            ge=1,
            le=MATCH_LENGTH,
            description="Points to which a match is played.",
            examples=[1],
            extra={"label": "Match length"},
        ),
    ] = 11
    file: Annotated[Document, Meta(description="Weights of the player called file, as .npz or .csv.")] | None = None
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> OlympiadAnswer:
        return answer_olympiad(self, work)
