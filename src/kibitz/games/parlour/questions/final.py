"""How much to wager in Final for two players."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.parlour.answers.final import FinalAnswer, answer_final
from kibitz.games.parlour.fields import (
    AS_CHANCE,
    MAX_TEXT,
    PROBABILITY_ACCEPTED,
    WAGERS_ACCEPTED,
    WAGERS_PATTERN,
    Chance,
    parse_chance,
    parse_wagers,
)
from kibitz.games.parlour.limits import MAX_SCORE

MAX_SCORE_WITHOUT_SCIPY = 40
"""Games with scores up to this are solved in plain Python. Larger ones load a linear-programming library."""
DEFAULT_PRIOR_WEIGHT = 4.0


class FinalRequest(Request, frozen=True, kw_only=True):
    """Find the best wager in Final for two players: value, both optimal strategies, and the loss of each wager.

    Payoffs are player 1's chance to win minus 1/2, where a tie counts half. The field win_chance is the chance itself.
    """

    page_help: ClassVar[str] = (
        "Find the best wager in Final for two players: value, both optimal strategies, and the loss of each wager."
    )

    scores: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=MAX_SCORE)], Annotated[int, Meta(ge=0, le=MAX_SCORE)]],
        Meta(
            description=f"Scores of both players, whole numbers from 0 to {MAX_SCORE}.",
            examples=[[5, 3]],
            extra={
                "metavar": "INTEGER...",
                "accepts": f"two whole numbers from 0 to {MAX_SCORE} (divide dollars by a common unit)",
            },
        ),
    ]
    p: Annotated[
        tuple[Chance, Chance],
        Meta(
            description="Chance of each player to answer correctly, from 0 to 1.",
            examples=[[0.7, 0.4]],
            extra={
                **AS_CHANCE,
                "label": "Chances to be right",
                "metavar": "CHANCE...",
                "accepts": f"{PROBABILITY_ACCEPTED}, for each of the two players",
            },
        ),
    ]
    me: Annotated[int, Meta(ge=1, le=2, description="Which player you are.", extra={"label": "You are player"})] = 1
    wager: (
        Annotated[
            int,
            Meta(ge=0, le=MAX_SCORE, description="Your own wager, to be graded.", extra={"label": "Your own wager"}),
        ]
        | None
    ) = None
    observed: (
        Annotated[
            str,
            Meta(
                max_length=MAX_TEXT,
                pattern=WAGERS_PATTERN,
                description="Wagers of your opponent in games like this one, each with its count, such as 0:1,3:6.",
                extra={"accepts": WAGERS_ACCEPTED, "formerly": "seen", "label": "Observed wagers"},
            ),
        ]
        | None
    ) = None
    prior: Annotated[
        float,
        Meta(
            ge=0.01,
            le=1_000_000,
            description="Weight of the prior, in games of optimal play.",
            extra={"label": "Weight of the prior"},
        ),
    ] = DEFAULT_PRIOR_WEIGHT

    def __post_init__(self) -> None:
        for text in self.p:
            parse_chance(text, "p")
        score = self.scores[self.me - 1]
        if self.wager is not None and self.wager > score:
            raise InputError(f"wager: must be a whole number from 0 to {score}, not {self.wager}")
        if self.observed is not None:
            parse_wagers(self.observed, self.scores[2 - self.me])

    def cost(self) -> Cost:
        return Cost.INSTANT if max(self.scores) <= MAX_SCORE_WITHOUT_SCIPY else Cost.SECONDS

    def answer(self, work: WorkContext) -> FinalAnswer:
        return answer_final(self, work)
