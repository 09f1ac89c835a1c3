"""Kuhn poker with any number of cards, and advice for one hand."""

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
    """Solve Kuhn poker with any number of cards: value, optimal strategies, and the loss of the published lists."""

    cards: Annotated[
        int,
        Meta(
            ge=MIN_CARDS,
            le=MAX_CARDS,
            description=f"Number of cards in the deck, from {MIN_CARDS} to {MAX_CARDS:,}.",
            examples=[13],
        ),
    ]
    card: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=MAX_CARDS,
                description="Your card, for advice on one hand; 1 is the lowest.",
                examples=[2],
                extra={"label": "Your card"},
            ),
        ]
        | None
    ) = None
    after: Annotated[
        History,
        Meta(
            description="Actions in the hand before yours: none, A's bet, A's check, or A's check and B's bet.",
            extra={"label": "Actions before yours"},
        ),
    ] = "start"
    action: (
        Annotated[
            Literal["bet", "check", "call", "fold"],
            Meta(description="Your own action with this hand, to be graded.", extra={"label": "Your own action"}),
        ]
        | None
    ) = None
    alpha: (
        Annotated[
            Chance,
            Meta(
                description="With three cards: choose A's equilibrium that bets the king with this chance.",
                extra=AS_CHANCE,
            ),
        ]
        | None
    ) = None
    hands: (
        Annotated[
            Document,
            Meta(
                description="Observed hands of your opponent: CSV with the columns after, card, action.",
                extra={"label": "Observed hands"},
            ),
        ]
        | None
    ) = None
    me: Annotated[
        Literal["A", "B"], Meta(description="Your role against the observed opponent.", extra={"label": "Your role"})
    ] = "A"
    prior: Annotated[
        float,
        Meta(
            gt=0,
            le=1_000_000,
            description="Weight of the prior, in hands of equilibrium play per card.",
            extra={"label": "Weight of the prior"},
        ),
    ] = DEFAULT_PRIOR_WEIGHT

    def __post_init__(self) -> None:
        if self.card is None and (self.after != "start" or self.action is not None):
            raise InputError("card: give your card, since after and action are about one hand")
        if self.card is not None and self.card > self.cards:
            raise InputError(f"card: must be a whole number from 1 to {self.cards}, not {self.card}")
        possible = ("call", "fold") if self.after.endswith("bet") else ("bet", "check")
        if self.action is not None and self.action not in possible:
            raise InputError(f"action: must be {' or '.join(possible)} here, not {self.action!r}")
        if self.alpha is not None:
            parse_chance(self.alpha, "alpha")
            if self.cards != MIN_CARDS:
                raise InputError(f"alpha: applies only to {MIN_CARDS} cards, where it selects one of the equilibria")
        if self.hands is None and (self.me != "A" or self.prior != DEFAULT_PRIOR_WEIGHT):
            raise InputError("me, prior: apply only together with observed hands; give hands")

    def cost(self) -> Cost:
        return Cost.INSTANT if self.cards <= 200 else Cost.SECONDS

    def answer(self, work: WorkContext) -> KuhnAnswer:
        return answer_kuhn(self, work)
