"""Every seat's chance to win from a standing near the end."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.chances import ChancesAnswer, answer_chances
from kibitz.games.jeopardy.fields import (
    TODAY,
    Abilities,
    CluesLeft,
    LevelName,
    Names,
    Scores,
    TieRule,
    WhichEra,
    resolve_era,
)


class ChancesRequest(Request, frozen=True, kw_only=True):
    """The chance of each player to win when no Daily Double is left, given three SCORES by player.

    Exact: score changes over the clues left on their lattice, then Final Jeopardy with people's bets.
    """

    scores: Scores
    left: CluesLeft = ()
    seats: Annotated[
        tuple[LevelName, LevelName, LevelName],
        Meta(
            description="How good they are, left to right: average, champion or grand-champion.",
            extra={"words": True, "accepts": "three of average, champion or grand-champion"},
        ),
    ] = ("average", "average", "average")
    era: WhichEra = TODAY
    ties: TieRule | None = None
    abilities: Abilities = "scores"
    names: Names = ()

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.left else Cost.SECONDS

    def answer(self, work: WorkContext) -> ChancesAnswer:
        return answer_chances(self, work)
