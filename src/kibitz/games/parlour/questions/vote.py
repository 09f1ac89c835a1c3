"""Whom to vote off when three are left at the Weakest Link."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Request
from kibitz.core.work import WorkContext
from kibitz.games.parlour.answers.vote import VoteAnswer, answer_vote
from kibitz.games.parlour.fields import AS_CHANCE, Chance, parse_chance


def _chance_field(text: str, example: str) -> Meta:
    return Meta(description=text, examples=[example], extra=AS_CHANCE)


Count = Annotated[int, Meta(ge=0, le=1_000_000)]
ObservedVotes = tuple[Count, Count]


def _observed_votes(player: int) -> Meta:
    return Meta(
        description=f"Votes of P{player} for you and all observed votes of P{player}, instead of y{player}.",
        extra={
            "accepts": "two whole numbers, votes for you and observed votes, such as 3 5,",
            "formerly": f"seen{player}",
        },
    )


Weight = Annotated[float, Meta(ge=0, le=1_000_000)]


class VoteRequest(Request, frozen=True, kw_only=True):
    """Whom to vote off when three are left at the Weakest Link: your chance to win the bank after each vote.

    The paper calls the stronger opponent P2; where p1 < p2 the rule is read with the two exchanged. The chances y1 and
    y2 are given, or come from votes seen: a Beta prior, uniform unless told otherwise, becomes a posterior.
    """

    p1: Annotated[Chance, _chance_field("Your chance to beat P1 in the last round.", "0.7")]
    p2: Annotated[Chance, _chance_field("Your chance to beat P2 in the last round.", "0.5")]
    y1: Annotated[Chance, _chance_field("The chance that P1 votes for you (otherwise for P2).", "0.3")] | None = None
    y2: Annotated[Chance, _chance_field("The chance that P2 votes for you (otherwise for P1).", "0.1")] | None = None
    observed1: Annotated[ObservedVotes, _observed_votes(1)] | None = None
    observed2: Annotated[ObservedVotes, _observed_votes(2)] | None = None
    prior: Annotated[
        tuple[Weight, Weight],
        Meta(description="Beta prior of observed votes: votes for you, and other votes.  [default: 1 1]"),
    ] = (1.0, 1.0)
    bank: Annotated[int, Meta(ge=0, le=1_000_000_000, description="The bank in dollars, to see money.")] | None = None
    tie: Annotated[
        Literal["random", "strongest:you", "strongest:P1", "strongest:P2"],
        Meta(description="Where each has one vote: one leaves at random, or whom the strongest link voted for."),
    ] = "random"
    vote: Annotated[Literal["P1", "P2"], Meta(description="A vote of your own to judge.")] | None = None

    def __post_init__(self) -> None:
        for name in ("p1", "p2", "y1", "y2"):
            if (text := getattr(self, name)) is not None:
                parse_chance(text, name)
        for given, seen, name in ((self.y1, self.observed1, "1"), (self.y2, self.observed2, "2")):
            if (given is None) == (seen is None):
                raise InputError(f"y{name}: either the chance y{name} or observed{name} is needed")
            if seen is not None and seen[0] > seen[1]:
                raise InputError(
                    f"observed{name}: of {seen[1]} observed votes at most as many were for you, not {seen[0]}"
                )
        if sum(self.prior) <= 0 and (self.observed1 or self.observed2):
            raise InputError("prior: two numbers from 0 up of which one is above 0 are accepted")

    def answer(self, work: WorkContext) -> VoteAnswer:
        return answer_vote(self, work)
