"""What to wager in Final Jeopardy."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.final import FinalAnswer, answer_final
from kibitz.games.jeopardy.fields import (
    TODAY,
    Chance,
    Comeback,
    LevelName,
    MatchGame,
    MatchTotals,
    Me,
    Names,
    Opponents,
    OwnFigures,
    OwnWager,
    Places,
    Prizes,
    RiskAversion,
    Scores,
    SecondPlace,
    Seed,
    SeriesWins,
    TieRule,
    WhichEra,
    WildCard,
    resolve_era,
)

MAX_PAGE_DRAWS = 1_000
"""Draws that a page waits for; more of them are a job."""


class FinalRequest(Request, frozen=True, kw_only=True):
    """Compute the chance to win Final Jeopardy with every legal wager, given three SCORES.

    Opponents bet like recorded players in their place, and answers are correlated. The curve holds the chance to win
    with each whole-dollar wager from $0 up.
    """

    page_help: ClassVar = "Compute the chance to win Final Jeopardy with every legal wager, and see which is best."

    scores: Scores
    me: Me
    confidence: (
        Annotated[
            Chance,
            Comeback,
            Meta(
                description="Your chance to be right. Default: the average in your place, or that of your own profile.",
                extra={"label": "How sure you are"},
            ),
        ]
        | None
    ) = None
    opponents: Opponents = ("average",)
    you: OwnFigures | None = None
    era: WhichEra = TODAY
    ties: TieRule | None = None
    cover: Annotated[
        bool,
        Meta(
            description="In first place, allow only bets that cover the second's doubled score.",
            extra={"label": "Always cover"},
        ),
    ] = False
    cover_unless: (
        Annotated[
            Chance,
            Comeback,
            Meta(description="In first place, cover unless you are less sure than this. Watson used 0.4."),
        ]
        | None
    ) = None
    leader_covers: Annotated[bool, Meta(description="Assume that the leader covers the second's doubled score.")] = (
        False
    )
    places: Places | None = None
    wild_card: WildCard | None = None
    series: SeriesWins | None = None
    prizes: Prizes | None = None
    comeback: Comeback | None = None
    aversion: RiskAversion = 0.0
    names: Names = ()
    wager: OwnWager | None = None
    randomise: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=100,
                description="Also list all bets that cost at most this many points of win chance, such as 0.5.",
                extra={"label": "Tolerance for near-best bets"},
            ),
        ]
        | None
    ) = None
    draws: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=10_000,
                description="Also draw the model parameters this many times from their uncertainty, "
                "to see how robust the wager is.",
                extra={"label": "Draws of the model"},
            ),
        ]
        | None
    ) = None
    equilibrium: Annotated[bool, Meta(description="Also find a Nash equilibrium of the three players' wagers.")] = False
    seed: Seed = 1
    game: MatchGame | None = None
    totals: MatchTotals | None = None
    second: SecondPlace = 0.5
    level: Annotated[LevelName, Meta(description="In a match: your level.", extra={"label": "Your level"})] = "average"
    free_pass: Annotated[
        bool,
        Meta(description="In second place of game 2, pass first place only where that costs nothing against third."),
    ] = False

    def __post_init__(self) -> None:
        if self.game is None and self.totals is None:
            for name, usual in (("level", "average"), ("second", 0.5)):
                if getattr(self, name) != usual:
                    raise InputError(f"{name}: counts only in a match; add game 1, or totals of game 1")

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        if (self.draws or 0) > MAX_PAGE_DRAWS:
            return Cost.JOB
        quick = not self.equilibrium and self.game is None and self.totals is None
        return Cost.INSTANT if quick and (self.draws or 0) <= 50 else Cost.SECONDS

    def answer(self, work: WorkContext) -> FinalAnswer:
        return answer_final(self, work)
