"""Questions about any state of a game: who wins, and which square."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.states import (
    SelectAnswer,
    WinAnswer,
    answer_select,
    answer_win,
)
from kibitz.games.jeopardy.fields import (
    TODAY,
    Abilities,
    LevelName,
    MatchGame,
    MatchTotals,
    Me,
    Opponents,
    OwnFigures,
    SecondPlace,
    Seed,
    StateText,
    TieRule,
    WhichEra,
    resolve_era,
)

if TYPE_CHECKING:
    from kibitz.games.jeopardy.position import Position
    from kibitz.games.jeopardy.value.players import Players

State = Annotated[
    StateText, Meta(examples=["6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4"], extra=POSITIONAL_ARGUMENT)
]


class StateRequest(Request, frozen=True, kw_only=True):
    """Who plays: fields that questions about states share."""

    level: Annotated[LevelName, Meta(description="How good you are.")] = "average"
    you: OwnFigures | None = None
    opponents: Opponents = ("average",)
    abilities: Abilities = "scores"
    machine: Annotated[bool, Meta(description="You are the machine in Watson's place.")] = False
    era: WhichEra = TODAY
    ties: TieRule | None = None
    game: MatchGame | None = None
    totals: MatchTotals | None = None
    second: SecondPlace = 0.5

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def players(self, position: Position, me: int | None) -> Players:
        """The three players, seat ``me`` (from 0) being "you"."""
        from kibitz.games.jeopardy.value.players import players_for_request

        if me is None and (self.machine or self.you is not None or self.level != "average"):
            raise InputError("me: your own figures are accepted together with the player who you are")
        given = position if self.abilities == "scores" else None
        return players_for_request(*resolve_era(self), me, self.level, self.you, self.opponents, self.machine, given)


class WinRequest(StateRequest, frozen=True, kw_only=True):
    """The chance of each player to win from any STATE of a game.

    Exact near the end, by network elsewhere, and by playing it out where a Daily Double is hidden among few clues. With
    --me you bet well from here on and the others are of a chosen level; without it all three play as people do.
    """

    state: State
    me: Me | None = None
    rollouts: Annotated[int, Meta(ge=0, le=10_000_000, description="Play it out so many times instead.")] = 0
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> WinAnswer:
        return answer_win(self, work)


class SelectRequest(StateRequest, frozen=True, kw_only=True):
    """Which square to pick in a STATE, by whoever is in control there.

    While a Daily Double is hidden, finding it matters most and keeping control second; afterwards learning about a
    category.
    """

    state: State
    alpha: Annotated[float, Meta(ge=0, le=10, description="Weight of keeping control beside a Daily Double.")] = 0.03
    choice: (
        Annotated[
            str,
            Meta(max_length=4, pattern=r"^c[1-6]r[1-5]$", description="A square of your own to judge, such as c2r5."),
        ]
        | None
    ) = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> SelectAnswer:
        return answer_select(self, work)
