"""A player's profile: four rates with an interval, from a level, rates or a record of games."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import POSITIONAL_ARGUMENT, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.profile import ProfileAnswer, answer_profile
from kibitz.games.jeopardy.fields import PROFILE_FORMS, TODAY, ProfileText, Score, WhichEra
from kibitz.games.jeopardy.show import era_of

Count = Annotated[int, Meta(ge=0, le=100_000)]
RECORD = ("right", "wrong", "doubles", "finals", "coryat", "score")


class ProfileRequest(Request, frozen=True, kw_only=True):
    """Estimate a player's four rates, with an interval, from a record of games.

    The rates are attempts, precision, Daily Double and Final accuracy. Give a PLAYER as text, or the number of games
    with right and wrong answers, a mean Coryat score, or a mean score before Final. Other questions take the same text
    as --opponents and --you.
    """

    player: (
        Annotated[
            ProfileText,
            Meta(
                description=f"The player as text: {PROFILE_FORMS}.",
                examples=["coryat:24000:12"],
                extra=POSITIONAL_ARGUMENT | {"accepts": f"a player such as {PROFILE_FORMS}"},
            ),
        ]
        | None
    ) = None
    games: Annotated[int, Meta(ge=1, le=1_000, description="Number of games of the record.")] | None = None
    right: Annotated[Count, Meta(description="Right answers on regular clues, in all games.")] | None = None
    wrong: Annotated[Count, Meta(description="Wrong answers on regular clues, in all games.")] | None = None
    doubles: (
        Annotated[
            tuple[Count, Count],
            Meta(
                description="Daily Doubles answered right, and found, such as 9,12.",
                extra={"label": "Daily Doubles", "words": True, "accepts": "right answers and tries, such as 9,12"},
            ),
        ]
        | None
    ) = None
    finals: (
        Annotated[
            tuple[Count, Count],
            Meta(
                description="Finals answered right, and played, such as 8,12.",
                extra={"words": True, "accepts": "right answers and tries, such as 8,12"},
            ),
        ]
        | None
    ) = None
    coryat: Annotated[Score, Meta(description="Mean Coryat score, in dollars.")] | None = None
    score: Annotated[Score, Meta(description="Mean score before Final, in dollars.")] | None = None
    era: WhichEra = TODAY

    def __post_init__(self) -> None:
        given = [name for name in RECORD if getattr(self, name) is not None]
        if self.player is not None and (given or self.games is not None):
            raise InputError("player: give a player as text or a record, not both")
        if self.player is None and self.games is None:
            raise InputError("games: give the number of games and what is known of them, or a player as text")

    def with_defaults(self) -> Self:
        return replace(self, era=int(era_of(self.era)))

    def answer(self, work: WorkContext) -> ProfileAnswer:
        return answer_profile(self, work)
