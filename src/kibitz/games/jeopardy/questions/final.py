"""What to wager in Final Jeopardy."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.final import FinalAnswer, answer_final
from kibitz.games.jeopardy.fields import (
    TODAY,
    Chance,
    LevelName,
    MatchGame,
    MatchTotals,
    Me,
    Names,
    Opponents,
    OwnWager,
    Scores,
    SecondPlace,
    Seed,
    TieRule,
    WhichEra,
    resolve_era,
)
from kibitz.games.jeopardy.show import MAX_SCORE

Prize = Annotated[int, Meta(ge=0, le=MAX_SCORE)]


class FinalRequest(Request, frozen=True, kw_only=True):
    """The chance to win Final Jeopardy with every legal wager, given three SCORES by player.

    Opponents bet as people do in their place; answers are correlated. The curve holds the chance to win with each
    whole-dollar wager from $0 up.
    """

    scores: Scores
    me: Me
    confidence: (
        Annotated[Chance, Meta(description="Your chance to be right; by default the average in your place.")] | None
    ) = None
    opponents: Opponents = ("average",)
    era: WhichEra = TODAY
    ties: TieRule | None = None
    cover: Annotated[bool, Meta(description="As first, only bets that cover the second's doubled score.")] = False
    cover_unless: (
        Annotated[
            Chance, Meta(description="As first, cover unless you are less sure than this; 0.4 was Watson's rule.")
        ]
        | None
    ) = None
    leader_covers: Annotated[bool, Meta(description="Assume that the leader covers the second's doubled score.")] = (
        False
    )
    prizes: (
        Annotated[
            tuple[Prize, Prize],
            Meta(
                description="Bet for money: the winner keeps the score, second and third get these, such as 3000,2000.",
                extra={"words": True, "accepts": "prizes of second and third place such as 3000,2000"},
            ),
        ]
        | None
    ) = None
    comeback: (
        Annotated[Prize, Meta(description="With prizes: what coming back is worth; by default what champions win.")]
        | None
    ) = None
    names: Names = ()
    wager: OwnWager | None = None
    randomise: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=100,
                description="Also name all bets that lose at most this many points of win chance, such as 0.5.",
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
                description="Also draw the models' figures this often from their uncertainty, "
                "to see how firm the wager is.",
            ),
        ]
        | None
    ) = None
    equilibrium: Annotated[bool, Meta(description="Also find an equilibrium of the three players' wagers.")] = False
    seed: Seed = 1
    game: MatchGame | None = None
    totals: MatchTotals | None = None
    second: SecondPlace = 0.5
    level: Annotated[LevelName, Meta(description="In a match: how good you are.")] = "average"
    free_pass: Annotated[
        bool, Meta(description="As second in game 2, pass the first only where it costs nothing against the third.")
    ] = False

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        quick = not self.equilibrium and self.game is None and self.totals is None
        return Cost.INSTANT if quick and (self.draws or 0) <= 50 else Cost.SECONDS

    def answer(self, work: WorkContext) -> FinalAnswer:
        return answer_final(self, work)
