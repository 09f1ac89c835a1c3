"""The tournaments of the report, played again."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.sevens.answers.report import ReportAnswer, answer_report
from kibitz.games.sevens.fields import HiddenRange, Rounds, Seed, WordList


class ReportRequest(Request, frozen=True, kw_only=True):
    """The report's tournaments played again: one and two of each player, all pairs 1 v 1 and 5 v 5, and self-play.

    Stand-ins, fitted to the report's figures, take the places of the other groups. Tables that are finished are kept,
    so that a run that was stopped goes on where it was.
    """

    uses: ClassVar = frozenset({"workers"})

    rounds: Annotated[Rounds, Meta(description="Rounds a game; the report's have 50.", examples=[1])]
    hidden: HiddenRange = "0..6"
    seed: Seed = 1
    words: WordList | None = None

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> ReportAnswer:
        return answer_report(self, work)
