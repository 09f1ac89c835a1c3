"""Loss of recorded Final wagers, wins of the best response, and decision records to rate."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.document import Document
from kibitz.core.question import POSITIONAL_ARGUMENT, Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.recorded_wagers import WagersAnswer, answer_wagers
from kibitz.games.jeopardy.fields import TODAY, Chance, WhichEra
from kibitz.games.jeopardy.show import era_of

EXAMPLE_TABLE = {
    "name": "final_jeopardy.csv.gz",
    "data": "H4sIAAAAAAAC/32QYQqDMAxG/+8sERJXnT2NdBo7QdnoOsZuv8ZWWEVHoYH0ke+lZnRtbzyDNTO3/vNgeLLx8OzujtsrD6HA21h2"
    "EDqOu/XJDJ7dqURUBVKBFTi2r8k4mHjwEPqI0CASEJRS99B57PuJgZTA6V5o3KPdaG9eZiLIybE6zycRgFryESqt9R6Z4rWg5/9o"
    "zL4shlEzxVNToC4IN/FViAal4kJ4gK7rL3+l4150wEaBWiBxDGOJomtCaWNAaahsdURmAqJKuSpt4vWPKH4BeHi7AzoCAAA=",
}
"""Final Jeopardy of four shows: an example."""


class RecordedWagersRequest(Request, frozen=True, kw_only=True):
    """Measure what recorded Final wagers lost, by place, and write them as decision records to rate.

    FINALS is a compressed table, one row per player: air_date, game_type, score_before, wager, correct, score_after.
    """

    page_help: ClassVar = "Measure what recorded Final wagers lost, by place."

    finals: Annotated[
        Document,
        Meta(
            description="Table of recorded Finals.",
            examples=[EXAMPLE_TABLE],
            extra=POSITIONAL_ARGUMENT
            | {
                "label": "Recorded Finals",
                "page_help": "A compressed table (.csv.gz). Each row is one player: air_date, game_type, "
                "score_before, wager, correct, score_after.",
            },
        ),
    ]
    era: WhichEra = TODAY
    games: Annotated[
        int, Meta(ge=1, le=100_000, description="Largest number of games, spread evenly over the years.")
    ] = 600
    assumed_confidence: Annotated[
        Chance,
        Meta(
            description="Confidence that recorded players are assumed to have had when they bet.",
            extra={"formerly": "sure"},
        ),
    ] = 0.9

    def with_defaults(self) -> Self:
        return replace(self, era=int(era_of(self.era)))

    def cost(self) -> Cost:
        return Cost.SECONDS if self.games <= 1_000 else Cost.JOB

    def answer(self, work: WorkContext) -> WagersAnswer:
        return answer_wagers(self, work)
