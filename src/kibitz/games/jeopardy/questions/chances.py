"""Win chance of every seat near the end of a game."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.chances import ChancesAnswer, answer_chances
from kibitz.games.jeopardy.fields import (
    TODAY,
    Abilities,
    Champion,
    CluesLeft,
    LevelName,
    Names,
    ReturningChampion,
    Scores,
    TieRule,
    WhichEra,
    check_champion,
    resolve_era,
)


class ChancesRequest(Request, frozen=True, kw_only=True):
    """Compute each player's win chance when no Daily Double is left, given three SCORES.

    The result is exact. A lattice covers all score changes over the clues left. Final Jeopardy follows, with bets like
    those of recorded players.
    """

    page_help: ClassVar = "Compute each player's win chance when no Daily Double is left. The result is exact."

    scores: Scores
    left: CluesLeft = ()
    seats: Annotated[
        tuple[LevelName, LevelName, LevelName],
        Meta(
            description="Level of each player, left to right: average, champion or grand-champion.",
            extra={"label": "Levels", "words": True, "accepts": "three of average, champion or grand-champion"},
        ),
    ] = ("average", "average", "average")
    era: WhichEra = TODAY
    ties: TieRule | None = None
    abilities: Abilities = "scores"
    champion: Champion = ReturningChampion.NONE
    names: Names = ()

    def __post_init__(self) -> None:
        check_champion(self.champion, len(self.scores))
        if self.prior_champion is None and self.champion.seat is not None:
            raise InputError("champion: plays no part with equal abilities or stated levels; leave it out")

    @property
    def prior_champion(self) -> ReturningChampion | None:
        """The returning champion of the prior; ``None`` where abilities come from no prior."""
        return self.champion if self.abilities == "scores" and "average" in self.seats else None

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.left else Cost.SECONDS

    def answer(self, work: WorkContext) -> ChancesAnswer:
        return answer_chances(self, work)
