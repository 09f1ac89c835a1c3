"""Board of a state: where the Daily Doubles may be, and what to wager on the one found."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.board import BoardAnswer, answer_board
from kibitz.games.jeopardy.fields import Chance, OwnWager
from kibitz.games.jeopardy.questions.daily_double import DailyDoubleRequest
from kibitz.games.jeopardy.questions.states import State, StateRequest
from kibitz.games.jeopardy.show import COLUMNS

CategoryNames = Annotated[
    tuple[Annotated[str, Meta(max_length=40, pattern=r"^\s*[^\s,/\\\x00-\x1f][^,/\\\x00-\x1f]*$")], ...],
    Meta(
        max_length=COLUMNS,
        description="Names of the categories, left to right, such as Rivers,Opera,Space.",
        extra={"words": True, "accepts": "up to six names without commas or slashes, such as Rivers,Opera,Space"},
    ),
]
Records = Annotated[
    tuple[Annotated[str, Meta(max_length=7, pattern=r"^\s*(0|[+-]{1,5})\s*$")], ...],
    Meta(
        max_length=COLUMNS,
        description="Your answers in each category up to now: + right, - wrong, 0 none. Example: +-,++-+,0.",
        extra={
            "label": "Your answers by category",
            "words": True,
            "accepts": "up to six records such as +-,++-+,0 (+ right, - wrong, 0 none)",
        },
    ),
]


class BoardRequest(StateRequest, frozen=True, kw_only=True):
    """Show the board of a STATE as a heat map: the chance that each open square hides a Daily Double.

    Where one was found, kibitz also recommends a wager to the player in control, as `daily-double --state` does.
    """

    page_help: ClassVar = "See the chance that each open square of a board hides a Daily Double."

    state: State
    categories: CategoryNames = ()
    records: Records = ()
    confidence: (
        Annotated[
            Chance,
            Meta(
                description="Your chance to be right on the Daily Double found. Default: the usual one in its row.",
                extra={"label": "How sure you are"},
            ),
        ]
        | None
    ) = None
    wager: OwnWager | None = None

    def with_defaults(self) -> Self:
        names, records = (tuple(" ".join(each.split()) for each in given) for given in (self.categories, self.records))
        return replace(super().with_defaults(), categories=names, records=records)

    def wager_request(self, state: str) -> DailyDoubleRequest:
        """Request for the wager on the Daily Double found last."""
        return DailyDoubleRequest(
            state=state,
            confidence=self.confidence,
            wager=self.wager,
            level=self.level,
            you=self.you,
            opponents=self.opponents,
            abilities=self.abilities,
            champion=self.champion,
            right=self.right,
            wrong=self.wrong,
            machine=self.machine,
            era=self.era,
            ties=self.ties,
            game=self.game,
            totals=self.totals,
            second=self.second,
        )

    def answer(self, work: WorkContext) -> BoardAnswer:
        return answer_board(self.with_defaults(), work)
