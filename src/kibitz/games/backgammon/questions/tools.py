"""Questions that look at a position from many sides: its race, its cube at all scores, its next rolls."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.tools import (
    RaceAnswer,
    RollsAnswer,
    ScoresAnswer,
    answer_race,
    answer_rolls,
    answer_scores,
)
from kibitz.games.backgammon.fields import Plies, Where


class RaceRequest(Request, frozen=True, kw_only=True):
    """Compare the race counts of players with the evaluation: pips, effective pips, Keith, Kleinman, Thorp, Trice."""

    position: Annotated[Where, Meta(examples=["bO81AADs3hsAAA"])]

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> RaceAnswer:
        return answer_race(self, work)


class ScoresRequest(Request, frozen=True, kw_only=True):
    """Find the cube action of a position at every match score, with take points and gammon values."""

    position: Where
    away: Annotated[int, Meta(ge=2, le=15, description="Largest number of points that a player still needs.")] = 7
    plies: Plies = 0

    def cost(self) -> Cost:
        return Cost.SECONDS if self.plies < 2 else Cost.JOB

    def answer(self, work: WorkContext) -> ScoresAnswer:
        return answer_scores(self, work)


class RollsRequest(Request, frozen=True, kw_only=True):
    """Show what each of the 21 rolls makes of a position: best play, equity, and how often the market is lost."""

    position: Where

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> RollsAnswer:
        return answer_rolls(self, work)
