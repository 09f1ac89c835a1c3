"""Who will win: a game between named players, a champion's streak, a tournament."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.forecast import ForecastAnswer, answer_forecast
from kibitz.games.jeopardy.fields import PROFILE_FORMS, TODAY, ProfileText, Seed, WhichEra
from kibitz.games.jeopardy.show import era_of

SIZES = "1, 3, 9, 12, 15, 18, 21, 24 or 27"


class ForecastRequest(Request, frozen=True, kw_only=True):
    """Forecast who wins, from records of the PLAYERS: one game of three, a champion's streak, or a tournament.

    One player is a champion, who meets two newcomers in each game. Three players meet once. Nine or more play a
    tournament of champions with semi-finals and wild cards. Every chance has an interval for what the records leave
    open.
    """

    page_help: ClassVar = (
        "Forecast who wins, from records of the players: one game of three, a champion's streak, or a tournament. "
        "Every chance has an interval for what the records leave open."
    )

    players: Annotated[
        tuple[ProfileText, ...],
        Meta(
            min_length=1,
            max_length=27,
            description=f"The players, each as {PROFILE_FORMS} (see `profile`).",
            examples=[["coryat:24000:12", "champion", "score:15000:5"]],
            extra=POSITIONAL_ARGUMENT | {"accepts": f"{SIZES} players such as {PROFILE_FORMS}"},
        ),
    ]
    names: Annotated[
        tuple[Annotated[str, Meta(max_length=40, pattern=r"^[^\W\d_][\w .'\u2019-]*$")], ...],
        Meta(
            max_length=27,
            description="Names of the players, such as Ann,Ben,Cas.",
            extra={"words": True, "accepts": "a name for each player, such as Ann,Ben,Cas"},
        ),
    ] = ()
    won: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=40,
                description="Games that a champion without a record has won.",
                extra={"label": "Games won"},
            ),
        ]
        | None
    ) = None
    final: Annotated[
        Literal["two-day", "three-wins", "game"],
        Meta(description="Final of a tournament: totals of two days, first with three wins, or one game."),
    ] = "two-day"
    draws: Annotated[
        int, Meta(ge=2, le=2_000, description="Draws of the players' abilities from what is known of them.")
    ] = 100
    runs: Annotated[int, Meta(ge=2, le=5_000, description="Games or tournaments for each draw.")] = 200
    era: WhichEra = TODAY
    seed: Seed = 1

    def __post_init__(self) -> None:
        if len(self.players) not in (1, 3, 9, 12, 15, 18, 21, 24, 27):
            raise InputError(f"players: give {SIZES} players, not {len(self.players)}")
        if self.names and len(self.names) != len(self.players):
            raise InputError(f"names: give one for each of the {len(self.players)} players, not {len(self.names)}")
        if self.won is not None and self.players != ("average",):
            raise InputError("won: use it only for one player who is average; a record says more")
        if self.final != "two-day" and len(self.players) < 9:
            raise InputError("final: belongs to a tournament of nine players or more")

    def with_defaults(self) -> Self:
        return replace(self, era=int(era_of(self.era)))

    def cost(self) -> Cost:
        return Cost.JOB if self.draws * self.runs > 200_000 else Cost.SECONDS

    def answer(self, work: WorkContext) -> ForecastAnswer:
        return answer_forecast(self, work)
