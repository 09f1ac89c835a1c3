"""Famous Finals with the bet they are known for."""

from __future__ import annotations

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.case_book import CaseBookAnswer, answer_case_book


class CaseBookRequest(Request, frozen=True, kw_only=True):
    """Show famous Finals: the bet each is known for, the best one, and why.

    Each case opens as a question about Final, and the drill Famous Finals asks them.
    """

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> CaseBookAnswer:
        return answer_case_book(self, work)
