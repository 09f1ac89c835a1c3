"""What to wager on the last Daily Double."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.question import Cost, Request
from kibitz.core.work import Work
from kibitz.games.jeopardy.answers.daily_double import DailyDoubleAnswer, answer_daily_double
from kibitz.games.jeopardy.fields import (
    TODAY,
    Abilities,
    Chance,
    CluesLeft,
    LevelName,
    Me,
    Names,
    Opponents,
    OwnWager,
    Scores,
    Seed,
    TieRule,
    WhichEra,
    settled,
)
from kibitz.games.jeopardy.show import ROWS


class DailyDouble(Request, frozen=True, kw_only=True):
    """The chance to win with every wager on the last Daily Double, given three SCORES by player.

    Exact: score changes over the clues left on their lattice, then Final Jeopardy. The curve lists wagers with the
    chance to win when right, when wrong, and at your confidence.
    """

    scores: Scores
    me: Me
    left: CluesLeft = ()
    confidence: (
        Annotated[Chance, Meta(description="Your chance to be right; by default that of your level in its row.")] | None
    ) = None
    row: (
        Annotated[int, Meta(ge=1, le=ROWS, description="Row of the Daily Double, 1 at the top.", examples=[4])] | None
    ) = None
    final_confidence: (
        Annotated[Chance, Meta(description="Your chance to be right in Final; by default as your place has it.")] | None
    ) = None
    opponents: Opponents = ("average",)
    era: WhichEra = TODAY
    ties: TieRule | None = None
    level: Annotated[LevelName, Meta(description="How good you are on clues and in Final Jeopardy.")] = "average"
    own_final: Annotated[
        Literal["best", "people"],
        Meta(description="How you will bet in Final Jeopardy: the best response, or as people do."),
    ] = "best"
    step: Annotated[int, Meta(ge=1, le=10_000, description="Dollars between wagers.")] = 100
    abilities: Abilities = "scores"
    machine: Annotated[bool, Meta(description="Your answers do not correlate with the others', as a machine's.")] = (
        False
    )
    names: Names = ()
    wager: OwnWager | None = None
    check: Annotated[
        int,
        Meta(ge=0, le=1_000_000, description="Also play it out so many times by chance, to check the exact figure."),
    ] = 0
    seed: Seed = 1

    def resolved(self) -> Self:
        era, ties = settled(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.left else Cost.SECONDS

    def answer(self, work: Work) -> DailyDoubleAnswer:
        return answer_daily_double(self, work)
