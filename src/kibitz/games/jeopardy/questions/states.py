"""Questions about any state of a game: win chances, and which square to pick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Self

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
    Champion,
    LevelName,
    MatchGame,
    MatchTotals,
    Me,
    Opponents,
    OwnFigures,
    ReturningChampion,
    RightAnswers,
    SecondPlace,
    Seed,
    StateText,
    TieRule,
    WhichEra,
    WrongAnswers,
    check_answer_counts,
    resolve_era,
)

if TYPE_CHECKING:
    from kibitz.games.jeopardy.position import Position
    from kibitz.games.jeopardy.value.players import Players

State = Annotated[
    StateText, Meta(examples=["6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4"], extra=POSITIONAL_ARGUMENT)
]


class StateRequest(Request, frozen=True, kw_only=True):
    """Fields that requests about states share: who plays, by which rules."""

    level: Annotated[LevelName, Meta(description="Your level.", extra={"label": "Your level"})] = "average"
    you: OwnFigures | None = None
    opponents: Opponents = ("average",)
    abilities: Abilities = "scores"
    champion: Champion = ReturningChampion.NONE
    right: RightAnswers | None = None
    wrong: WrongAnswers | None = None
    machine: Annotated[
        bool, Meta(description="You are a machine like Watson.", extra={"label": "You are a machine"})
    ] = False
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
        from kibitz.games.jeopardy.position import check_hidden_doubles
        from kibitz.games.jeopardy.value.players import game_record_of, players_for_request

        if self.you is not None and self.level != "average":
            raise InputError("level: give your level or your own rates, not both")
        if me is None and (self.machine or self.you is not None or self.level != "average"):
            raise InputError("me: with your own level or rates, say which player you are")
        if me is None and (set(self.opponents) != {"average"} or self.abilities == "equal"):
            raise InputError("me: with levels of opponents or equal abilities, say which player you are")
        check_hidden_doubles(position)
        counts = check_answer_counts(self.right, self.wrong)
        if counts[0] is not None and (me is None or self.abilities == "equal"):
            raise InputError("right: answers count only where you say who you are and abilities are not equal")
        if self.prior_champion is None and self.champion.seat is not None:
            raise InputError("champion: plays no part with equal abilities or stated levels; leave it out")
        record = game_record_of(position, *counts) if self.abilities == "scores" else None
        return players_for_request(
            *resolve_era(self),
            me,
            self.level,
            self.you,
            self.opponents,
            self.machine,
            record,
            self.champion.seat,
        )

    @property
    def prior_champion(self) -> ReturningChampion | None:
        """The returning champion of the prior; ``None`` where abilities come from no prior."""
        own = self.level == "average" and self.you is None and not self.machine
        drawn = self.abilities == "scores" and (own or "average" in self.opponents)
        return self.champion if drawn else None


MAX_PAGE_ROLLOUTS = 300_000
"""Rollouts that a page waits for; more of them are a job."""


class WinRequest(StateRequest, frozen=True, kw_only=True):
    """Compute each player's win chance from any STATE of a game.

    The result is exact near the end. kibitz uses rollouts where a Daily Double is hidden among few clues, and a network
    elsewhere. With --me you bet well from here on, against opponents of the level you choose. Without it all three play
    like people on the show.
    """

    page_help: ClassVar = (
        "Compute each player's win chance from any state of a game. If you say which player you are, you bet well from "
        "here on; otherwise all three play like people on the show."
    )

    state: State
    me: Me | None = None
    rollouts: Annotated[
        int, Meta(ge=0, le=10_000_000, description="Estimate by this many rollouts instead. 0 means none.")
    ] = 0
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.JOB if self.rollouts > MAX_PAGE_ROLLOUTS else Cost.SECONDS

    def answer(self, work: WorkContext) -> WinAnswer:
        return answer_win(self, work)


class SelectRequest(StateRequest, frozen=True, kw_only=True):
    """Find which square the player in control should pick in a STATE.

    While a Daily Double is hidden, finding it matters most and keeping control comes second. Afterwards, learning about
    a category matters.
    """

    page_help: ClassVar = "Find which square the player in control should pick, in any state of a game."

    state: State
    alpha: Annotated[
        float,
        Meta(
            ge=0,
            le=10,
            description="Weight of keeping control, where finding a Daily Double weighs 1.",
            extra={"label": "Weight of control"},
        ),
    ] = 0.03
    choice: (
        Annotated[
            str,
            Meta(
                max_length=4,
                pattern=r"^c[1-6]r[1-5]$",
                description="Your own square, to be judged, such as c2r5.",
                extra={"label": "Your own choice"},
            ),
        ]
        | None
    ) = None

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> SelectAnswer:
        return answer_select(self, work)
