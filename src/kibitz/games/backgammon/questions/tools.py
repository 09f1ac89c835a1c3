"""Questions that look at a position from many sides: its race, its cube at all scores, its next rolls."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.neurogammon import NeurogammonAnswer, answer_neurogammon
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


class NeurogammonRequest(Request, frozen=True, kw_only=True):
    """Ask Neurogammon 1.0: the scores of its six networks for each play, and the outputs of its doubling network."""

    position: Where
    dice: Annotated[
        str,
        Meta(
            max_length=5,
            pattern=r"^[1-6][- ,]?[1-6]$",
            description="The roll, such as 31. Without a roll, only the cube decision is shown.",
            examples=["31"],
            extra=POSITIONAL_ARGUMENT | {"number": True, "accepts": "a roll such as 31"},
        ),
    ] = ""

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> NeurogammonAnswer:
        return answer_neurogammon(self, work)
