"""The case book: famous Finals with the bet they are known for, and what kibitz says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_count, format_money
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.final.case_book import CASES, FinalCase

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import case_book as questions


class CaseAdvice(Struct, frozen=True):
    """A case with the wager of kibitz; ``worth`` and ``bet_worth`` are chances to win, or match equities.

    ``reason`` is the first reason of the recommendation, ``link`` the address of the question.
    """

    name: str
    scores: tuple[int, ...]
    me: int
    year: int
    bet: int
    source: str
    lesson: str
    wager: int
    worth: float
    bet_worth: float
    reason: str
    link: str


class CaseBookAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.cases/1"):
    """Famous Finals, each with the bet it is known for and the best one."""

    cases: tuple[CaseAdvice, ...]

    def explain(self) -> Explanation:
        close = sum(case.worth - case.bet_worth < NEAR for case in self.cases)
        return Explanation(
            f"{format_count(len(self.cases), 'famous Final')}: in {close} the known bet is within a point of the best.",
            tuple(f"{case.name}: {case.lesson}" for case in self.cases),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        rows = tuple(
            (
                case.name,
                " ".join(
                    f"[{format_money(score)}]" if seat == case.me else format_money(score) if score > 0 else "out"
                    for seat, score in enumerate(case.scores, start=1)
                ),
                f"{format_money(case.bet)}, {case.source}",
                format_chance(case.bet_worth),
                format_money(case.wager),
                format_chance(case.worth),
            )
            for case in self.cases
        )
        columns = ("case", "scores, yours in brackets", "known bet", "wins", "kibitz", "wins")
        links = tuple(case.link for case in self.cases)
        yield Table(columns, rows, "Case book", (0, 1, 2), links=links, remark="each opens its question")
        lessons = tuple((case.name, case.lesson) for case in self.cases)
        yield Table(("case", "what to know"), lessons, "What to learn from them", (0, 1))
        yield Note(
            "Chances are against people of the same era in the same place, with the average chance to be right. In "
            "game 2 of a match they are match equities. The drill Famous Finals asks them.",
            "quiet",
        )


NEAR = 0.01
"""Loss in win chance below which a bet counts as good as the best."""


def answer_case_book(request: questions.CaseBookRequest, work: WorkContext) -> CaseBookAnswer:
    """Answer to `questions.CaseBookRequest`."""
    result = []
    for done, case in enumerate(CASES):
        work.progress(done, len(CASES), case.name)
        result.append(_advise(case, work))
    return CaseBookAnswer(cases=tuple(result))


def _advise(case: FinalCase, work: WorkContext) -> CaseAdvice:
    from kibitz.games.jeopardy.answers.final import FinalAnswer
    from kibitz.games.jeopardy.questions.final import FinalRequest

    request = FinalRequest(
        scores=case.scores, me=case.me, era=case.year, totals=case.totals, wager=case.bet
    ).with_defaults()
    answer = request.answer(work)
    assert isinstance(answer, FinalAnswer)
    assert answer.counsel.judgement is not None
    assert answer.counsel.judgement.worth is not None
    arguments = {
        name: ",".join(map(str, value)) if isinstance(value, list) else value for name, value in case.arguments.items()
    }
    return CaseAdvice(
        case.name,
        case.scores,
        case.me,
        case.year,
        case.bet,
        case.source,
        case.lesson,
        answer.wager,
        answer.counsel.worth,
        answer.counsel.judgement.worth,
        answer.counsel.explanation.reasons[0],
        f"/jeopardy/final?{urlencode({**arguments, 'wager': case.bet})}",
    )
