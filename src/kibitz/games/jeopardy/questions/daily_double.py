"""What to wager on a Daily Double: the last one by scores, any one in a state."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.daily_double import DailyDoubleAnswer, answer_daily_double
from kibitz.games.jeopardy.fields import (
    TODAY,
    Abilities,
    Champion,
    Chance,
    CluesLeft,
    Comeback,
    LevelName,
    MatchGame,
    MatchTotals,
    Me,
    Names,
    Opponents,
    OwnFigures,
    OwnWager,
    Places,
    Prizes,
    ReturningChampion,
    RightAnswers,
    RiskAversion,
    Scores,
    SecondPlace,
    Seed,
    SeriesWins,
    StateText,
    TieRule,
    WhichEra,
    WildCard,
    WrongAnswers,
    check_answer_counts,
    check_champion,
    resolve_era,
)
from kibitz.games.jeopardy.show import ROWS


class DailyDoubleRequest(Request, frozen=True, kw_only=True):
    """Find the best wager on the last Daily Double, given three SCORES, or on any Daily Double, given --state.

    On the last one the result is exact: a lattice of score changes over the clues left, then Final Jeopardy. The curve
    lists wagers with the chance to win if you are right, if you are wrong, and at your confidence.
    """

    page_help: ClassVar = (
        "Find the best wager on a Daily Double. Give three scores for the last one, or a state for any one."
    )

    scores: Scores = ()
    me: Me | None = None
    state: (
        Annotated[
            StateText,
            Meta(description="A state of a game, in place of scores. You wager on the Daily Double found last in it."),
        ]
        | None
    ) = None
    left: CluesLeft = ()
    confidence: (
        Annotated[
            Chance,
            Meta(
                description="Your chance to be right. Default: that of your level in the row.",
                extra={"label": "How sure you are"},
            ),
        ]
        | None
    ) = None
    row: (
        Annotated[int, Meta(ge=1, le=ROWS, description="Row of the Daily Double, 1 at the top.", examples=[4])] | None
    ) = None
    final_confidence: (
        Annotated[
            Chance,
            Meta(
                description="Your chance to be right in Final. Default: the average in your place.",
                extra={"label": "How sure you are in Final"},
            ),
        ]
        | None
    ) = None
    opponents: Opponents = ("average",)
    era: WhichEra = TODAY
    risk: Annotated[
        float,
        Meta(
            ge=0,
            le=10,
            description="Penalty on the standard deviation of a wager, such as 0.2.",
            extra={"label": "Penalty on risk"},
        ),
    ] = 0.0
    limit: (
        Annotated[
            Chance,
            Meta(
                description="Largest loss of win chance that a wrong answer may bring, such as 0.15.",
                extra={"label": "Limit on risk"},
            ),
        ]
        | None
    ) = None
    you: OwnFigures | None = None
    ties: TieRule | None = None
    level: Annotated[
        LevelName, Meta(description="Your level on clues and in Final Jeopardy.", extra={"label": "Your level"})
    ] = "average"
    own_final: Annotated[
        Literal["best", "people"],
        Meta(
            description="How you will bet in Final Jeopardy: the best response, or like recorded players.",
            extra={"label": "Your bet in Final"},
        ),
    ] = "best"
    step: Annotated[int, Meta(ge=1, le=10_000, description="Step between wagers, in dollars.")] = 100
    abilities: Abilities = "scores"
    champion: Champion = ReturningChampion.NONE
    right: RightAnswers | None = None
    wrong: WrongAnswers | None = None
    machine: Annotated[
        bool,
        Meta(
            description="Treat your answers as independent of the others', as a machine's are. "
            "With a state, you are the machine.",
            extra={"label": "You are a machine"},
        ),
    ] = False
    places: Places | None = None
    wild_card: WildCard | None = None
    series: SeriesWins | None = None
    prizes: Prizes | None = None
    comeback: Comeback | None = None
    aversion: RiskAversion = 0.0
    names: Names = ()
    wager: OwnWager | None = None
    check: Annotated[
        int,
        Meta(
            ge=0,
            le=1_000_000,
            description="Also run this many rollouts, to check the exact result.",
            extra={"label": "Rollouts to check"},
        ),
    ] = 0
    seed: Seed = 1
    game: MatchGame | None = None
    totals: MatchTotals | None = None
    second: SecondPlace = 0.5

    def __post_init__(self) -> None:
        if self.state is None and (self.game or self.totals):
            raise InputError("game: in a match, give a state instead of scores")
        if (self.state is None) == (not self.scores):
            raise InputError("scores: give either scores or a state")
        if self.state is None and self.me is None:
            raise InputError("me: with scores, say which player you are")
        if self.you is not None and self.level != "average":
            raise InputError("level: give your level or your own rates, not both")
        if self.state is not None and (self.left or self.me is not None):
            raise InputError("state: already says who bets and which clues are left; leave out me and left")
        check_champion(self.champion, len(self.scores) or 3)
        counts = check_answer_counts(self.right, self.wrong)
        if self.abilities == "equal" and counts[0] is not None:
            raise InputError("right: answers count only where abilities are not equal")
        if self.prior_champion is None and self.champion.seat is not None:
            raise InputError("champion: plays no part with equal abilities or stated levels; leave it out")

    @property
    def prior_champion(self) -> ReturningChampion | None:
        """The returning champion of the prior; ``None`` where abilities come from no prior."""
        own = self.level == "average" and self.you is None
        drawn = self.abilities == "scores" and (own or "average" in self.opponents)
        return self.champion if drawn else None

    def with_defaults(self) -> Self:
        era, ties = resolve_era(self)
        return replace(self, era=int(era), ties=ties)

    def cost(self) -> Cost:
        return Cost.INSTANT if not self.left and self.state is None else Cost.SECONDS

    def answer(self, work: WorkContext) -> DailyDoubleAnswer:
        return answer_daily_double(self, work)
