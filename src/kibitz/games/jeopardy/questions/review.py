"""Review of a recorded game."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.review import ReviewAnswer, answer_review
from kibitz.games.jeopardy.fields import Champion, TieRule, WhichEra

EXAMPLE_GAME = """round,row,column,wager,wrong,right
1,1,1,,,1
1,4,2,1000,,1
2,3,1,,2,3
2,5,4,,,2
final,1,1200,right
final,2,800,wrong
final,3,400,right
"""


class ReviewRequest(Request, frozen=True, kw_only=True):
    """Review a recorded game: win chances after every clue, a judgement of every wager, and luck and skill.

    PAGE is a saved game page of the J! Archive, or your own table (.csv). Each line of a table is one clue in the order
    played: round, row, column, wager, wrong players, right player. Then follow lines of final, player, wager, right or
    wrong.
    """

    page_help: ClassVar = (
        "Review a recorded game: win chances after every clue, a judgement of every wager, and luck and skill."
    )

    page: Annotated[
        Document,
        Meta(
            description="Saved page or table of the game.",
            examples=[{"name": "game.csv", "text": EXAMPLE_GAME}],
            extra=POSITIONAL_ARGUMENT
            | {"label": "Game", "page_help": "A saved game page of the J! Archive, or your own table (.csv)."},
        ),
    ]
    era: WhichEra | None = None
    ties: TieRule | None = None
    champion: Champion | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> ReviewAnswer:
        return answer_review(self, work)
