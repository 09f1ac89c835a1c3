"""Replay the tournaments of the report."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.sevens.answers.report import ReportAnswer, answer_report
from kibitz.games.sevens.fields import HiddenRange, Rounds, Seed, WordList


class ReportRequest(Request, frozen=True, kw_only=True):
    """Replay the report's tournaments: one and two of each player, all pairs 1 v 1 and 5 v 5, and self-play.

    Stand-ins fitted to the report's results play for the other groups. kibitz saves finished tables, so that a stopped
    run can continue.
    """

    uses: ClassVar = frozenset({"workers"})

    rounds: Annotated[Rounds, Meta(description="Rounds per game (50 in the report).", examples=[1])]
    hidden: HiddenRange = "0..6"
    seed: Seed = 1
    words: WordList | None = None

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: WorkContext) -> ReportAnswer:
        return answer_report(self, work)
