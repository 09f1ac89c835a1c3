"""Cards to print for Final Jeopardy, Daily Doubles and the buzzer."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.cards import (
    BuzzCardAnswer,
    DoubleCardAnswer,
    FinalCardAnswer,
    answer_buzz_card,
    answer_double_card,
    answer_final_card,
)
from kibitz.games.jeopardy.fields import TODAY, WhichEra
from kibitz.games.jeopardy.show import era_of

Role = Literal["A", "B", "C"]
Format = Annotated[
    Literal["text", "markdown", "svg"],
    Meta(description="Plain text with 72 columns, Markdown, or an index card as an SVG picture."),
]


class FinalCardRequest(Request, frozen=True, kw_only=True):
    """Print the cards for Final Jeopardy: short rules for first, second and third place, and what they cost."""

    page_help: ClassVar = "Get the cards for Final Jeopardy: short rules for each place, and what they cost."

    era: WhichEra = TODAY
    role: Annotated[
        tuple[Role, ...],
        Meta(description="Place of the rules: A first, B second or C third. Default: all.", extra={"label": "Place"}),
    ] = ()
    format: Format = "text"

    def with_defaults(self) -> Self:
        return replace(self, era=int(era_of(self.era)))

    def answer(self, work: WorkContext) -> FinalCardAnswer:
        return answer_final_card(self, work)


class ComputedCardRequest(Request, frozen=True, kw_only=True):
    """Card whose numbers kibitz computes when it prints the card."""

    era: WhichEra = TODAY
    format: Format = "text"

    def with_defaults(self) -> Self:
        return replace(self, era=int(era_of(self.era)))

    def cost(self) -> Cost:
        return Cost.SECONDS


class BuzzCardRequest(ComputedCardRequest, frozen=True, kw_only=True):
    """Print the card for the buzzer: buzz thresholds on early clues, and rules for the last clue."""

    def answer(self, work: WorkContext) -> BuzzCardAnswer:
        return answer_buzz_card(self, work)


class DoubleCardRequest(ComputedCardRequest, frozen=True, kw_only=True):
    """Print the card for Daily Doubles: which share of your score to wager, and what the rule costs."""

    def answer(self, work: WorkContext) -> DoubleCardAnswer:
        return answer_double_card(self, work)
