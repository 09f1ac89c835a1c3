"""Whom to vote off when three are left at the Weakest Link."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.question import Request
from kibitz.core.work import Work
from kibitz.games.parlour.answers.vote import VoteAnswer, answer_vote
from kibitz.games.parlour.fields import AS_CHANCE, Chance, chance


def _chance_field(text: str, example: str) -> Meta:
    return Meta(description=text, examples=[example], extra=AS_CHANCE)


class Vote(Request, frozen=True, kw_only=True):
    """Whom to vote off when three are left at the Weakest Link: your chance to win the bank after each vote.

    The paper calls the stronger opponent P2; where p1 < p2 the rule is read with the two exchanged.
    """

    p1: Annotated[Chance, _chance_field("Your chance to beat P1 in the last round.", "0.7")]
    p2: Annotated[Chance, _chance_field("Your chance to beat P2 in the last round.", "0.5")]
    y1: Annotated[Chance, _chance_field("The chance that P1 votes for you (otherwise for P2).", "0.3")]
    y2: Annotated[Chance, _chance_field("The chance that P2 votes for you (otherwise for P1).", "0.1")]
    vote: Annotated[Literal["P1", "P2"], Meta(description="A vote of your own to judge.")] | None = None

    def __post_init__(self) -> None:
        for name in ("p1", "p2", "y1", "y2"):
            chance(getattr(self, name), name)

    def answer(self, work: Work) -> VoteAnswer:
        return answer_vote(self, work)
