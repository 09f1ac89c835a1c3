"""When to buzz: thresholds for the first buzz and for rebounds."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.errors import InputError
from kibitz.core.question import Cost
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.buzz import BuzzAnswer, answer_buzz
from kibitz.games.jeopardy.fields import (
    Chance,
    CluesLeft,
    Comeback,
    Me,
    Names,
    Places,
    Prizes,
    RiskAversion,
    Scores,
    Seed,
    SeriesWins,
    StateText,
    WildCard,
)
from kibitz.games.jeopardy.questions.states import StateRequest

MAX_CLUE_DOLLARS = 2000


MAX_PAGE_ROLLOUTS = 100_000
"""Rollouts that a page waits for; more of them are a job."""


class BuzzRequest(StateRequest, frozen=True, kw_only=True):
    """Find how sure you must be to buzz on a clue: first, and on the rebound after one or both opponents miss.

    Given three SCORES and the clues left, the result is exact. It covers every course of the clue, the best buzzing on
    the clues left, and Final Jeopardy. With --state, kibitz uses rollouts where more than the last clues are left.
    """

    page_help: ClassVar = (
        "Find how sure you must be to buzz on a clue: first, and on the rebound after one or both opponents miss."
    )

    scores: Scores = ()
    me: Me | None = None
    state: (
        Annotated[
            StateText,
            Meta(description="A state of a game, in place of scores. The square of the clue in play is still open."),
        ]
        | None
    ) = None
    value: Annotated[
        int, Meta(ge=200, le=MAX_CLUE_DOLLARS, description="Dollar value of the clue in play.", examples=[1200])
    ]
    left: CluesLeft = ()
    round: Annotated[int, Meta(ge=1, le=2, description="Round of the clue, if you give scores.")] = 2
    confidence: Annotated[
        Chance, Meta(description="How sure you are of your answer.", extra={"label": "How sure you are"})
    ] = 0.5
    choice: (
        Annotated[
            Literal["buzz", "wait"],
            Meta(description="Your own choice, to be judged.", extra={"label": "Your own choice"}),
        ]
        | None
    ) = None
    final_bets: Annotated[
        Literal["people", "all-in"],
        Meta(
            description="How opponents bet in Final: like recorded players, or the leader covers and others go all-in.",
            extra={"formerly": "finals", "label": "Bets in Final"},
        ),
    ] = "people"
    tip_off: Annotated[
        float,
        Meta(
            ge=0,
            le=0.5,
            description="How much hearing a wrong answer raises the chance to be right on the rebound, such as 0.1.",
        ),
    ] = 0.0
    places: Places | None = None
    wild_card: WildCard | None = None
    series: SeriesWins | None = None
    prizes: Prizes | None = None
    comeback: Comeback | None = None
    aversion: RiskAversion = 0.0
    names: Names = ()
    rollouts: Annotated[
        int,
        Meta(
            ge=0,
            le=1_000_000,
            description="Number of rollouts where more than the last clues are left. 0 uses the network.",
        ),
    ] = 4_000
    seed: Seed = 1

    def __post_init__(self) -> None:
        if (self.state is None) == (not self.scores):
            raise InputError("scores: give either scores or a state")
        if self.state is None and self.me is None:
            raise InputError("me: with scores, say which player you are")
        if self.state is not None and self.left:
            raise InputError("left: leave this out with a state, which already says which clues are left")

    def cost(self) -> Cost:
        if not self.left and self.state is None and self.round == 2:
            return Cost.INSTANT
        return Cost.JOB if self.rollouts > MAX_PAGE_ROLLOUTS else Cost.SECONDS

    def answer(self, work: WorkContext) -> BuzzAnswer:
        return answer_buzz(self, work)
