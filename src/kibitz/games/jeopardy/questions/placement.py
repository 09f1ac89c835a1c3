"""Where the Daily Doubles are hidden."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.question import Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.placement import PlacementAnswer, answer_placement
from kibitz.games.jeopardy.fields import TODAY, Squares, WhichEra
from kibitz.games.jeopardy.show import era_of


class PlacementRequest(Request, frozen=True, kw_only=True):
    """Compute the chance that each square hides a Daily Double, given the squares already played.

    Write squares as c4r5: column 4, row 5 from the top.
    """

    round: Annotated[int, Meta(ge=1, le=2, description="Jeopardy (1) or Double Jeopardy (2).", examples=[2])]
    played: Annotated[Squares, Meta(description="Squares played without a Daily Double, such as c1r1,c1r2.")] = ()
    found: Annotated[Squares, Meta(description="Squares with Daily Doubles found.")] = ()
    position: (
        Annotated[
            str,
            Meta(
                max_length=400,
                pattern=r"^[0-9a-z_.-]+$",
                description="A position in kibitz notation, in place of squares. Example: 0_0_0.1.2.3fffffff.0.0.1s.",
            ),
        ]
        | None
    ) = None
    era: WhichEra = TODAY

    def with_defaults(self) -> Self:
        return replace(self, era=int(era_of(self.era)))

    def answer(self, work: WorkContext) -> PlacementAnswer:
        return answer_placement(self, work)
