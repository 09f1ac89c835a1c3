"""Kuhn poker with any number of cards, and what to do with a hand."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.parlour.answers.kuhn import KuhnAnswer, answer_kuhn
from kibitz.games.parlour.fields import AS_CHANCE, Chance, parse_chance
from kibitz.games.parlour.limits import MAX_CARDS, MIN_CARDS, History

DEFAULT_PRIOR_WEIGHT = 4.0


class KuhnRequest(Request, frozen=True, kw_only=True):
    """Kuhn poker with any number of cards: value, optimal strategies, and what the printed lists lose."""

    cards: Annotated[
        int,
        Meta(
            ge=MIN_CARDS,
            le=MAX_CARDS,
            description=f"Cards in the deck, a whole number from {MIN_CARDS} to {MAX_CARDS:,}.",
            examples=[13],
        ),
    ]
    card: (
        Annotated[
            int,
            Meta(
                ge=1, le=MAX_CARDS, description="Your card, to get advice for one hand; 1 is the lowest.", examples=[2]
            ),
        ]
        | None
    ) = None
    after: Annotated[
        History,
        Meta(description="What has happened in the hand: nothing, A's bet, A's check, or A's check and B's bet."),
    ] = "start"
    action: (
        Annotated[
            Literal["bet", "check", "call", "fold"], Meta(description="An action of your own with this hand to judge.")
        ]
        | None
    ) = None
    alpha: (
        Annotated[
            Chance, Meta(description="With three cards: A's equilibrium that bets the king so often.", extra=AS_CHANCE)
        ]
        | None
    ) = None
    hands: (
        Annotated[Document, Meta(description="Hands of the opponent seen, CSV with the columns after, card, action.")]
        | None
    ) = None
    me: Annotated[Literal["A", "B"], Meta(description="Who you are against the opponent seen.")] = "A"
    prior: Annotated[
        float, Meta(gt=0, le=1_000_000, description="Hands of equilibrium play that the prior counts as, each card.")
    ] = DEFAULT_PRIOR_WEIGHT

    def __post_init__(self) -> None:
        if self.card is None and (self.after != "start" or self.action is not None):
            raise InputError("card: needed for advice on one hand, which after and action speak of")
        if self.card is not None and self.card > self.cards:
            raise InputError(f"card: a whole number from 1 to {self.cards} is accepted, not {self.card}")
        possible = ("call", "fold") if self.after.endswith("bet") else ("bet", "check")
        if self.action is not None and self.action not in possible:
            raise InputError(f"action: {' or '.join(possible)} is accepted here, not {self.action!r}")
        if self.alpha is not None:
            parse_chance(self.alpha, "alpha")
            if self.cards != MIN_CARDS:
                raise InputError(f"alpha: accepted with {MIN_CARDS} cards, whose equilibria it tells apart")
        if self.hands is None and (self.me != "A" or self.prior != DEFAULT_PRIOR_WEIGHT):
            raise InputError("me, prior: accepted beside hands of an opponent")

    def cost(self) -> Cost:
        return Cost.INSTANT if self.cards <= 200 else Cost.SECONDS

    def answer(self, work: WorkContext) -> KuhnAnswer:
        return answer_kuhn(self, work)
