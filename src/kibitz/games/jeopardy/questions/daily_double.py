"""What to wager on a Daily Double: the last one by scores, any one in a state."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.daily_double import DailyDoubleAnswer, answer_daily_double
from kibitz.games.jeopardy.fields import (
    TODAY,
    Abilities,
    Chance,
    CluesLeft,
    LevelName,
    MatchGame,
    MatchTotals,
    Me,
    Names,
    Opponents,
    OwnFigures,
    OwnWager,
    Scores,
    SecondPlace,
    Seed,
    StateText,
    TieRule,
    WhichEra,
    resolve_era,
)
from kibitz.games.jeopardy.show import ROWS


class DailyDoubleRequest(Request, frozen=True, kw_only=True):
    """The chance to win with every wager on the last Daily Double, given three SCORES by player, or on any one, given
    --state.

    Exact on the last one: score changes over the clues left on their lattice, then Final Jeopardy. The curve lists
    wagers with the chance to win when right, when wrong, and at your confidence.
    """

    scores: Scores = ()
    me: Me | None = None
    state: (
        Annotated[StateText, Meta(description="A state of a game instead, its last Daily Double the one to bet on.")]
        | None
    ) = None
    left: CluesLeft = ()
    confidence: (
        Annotated[
            Chance,
            Meta(description="Your chance to be right; by default your level's in its row."),
        ]
        | None
    ) = None
    row: (
        Annotated[int, Meta(ge=1, le=ROWS, description="Row of the Daily Double, 1 at the top.", examples=[4])] | None
    ) = None
    final_confidence: (
        Annotated[Chance, Meta(description="Your chance to be right in Final; by default as your place has it.")] | None
    ) = None
    opponents: Opponents = ("average",)
    era: WhichEra = TODAY
    risk: Annotated[float, Meta(ge=0, le=10, description="Penalty on the standard deviation of a wager, 0.2 say.")] = (
        0.0
    )
    limit: Annotated[Chance, Meta(description="The most chance to win that a wrong answer may cost.")] | None = None
    you: OwnFigures | None = None
    ties: TieRule | None = None
    level: Annotated[LevelName, Meta(description="How good you are on clues and in Final Jeopardy.")] = "average"
    own_final: Annotated[
        Literal["best", "people"],
        Meta(description="How you will bet in Final Jeopardy: the best response, or as people do."),
    ] = "best"
    step: Annotated[int, Meta(ge=1, le=10_000, description="Dollars between wagers.")] = 100
    abilities: Abilities = "scores"
    machine: Annotated[
        bool, Meta(description="Your answers do not correlate with the others', as a machine's; in a state you are it.")
    ] = False
    names: Names = ()
    wager: OwnWager | None = None
    check: Annotated[
        int,
        Meta(ge=0, le=1_000_000, description="Also play it out so many times by chance, to check the exact figure."),
    ] = 0
    seed: Seed = 1
    game: MatchGame | None = None
    totals: MatchTotals | None = None
    second: SecondPlace = 0.5

    def __post_init__(self) -> None:
        if self.state is None and (self.game or self.totals):
            raise InputError("game: a match goes with a state, which says what is left to play")
        if (self.state is None) == (not self.scores):
            raise InputError("scores: three scores or a state are accepted, one of the two")
        if self.state is None and (self.me is None or self.you):
            raise InputError("me: who you are is needed with scores; own figures go with a state")
        if self.state is not None and (self.left or self.me is not None):
            raise InputError("state: it says by itself who bets and which clues are left")

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.left and self.state is None else Cost.SECONDS

    def answer(self, work: WorkContext) -> DailyDoubleAnswer:
        return answer_daily_double(self, work)
