"""A taped game reviewed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.review import ReviewAnswer, answer_review
from kibitz.games.jeopardy.fields import TieRule, WhichEra

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
    """Review a taped game: everybody's chance to win after every clue, every wager judged, luck and skill apart.

    PAGE is a saved game page of the J! Archive, or a table of your own (.csv): lines of round, row, column, wager,
    wrong and right players in the order played, then final, player, wager, right or wrong.
    """

    page: Annotated[
        Document,
        Meta(
            description="The page or table.",
            examples=[{"name": "game.csv", "text": EXAMPLE_GAME}],
            extra=POSITIONAL_ARGUMENT,
        ),
    ]
    era: WhichEra | None = None
    ties: TieRule | None = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> ReviewAnswer:
        return answer_review(self, work)
