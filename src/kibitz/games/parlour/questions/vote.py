"""Whom to vote off when three are left at the Weakest Link."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.question import Request
from kibitz.core.work import Work
from kibitz.games.parlour.answers.vote import PrintedVote, VoteAnswer
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
        from kibitz.games.parlour import weakest_link
        from kibitz.games.parlour.advice import counsel, vote_by
        from kibitz.games.parlour.position import VotePosition

        position = VotePosition(*(chance(getattr(self, name), name) for name in ("p1", "p2", "y1", "y2")))
        counsel_ = counsel(position, self.vote)
        payoffs = {option.choice: option.worth for option in counsel_.best}
        printed = vote_by(weakest_link.PRINTED, position)
        return VoteAnswer(
            counsel=counsel_,
            vote="P1" if counsel_.choice == "P1" else "P2",
            payoffs={vote: payoffs[vote] for vote in ("P1", "P2")},
            printed=PrintedVote("P1" if printed == "P1" else "P2", max(payoffs.values()) - payoffs[printed]),
            exchanged=weakest_link.stronger_second(position)[1],
        )
