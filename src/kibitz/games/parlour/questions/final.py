"""How much to wager in Final for two players."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import Work
from kibitz.games.parlour.answers.final import FinalAnswer, answer_final
from kibitz.games.parlour.fields import (
    AS_CHANCE,
    MAX_TEXT,
    PROBABILITY,
    WAGERS,
    WAGERS_PATTERN,
    Chance,
    chance,
    parse_wagers,
)
from kibitz.games.parlour.limits import MAX_SCORE

QUICK = 40
"""Scores up to here are solved in plain Python; for larger ones a linear-programming library is loaded."""
USUAL_PRIOR = 4.0


class Final(Request, frozen=True, kw_only=True):
    """How much to wager in Final, two players: value, both optimal strategies, and what each wager loses.

    Payoffs are player 1's chance to win minus 1/2, a tie counting half, as in the literature; win_chance is the chance.
    """

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
            description="Chances that each answers right, from 0 to 1.",
            examples=[[0.7, 0.4]],
            extra={**AS_CHANCE, "metavar": "CHANCE...", "accepts": f"{PROBABILITY} for each of the two players"},
        ),
    ]
    me: Annotated[int, Meta(ge=1, le=2, description="Which player you are.")] = 1
    wager: Annotated[int, Meta(ge=0, le=MAX_SCORE, description="A wager of your own to judge.")] | None = None
    seen: (
        Annotated[
            str,
            Meta(
                max_length=MAX_TEXT,
                pattern=WAGERS_PATTERN,
                description="What your opponent wagered in games like this one, and how often: 0:1,3:6.",
                extra={"accepts": WAGERS},
            ),
        ]
        | None
    ) = None
    prior: Annotated[
        float, Meta(ge=0.01, le=1_000_000, description="Games of best play that the prior counts as, beside seen.")
    ] = USUAL_PRIOR

    def __post_init__(self) -> None:
        for text in self.p:
            chance(text, "p")
        most = self.scores[self.me - 1]
        if self.wager is not None and self.wager > most:
            raise InputError(f"wager: a whole number from 0 to {most} is accepted, not {self.wager}")
        if self.seen is not None:
            parse_wagers(self.seen, self.scores[2 - self.me])

    def cost(self) -> Cost:
        return Cost.INSTANT if max(self.scores) <= QUICK else Cost.SECONDS

    def answer(self, work: Work) -> FinalAnswer:
        return answer_final(self, work)
