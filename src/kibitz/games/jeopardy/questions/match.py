"""Two-game matches between named strategies."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.match import MatchAnswer, answer_match
from kibitz.games.jeopardy.fields import PROFILE_FORMS, TODAY, OwnFigures, SecondPlace, Seed, WhichEra
from kibitz.games.jeopardy.questions.simulation import MODULES, SeatName, Selects
from kibitz.games.jeopardy.show import era_of

BetName = Literal["usual", "bold", "safe", "network", "live"]
FinalName = Literal["usual", "people", "cover", "rules", "best"]


class MatchRequest(Request, frozen=True, kw_only=True):
    """Play many two-game matches between three contestants, decided by the totals.

    People bet as champions do in matches. By default a machine bets by its networks, and optimally in both Finals. The
    last Final is exact. Two runs with the same seed use the same random numbers.
    """

    uses: ClassVar = frozenset({"workers"})

    count: Annotated[int, Meta(ge=1, le=100_000_000, description="Number of matches.")] = 10_000
    seats: Annotated[
        tuple[SeatName, SeatName, SeatName],
        Meta(
            description="Who plays, left to right: a level, machine, you, or a profile such as coryat:24000:12.",
            extra={"words": True, "accepts": f"three of machine, you, or a player such as {PROFILE_FORMS}"},
        ),
    ] = ("machine", "grand-champion", "grand-champion")
    you: OwnFigures | None = None
    era: WhichEra = TODAY
    select: Selects = ("usual", "usual", "usual")
    double: Annotated[
        tuple[BetName, BetName, BetName],
        Meta(
            description="How each player bets Daily Doubles: usual, bold (as in matches), safe, network or live.",
            extra=MODULES,
        ),
    ] = ("usual", "usual", "usual")
    final: Annotated[
        tuple[FinalName, FinalName, FinalName],
        Meta(description="How each player bets in the Finals: usual, people, cover, rules or best.", extra=MODULES),
    ] = ("usual", "usual", "usual")
    second: SecondPlace = 0.5
    losses: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="Also measure the loss of this many Daily Double bets of the first seat by rollouts.",
        ),
    ] = 0
    seed: Seed = 1

    def __post_init__(self) -> None:
        if ("you" in self.seats) != (self.you is not None):
            raise InputError("you: give your four rates together with a seat called you")

    def with_defaults(self) -> Self:
        return replace(self, era=int(era_of(self.era)))

    def cost(self) -> Cost:
        return Cost.JOB if self.count > 200_000 or self.losses > 50 else Cost.SECONDS

    def answer(self, work: WorkContext) -> MatchAnswer:
        return answer_match(self, work)
