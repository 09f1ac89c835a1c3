"""Whom to vote off when three are left at the Weakest Link."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Request
from kibitz.core.work import WorkContext
from kibitz.games.parlour.answers.vote import VoteAnswer, answer_vote
from kibitz.games.parlour.fields import AS_CHANCE, Chance, parse_chance


def _chance_field(help: str, example: str, label: str) -> Meta:
    return Meta(description=help, examples=[example], extra=AS_CHANCE | {"label": label})


Count = Annotated[int, Meta(ge=0, le=1_000_000)]
ObservedVotes = tuple[Count, Count]


def _observed_votes(player: int) -> Meta:
    return Meta(
        description=f"Votes of P{player} for you, and all observed votes of P{player}. They replace y{player}.",
        extra={
            "accepts": "two whole numbers, votes for you and observed votes, such as 3 5",
            "formerly": f"seen{player}",
            "label": f"Observed votes of P{player}",
        },
    )


Weight = Annotated[float, Meta(ge=0, le=1_000_000)]


class VoteRequest(Request, frozen=True, kw_only=True):
    """Decide whom to vote off when three players are left at the Weakest Link, by your chance to win the bank.

    The paper calls the stronger opponent P2. If p1 < p2, kibitz applies the rule with the two exchanged. Give the
    chances y1 and y2, or observed votes: a Beta prior, by default uniform, then becomes a posterior.
    """

    p1: Annotated[Chance, _chance_field("Your chance to beat P1 in the last round.", "0.7", "You beat P1")]
    p2: Annotated[Chance, _chance_field("Your chance to beat P2 in the last round.", "0.5", "You beat P2")]
    y1: (
        Annotated[Chance, _chance_field("Chance that P1 votes for you (otherwise for P2).", "0.3", "P1 votes for you")]
        | None
    ) = None
    y2: (
        Annotated[Chance, _chance_field("Chance that P2 votes for you (otherwise for P1).", "0.1", "P2 votes for you")]
        | None
    ) = None
    observed1: Annotated[ObservedVotes, _observed_votes(1)] | None = None
    observed2: Annotated[ObservedVotes, _observed_votes(2)] | None = None
    prior: Annotated[
        tuple[Weight, Weight],
        Meta(description="Beta prior for observed votes: weights of votes for you and of other votes.  [default: 1 1]"),
    ] = (1.0, 1.0)
    bank: (
        Annotated[int, Meta(ge=0, le=1_000_000_000, description="The bank in dollars, to see values in dollars.")]
        | None
    ) = None
    tie: Annotated[
        Literal["random", "strongest:you", "strongest:P1", "strongest:P2"],
        Meta(description="If each player has one vote: one leaves at random, or the one the strongest link voted for."),
    ] = "random"
    vote: (
        Annotated[
            Literal["P1", "P2"], Meta(description="Your own vote, to be graded.", extra={"label": "Your own vote"})
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        for name in ("p1", "p2", "y1", "y2"):
            if (text := getattr(self, name)) is not None:
                parse_chance(text, name)
        for chance, observed, name in ((self.y1, self.observed1, "1"), (self.y2, self.observed2, "2")):
            if (chance is None) == (observed is None):
                raise InputError(f"y{name}: give either the chance y{name} or observed{name}")
            if observed is not None and observed[0] > observed[1]:
                raise InputError(
                    f"observed{name}: votes for you must be at most the {observed[1]} observed votes, not {observed[0]}"
                )
        if sum(self.prior) <= 0 and (self.observed1 or self.observed2):
            raise InputError("prior: must be two numbers from 0 up, at least one of them above 0")

    def answer(self, work: WorkContext) -> VoteAnswer:
        return answer_vote(self, work)
