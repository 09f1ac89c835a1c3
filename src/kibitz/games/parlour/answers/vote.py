"""Whom to vote off when three are left at the Weakest Link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from kibitz.core.counsel import Counsel
from kibitz.core.exhibits import Exhibit, Note, loss_words
from kibitz.core.question import Answer
from kibitz.core.units import Unit
from kibitz.core.work import Work
from kibitz.games.parlour.fields import chance

if TYPE_CHECKING:
    from kibitz.games.parlour.questions import vote as questions


class PrintedVote(Struct, frozen=True):
    """The vote by the rule as first published, and what it costs in chance to win."""

    vote: Literal["P1", "P2"]
    loss: float


class VoteAnswer(Answer, frozen=True, kw_only=True, tag="parlour.vote/1"):
    """``payoffs`` are your chances to win the bank after each vote; ``exchanged`` where P1 is the stronger one."""

    counsel: Counsel
    vote: Literal["P1", "P2"]
    payoffs: dict[str, float]
    printed: PrintedVote
    exchanged: bool

    def exhibits(self) -> Iterator[Exhibit]:
        yield self.counsel
        cost = loss_words(self.printed.loss, Unit.WIN)
        yield Note(f"The rule as printed votes {self.printed.vote}, which costs {cost}.")


def answer_vote(asked: questions.Vote, work: Work) -> VoteAnswer:
    """The answer to `questions.Vote`."""
    from kibitz.games.parlour import weakest_link
    from kibitz.games.parlour.advice import counsel, vote_by
    from kibitz.games.parlour.position import VotePosition

    position = VotePosition(*(chance(getattr(asked, name), name) for name in ("p1", "p2", "y1", "y2")))
    counsel_ = counsel(position, asked.vote)
    payoffs = {option.choice: option.worth for option in counsel_.best}
    printed = vote_by(weakest_link.PRINTED, position)
    return VoteAnswer(
        counsel=counsel_,
        vote="P1" if counsel_.choice == "P1" else "P2",
        payoffs={vote: payoffs[vote] for vote in ("P1", "P2")},
        printed=PrintedVote("P1" if printed == "P1" else "P2", max(payoffs.values()) - payoffs[printed]),
        exchanged=weakest_link.stronger_second(position)[1],
    )
